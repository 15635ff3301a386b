#include "logstar/privacy/count_tails.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"

namespace logstar {
namespace {

/// P[X = i + 1] / P[X = i] for the Poisson law.
class PoissonRatio {
 public:
  explicit PoissonRatio(double mean) : mean_(mean) {}
  double up(std::uint64_t i) const { return divide_up(mean_, count_down(i + 1)); }
  double down(std::uint64_t i) const { return divide_down(mean_, count_up(i + 1)); }

 private:
  double mean_;
};

/// As above for the number of failures: (i + r)/(i + 1) times the probability of failure.
class FailureRatio {
 public:
  FailureRatio(std::uint64_t r, double fail_down, double fail_up)
      : r_(r), fail_down_(fail_down), fail_up_(fail_up) {}
  double up(std::uint64_t i) const {
    return multiply_up(divide_up(count_up(i + r_), count_down(i + 1)), fail_up_);
  }
  double down(std::uint64_t i) const {
    return multiply_down(divide_down(count_down(i + r_), count_up(i + 1)), fail_down_);
  }

 private:
  std::uint64_t r_;
  double fail_down_;
  double fail_up_;
};

struct Sum {
  double down = 0;
  double up = 0;

  void add(double term_down, double term_up) {
    down = add_down(down, term_down);
    up = add_up(up, term_up);
  }
};

constexpr double kNegligibleRest = 0x1p-70;
constexpr double kNothing = 1e-300;

/// At least term (r + r^2 + ...), for a ratio r that only falls from here on.
double remainder_up(double term_up, double ratio_up) {
  if (!(ratio_up < 1)) return kInfinity;
  return divide_up(multiply_up(term_up, ratio_up), subtract_down(1, ratio_up));
}

/// Both sides of the law at k, by a walk from the hump outwards in each direction. A walk ends when the
/// remaining terms are negligible, absolutely or against their sum; the upper bounds add them.
template <typename Ratio>
TailBounds tails(const Ratio& ratio, std::uint64_t hump, std::uint64_t k) {
  Sum at_least;
  Sum fewer;
  const auto side = [&](std::uint64_t i) -> Sum& { return i >= k ? at_least : fewer; };
  const auto is_nothing = [&](double rest) {
    if (rest > kNothing) return false;
    at_least.add(0, rest);
    fewer.add(0, rest);
    return true;
  };
  const auto is_negligible = [&](double rest, Sum& sum) {
    if (rest > multiply_down(kNegligibleRest, sum.up)) return false;
    sum.add(0, rest);
    return true;
  };
  // All that remains is at least the next term: as long as that counts, the rest need not be computed.
  const auto counts = [&](double next_up, bool past_k, const Sum& sum) {
    return next_up > kNothing && (!past_k || next_up > kNegligibleRest * sum.up);
  };

  side(hump).add(1, 1);
  double down = 1;
  double up = 1;
  for (std::uint64_t i = hump;; ++i) {
    const double growth = ratio.up(i);
    const double next = multiply_up(up, growth);
    if (!counts(next, i + 1 >= k, at_least)) {
      const double rest = remainder_up(up, growth);
      if (is_nothing(rest) || (i + 1 >= k && is_negligible(rest, at_least))) break;
    }
    up = next;
    down = multiply_down(down, ratio.down(i));
    side(i + 1).add(down, up);
  }
  down = up = 1;
  for (std::uint64_t i = hump; i > 0; --i) {
    const double growth = ratio.down(i - 1);
    const double next = divide_up(up, growth);
    if (!counts(next, i <= k, fewer)) {
      const double rest = remainder_up(up, divide_up(1, growth));
      if (is_nothing(rest) || (i <= k && is_negligible(rest, fewer))) break;
    }
    up = next;
    down = divide_down(down, ratio.up(i - 1));
    side(i - 1).add(down, up);
  }

  const auto share = [](const Sum& a, const Sum& b) {
    return ProbabilityBounds{divide_down(a.down, add_up(a.down, b.up)),
                             std::min(1.0, divide_up(a.up, add_down(a.up, b.down)))};
  };
  return {share(at_least, fewer), share(fewer, at_least)};
}

std::uint64_t whole(double x) { return static_cast<std::uint64_t>(std::clamp(x, 0.0, 0x1p52)); }

// Chernoff: P[X >= k] for k > mean and P[X <= k] for k < mean are at most e^-(mean - k + k
// ln(k/mean)). Where that is far below the smallest double the walk from the hump need not begin.
bool is_beyond_doubles(double mean, double k) {
  return mean - k + (k > 0 ? k * std::log(k / mean) : 0) > 1000;
}

}  // namespace

TailBounds poisson_tails(double mean, std::uint64_t k) {
  if (mean == 0) {
    const ProbabilityBounds never{0, 0};
    const ProbabilityBounds always{1, 1};
    return k == 0 ? TailBounds{always, never} : TailBounds{never, always};
  }
  if (is_beyond_doubles(mean, static_cast<double>(k))) {
    const ProbabilityBounds nearly_never{0, kNothing};
    const ProbabilityBounds nearly_always{step_down(1), 1};
    return static_cast<double>(k) > mean ? TailBounds{nearly_never, nearly_always}
                                         : TailBounds{nearly_always, nearly_never};
  }
  return tails(PoissonRatio(mean), whole(mean), k);
}

TailBounds failure_tails(std::uint64_t r, double fail_down, double fail_up, std::uint64_t k) {
  const double hump = static_cast<double>(r - 1) * fail_up / (1 - fail_up);
  return tails(FailureRatio(r, fail_down, fail_up), whole(hump), k);
}

}  // namespace logstar
