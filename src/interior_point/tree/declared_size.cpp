#include "logstar/interior_point/tree/declared_size.hpp"

#include <algorithm>
#include <string>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/errors.hpp"

// Let p(s) be the chance that s records pass, q = e^-epsilon, k = size + 1 - threshold. Adding a
// record changes p and 1 - p by at most e^epsilon. p(size + 1) = P[noise >= k] mirrored = q^k/(1 +
// q), less beyond, and p(size) <= e^epsilon p(size + 1).
//   Neighbours of at most `size` records: the test, (epsilon, 0), and the algorithm that follows.
//   Others: the result "refused" keeps the ratio e^epsilon, everything else has at most p(size).

namespace logstar {
namespace {

/// P[noise >= k] for k >= 0, rounded up.
double tail_up(double epsilon, std::int64_t k) {
  return divide_up(exp_up(-multiply_down(epsilon, static_cast<double>(k))),
                   add_down(1, exp_down(-epsilon)));
}

}  // namespace

DeclaredSize public_size(std::uint64_t size) { return {size, 0, 0, size}; }

DeclaredSize private_size(const std::optional<std::uint64_t>& size, std::uint64_t least,
                          double epsilon, double delta, double beta) {
  // q^above/(1 + q) <= delta e^-epsilon, in which neither delta e^-epsilon nor e^epsilon can
  // vanish.
  const std::int64_t above = laplace_tail_start(epsilon, delta) + 1;
  const std::int64_t below = laplace_tail_start(epsilon, beta);
  const auto room = static_cast<std::uint64_t>(std::max<std::int64_t>(0, above + below - 2));
  DeclaredSize declared;
  declared.size = size.value_or(least + room);
  declared.epsilon = epsilon;
  declared.threshold = static_cast<std::int64_t>(declared.size) + 1 - above;
  declared.most_records = declared.size > room ? declared.size - room : 0;
  return declared;
}

bool admits(const DeclaredSize& declared, std::size_t records, Randomness& randomness) {
  if (declared.epsilon == 0) {
    if (records == declared.size) return true;
    reject("values", std::to_string(declared.size) + " records, as declared",
           std::to_string(records));
  }
  const std::int64_t noise = randomness.discrete_laplace(Rational::of(declared.epsilon));
  return static_cast<std::int64_t>(records) + noise <= declared.threshold;
}

double size_test_delta(const DeclaredSize& declared) {
  if (declared.epsilon == 0) return 0;
  const std::int64_t k = static_cast<std::int64_t>(declared.size) + 1 - declared.threshold;
  if (k < 0) return 1;
  // e^epsilon q^k/(1 + q), as one exponential: apart one would overflow where the other vanishes.
  if (k == 0) return 1;  // more than half of e^epsilon, or nearly so
  return tail_up(declared.epsilon, k - 1);
}

double refusal(const DeclaredSize& declared, std::uint64_t records) {
  if (declared.epsilon == 0) return records == declared.size ? 0 : 1;
  const std::int64_t k = declared.threshold + 1 - static_cast<std::int64_t>(records);
  return k < 0 ? 1 : tail_up(declared.epsilon, k);
}

}  // namespace logstar
