// The loss of a step of SanThresholds, and how many records it needs. The argument is that of BNS13 Claims
// 4.10 and 4.11 with whole numbers; docs/guarantees/san-thresholds.md has it in full.
#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::uint64_t kMaxRecords = std::uint64_t(1) << 45;

void check_request(const SanThresholdsRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta("delta", request.loss.delta);
  check_count("bits", request.bits, 1, 64);
  if (!(request.accuracy >= 1e-3 && request.accuracy <= 1)) {
    reject("accuracy", "a number from 0.001 to 1", request.accuracy);
  }
}

/// BNS13 Lemma 4.8: sums, or advanced composition with a fifth of delta as tail.
Loss per_step(const Loss& total, std::uint64_t steps) {
  const Loss basic = basic_per_step(total, steps);
  const Loss advanced = advanced_per_step(total, steps, total.delta / 5);
  return advanced.epsilon > basic.epsilon ? advanced : basic;
}

std::uint64_t calls_of(const SanThresholdsRequest& request) {
  if (request.calls > 0) return request.calls;
  return static_cast<std::uint64_t>(std::ceil(divide_up(77, request.accuracy)));
}

/// The obstacle to a share of the loss for each step.
std::optional<Obstacle> step_obstacle(const SanThresholdsRequest& request) {
  if (auto obstacle = delta_obstacle("tail", request.loss.delta / 5)) return obstacle;
  RecConcaveRequest widest;
  widest.size = request.bits + 1;
  widest.loss = per_step(request.loss, 4 * calls_of(request));
  if (auto obstacle = epsilon_obstacle("epsilon", widest.loss.epsilon)) return obstacle;
  if (auto obstacle = delta_obstacle("delta", widest.loss.delta)) return obstacle;
  if (auto obstacle = choosing_obstacle(widest.loss, 2)) return obstacle;
  return rec_concave_obstacle(widest);
}

/// What does not depend on the size.
SanThresholdsParameters of_any_size(const SanThresholdsRequest& request) {
  SanThresholdsParameters parameters;
  parameters.loss = request.loss;
  parameters.calls = calls_of(request);
  parameters.step = per_step(request.loss, 4 * parameters.calls);
  parameters.choice = calibrate_choosing(parameters.step, 2, request.neighbors);
  RecConcaveRequest scale;
  scale.moves = ScoreMoves::both_ways;
  scale.neighbors = request.neighbors;
  scale.loss = parameters.step;
  for (std::uint32_t t = 0; t <= request.bits; ++t) {
    scale.size = t + 1;
    parameters.scale.push_back(calibrate_rec_concave(scale, 1, 1, RecConcaveCalibration::paper));
  }
  return parameters;
}

SanThresholdsParameters with_unit(SanThresholdsParameters parameters,
                                  const SanThresholdsRequest& request, std::int64_t unit) {
  parameters.size = request.size;
  parameters.unit = unit;
  for (RecConcaveParameters& search : parameters.scale) {
    search = with_paper_promise(std::move(search), unit, (3 * unit + 3) / 4);
  }
  return parameters;
}

std::int64_t unit_of(double accuracy, std::uint64_t size) {
  return static_cast<std::int64_t>(
      std::floor(divide_down(multiply_down(accuracy, static_cast<double>(size)), 32)));
}

/// P[noise >= k], rounded up.
double tail_up(double rate, std::int64_t k) {
  if (k <= 0) return 1;
  return divide_up(exp_up(-multiply_down(rate, static_cast<double>(k))),
                   add_down(1, exp_down(-rate)));
}

}  // namespace

SanThresholdsParameters calibrate_san_thresholds(const SanThresholdsRequest& request) {
  check_request(request);
  const auto least = static_cast<std::uint64_t>(std::ceil(32 / request.accuracy));
  check_count("size", request.size, least, kMaxRecords);
  return with_unit(of_any_size(request), request,
                   std::max<std::int64_t>(1, unit_of(request.accuracy, request.size)));
}

double san_thresholds_failure(const SanThresholdsParameters& parameters) {
  const std::int64_t u = parameters.unit;
  const std::int64_t accept = (3 * u + 3) / 4;
  const std::int64_t slack = u / 2;
  // A range that is cut loses at least u + accept - slack records.
  const auto cuts = parameters.size / static_cast<std::uint64_t>(u + accept - slack);
  const std::uint64_t calls = 1 + 2 * cuts;
  if (calls > parameters.calls) return 1;
  const std::int64_t allowed = 8 * u / static_cast<std::int64_t>(calls);
  const double noise = multiply_up(2, tail_up(parameters.step.epsilon, allowed + 1));
  double scale = 0;
  for (const auto& search : parameters.scale) scale = std::max(scale, rec_concave_failure(search));
  const ChoosingParameters& choice = parameters.choice;
  const double nothing = tail_up(choice.noise_epsilon, u + accept - choice.threshold + 1);
  const double worse =
      multiply_up(2 * count_up(parameters.size),
                  exp_up(-multiply_down(choice.draw_epsilon, static_cast<double>(slack + 1))));
  const double of_a_cut = add_up(noise, add_up(scale, add_up(nothing, worse)));
  const double sum =
      add_up(multiply_up(count_up(calls), noise), multiply_up(count_up(cuts), of_a_cut));
  return std::min(1.0, sum);
}

std::uint64_t san_thresholds_least_size(SanThresholdsRequest request, double beta) {
  return possible_san_thresholds_size(request, beta).or_refuse();
}

Possible<std::uint64_t> possible_san_thresholds_size(SanThresholdsRequest request, double beta) {
  check_request(request);
  check_probability("beta", beta);
  if (const auto obstacle = step_obstacle(request)) return *obstacle;
  const auto size_for = [&](std::int64_t unit) {
    return static_cast<std::uint64_t>(
        std::ceil(divide_up(multiply_up(32, static_cast<double>(unit)), request.accuracy)));
  };
  const SanThresholdsParameters parameters = of_any_size(request);
  const auto enough = [&](std::int64_t unit) {
    request.size = size_for(unit);
    return san_thresholds_failure(with_unit(parameters, request, unit)) <= beta;
  };
  std::int64_t high = 1;
  for (;; high *= 2) {
    if (size_for(high) > kMaxRecords) {
      return Obstacle{"epsilon", "large enough for 2^45 records", request.loss.epsilon};
    }
    if (enough(high)) break;
  }
  std::int64_t low = high / 2;
  while (high - low > std::max<std::int64_t>(1, high / 1000)) {
    const std::int64_t half = low + (high - low) / 2;
    (enough(half) ? high : low) = half;
  }
  return size_for(high);
}

}  // namespace logstar
