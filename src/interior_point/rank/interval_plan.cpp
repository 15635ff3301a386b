#include "logstar/interior_point/rank/interval_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <type_traits>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/remembered.hpp"

// Tails of a noisy count. Discrete Laplace noise of rate r is at most -k - 1 with probability e^(-r (k + 1))/(1 + e^-r) <=
// e^(-r k)/2, so a count plus ceil(ln(1/(2 beta))/r) is below the true one with probability beta at most.

namespace logstar {
namespace {

constexpr double kCountShare = 0.05;
constexpr double kCountFailure = 50;    // of beta, in parts: that the count is too low
constexpr double kWeightFailure = 100;  // likewise, that weights stray from their mean

/// The maximum, in units, by which a count lies below the true one, except with probability beta.
double count_margin(double rate, double beta) {
  return rate == 0 ? 0 : std::max(0.0, std::ceil(divide_up(log_up(divide_up(0.5, beta)), rate)));
}

/// For a population: the maximum number of users or records that a target serves, and its part of beta.
struct Sampled {
  double records = 0;
  double beta = 0;
};

Sampled sampled_at(const IntervalSetting& setting, std::int64_t count) {
  const double beta_count = setting.count_rate == 0 ? 0 : setting.beta / kCountFailure;
  const double margin = count_margin(setting.count_rate, beta_count);
  Sampled sampled;
  sampled.records = std::ceil(
      divide_up(add_up(static_cast<double>(count), margin) + 1, setting.unit.user_weight));
  sampled.beta = subtract_down(setting.beta, beta_count);
  if (setting.sample == IntervalSample::values) return sampled;
  const double beta_weight = setting.beta / kWeightFailure;
  sampled.beta = subtract_down(sampled.beta, multiply_up(2, beta_weight));
  sampled.records = weight_bound(weight_bound(sampled.records, beta_weight), beta_weight);
  return sampled;
}

IntervalTargetRequest request_for(const IntervalSetting& setting) {
  IntervalTargetRequest request;
  request.tau = setting.tau;
  request.epsilon = setting.epsilon;
  request.neighbors = setting.neighbors;
  request.beta = setting.beta;
  request.of = setting.of;
  request.unit = setting.unit;
  request.sample = setting.sample;
  return request;
}

double rate_of(const IntervalWidthParameters& width) {
  return multiply_down(width.steps.draw_epsilon, static_cast<double>(width.steps.steps_per_rank));
}

/// The lesser of the shares of records on both sides, rounded down.
double lesser_share(const QuantileFraction& tau) {
  const double part = std::min(tau.numerator, tau.denominator - tau.numerator);
  return divide_down(part, tau.denominator);
}

/// A side with at least this many ranks beyond the quantile has an end.
double ranks_for_an_end(const IntervalWidthParameters& width) {
  return add_up(target_in_ranks(width), divide_up(2, rate_of(width)));
}

}  // namespace

IntervalEpsilons split_for_intervals(double epsilon, double share, bool counts) {
  check_epsilon("epsilon", epsilon);
  if (!(share > 0 && share < 1 - kCountShare)) {
    reject("intervalShare", "above 0 and below 0.95", share);
  }
  IntervalEpsilons split;
  split.widths = multiply_down(epsilon, share);
  split.count = counts ? multiply_down(epsilon, kCountShare) : 0;
  split.points = subtract_down(subtract_down(epsilon, split.widths), split.count);
  return split;
}

std::optional<IntervalWidthParameters> interval_width_of_data(const IntervalSetting& setting) {
  IntervalTargetRequest request = request_for(setting);
  request.of = IntervalOf::data;
  return interval_width_for(request);
}

namespace {

/// Cost: 10 ms for a population.
std::optional<IntervalWidthParameters> computed_width(const IntervalSetting& setting,
                                                      std::int64_t count) {
  IntervalTargetRequest request = request_for(setting);
  if (setting.of == IntervalOf::population) {
    const Sampled sampled = sampled_at(setting, count);
    if (!(sampled.records < 0x1p62)) return std::nullopt;
    request.most_records = static_cast<std::uint64_t>(sampled.records);
    request.beta = sampled.beta;
  }
  auto width = interval_width_for(request);
  if (!width) return std::nullopt;
  const double records = static_cast<double>(count) / setting.unit.user_weight;
  const double enough = ranks_for_an_end(*width);
  const double low = records * setting.tau.numerator / setting.tau.denominator;
  const OpenSides open{low < enough, records - low < enough};
  if (open.low && open.high) return std::nullopt;
  if (open.low || open.high) {
    request.open = open;
    width = interval_width_for(request);
  }
  return width;
}

}  // namespace

std::optional<IntervalWidthParameters> interval_width_at(const IntervalSetting& setting,
                                                         std::int64_t count) {
  if (count <= 0) return std::nullopt;
  const IntervalSetting& s = setting;
  const auto arguments = std::make_tuple(
      std::array<double, 3>{s.epsilon, s.beta, s.count_rate},
      std::array<std::uint32_t, 6>{
          s.tau.numerator, s.tau.denominator, s.unit.user_weight, s.unit.several_groups ? 1u : 0u,
          static_cast<std::uint32_t>(s.neighbors), static_cast<std::uint32_t>(s.sample)},
      s.of, count);
  using Width = std::optional<IntervalWidthParameters>;
  static thread_local Cache<std::remove_const_t<decltype(arguments)>, Width> cache;
  return cache.of(arguments, [&] { return computed_width(setting, count); });
}

double target_in_ranks(const IntervalWidthParameters& width) {
  return divide_up(static_cast<double>(width.target),
                   static_cast<double>(width.steps.steps_per_rank));
}

double usual_half_width(const IntervalWidthParameters& width, double point_error) {
  constexpr double kLn2 = 0.6931471805599453;
  const double strays = point_error / kLn2;  // a point's mean error where ln 2 of it is the median
  return (target_in_ranks(width) + strays) * (1 + 0.35 / width.steps.steps_an_octave);
}

double most_reach(const IntervalWidthParameters& width, const IntervalScale& scale, double beta) {
  const auto longest = static_cast<double>(longest_chain(scale, width.steps.steps_an_octave));
  const double step =
      multiply_up(width.steps.draw_epsilon, static_cast<double>(width.steps.head_start));
  const double start = multiply_up(step, longest);
  // ln(e^x - 1) <= x, and e^x leaves the doubles.
  const double log_all = start > 700 ? start : log_up(expm1_up(start));
  const double log_beyond =
      add_up(add_up(log_up(add_up(width.steps.crowd(), 1)), log_all), -log_down(beta));
  return add_up(target_in_ranks(width), divide_up(log_beyond, rate_of(width)));
}

double interval_told_from(const IntervalSetting& setting, const IntervalWidthParameters& width,
                          const IntervalScale& scale) {
  const bool counts = setting.count_rate > 0;
  const double beta = counts ? setting.beta / 2 : setting.beta;
  const double units = count_margin(setting.count_rate, beta);
  const double least = lesser_share(setting.tau);
  const double with_ends =
      add_up(divide_up(ranks_for_an_end(width), least), units / setting.unit.user_weight);
  return std::ceil(std::max(with_ends, divide_up(most_reach(width, scale, beta), least)));
}

}  // namespace logstar
