#include "learning/threshold.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "privacy/binomial_bounds.hpp"
#include "privacy/rounding.hpp"
#include "support/checks.hpp"
#include "support/errors.hpp"

// Generalisation. Let threshold j label the distribution. Let a be the greatest threshold before j
// with mass at least `accuracy` between a and j. A threshold before j that errs with probability at
// least `accuracy` lies at or before a, and errs on every sample between a and j, of which there
// are at least Bin(n, accuracy) many. The same after j. So some threshold with at most E errors on
// the samples and `accuracy` or more on the distribution exists with probability at most 2 P[Bin(n,
// accuracy) <= E].

namespace logstar {
namespace {

constexpr ThresholdAlgorithm kAlgorithms[] = {
    ThresholdAlgorithm::exponential, ThresholdAlgorithm::prefix, ThresholdAlgorithm::interior_point,
    ThresholdAlgorithm::rec_concave};

void check_accuracy(double accuracy) {
  if (!(accuracy >= 1e-4 && accuracy <= 0.5)) {
    throw OutOfRange("accuracy", "a number from 0.0001 to 0.5", show(accuracy));
  }
}

void check_task(const ThresholdTask& task) {
  check_count("bits", task.bits, 1, kMostKeyBits - 1);
  check_epsilon("epsilon", task.loss.epsilon);
  check_delta_or_zero("delta", task.loss.delta);
  check_probability("beta", task.beta);
  check_count("tolerance", task.tolerance, 0, std::uint64_t(1) << 40);
}

bool takes_tolerance(ThresholdAlgorithm algorithm) {
  return algorithm == ThresholdAlgorithm::exponential || algorithm == ThresholdAlgorithm::prefix;
}

/// Why an algorithm cannot do a task, or nothing.
std::string obstacle(ThresholdAlgorithm algorithm, const ThresholdTask& task) {
  if (algorithm != ThresholdAlgorithm::exponential && task.loss.delta == 0) {
    return "needs a delta above 0";
  }
  if (!takes_tolerance(algorithm) && task.tolerance > 0) {
    return "promises nothing if the best threshold errs";
  }
  return "";
}

double chance_of_at_most(std::int64_t errors, std::uint64_t n, double accuracy) {
  const BinomialBounds law(n, divide_down(accuracy, subtract_up(1, accuracy)),
                           divide_up(accuracy, subtract_down(1, accuracy)));
  return law.sum_below(static_cast<std::uint64_t>(errors) + 1, [](std::uint64_t) { return 1.0; });
}

}  // namespace

std::string_view name_of(ThresholdAlgorithm algorithm) {
  switch (algorithm) {
    case ThresholdAlgorithm::exponential:
      return "exponential";
    case ThresholdAlgorithm::prefix:
      return "prefix";
    case ThresholdAlgorithm::interior_point:
      return "interior-point";
    case ThresholdAlgorithm::rec_concave:
      return "rec-concave";
  }
  return "";
}

ThresholdDraw calibrate_threshold(ThresholdAlgorithm algorithm, const ThresholdTask& task) {
  check_task(task);
  if (algorithm != ThresholdAlgorithm::exponential) check_delta("delta", task.loss.delta);
  if (!takes_tolerance(algorithm)) check_count("tolerance", task.tolerance, 0, 0);
  ThresholdDraw draw;
  draw.algorithm = algorithm;
  draw.loss = task.loss;
  switch (algorithm) {
    case ThresholdAlgorithm::exponential: {
      const auto parameters = calibrate_threshold_exponential(task.loss.epsilon, task.neighbors);
      draw.loss.delta = 0;
      draw.agnostic = true;
      draw.errors = static_cast<std::int64_t>(task.tolerance) +
                    threshold_exponential_excess(task.domain_size(), parameters, task.beta);
      draw.parameters = parameters;
      break;
    }
    case ThresholdAlgorithm::prefix: {
      const auto parameters = calibrate_threshold_prefix(task.bits, task.loss, task.neighbors,
                                                         task.beta, task.tolerance);
      draw.errors = parameters.margin - 1;
      draw.least_records = parameters.least_records;
      draw.most_records = parameters.most_records;
      draw.parameters = parameters;
      break;
    }
    case ThresholdAlgorithm::interior_point: {
      const auto parameters = calibrate_threshold_reduction(task.search, task.bits, task.loss,
                                                            task.neighbors, task.beta);
      draw.errors = static_cast<std::int64_t>(parameters.each) - 1;
      draw.parameters = parameters;
      break;
    }
    case ThresholdAlgorithm::rec_concave: {
      const auto parameters =
          calibrate_threshold_rec_concave(task.domain_size(), task.loss, task.neighbors, task.beta);
      draw.errors = parameters.margin - 1;
      draw.parameters = parameters;
      break;
    }
  }
  return draw;
}

ThresholdAlgorithm best_threshold_algorithm(const ThresholdTask& task) {
  check_task(task);
  ThresholdAlgorithm best = ThresholdAlgorithm::exponential;
  std::int64_t fewest = calibrate_threshold(best, task).errors;
  for (const ThresholdAlgorithm algorithm : kAlgorithms) {
    if (!takes_tolerance(algorithm) || !obstacle(algorithm, task).empty()) continue;
    const std::int64_t errors = calibrate_threshold(algorithm, task).errors;
    if (errors >= fewest) continue;
    fewest = errors;
    best = algorithm;
  }
  return best;
}

std::optional<ThresholdHypothesis> learn_threshold(const ThresholdDraw& draw,
                                                   const ThresholdTask& task, LabelledKeys data,
                                                   Randomness& randomness) {
  switch (draw.algorithm) {
    case ThresholdAlgorithm::exponential:
      return learn_threshold_exponential(std::move(data), task.domain,
                                         std::get<ThresholdExponentialParameters>(draw.parameters),
                                         randomness);
    case ThresholdAlgorithm::prefix:
      return learn_threshold_prefix(std::move(data), task.domain,
                                    std::get<ThresholdPrefixParameters>(draw.parameters),
                                    randomness);
    case ThresholdAlgorithm::interior_point:
      return learn_threshold_reduction(std::move(data), task.domain,
                                       std::get<ThresholdReductionParameters>(draw.parameters),
                                       randomness);
    case ThresholdAlgorithm::rec_concave:
      return learn_threshold_rec_concave(std::move(data), task.domain,
                                         std::get<ThresholdRecConcaveParameters>(draw.parameters),
                                         randomness);
  }
  return std::nullopt;
}

std::uint64_t records_for_empirical_error(std::int64_t errors, double accuracy) {
  check_accuracy(accuracy);
  return static_cast<std::uint64_t>(std::ceil(divide_up(static_cast<double>(errors), accuracy)));
}

std::uint64_t records_for_generalisation(std::int64_t errors, double accuracy, double beta) {
  check_accuracy(accuracy);
  check_probability("beta", beta);
  std::uint64_t low = records_for_empirical_error(errors, accuracy);  // too few
  std::uint64_t high = low + 1;
  while (2 * chance_of_at_most(errors, high, accuracy) > beta) high *= 2;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (2 * chance_of_at_most(errors, middle, accuracy) <= beta ? high : low) = middle;
  }
  return high;
}

std::vector<ThresholdPlan> plan_threshold(const ThresholdTask& task, double accuracy) {
  check_accuracy(accuracy);
  const ThresholdAlgorithm best = best_threshold_algorithm(task);
  std::vector<ThresholdPlan> plans;
  for (const ThresholdAlgorithm algorithm : kAlgorithms) {
    ThresholdPlan plan;
    plan.algorithm = algorithm;
    plan.reason = obstacle(algorithm, task);
    plan.available = plan.reason.empty();
    if (plan.available) {
      const ThresholdDraw draw = calibrate_threshold(algorithm, task);
      plan.spent = draw.loss;
      plan.errors = draw.errors;
      plan.least_records =
          std::max(draw.least_records, records_for_empirical_error(draw.errors, accuracy));
      if (task.tolerance == 0) {
        plan.generalisation_records = std::max(
            draw.least_records, records_for_generalisation(draw.errors, accuracy, task.beta));
      }
      plan.chosen = algorithm == best;
      plan.reason = "at most " + std::to_string(draw.errors) + " errors";
    }
    plans.push_back(std::move(plan));
  }
  return plans;
}

}  // namespace logstar
