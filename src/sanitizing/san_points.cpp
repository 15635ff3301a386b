#include "logstar/sanitizing/san_points.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy of `tight`. For every earlier choice, the counts of the remaining items have 1-bounded growth
// (restricted to them). So each round's choice is (e, d) for the round's calibration, adaptively, and all of
// them together cost their composition. Neighbours differ in one record. A noisy count's law depends on it only
// if its item was chosen, which happens at most once (replace: two records, twice). So all noisy counts
// together add noise_epsilon (twice it) to the loss on every path.
//
// Utility (BNS13 Theorem 4.6). Let each of r rounds find an item if one of count T or more is left, and draw one of
// at least the best count minus a'. An item of count c > max(T, n/r + a') that no round takes is left in all of
// them: each took one of more than n/r records, more than n in all. So an item that is not chosen has at most
// max(T, n/r + a') records. A chosen item is off by its noise.
//
// `paper`, for both kinds of neighbours: 2 rounds mechanisms of e = epsilon / sqrt(16 rounds
// ln(5/delta)) each (rounds = 2/accuracy). The choices have 2 delta/(5 rounds) each, under replace and, where
// the item of one of the two records is taken out already, under add-remove. One noisy count moves by at most 1
// under either, and the bound counts it in every round. The drift bound at tail delta/5 gives epsilon/2 + 2
// rounds e tanh(e/2) <= epsilon/2 + epsilon^2/(16 ln(5/delta)), at most epsilon if epsilon <= 8 ln(5/delta);
// and delta/5 + 2 delta/5 <= delta.

namespace logstar {
namespace {

/// The largest epsilon of a round for which all of them cost no more than `total`.
Loss per_round(const Loss& total, std::uint64_t rounds) {
  const Loss basic = basic_per_step(total, rounds);
  Loss best = basic;
  const double tail = total.delta / 2;
  const Loss drift = drift_per_step(total, rounds, tail);
  if (drift.epsilon > best.epsilon) best = drift;
  return best;
}

Possible<SanPointsParameters> paper(const Loss& loss, std::uint64_t rounds, double beta) {
  const double log = log_up(divide_up(5, loss.delta));
  if (loss.epsilon > 2 * log_down(divide_down(5, loss.delta))) {
    return Obstacle{"epsilon", "at most 2 ln(5/delta)", loss.epsilon};
  }
  const double r = count_up(rounds);
  const double epsilon = divide_down(loss.epsilon, sqrt_up(multiply_up(16 * r, log)));
  const double delta = divide_down(multiply_down(2, loss.delta), multiply_up(5, r));
  if (const auto obstacle = epsilon_obstacle("epsilon", epsilon)) return *obstacle;
  if (const auto obstacle = choosing_obstacle({epsilon, delta}, 1)) return *obstacle;
  SanPointsParameters parameters;
  // The failure probability accuracy beta / 4 of a round, accuracy = 2 / rounds.
  parameters.choice = calibrate_choosing_paper({epsilon, delta}, 1, beta / (2 * r));
  parameters.noise_epsilon = epsilon;
  return parameters;
}

Possible<SanPointsParameters> tight(const Loss& loss, std::uint64_t rounds, Neighbors neighbors) {
  const Loss choices{loss.epsilon / 2, loss.delta};
  const Loss each = per_round(choices, rounds);
  if (const auto obstacle = epsilon_obstacle("epsilon", each.epsilon)) return *obstacle;
  if (const auto obstacle = delta_obstacle("delta", each.delta)) return *obstacle;
  SanPointsParameters parameters;
  parameters.choice = calibrate_stable_choice(each, 1, neighbors);
  const double rest = subtract_down(loss.epsilon, choices.epsilon);
  parameters.noise_epsilon = neighbors == Neighbors::replace ? rest / 2 : rest;
  return parameters;
}

/// The least score of the best item at which stable choice finds one with probability at least 1 - beta.
std::int64_t stable_least_score(const StableChoiceParameters& parameters, double beta) {
  constexpr std::int64_t kMost = std::int64_t(1) << 50;
  std::int64_t low = 0;  // not enough, or 0
  std::int64_t high = 1;
  while (stable_choice_failure(parameters, high) > beta && high < kMost) high *= 2;
  while (high - low > 1) {
    const std::int64_t half = low + (high - low) / 2;
    (stable_choice_failure(parameters, half) <= beta ? high : low) = half;
  }
  return high;
}

std::optional<std::size_t> choose(std::span<const std::int64_t> counts,
                                  const SanPointsParameters& parameters, Randomness& randomness) {
  if (const auto* choosing = std::get_if<ChoosingParameters>(&parameters.choice)) {
    return choosing_mechanism(counts, *choosing, randomness);
  }
  ScoreList candidates(counts);
  return stable_choice(candidates, std::get<StableChoiceParameters>(parameters.choice), randomness);
}

}  // namespace

SanPointsParameters calibrate_san_points(SanPointsCalibration calibration, double accuracy,
                                         const Loss& loss, Neighbors neighbors, double beta) {
  return possible_san_points(calibration, accuracy, loss, neighbors, beta).or_refuse();
}

Possible<SanPointsParameters> possible_san_points(SanPointsCalibration calibration, double accuracy,
                                                  const Loss& loss, Neighbors neighbors,
                                                  double beta) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_probability("beta", beta);
  if (!(accuracy >= 1e-4 && accuracy <= 1)) {
    reject("accuracy", "a number from 0.0001 to 1", accuracy);
  }
  const auto rounds = static_cast<std::uint64_t>(std::ceil(divide_up(2, accuracy)));
  auto parameters = calibration == SanPointsCalibration::paper ? paper(loss, rounds, beta)
                                                               : tight(loss, rounds, neighbors);
  if (!parameters) return parameters;
  parameters->loss = loss;
  parameters->rounds = rounds;
  return parameters;
}

std::optional<std::uint64_t> san_points_least_records(const SanPointsParameters& parameters,
                                                      double accuracy, double beta) {
  // Of each round: the test of the best count, the draw, the noise.
  const double each = divide_down(beta, multiply_up(3, count_up(parameters.rounds)));
  const auto* stable = std::get_if<StableChoiceParameters>(&parameters.choice);
  const auto* choosing = std::get_if<ChoosingParameters>(&parameters.choice);
  const std::int64_t found =
      stable ? stable_least_score(*stable, each) : choosing_least_score(*choosing, each);
  const double rate = stable ? stable->draw_epsilon : choosing->draw_epsilon;
  const auto noise = static_cast<double>(
      laplace_error_beyond(calibrate_laplace_count(parameters.noise_epsilon, 1), each));
  // A draw is a' below the best with probability at most n e^(-rate a'): n slope >= ln(n / each) / rate, where
  // a' = n slope. The right side rises ever more slowly, from 1/(rate slope) on by less than the left one.
  const double slope = subtract_down(accuracy, divide_up(1, count_down(parameters.rounds)));
  const auto is_enough = [&](double n) {
    const double below = divide_up(log_up(divide_up(n, each)), rate);
    return multiply_down(n, slope) >= below;
  };
  double low = std::ceil(divide_up(1, multiply_down(rate, slope)));
  double high = std::max(1.0, low);
  while (!is_enough(high)) high *= 2;
  while (high - low > 1) {
    const double half = std::floor(low + (high - low) / 2);
    (is_enough(half) ? high : low) = half;
  }
  const double most = std::max(static_cast<double>(found), noise);
  const double records = std::max(high, std::ceil(divide_up(most, accuracy)));
  if (!(records < 0x1p50)) return std::nullopt;
  return static_cast<std::uint64_t>(records);
}

std::vector<NoisyPoint> san_points(std::span<const std::int64_t> counts,
                                   const SanPointsParameters& parameters, Randomness& randomness) {
  const Rational rate = Rational::of(parameters.noise_epsilon);
  const bool stops_at_bottom = std::holds_alternative<StableChoiceParameters>(parameters.choice);
  std::vector<std::int64_t> left(counts.begin(), counts.end());
  std::vector<std::size_t> index(counts.size());
  std::iota(index.begin(), index.end(), std::size_t(0));
  std::vector<NoisyPoint> chosen;
  for (std::uint64_t round = 0; round < parameters.rounds && !left.empty(); ++round) {
    const auto found = choose(left, parameters, randomness);
    if (!found && stops_at_bottom) break;
    if (!found) continue;
    const std::int64_t noise = randomness.discrete_laplace(rate);
    chosen.push_back({index[*found], left[*found] + noise});
    const auto place = static_cast<std::ptrdiff_t>(*found);
    left.erase(left.begin() + place);
    index.erase(index.begin() + place);
  }
  return chosen;
}

}  // namespace logstar
