#include "logstar/learning/threshold.hpp"

#include <algorithm>
#include <numbers>
#include <utility>

#include "logstar/learning/sample_sizes.hpp"
#include "logstar/learning/threshold_cut_calibration.hpp"
#include "logstar/learning/tolerance.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr ThresholdAlgorithm kThresholdAlgorithms[] = {
    ThresholdAlgorithm::exponential, ThresholdAlgorithm::cut, ThresholdAlgorithm::interior_point,
    ThresholdAlgorithm::rec_concave};

/// The searches for an interior point.
constexpr InteriorAlgorithm kSearches[] = {
    InteriorAlgorithm::cut, InteriorAlgorithm::tree_log, InteriorAlgorithm::tree_log_slices,
    InteriorAlgorithm::rec_concave, InteriorAlgorithm::heavy_paths};

/// Up to here the exponential mechanism errs less than cut choice on usual data, though it promises more errors.
constexpr std::uint32_t kMaxUsualBits = 64;

void check_task(const ThresholdTask& task) {
  check_count("bits", task.bits, 1, kMaxKeyBits - 1);
  check_epsilon("epsilon", task.loss.epsilon);
  check_delta_or_zero("delta", task.loss.delta);
  check_probability("beta", task.beta);
  check_tolerance(task.tolerance);
}

bool takes_tolerance(ThresholdAlgorithm algorithm) {
  return algorithm != ThresholdAlgorithm::rec_concave;
}

/// Whether its bound counts errors beyond those of the best threshold.
bool is_relative(ThresholdAlgorithm algorithm) {
  return algorithm == ThresholdAlgorithm::exponential || algorithm == ThresholdAlgorithm::cut;
}

/// The reason why an algorithm cannot do a task, or an empty text.
std::string obstacle(ThresholdAlgorithm algorithm, const ThresholdTask& task) {
  if (algorithm != ThresholdAlgorithm::exponential && task.loss.delta == 0) {
    return "needs a delta above 0";
  }
  if (!takes_tolerance(algorithm) && task.tolerance > 0) {
    return "promises nothing if the best threshold errs";
  }
  return "";
}

/// The least n from which at most `accuracy` n errors more than the best threshold's are promised on fresh samples;
/// 0 for an algorithm without a bound relative to it. The best threshold makes at most n/2 errors, so cut choice takes
/// n/2 as its tolerance. The excess there grows with n: the least n is the least fixed point of a rising map.
std::uint64_t records_for_any_best(ThresholdAlgorithm algorithm, ThresholdTask task,
                                   double accuracy) {
  if (!is_relative(algorithm)) return 0;
  std::uint64_t records = 0;
  for (;;) {
    task.tolerance = records / 2;
    if (task.tolerance > kMaxTolerance) return 0;
    const ThresholdDraw draw = calibrate_threshold(algorithm, task);
    const std::int64_t excess = draw.errors - static_cast<std::int64_t>(task.tolerance);
    const std::uint64_t enough = records_for_best_threshold(excess, accuracy, task.beta);
    if (enough <= records) return records;
    records = enough;
    if (draw.agnostic) return records;
  }
}

}  // namespace

std::string_view name_of(ThresholdAlgorithm algorithm) {
  switch (algorithm) {
    case ThresholdAlgorithm::exponential:
      return "exponential";
    case ThresholdAlgorithm::cut:
      return "cut";
    case ThresholdAlgorithm::interior_point:
      return "interior-point";
    case ThresholdAlgorithm::rec_concave:
      return "rec-concave";
  }
  return "";
}

ThresholdDraw calibrate_threshold(ThresholdAlgorithm algorithm, const ThresholdTask& task) {
  return possible_threshold(algorithm, task).or_refuse();
}

Possible<ThresholdDraw> possible_threshold(ThresholdAlgorithm algorithm,
                                           const ThresholdTask& task) {
  check_task(task);
  if (algorithm != ThresholdAlgorithm::exponential) check_delta("delta", task.loss.delta);
  if (!takes_tolerance(algorithm)) check_count("tolerance", task.tolerance, 0, 0);
  if (algorithm != ThresholdAlgorithm::interior_point) {
    constexpr const char* kLeftOut = "left out unless the algorithm is interior-point";
    if (task.search) reject("by", kLeftOut, std::string(name_of(*task.search)));
    if (task.levels) reject("levels", kLeftOut, std::to_string(*task.levels));
  }
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
      // It errs as a quantile does, geometrically to either side.
      draw.usual = std::numbers::ln2 / parameters.draw_epsilon;
      draw.parameters = parameters;
      break;
    }
    case ThresholdAlgorithm::cut: {
      const auto parameters =
          calibrate_threshold_cut(task.bits, task.loss, task.neighbors, task.beta, task.tolerance);
      draw.errors = static_cast<std::int64_t>(task.tolerance) + parameters.excess;
      draw.parameters = parameters;
      break;
    }
    case ThresholdAlgorithm::interior_point: {
      const auto parameters = possible_threshold_reduction(
          task.search.value_or(InteriorAlgorithm::cut), task.bits, task.loss, task.neighbors,
          task.beta, task.tolerance, task.levels);
      if (!parameters) return parameters.obstacle();
      draw.errors = static_cast<std::int64_t>(2 * task.tolerance + parameters->each) - 1;
      draw.parameters = *parameters;
      break;
    }
    case ThresholdAlgorithm::rec_concave: {
      const auto parameters =
          possible_threshold_rec_concave(task.domain_size(), task.loss, task.neighbors, task.beta);
      if (!parameters) return parameters.obstacle();
      draw.errors = parameters->margin - 1;
      draw.parameters = *parameters;
      break;
    }
  }
  return draw;
}

ThresholdAlgorithm best_threshold_algorithm(const ThresholdTask& task) {
  check_task(task);
  ThresholdAlgorithm best = ThresholdAlgorithm::exponential;
  if (task.bits <= kMaxUsualBits) return best;
  std::int64_t fewest = calibrate_threshold(best, task).errors;
  for (const ThresholdAlgorithm algorithm : kThresholdAlgorithms) {
    if (!is_relative(algorithm) || !obstacle(algorithm, task).empty()) continue;
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
    case ThresholdAlgorithm::cut:
      return learn_threshold_cut(std::move(data), task.domain,
                                 std::get<ThresholdCutParameters>(draw.parameters), randomness);
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

namespace {

ThresholdPlan plan_of(ThresholdAlgorithm algorithm, const ThresholdTask& task, double accuracy) {
  ThresholdPlan plan;
  plan.algorithm = algorithm;
  plan.search = task.search;
  plan.reason = obstacle(algorithm, task);
  if (!plan.reason.empty()) return plan;
  const auto possible = possible_threshold(algorithm, task);
  plan.available = bool(possible);
  if (!plan.available) {
    // Searches under replace divide delta by about e^epsilon.
    plan.reason = task.loss.epsilon > 100 ? "needs a smaller epsilon or a larger delta"
                                          : "needs a larger epsilon";
    return plan;
  }
  const ThresholdDraw& draw = *possible;
  if (const auto* reduced = std::get_if<ThresholdReductionParameters>(&draw.parameters)) {
    plan.levels = levels_of(*reduced);
  }
  plan.spent = draw.loss;
  plan.errors = draw.errors;
  plan.usual = draw.usual;
  plan.least_records = records_for_empirical_error(draw.errors, accuracy);
  plan.generalisation_records = task.tolerance == 0
                                    ? records_for_generalisation(draw.errors, accuracy, task.beta)
                                    : records_for_any_labels(draw.errors, accuracy, task.beta);
  plan.agnostic_records = records_for_any_best(algorithm, task, accuracy);
  plan.reason = "at most " + std::to_string(draw.errors) + " errors";
  return plan;
}

}  // namespace

std::vector<ThresholdPlan> plan_threshold(const ThresholdTask& task, double accuracy) {
  ThresholdTask plain = task;
  plain.search.reset();
  plain.levels.reset();
  const ThresholdAlgorithm best = best_threshold_algorithm(plain);
  std::vector<ThresholdPlan> plans;
  for (const ThresholdAlgorithm algorithm : kThresholdAlgorithms) {
    if (algorithm != ThresholdAlgorithm::interior_point) {
      plans.push_back(plan_of(algorithm, plain, accuracy));
      plans.back().chosen = algorithm == best;
      continue;
    }
    for (const InteriorAlgorithm search : kSearches) {
      ThresholdTask by = plain;
      by.search = search;
      if (search != InteriorAlgorithm::cut) by.levels = task.levels;
      plans.push_back(plan_of(algorithm, by, accuracy));
    }
  }
  return plans;
}

}  // namespace logstar
