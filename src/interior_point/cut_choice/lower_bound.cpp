#include "logstar/interior_point/cut_choice/lower_bound.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "logstar/domain/key_array.hpp"
#include "logstar/privacy/climb.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/remembered.hpp"

// f and its iterates: privacy/climb.hpp. f is concave up to 1, so bounds on p for each choice of D are bounds on
// averages over random choices too.
//
// One cluster. The data are m copies of a uniformly random key x. Only x itself is right. Without records x is
// found with probability 2^-L on average, so with m copies with at most f^m(2^-L).
//
// Two clusters. S is a set of levels, s0 the lowest, any two at least t + 1 apart, the highest at
// most L - 1 - t. Draw s from S and x uniformly; y shares the first s bits with x, differs in the next, and is
// random from there. The data are m1 copies of x and m2 of y. Only a z between x and y is
// right, which shares at least s bits with both. So z is right only if
//   it shares at least s + 1 + t bits with x. Given s and y, x's bits after the first s + 1 are
//     uniform: without x's copies this has probability at most 2^-t, with them f^m1(2^-t);
//   or it shares s to s + t bits with x. Without y's copies s is independent of the data. These
//     events are disjoint for the levels of S, and in each of them z shares s0 bits with x, which
//     has probability at most f^m1(2^-s0): on average over s at most that over |S|, and with y's
//     copies f^m2 of it.
// (Either may be the smaller one.) So P[right] <= f^m1(2^-t) + f^m2(f^m1(2^-s0)/|S|).
//
// Replace. f is the same for data with one replaced record. Wherever copies are left out above, put copies of
// the key 0 instead, which does not depend on x, y and s either: the same number of steps leads to the same
// data.

namespace logstar {
namespace {

void check(std::uint32_t bits, const Loss& loss, double beta) {
  check_count("bits", bits, 1, kMaxKeyBits);
  check_epsilon("epsilon", loss.epsilon);
  check_delta_or_zero("delta", loss.delta);
  check_probability("beta", beta);
}

double log_of_power(double bits) { return -multiply_down(bits, log_down(2)); }

}  // namespace

std::uint64_t interior_lower_bound_one_cluster(std::uint32_t bits, const Loss& loss, double beta) {
  check(bits, loss, beta);
  return Climb(loss).steps_to_reach(log_of_power(bits), subtract_down(1, beta));
}

std::uint64_t interior_lower_bound_two_clusters(std::uint32_t bits, const Loss& loss, double beta) {
  check(bits, loss, beta);
  if (loss.delta == 0) return 0;  // one cluster gives a larger bound then
  const Climb f(loss);
  const double target = subtract_down(1, beta);
  // More copies of x than this, or longer t, do not help: delta alone has grown to 1 by then.
  const double most = std::ceil(-std::log(loss.delta) / loss.epsilon) + 1;
  const double step = std::max(1.0, std::floor(0.25 / loss.epsilon));
  const double most_shared = std::min(bits - 1.0, std::ceil(-1.5 * std::log(loss.delta)) + 16);
  std::uint64_t best = 0;
  for (double t = 1; t <= most_shared; t += 2) {
    for (const double lowest : {0.0, t / 2, t, 2 * t}) {
      // As many levels from there on as there is room for, then as deep as these can begin.
      const double room = bits - 1.0 - t - lowest;
      if (room < 0) continue;
      const double levels = std::floor(room / (t + 1)) + 1;
      const double s0 = bits - 1.0 - t - (levels - 1) * (t + 1);
      for (double m1 = 0; m1 <= most; m1 += step) {
        const double left = subtract_down(target, f.after(log_of_power(t), m1));
        if (left <= 0) break;
        const double shared = f.after(log_of_power(s0), m1);
        const double guess = subtract_up(log_up(shared), log_down(levels));
        const std::uint64_t m2 = f.steps_to_reach(guess, left);
        if (m2 > 0) best = std::max(best, static_cast<std::uint64_t>(m1) + m2);
      }
    }
  }
  return best;
}

std::uint64_t interior_lower_bound(std::uint32_t bits, const Loss& loss, double beta) {
  using Arguments = std::tuple<std::uint32_t, double, double, double>;
  static thread_local Cache<Arguments, std::uint64_t> remembered;
  return remembered.of({bits, loss.epsilon, loss.delta, beta}, [&] {
    return std::max(interior_lower_bound_one_cluster(bits, loss, beta),
                    interior_lower_bound_two_clusters(bits, loss, beta));
  });
}

}  // namespace logstar
