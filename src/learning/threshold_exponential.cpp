#include "logstar/learning/threshold_exponential.hpp"

#include <cmath>
#include <utility>

#include "logstar/learning/cut_runs.hpp"
#include "logstar/selection/exponential.hpp"

// Privacy. Minus the number of errors is the number of correct labels minus n, and both scores give the same
// law. One record more adds 0 or 1 to the number of correct labels of every threshold: a one-way score. The
// thresholds, one after each key of the domain and "none", are fixed by the domain.

namespace logstar {

ThresholdExponentialParameters calibrate_threshold_exponential(double epsilon,
                                                               Neighbors neighbors) {
  return {calibrate_exponential_choice(epsilon, ScoreMoves::one_way, neighbors)};
}

std::int64_t threshold_exponential_excess(const Natural& domain_size,
                                          const ThresholdExponentialParameters& parameters,
                                          double beta) {
  // The score drawn is greater than the best one minus the shortfall.
  const double shortfall =
      exponential_choice_shortfall(domain_size + 1, parameters.draw_epsilon, beta);
  return static_cast<std::int64_t>(std::ceil(shortfall)) - 1;
}

ThresholdHypothesis learn_threshold_exponential(LabelledKeys data, const WideInterval& domain,
                                                const ThresholdExponentialParameters& parameters,
                                                Randomness& randomness) {
  const SortedSample sample(std::move(data));
  // The hidden runs weigh less than e^-78 of the best, all keys of the domain together.
  const double negligible = 78 + 0.6932 * sample.keys().bits();
  const auto margin = static_cast<std::int64_t>(negligible / parameters.draw_epsilon) + 1;
  CutRuns runs(sample, domain, margin);
  const std::size_t run = randomness.weighted_choice(runs, parameters.draw_epsilon, std::nullopt);
  return runs.draw_threshold(run, randomness);
}

}  // namespace logstar
