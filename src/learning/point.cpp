#include "logstar/learning/point.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/learning/sample_sizes.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. One labelled record more adds 1 to the count of one item or changes nothing: counts have
// 1-bounded growth and move one way, as stable choice and the gap test require.
//
// Utility. If one item only has label 1 it is the only candidate, with all of label 1 as its count
// and its lead over the items that do not occur. A count of the least score (gap) or more is found
// with probability 1 - beta; a smaller one is at most the errors of "label 0 everywhere".
//
// Proper. Fewer than 1/accuracy items belong to more than accuracy n records each. So a random item of |X| >=
// 1/(accuracy beta) is among these with probability below beta. The random item does not depend on the data.

namespace logstar {
namespace {

/// With a least score of 0 no count is smaller.
std::int64_t errors_below(std::int64_t least) { return std::max<std::int64_t>(least - 1, 0); }

}  // namespace

PointParameters calibrate_point(PointAlgorithm algorithm, const Loss& loss, Neighbors neighbors,
                                double beta) {
  PointParameters parameters;
  parameters.loss = loss;
  if (algorithm == PointAlgorithm::stable_choice) {
    const auto choice = calibrate_stable_choice(loss, 1, neighbors);
    parameters.errors = errors_below(stable_choice_least_score(choice, beta));
    parameters.choice = choice;
  } else {
    const auto choice = calibrate_gap_test(loss, ScoreMoves::one_way, neighbors);
    parameters.errors = errors_below(gap_test_least_gap(choice, beta));
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

WideKey random_key(const WideInterval& domain, Randomness& randomness) {
  const Natural lowest = natural_of(domain.lowest);
  const Natural offset = randomness.uniform_below(natural_of(domain.highest) - lowest + 1);
  return key_of(lowest + offset, static_cast<std::uint32_t>(64 * domain.lowest.size()));
}

ProperPoint learn_proper_point(std::span<const std::int64_t> ones,
                               const PointParameters& parameters, const WideInterval& domain,
                               Randomness& randomness) {
  if (const auto found = learn_point(ones, parameters, randomness)) return *found;
  return random_key(domain, randomness);
}

void check_proper_point(const WideInterval& domain, double accuracy, double beta) {
  records_for_empirical_error(0, accuracy);  // rejects an invalid accuracy
  check_probability("beta", beta);
  const Natural size = natural_of(domain.highest) - natural_of(domain.lowest) + 1;
  if (size < Natural(1) << 60 && static_cast<double>(size) * accuracy * beta < 1) {
    reject("domain", "of at least " + to_text(std::ceil(1 / (accuracy * beta))) + " values",
           static_cast<double>(size));
  }
}

std::vector<PointPlan> plan_point(const PointTask& task, double accuracy) {
  std::vector<PointPlan> plans;
  for (const auto algorithm : {PointAlgorithm::stable_choice, PointAlgorithm::gap_test}) {
    PointPlan plan;
    plan.algorithm = algorithm;
    plan.errors = calibrate_point(algorithm, task.loss, task.neighbors, task.beta).errors;
    plan.least_records = records_for_empirical_error(plan.errors, accuracy);
    plan.generalisation_records = records_for_one_rule(plan.errors, accuracy, task.beta);
    plan.chosen = algorithm == PointAlgorithm::stable_choice;
    plan.reason = "at most " + std::to_string(plan.errors) + " errors";
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace logstar
