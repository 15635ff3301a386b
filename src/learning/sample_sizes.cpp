#include "logstar/learning/sample_sizes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "logstar/learning/labelled_points.hpp"
#include "logstar/privacy/binomial_bounds.hpp"
#include "logstar/privacy/least_near.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Thresholds. Let threshold j label the distribution. Let a be the greatest threshold before j with
// mass at least `accuracy` between a and j. A threshold before j that errs with probability at least `accuracy`
// lies at or before a, and errs on every sample between a and j, at least Bin(n, accuracy) many. The same holds
// after j. So some threshold with at most E errors on the samples and `accuracy` or more on the distribution
// exists with probability at most 2 P[Bin(n, accuracy) <= E].
//
// Whatever the labels, let p1(t) = P[label 1, x > t], which falls, and p0(t) = P[label 0, x <= t], which rises. Let t
// err with probability a = `accuracy` or more. With k = min(J, floor(J p1(t)/a)), let s be the last threshold with p1
// at least k a/J, r the first with p0 at least a - (k + 1) a/J. Then r <= t <= s, so t errs on all of {1, x > s} and
// {0, x <= r}, of mass at least a (1 - 1/J). For k = J it errs on {1, x > s} alone, of mass a. These are J sets and one:
// P[some such t makes at most E errors] <= J P[Bin(n, a (1 - 1/J)) <= E] + P[Bin(n, a) <= E].
//
// Put the records of label 1 by falling x before those of label 0 by rising x: one order, with a distribution function
// F. The error of t is F(b1) + F(b2) - F(b0), b0 the end of label 1. Differences of two thresholds' errors have four
// values of F, so they stray by at most 4 sup |F_n - F|, and P[sup >= x] <= 2 e^(-2 n x^2) (Dvoretzky, Kiefer, Wolfowitz,
// with Massart's constant).
//
// In the order of label 1 by rising x before label 0 by rising x, t errs on what lies between two places. So its error
// strays by at most 2 sup |F_n - F|. What a box inside the good one loses beyond one side depends on one coordinate:
// its mass strays by at most the sup of that coordinate among the points of label 1, and there are 2 d sides.
//
// A list of N rules. A rule's error rate on n samples strays by x or more with probability at most 2 e^(-2 n x^2)
// (Hoeffding), so a difference of two strays by at most 2 x, except with probability 2 N e^(-2 n x^2) for all of them.
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
  // What is not kept counts as if it were as likely as the last number that is kept: n of these are far below any
  // beta, which is at least 2^-53 over a number of events.
  constexpr double kBelowAnyBeta = 0x1p-160;
  const BinomialBounds law(n, divide_down(accuracy, subtract_up(1, accuracy)),
                           divide_up(accuracy, subtract_down(1, accuracy)), kBelowAnyBeta);
  return law.sum_below(static_cast<std::uint64_t>(errors) + 1, [](std::uint64_t) { return 1.0; });
}

/// About P[Bin(n, p) <= errors] by its saddle point (Lugannani and Rice, with Daniels's second correction for whole
/// numbers): where to begin a search, nothing more.
double chance_estimate(double errors, double n, double p) {
  const double x = errors + 0.5;
  const double beyond = n * p - x;  // without subtracting logarithms of about the same size
  const double of_errors = std::log1p(-beyond / (n * p));
  const double of_others = std::log1p(beyond / (n * (1 - p)));
  const double w = std::sqrt(2 * (x * of_errors + (n - x) * of_others));
  const double tilt = of_others - of_errors;
  const double u = 2 * std::sinh(tilt / 2) * std::sqrt(x * (n - x) / n);
  const double density = std::exp(-w * w / 2) / std::sqrt(2 * std::numbers::pi);
  return std::erfc(w / std::numbers::sqrt2) / 2 + density * (1 / u - 1 / w);
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

/// The least n above `too_few` with enough(n), which holds about from where P[Bin(n, p) <= errors] is `chance`.
template <typename Enough>
std::uint64_t least_for_chance(std::uint64_t too_few, std::int64_t errors, double p, double chance,
                               const Enough& enough) {
  // Chernoff's bound is checked so fast that it needs no estimate.
  if (errors > kMaxExactErrors) return least_above(too_few, enough);
  const auto lost = static_cast<double>(errors);
  // Below half a record more than the mean, the estimate has no meaning.
  const auto meaningless = static_cast<std::uint64_t>(std::ceil((lost + 1) / p));
  const std::uint64_t start = least_above(std::max(too_few, meaningless), [&](std::uint64_t n) {
    return chance_estimate(lost, static_cast<double>(n), p) <= chance;
  });
  return least_near(too_few, start, enough);
}

std::uint64_t records_for_rules(double rules, std::int64_t errors, double accuracy, double beta) {
  check_probability("beta", beta);
  const std::uint64_t too_few = records_for_empirical_error(errors, accuracy);
  return least_for_chance(too_few, errors, accuracy, beta / rules, [&](std::uint64_t n) {
    return rules * chance_of_at_most(errors, n, accuracy) <= beta;
  });
}

/// The least n with excess/n + `times` sqrt(ln(events/beta)/(2 n)) at most `accuracy`.
std::uint64_t records_for_excess(std::int64_t excess, double times, double events, double accuracy,
                                 double beta) {
  check_accuracy(accuracy);
  check_probability("beta", beta);
  const double log_term = log_up(divide_up(events, beta));
  return least_above(0, [&](std::uint64_t n) {
    const double records = count_down(n);
    const double strays = multiply_up(times, sqrt_up(divide_up(log_term, 2 * records)));
    return add_up(divide_up(static_cast<double>(excess), records), strays) <= accuracy;
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

std::uint64_t records_for_any_labels(std::int64_t errors, double accuracy, double beta) {
  check_accuracy(accuracy);
  check_probability("beta", beta);
  const auto lost = static_cast<double>(errors);
  const auto part_of = [&](double parts) {
    return multiply_down(accuracy, subtract_down(1, divide_up(1, parts)));
  };
  const auto too_few = [&](double parts) {
    return static_cast<std::uint64_t>(std::ceil(divide_up(lost, part_of(parts))));
  };
  // The number of parts by Chernoff's bound, which is quick; any number is valid.
  constexpr double kMaxPartsTried = 0x1p24;
  double best_parts = 2;
  std::uint64_t fewest = std::numeric_limits<std::uint64_t>::max();
  for (double parts = 2; parts < kMaxPartsTried; parts = std::ceil(parts * 1.1)) {
    const std::uint64_t records = least_above(too_few(parts), [&](std::uint64_t n) {
      const double exponent = chernoff_exponent(lost, count_up(n), part_of(parts));
      return (parts + 1) * exp_up(-exponent) <= beta;
    });
    if (records >= fewest) continue;
    fewest = records;
    best_parts = parts;
  }
  // The chance of the one set more is far less than that of the parts.
  const double part = part_of(best_parts);
  return least_for_chance(
      too_few(best_parts), errors, part, beta / best_parts, [&](std::uint64_t n) {
        const double of_parts = multiply_up(best_parts, chance_of_at_most(errors, n, part));
        if (of_parts > beta) return false;
        // Chernoff's bound on the one set more mostly suffices.
        const double rough = exp_up(-chernoff_exponent(lost, count_up(n), accuracy));
        if (add_up(of_parts, rough) <= beta) return true;
        return add_up(of_parts, chance_of_at_most(errors, n, accuracy)) <= beta;
      });
}

std::uint64_t records_for_best_threshold(std::int64_t excess, double accuracy, double beta) {
  return records_for_excess(excess, 4, 2, accuracy, beta);
}

std::uint64_t records_for_shared_errors(std::int64_t errors, double accuracy, double beta) {
  return records_for_excess(errors, 2, 2, accuracy, beta);
}

std::uint64_t records_for_inner_box(std::int64_t errors, std::size_t dimensions, double accuracy,
                                    double beta) {
  check_count("dimensions", dimensions, 1, kMaxDimensions);
  const double sides = 2.0 * static_cast<double>(dimensions);
  return records_for_excess(errors, sides, 2 * sides, accuracy, beta);
}

std::uint64_t records_for_best_listed(std::uint64_t rules, std::int64_t excess, double accuracy,
                                      double beta) {
  return records_for_excess(excess, 2, multiply_up(2, count_up(rules)), accuracy, beta);
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
