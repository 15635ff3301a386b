#include "logstar/learning/sample_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "logstar/learning/labelled_points.hpp"
#include "logstar/privacy/binomial_bounds.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Thresholds. Let threshold j label the distribution. Let a be the greatest threshold before j with
// mass at least `accuracy` between a and j. A threshold before j that errs with probability at least `accuracy`
// lies at or before a, and errs on every sample between a and j, at least Bin(n, accuracy) many. The same holds
// after j. So some threshold with at most E errors on the samples and `accuracy` or more on the distribution
// exists with probability at most 2 P[Bin(n, accuracy) <= E].
//
// Boxes inside the box B that labels the distribution err on the union of 2 d strips of B, one a
// side. Let J = 2 d k and eta = accuracy/J. For each side let C_0, ..., C_J be strips, C_j the least one of
// mass j eta or more (as far as B has it). A strip of mass p contains C_j for j = min(J, floor(p/eta)), which
// is all of it but less than eta unless p >= accuracy. So a box that errs with probability at least `accuracy`
// errs on all of a union of 2 d of these strips of mass (1 - 1/k) accuracy or more, one of (J + 1)^(2 d) such
// unions: P[one of them has at most E samples] <= (J + 1)^(2 d) P[Bin(n, (1 - 1/k) accuracy) <= E], and the
// latter is at most e^(-n KL(E/n, p)).

namespace logstar {
namespace {

/// From here on Chernoff's bound, which is then less than a thousandth worse: exact sums would take
/// minutes.
constexpr std::int64_t kMaxExactErrors = 10'000'000;

/// n KL(errors/n, p) for errors < n p, -ln of Chernoff's bound on P[Bin(n, p) <= errors], less by
/// far more than the rounding errors of the logarithms.
double chernoff_exponent(double errors, double n, double p) {
  const double right = n - errors;
  const double of_errors = errors == 0 ? 0 : errors * std::log(errors / (n * p));
  const double exponent = of_errors + right * std::log(right / (n * (1 - p)));
  return exponent * (1 - 1e-9) - 1e-6 - 1e-14 * n;
}

double chance_of_at_most(std::int64_t errors, std::uint64_t n, double accuracy) {
  if (errors > kMaxExactErrors) {
    return exp_up(-chernoff_exponent(static_cast<double>(errors), count_up(n), accuracy));
  }
  const BinomialBounds law(n, divide_down(accuracy, subtract_up(1, accuracy)),
                           divide_up(accuracy, subtract_down(1, accuracy)));
  return law.sum_below(static_cast<std::uint64_t>(errors) + 1, [](std::uint64_t) { return 1.0; });
}

/// The least n above `too_few` with enough(n), which does not become false again.
template <typename Enough>
std::uint64_t least_above(std::uint64_t too_few, const Enough& enough) {
  std::uint64_t low = too_few;
  std::uint64_t high = low + 1;
  while (!enough(high)) high *= 2;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (enough(middle) ? high : low) = middle;
  }
  return high;
}

std::uint64_t records_for_rules(double rules, std::int64_t errors, double accuracy, double beta) {
  check_probability("beta", beta);
  return least_above(records_for_empirical_error(errors, accuracy), [&](std::uint64_t n) {
    return rules * chance_of_at_most(errors, n, accuracy) <= beta;
  });
}

}  // namespace

void check_accuracy(double accuracy) {
  if (!(accuracy >= 1e-4 && accuracy <= 0.5)) {
    reject("accuracy", "a number from 0.0001 to 0.5", accuracy);
  }
}

std::uint64_t records_for_empirical_error(std::int64_t errors, double accuracy) {
  check_accuracy(accuracy);
  return static_cast<std::uint64_t>(std::ceil(divide_up(static_cast<double>(errors), accuracy)));
}

std::uint64_t records_for_generalisation(std::int64_t errors, double accuracy, double beta) {
  return records_for_rules(2, errors, accuracy, beta);
}

std::uint64_t records_for_one_rule(std::int64_t errors, double accuracy, double beta) {
  return records_for_rules(1, errors, accuracy, beta);
}

std::uint64_t records_for_listed(std::uint64_t rules, std::int64_t errors, double accuracy,
                                 double beta) {
  return records_for_rules(count_up(rules), errors, accuracy, beta);
}

std::uint64_t records_for_box(std::int64_t errors, std::size_t dimensions, double accuracy,
                              double beta) {
  check_accuracy(accuracy);
  check_probability("beta", beta);
  check_count("dimensions", dimensions, 1, kMaxDimensions);
  const double sides = 2.0 * static_cast<double>(dimensions);
  const auto lost = static_cast<double>(errors);
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (double k = 2; k <= 64; k *= 2) {
    const double p = (1 - 1 / k) * accuracy;
    // Far more than the rounding errors of the logarithms.
    const double needed = (sides * std::log(sides * k + 1) - std::log(beta)) * (1 + 1e-9) + 1e-9;
    const auto too_few = static_cast<std::uint64_t>(std::ceil(lost / p));
    fewest = std::min(fewest, least_above(too_few, [&](std::uint64_t n) {
                        const auto samples = static_cast<double>(n);
                        return chernoff_exponent(lost, samples, p) >= needed;
                      }));
  }
  return fewest;
}

}  // namespace logstar
