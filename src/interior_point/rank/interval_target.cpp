#include "logstar/interior_point/rank/interval_target.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Coverage. Given the data an interval misses with probability at most h(D) = min(1, e^(-rho (t - D))), where t = T -
// ln(kappa)/rho and D >= 0 bounds the reach of all intervals that miss. For the data, D = 0. For a population,
// P[D >= d] is at most S(d), so the mean of h is at most h(0) + the integral of h'(d) S(d). The sum over 400
// parts of 0..t, with S at the lower end of each, bounds the integral; beyond t, h is 1 and adds 0.
//
// Binomial tails. P[Bin(n, q) <= q n - d] <= Phi(-x), x^2/2 = n KL(q - (d - 1)/n, q), for d > 1 (Zubkov, Serov). And Phi(-x)
// <= phi(x) 4/(3 x + sqrt(x^2 + 8)) for x >= 0: both sides vanish at infinity, and the difference falls, because
// sqrt(x^2 + 8) (x^2 + 2) >= x^3 + 6 x.

namespace logstar {
namespace {

constexpr int kIntegralParts = 400;
constexpr double kMaxTarget = 0x1p60;
/// For intervals at 64 an octave, at most 5,000 a chain; at m an octave m/64 of it.
constexpr std::int64_t kMaxHeadStart = std::int64_t(1) << 47;

/// A number of records with a lower and an upper bound on its exact value.
struct ExpectedCount {
  explicit ExpectedCount(double value) : down(step_down(value, 2)), up(step_up(value, 2)) {}
  double down, up;
};

/// n KL(q - s/n, q) = (n q - s) ln(1 - s/(n q)) + (n (1 - q) + s) ln(1 + s/(n (1 - q))), at least.
double divergence_down(const ExpectedCount& successes, const ExpectedCount& failures, double s) {
  const double left = std::max(0.0, subtract_up(successes.up, s));
  // x ln x falls near 0, where 1 - s/(n q) is within rounding of 0.
  const double log_left = s < successes.down ? log1p_down(-divide_up(s, successes.down))
                                             : log_down(divide_down(left, successes.up));
  const double fewer = left == 0 ? 0 : multiply_down(left, log_left);
  const double more =
      multiply_down(add_down(failures.down, s), log1p_down(divide_down(s, failures.up)));
  return std::max(0.0, add_down(fewer, more));
}

/// Phi(-x), at most, where x^2/2 is at least `half_square`.
double normal_tail_up(double half_square) {
  const double square = multiply_down(2, half_square);
  const double x = sqrt_down(square);
  const double mills = divide_up(4, add_down(multiply_down(3, x), sqrt_down(add_down(square, 8))));
  constexpr double kDensityUp = 0x1.9884533d43651p-2;  // 1/sqrt(2 pi), rounded up
  const double tail = multiply_up(multiply_up(kDensityUp, exp_up(-half_square)), mills);
  return std::min(0.5, tail);
}

/// The bound on the mean of h for a given t, in ranks.
double missed_up(const IntervalTargetRequest& request, double rho, double t) {
  const auto h_up = [&](double d) {
    return d >= t ? 1.0 : exp_up(-multiply_down(rho, subtract_down(t, d)));
  };
  const auto h_down = [&](double d) {
    return d >= t ? 1.0 : exp_down(-multiply_up(rho, subtract_up(t, d)));
  };
  double missed = h_up(0);
  if (request.of == IntervalOf::data) return missed;
  for (int part = 0; part < kIntegralParts; ++part) {
    const double from = t * part / kIntegralParts;
    const double to = part + 1 == kIntegralParts ? t : t * (part + 1) / kIntegralParts;
    const double beyond =
        request.sample == IntervalSample::values
            ? binomial_beyond(request.most_records, request.tau, from, request.open)
            : weights_beyond(request.most_records, request.tau, from);
    missed = add_up(missed, multiply_up(subtract_up(h_up(to), h_down(from)), beyond));
  }
  return missed;
}

/// The least t of the proof, in ranks; infinite if none suffices.
double least_reach(const IntervalTargetRequest& request, double rho) {
  const double of_data = divide_up(-log_down(request.beta), rho);
  if (request.of == IntervalOf::data) return of_data;
  const auto enough = [&](double t) { return missed_up(request, rho, t) <= request.beta; };
  double most = 2 * of_data + 2 * count_up(request.most_records) + 2;
  if (!enough(most)) return kInfinity;
  // A millionth is precise enough: a target is rounded up to whole steps, usually some thousand.
  double least = of_data;
  while (most - least > 0x1p-20 * least) {
    const double middle = least + (most - least) / 2;
    (enough(middle) ? most : least) = middle;
  }
  return most;
}

void check_target_request(const IntervalTargetRequest& request) {
  check_epsilon("epsilon", request.epsilon);
  check_quantile(request.tau);
  check_probability("beta", request.beta);
}

}  // namespace

std::string_view name_of(IntervalOf of) { return of == IntervalOf::data ? "data" : "population"; }

double binomial_beyond(std::uint64_t n, const QuantileFraction& q, double d,
                       const OpenSides& open) {
  if (d <= 1) return 1;
  const double records = count_up(n);
  const ExpectedCount successes(records * q.numerator / q.denominator);
  const ExpectedCount failures(records * (q.denominator - q.numerator) / q.denominator);
  const double s = subtract_down(d, 1);
  const auto tail = [s](const ExpectedCount& falling, const ExpectedCount& rising) {
    return s > falling.up ? 0 : normal_tail_up(divergence_down(falling, rising, s));
  };
  const double low = open.low ? 0 : tail(successes, failures);
  const double high = open.high ? 0 : tail(failures, successes);
  return std::min(1.0, add_up(low, high));
}

double weights_beyond(std::uint64_t n, const QuantileFraction& q, double d) {
  if (d <= 0) return 1;
  const double users = count_up(n);
  const ExpectedCount successes(users * q.numerator / q.denominator);
  const ExpectedCount failures(users * (q.denominator - q.numerator) / q.denominator);
  const auto tail = [d](const ExpectedCount& falling, const ExpectedCount& rising) {
    return d > falling.up ? 0 : exp_up(-divergence_down(falling, rising, d));
  };
  return std::min(1.0, add_up(tail(successes, failures), tail(failures, successes)));
}

double weight_bound(double n, double beta) {
  const double log = -log_down(beta);
  const double stray = add_up(sqrt_up(multiply_up(multiply_up(2, n), log)), multiply_up(2, log));
  const double bound = add_up(n, stray);
  return bound < 0x1p62 ? bound : kInfinity;
}

std::optional<IntervalWidthParameters> interval_width_for(const IntervalTargetRequest& request) {
  check_target_request(request);
  std::optional<IntervalWidthParameters> shortest;
  double shortest_length = kInfinity;
  double t = 0;
  for (const std::uint32_t an_octave : {4u, 8u, 16u, 32u, 64u}) {
    const IntervalSteps steps = calibrate_interval_steps(
        request.tau, request.epsilon, request.neighbors, an_octave, request.unit);
    const auto per_rank = static_cast<double>(steps.steps_per_rank);
    // The loop shares one t: a step of another size has a proportional epsilon.
    if (!shortest) t = least_reach(request, multiply_down(steps.draw_epsilon, per_rank));
    const double target =
        add_up(multiply_up(t, per_rank), divide_up(log_up(steps.crowd()), steps.draw_epsilon));
    // All head starts of a chain together are below 2^60.
    if (!(target <= kMaxTarget) || steps.head_start > kMaxHeadStart * (64 / an_octave)) {
      return std::nullopt;
    }
    const double length = target / per_rank * (1 + 0.35 / an_octave);
    if (length >= shortest_length) continue;
    shortest_length = length;
    shortest = {steps, static_cast<std::int64_t>(std::ceil(target)), request.open};
  }
  return shortest;
}

}  // namespace logstar
