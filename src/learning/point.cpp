#include "learning/point.hpp"

// Privacy. One labelled record more adds 1 to the count of one item or changes nothing: counts have
// 1-bounded growth and move one way, which is what stable choice and the gap test ask for.
//
// Utility. If one item only has label 1 it is the only candidate, with all of label 1 as its count
// and its lead over the items that do not occur. A count of the least score (gap) or more is found
// with probability 1 - beta; a smaller one is at most the errors of "label 0 everywhere".

namespace logstar {

PointParameters calibrate_point(PointAlgorithm algorithm, const Loss& loss, Neighbors neighbors,
                                double beta) {
  PointParameters parameters;
  parameters.loss = loss;
  if (algorithm == PointAlgorithm::stable_choice) {
    const auto choice = calibrate_stable_choice(loss, 1, neighbors);
    parameters.errors = stable_choice_least_score(choice, beta) - 1;
    parameters.choice = choice;
  } else {
    const auto choice = calibrate_gap_test(loss, ScoreMoves::one_way, neighbors);
    parameters.errors = gap_test_least_gap(choice, beta) - 1;
    parameters.choice = choice;
  }
  return parameters;
}

std::optional<std::size_t> learn_point(std::span<const std::int64_t> ones,
                                       const PointParameters& parameters, Randomness& randomness) {
  if (const auto* gap = std::get_if<GapTestParameters>(&parameters.choice)) {
    return gap_test(ones, 0, *gap, randomness);
  }
  ScoreList candidates(ones);
  return stable_choice(candidates, std::get<StableChoiceParameters>(parameters.choice), randomness);
}

}  // namespace logstar
