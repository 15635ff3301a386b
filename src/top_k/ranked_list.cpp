#include "logstar/top_k/ranked_list.hpp"

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/histogram.hpp"
#include "logstar/top_k/laplace_difference.hpp"

namespace logstar {
namespace {

constexpr double kLeastNoiseRate = 0x1p-40;  // of discrete_laplace

void check_request(RankedListVariant variant, const RankedListRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta_or_zero("delta", request.loss.delta);
  check_count("k", request.k, 1, 1'000'000);
  if (request.candidates < request.k) {
    reject("candidates", "at least k, " + std::to_string(request.k),
           std::to_string(request.candidates));
  }
  check_count("candidates", request.candidates, request.k, std::uint64_t(1) << 32);
  if (request.per_user) check_count("perUser", *request.per_user, 1, 1'000'000'000);
  if (variant == RankedListVariant::permute_and_flip &&
      request.k > kMaxRounds / request.candidates) {
    reject("k", "at most 10^8 over the number of candidates for permute-and-flip",
           std::to_string(request.k));
  }
}

/// `steps` of zero-concentrated privacy, epsilon^2/divisor each.
double rho_of(double epsilon, std::uint64_t steps, double divisor) {
  return divide_up(multiply_up(count_up(steps), multiply_up(epsilon, epsilon)), divisor);
}

/// k draws or rounds of an item.
void calibrate_draws(const RankedListRequest& request, RankedListParameters& parameters) {
  const bool ranged = parameters.variant == RankedListVariant::peel;
  const Loss total{request.loss.epsilon, ranged ? request.loss.delta : 0};
  const PerStep step =
      best_bounded_range_per_step(total, request.k, StepDelta::none, Interaction::adaptive,
                                  ranged ? request.composition : CompositionBound::basic);
  parameters.item_epsilon = step.epsilon;
  parameters.composition = step.bound;
  // Not calibrate_exponential_choice: a share of epsilon may be below what a caller may ask for.
  const bool full =
      request.moves == ScoreMoves::one_way && request.neighbors == Neighbors::add_remove;
  parameters.rate = full ? step.epsilon : step.epsilon / 2;
  parameters.rho = rho_of(step.epsilon, request.k, ranged ? 8 : 2);
}

/// One step changes at most `moved` scores, by 1 each: where one user replaces another, those of both, except
/// scores that both have.
void calibrate_noise(const RankedListRequest& request, RankedListParameters& parameters) {
  const std::uint64_t each =
      std::min(request.per_user.value_or(request.candidates), request.candidates);
  const std::uint64_t moved =
      request.neighbors == Neighbors::add_remove ? each : std::min(2 * each, request.candidates);
  parameters.item_epsilon = basic_per_step({request.loss.epsilon, 0}, moved).epsilon;
  parameters.rate = parameters.item_epsilon;
  parameters.rho = rho_of(parameters.rate, moved, 2);
}

std::vector<std::size_t> rounds_of_permute_and_flip(std::span<const std::int64_t> scores,
                                                    const RankedListParameters& parameters,
                                                    Randomness& randomness) {
  std::vector<std::int64_t> left(scores.begin(), scores.end());
  std::vector<std::size_t> places(scores.size());
  std::iota(places.begin(), places.end(), std::size_t(0));
  std::vector<std::size_t> chosen;
  while (chosen.size() < static_cast<std::size_t>(parameters.k)) {
    const std::size_t next = permute_and_flip(left, parameters.rate, randomness);
    chosen.push_back(places[next]);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(next));
    places.erase(places.begin() + static_cast<std::ptrdiff_t>(next));
  }
  return chosen;
}

}  // namespace

std::string_view name_of(RankedListVariant variant) {
  switch (variant) {
    case RankedListVariant::peel:
      return "peel";
    case RankedListVariant::permute_and_flip:
      return "permute-and-flip";
    case RankedListVariant::laplace:
      return "laplace";
  }
  return "";
}

Possible<RankedListParameters> possible_ranked_list(RankedListVariant variant,
                                                    const RankedListRequest& request) {
  check_request(variant, request);
  RankedListParameters parameters;
  parameters.variant = variant;
  parameters.k = request.k;
  parameters.candidates = request.candidates;
  if (variant != RankedListVariant::laplace) {
    calibrate_draws(request, parameters);
    return parameters;
  }
  calibrate_noise(request, parameters);
  if (parameters.rate < kLeastNoiseRate) {
    return Obstacle{"epsilon", "above 1e-12 for each noisy count", request.loss.epsilon};
  }
  return parameters;
}

// If a returned i has a lower score than a missed j, then one of the k best is missed that has at least j's
// score. Draws: at each of the k draws one that is lower by g or more than the best of those left has
// probability at most m e^(-rate g), by permute-and-flip too. Noise: each of at most k m pairs is in the wrong
// order with probability at most P[X - Y >= g + 1] if i's score is lower by g + 1.
double ranked_list_miss(const RankedListParameters& parameters, double confidence) {
  check_confidence(confidence);
  const double beta = subtract_down(1, confidence);
  const double pairs = multiply_up(count_up(parameters.k), count_up(parameters.candidates));
  const double log = subtract_up(log_up(pairs), log_down(beta));
  if (parameters.variant != RankedListVariant::laplace) return divide_up(log, parameters.rate);
  return static_cast<double>(
      std::max<std::int64_t>(laplace_difference_start(parameters.rate, -log) - 1, 0));
}

double ranked_list_count_error(const RankedListParameters& parameters, double confidence) {
  check_confidence(confidence);
  const double noises = multiply_up(2, count_up(parameters.candidates));
  const double each = divide_down(subtract_down(1, confidence), noises);
  return static_cast<double>(
      std::max<std::int64_t>(laplace_tail_start(parameters.rate, each) - 1, 0));
}

TopKResult draw_ranked_list(std::span<const std::int64_t> scores,
                            const RankedListParameters& parameters, Randomness& randomness) {
  const auto k = static_cast<std::size_t>(parameters.k);
  TopKResult result;
  result.complete = true;
  if (parameters.variant == RankedListVariant::peel) {
    result.items = randomness.peel(scores, parameters.rate, k, std::nullopt);
    return result;
  }
  if (parameters.variant == RankedListVariant::permute_and_flip) {
    result.items = rounds_of_permute_and_flip(scores, parameters, randomness);
    return result;
  }
  const Rational rate = Rational::of(parameters.rate);
  std::vector<HistogramRow> noisy;
  noisy.reserve(scores.size());
  for (std::size_t place = 0; place < scores.size(); ++place) {
    noisy.push_back({place, scores[place] + randomness.discrete_laplace(rate)});
  }
  sort_from_high(noisy);
  for (std::size_t i = 0; i < k; ++i) {
    result.items.push_back(noisy[i].item);
    result.noisy_counts.push_back(noisy[i].count);
  }
  return result;
}

}  // namespace logstar
