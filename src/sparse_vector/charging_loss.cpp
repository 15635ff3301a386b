#include "logstar/sparse_vector/charging_loss.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "logstar/privacy/bisection.hpp"
#include "logstar/privacy/count_tails.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/remembered.hpp"

namespace logstar {
namespace {

using ChargingArguments = std::tuple<std::uint64_t, double, double>;

/// At least p - e^epsilon q.
double excess_up(const ProbabilityBounds& p, double epsilon, const ProbabilityBounds& q) {
  const double factor = exp_down(epsilon);
  const double shifted = q.down == 0 ? 0 : multiply_down(factor, q.down);
  return std::fmax(0, subtract_up(p.up, shifted));
}

/// Beyond this the mean loss alone, about hits rate^2, is some 400 more than epsilon. It only
/// bounds the search.
double greatest_sensible_rate(std::uint64_t hits, double epsilon) {
  return std::sqrt(4 * (epsilon + 100) / static_cast<double>(hits));
}

/// Deltas of rates at one number of hits and one epsilon: heavy hitters ask for the rates of several deltas.
struct KnownDeltas {
  std::pair<std::uint64_t, double> of;
  Evaluated deltas;

  Evaluated& at(std::uint64_t hits, double epsilon) {
    const std::pair asked{hits, epsilon};
    if (of != asked) deltas.clear();
    of = asked;
    return deltas;
  }
};

template <typename Delta>
double largest_rate(double delta, double greatest, Delta delta_of_rate, Evaluated& known) {
  const double rate = largest_within(kMinChargingRate, greatest, delta, delta_of_rate, known);
  return rate > kMinChargingRate || delta_of_rate(rate) <= delta ? rate : 0;
}

}  // namespace

// The log-ratio of the process with the record to the one without, stopped at its hits-th event at
// time T (rate 1 without), is hits * rate - (e^rate - 1) T. It exceeds epsilon where T < u and falls below
// -epsilon where T > v, so these sets attain the two divergences. u and v are known between two roundings;
// every probability uses the end that makes the divergence larger.
double intensity_charging_delta(std::uint64_t hits, double rate, double epsilon) {
  const double k = count_up(hits);
  const double growth = exp_up(rate);
  const double total_up = multiply_up(k, rate);
  const double total_down = multiply_down(k, rate);

  double with_record = 0;
  if (total_up > epsilon) {
    const double u_up = divide_up(subtract_up(total_up, epsilon), expm1_down(rate));
    const double u_down =
        std::fmax(0, divide_down(subtract_down(total_down, epsilon), expm1_up(rate)));
    // P[T < u] with the record and without it.
    const ProbabilityBounds p = poisson_tails(multiply_up(growth, u_up), hits).at_least;
    const ProbabilityBounds q = poisson_tails(u_down, hits).at_least;
    with_record = excess_up(p, epsilon, q);
  }
  // P[T > v] without the record and with it.
  const double v_up = divide_up(add_up(total_up, epsilon), expm1_down(rate));
  const double v_down = divide_down(add_down(total_down, epsilon), expm1_up(rate));
  const ProbabilityBounds p = poisson_tails(v_down, hits).fewer;
  const ProbabilityBounds q = poisson_tails(multiply_up(growth, v_up), hits).fewer;
  return std::min(1.0, std::fmax(with_record, excess_up(p, epsilon, q)));
}

// With n noes before the last yes the log-ratio is (hits - n) rate, so the divergences are attained
// by {n < m} and {n >= m} for an m that rounding leaves one or two candidates for.
double laplace_charging_delta(std::uint64_t hits, double rate, double epsilon) {
  // A test's probability of the less likely answer, and of the other.
  const double rare_down = divide_down(1, add_up(1, exp_up(rate)));
  const double rare_up = divide_up(1, add_down(1, exp_down(rate)));
  const double usual_down = subtract_down(1, rare_up);
  const double usual_up = subtract_up(1, rare_down);
  const double k = count_up(hits);
  const double steps_down = divide_down(epsilon, rate);
  const double steps_up = divide_up(epsilon, rate);

  double worst = 0;
  double m = std::fmax(0, std::ceil(subtract_down(k, steps_up)));
  for (; m <= std::ceil(subtract_up(k, steps_down)); ++m) {
    const auto below = static_cast<std::uint64_t>(m);
    const ProbabilityBounds p = failure_tails(hits, rare_down, rare_up, below).fewer;
    const ProbabilityBounds q = failure_tails(hits, usual_down, usual_up, below).fewer;
    worst = std::fmax(worst, excess_up(p, epsilon, q));
  }
  m = std::floor(add_down(k, steps_down)) + 1;
  for (; m <= std::floor(add_up(k, steps_up)) + 1; ++m) {
    const auto from = static_cast<std::uint64_t>(m);
    const ProbabilityBounds p = failure_tails(hits, usual_down, usual_up, from).at_least;
    const ProbabilityBounds q = failure_tails(hits, rare_down, rare_up, from).at_least;
    worst = std::fmax(worst, excess_up(p, epsilon, q));
  }
  return std::min(1.0, worst);
}

double intensity_charging_rate(std::uint64_t hits, double epsilon, double delta) {
  static thread_local Cache<ChargingArguments, double> remembered;
  static thread_local KnownDeltas known;
  return remembered.of({hits, epsilon, delta}, [&] {
    const double greatest = std::fmin(kMaxChargingRate, greatest_sensible_rate(hits, epsilon));
    return largest_rate(
        delta, greatest, [&](double rate) { return intensity_charging_delta(hits, rate, epsilon); },
        known.at(hits, epsilon));
  });
}

double laplace_charging_rate(std::uint64_t hits, double epsilon, double delta) {
  static thread_local Cache<ChargingArguments, double> remembered;
  static thread_local KnownDeltas known;
  return remembered.of({hits, epsilon, delta}, [&] {
    const double greatest =
        std::fmin(kMaxLaplaceChargingRate, greatest_sensible_rate(hits, epsilon));
    return largest_rate(
        delta, greatest, [&](double rate) { return laplace_charging_delta(hits, rate, epsilon); },
        known.at(hits, epsilon));
  });
}

}  // namespace logstar
