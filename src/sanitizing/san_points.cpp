#include "logstar/sanitizing/san_points.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy of `tight`. For every earlier choice, the counts of the remaining items have 1-bounded growth
// (restricted to them). So each round's choice is (e, d) for the round's calibration, adaptively, and all of
// them together cost their composition. Neighbours differ in one record. A noisy count's law depends on it only
// if its item was chosen, which happens at most once (replace: two records, twice). So all noisy counts
// together add noise_epsilon (twice it) to the loss on every path.
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

SanPointsParameters paper(const Loss& loss, std::uint64_t rounds, double beta) {
  const double log = log_up(divide_up(5, loss.delta));
  if (loss.epsilon > 2 * log_down(divide_down(5, loss.delta))) {
    reject("epsilon", "at most 2 ln(5/delta)", loss.epsilon);
  }
  const double r = count_up(rounds);
  const double epsilon = divide_down(loss.epsilon, sqrt_up(multiply_up(16 * r, log)));
  const double delta = divide_down(multiply_down(2, loss.delta), multiply_up(5, r));
  SanPointsParameters parameters;
  // The failure probability accuracy beta / 4 of a round, accuracy = 2 / rounds.
  parameters.choice = calibrate_choosing_paper({epsilon, delta}, 1, beta / (2 * r));
  parameters.noise_epsilon = epsilon;
  return parameters;
}

SanPointsParameters tight(const Loss& loss, std::uint64_t rounds, Neighbors neighbors) {
  const Loss choices{loss.epsilon / 2, loss.delta};
  SanPointsParameters parameters;
  parameters.choice = calibrate_stable_choice(per_round(choices, rounds), 1, neighbors);
  const double rest = subtract_down(loss.epsilon, choices.epsilon);
  parameters.noise_epsilon = neighbors == Neighbors::replace ? rest / 2 : rest;
  return parameters;
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
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_probability("beta", beta);
  if (!(accuracy >= 1e-4 && accuracy <= 1)) {
    reject("accuracy", "a number from 0.0001 to 1", accuracy);
  }
  const auto rounds = static_cast<std::uint64_t>(std::ceil(divide_up(2, accuracy)));
  auto parameters = calibration == SanPointsCalibration::paper ? paper(loss, rounds, beta)
                                                               : tight(loss, rounds, neighbors);
  parameters.loss = loss;
  parameters.rounds = rounds;
  return parameters;
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
