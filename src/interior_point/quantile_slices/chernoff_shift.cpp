#include "logstar/interior_point/quantile_slices/chernoff_shift.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "logstar/privacy/rounding.hpp"

// The noise is the two-sided geometric law conditioned on all draws within the bound, whose complement has
// probability at most v. So an event has at most 1/(1 - v) of its probability without a bound, and that law is
// easy: r = e^-epsilon,
//   E e^(theta N) = 1/(1 - (sinh(theta/2)/sinh(epsilon/2))^2)   for |theta| < epsilon.

namespace logstar {
namespace {

double sinh_up(double x) { return multiply_up(0.5, subtract_up(expm1_up(x), expm1_down(-x))); }
double sinh_down(double x) {
  return multiply_down(0.5, subtract_down(expm1_down(x), expm1_up(-x)));
}

/// Chernoff's bound of t at one lambda: P[any |S_k| > t] <= 2 e^(-lambda t) sum of E e^(lambda
/// S_k). Slices often share terms, as q of one is 1 - q of another: each distinct term is computed once.
class Chernoff {
 public:
  Chernoff(const std::vector<ShiftedSlice>& slices, std::size_t draws, double failure)
      : draws_(draws), log_failure_(log_down(failure)) {
    for (const auto& [q, before] : slices) {
      terms_.push_back({before, divide_up(q.denominator - q.numerator, q.denominator),
                        divide_up(q.numerator, q.denominator)});
      shares_.insert(shares_.end(), {terms_.back().before_share, terms_.back().behind_share});
    }
    std::sort(shares_.begin(), shares_.end());
    shares_.erase(std::unique(shares_.begin(), shares_.end()), shares_.end());
    for (Term& term : terms_) {
      term.before_index = index_of(term.before_share);
      term.behind_index = index_of(term.behind_share);
    }
  }

  /// `log_moment(theta)`: of one N. Not inlined into the many places that call it.
  template <typename LogMoment>
  [[gnu::noinline]] double at(double lambda, const LogMoment& log_moment) {
    moments_.clear();
    for (const double share : shares_) moments_.push_back(log_moment(multiply_up(share, lambda)));
    exponents_.clear();
    for (const Term& term : terms_) {
      exponents_.push_back(
          add_up(multiply_up(count_up(term.before), moments_[term.before_index]),
                 multiply_up(count_up(draws_ - term.before), moments_[term.behind_index])));
    }
    const double largest = *std::max_element(exponents_.begin(), exponents_.end());
    if (largest == kInfinity) return kInfinity;
    double sum = 0;
    for (const double one : exponents_) sum = add_up(sum, exp_up(subtract_up(one, largest)));
    const double log_sum = add_up(largest, log_up(multiply_up(2, sum)));
    return divide_up(subtract_up(log_sum, log_failure_), lambda);
  }

 private:
  /// A slice's shares: by how much of itself the noise before it moves its rank, and the noise after it.
  struct Term {
    std::size_t before;
    double before_share;
    double behind_share;
    std::size_t before_index = 0;
    std::size_t behind_index = 0;
  };

  std::size_t index_of(double share) const {
    const auto found = std::lower_bound(shares_.begin(), shares_.end(), share);
    return static_cast<std::size_t>(found - shares_.begin());
  }

  std::size_t draws_;
  double log_failure_;
  std::vector<Term> terms_;
  std::vector<double> shares_;
  std::vector<double> moments_, exponents_;  // of each share, and of each term, at one lambda
};

}  // namespace

double log_moment_up(double theta, double epsilon) {
  const double ratio = divide_up(sinh_up(multiply_up(theta, 0.5)), sinh_down(epsilon / 2));
  const double square = multiply_up(ratio, ratio);
  return square < 1 ? -log1p_down(-square) : kInfinity;
}

double unbounded_failure_down(std::size_t draws, const TruncatedNoise& noise, double failure) {
  const double v = multiply_up(count_up(draws), beyond_probability_up(noise));
  return v < 1 ? multiply_down(failure, subtract_down(1, v)) : 0;
}

double chernoff_shift_up(const std::vector<ShiftedSlice>& slices, std::size_t draws,
                         const TruncatedNoise& noise, double failure) {
  const double unbounded = unbounded_failure_down(draws, noise, failure);
  if (!(unbounded > 0)) return kInfinity;
  const double epsilon = noise.epsilon;
  const double half = std::sinh(epsilon / 2);
  const auto nearly = [&](double theta) {
    const double ratio = std::sinh(theta / 2) / half;
    return ratio < 1 ? -std::log1p(-ratio * ratio) : kInfinity;
  };
  // Any lambda will do: one by golden section in plain arithmetic.
  constexpr double kGolden = 0.6180339887498949;
  double low = 0;
  double high = epsilon;
  Chernoff chernoff(slices, draws, unbounded);
  const auto at = [&](double lambda) { return chernoff.at(lambda, nearly); };
  double left = high - (high - low) * kGolden;
  double right = low + (high - low) * kGolden;
  double at_left = at(left);
  double at_right = at(right);
  for (int round = 0; round < 24; ++round) {
    if (at_left <= at_right) {
      high = std::exchange(right, left);
      at_right = at_left;
      left = high - (high - low) * kGolden;
      at_left = at(left);
    } else {
      low = std::exchange(left, right);
      at_left = at_right;
      right = low + (high - low) * kGolden;
      at_right = at(right);
    }
  }
  return chernoff.at((low + high) / 2, [&](double theta) { return log_moment_up(theta, epsilon); });
}

}  // namespace logstar
