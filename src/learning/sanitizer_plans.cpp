#include "logstar/learning/sanitizer_plans.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
#include "logstar/learning/sample_sizes.hpp"
#include "logstar/learning/threshold_by_sanitizer_release.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

/// More quantiles are finer and noisier; between these the number of records hardly moves.
constexpr std::uint64_t kPointsTried[] = {3, 7, 15, 31, 63, 127, 255, 511, kMaxSpreadQuantiles};
/// The least error rate that the numbers of records below take.
constexpr double kLeastRate = 1e-4;

/// The plan for which `make(plan)` finds the fewest records, over the numbers of quantiles; `make` gets `by` and
/// `points`, and returns whether it can promise the error rate. The share that quantiles leave is `per_gap` of a gap
/// between two; where it is nearly all of `accuracy` or little of it, other numbers of quantiles need fewer records.
template <typename Make>
SanitizerPlan best_plan(DistributionMethod by, double accuracy, double per_gap, const Make& make) {
  SanitizerPlan best;
  best.by = by;
  best.obstacle = "promises no such error rate";
  for (const std::uint64_t points : kPointsTried) {
    const double part = per_gap / static_cast<double>(points + 1) / accuracy;
    if (part > 0.8 || (part < 0.15 && best.points > 0)) continue;
    SanitizerPlan plan;
    plan.by = by;
    plan.points = points;
    if (!make(plan)) continue;
    if (best.points == 0 || plan.least_records < best.least_records) best = std::move(plan);
  }
  return best;
}

SanitizerPlan cannot(DistributionMethod by, std::string obstacle) {
  SanitizerPlan plan;
  plan.by = by;
  plan.obstacle = std::move(obstacle);
  return plan;
}

std::optional<KeyInterval> narrow(std::uint32_t bits, const WideInterval& domain) {
  if (bits > kMaxAxisBits) return std::nullopt;
  return KeyInterval{domain.lowest.front(), domain.highest.front()};
}

/// What is left of an error rate beside a share; empty if it is too little.
std::optional<double> rate_left(double accuracy, double share) {
  const double left = subtract_down(accuracy, share);
  return left >= kLeastRate ? std::optional(left) : std::nullopt;
}

bool promise_threshold(SanitizerPlan& plan, ThresholdBySanitizerRelease::Task asked,
                       const ThresholdTask& task, double accuracy) {
  asked.quantiles = plan.points;
  const auto found = ThresholdBySanitizerRelease::plan(asked);
  // The learner takes what promises less.
  if (found.quantiles.slices.has_value() != (plan.by == DistributionMethod::slices)) return false;
  const auto left = rate_left(accuracy, found.errors.share);
  if (!left) return false;
  const auto tolerance = static_cast<std::int64_t>(task.tolerance);
  plan.spent = {asked.epsilon, asked.delta};
  plan.errors = found.errors;
  plan.errors.records += tolerance;
  plan.fewer = found.fewer;
  plan.fewer.records += tolerance;
  plan.sliced_from = found.least_records;
  const auto enough = [&](std::uint64_t records) {
    return std::max(2 * found.least_records, records);
  };
  plan.least_records = enough(records_for_empirical_error(plan.errors.records, *left));
  plan.generalisation_records =
      enough(records_for_shared_errors(plan.errors.records, *left, task.beta));
  plan.agnostic_records =
      enough(records_for_best_threshold(found.errors.records, *left, task.beta));
  return true;
}

bool promise_rectangle(SanitizerPlan& plan, RectangleBySanitizerRelease::Task asked, double beta,
                       double accuracy) {
  asked.quantiles = plan.points;
  const auto found = RectangleBySanitizerRelease::possible_plan(asked);
  if (!found) return false;
  const auto left = rate_left(accuracy, found->errors.share);
  if (!left) return false;
  plan.spent = asked.loss;
  plan.errors = found->errors;
  plan.fewer = found->fewer;
  plan.sliced_from = found->least_points;
  const auto enough = [&](std::uint64_t records) { return std::max(found->least_points, records); };
  plan.least_records = enough(records_for_empirical_error(plan.errors.records, *left));
  plan.generalisation_records =
      enough(records_for_inner_box(plan.errors.records, asked.domains.size(), *left, beta));
  return true;
}

}  // namespace

std::vector<SanitizerPlan> plan_threshold_by_sanitizer(const ThresholdTask& task, double accuracy) {
  check_accuracy(accuracy);
  std::vector<SanitizerPlan> plans;
  for (const auto by : {DistributionMethod::quantiles, DistributionMethod::slices}) {
    const bool sliced = by == DistributionMethod::slices;
    const auto domain = narrow(task.bits, task.domain);
    const Loss loss{task.loss.epsilon, sliced ? task.loss.delta : 0};
    if (!domain) {
      plans.push_back(cannot(by, "needs a domain of at most 64 bits"));
    } else if (sliced && loss.delta == 0) {
      plans.push_back(cannot(by, "needs a delta above 0"));
    } else if (fillings_obstacle(loss, task.neighbors)) {
      plans.push_back(cannot(by, "needs a larger epsilon"));
    } else {
      ThresholdBySanitizerRelease::Task asked;
      asked.domain = *domain;
      asked.epsilon = loss.epsilon;
      asked.delta = loss.delta;
      asked.neighbors = task.neighbors;
      asked.confidence = 1 - task.beta;
      plans.push_back(best_plan(by, accuracy, 1, [&](SanitizerPlan& plan) {
        return promise_threshold(plan, asked, task, accuracy);
      }));
    }
  }
  return plans;
}

std::vector<SanitizerPlan> plan_rectangle_by_sanitizer(const RectangleTask& task, double accuracy) {
  check_accuracy(accuracy);
  RectangleBySanitizerRelease::Task asked;
  for (const RectangleAxis& axis : task.axes) {
    if (const auto domain = narrow(axis.bits, axis.domain)) asked.domains.push_back(*domain);
  }
  asked.loss = task.loss;
  asked.neighbors = task.neighbors;
  asked.confidence = 1 - task.beta;
  // 2 d parts, of which counts are halved under replace.
  const double parts = 4 * static_cast<double>(task.axes.size());
  std::vector<SanitizerPlan> plans;
  for (const auto by : {DistributionMethod::quantiles, DistributionMethod::slices}) {
    if (asked.domains.size() < task.axes.size()) {
      plans.push_back(cannot(by, "needs axes of at most 64 bits"));
    } else if (task.tolerance > 0) {
      plans.push_back(cannot(by, "needs a tolerance of 0"));
    } else if (by == DistributionMethod::slices && task.loss.delta == 0) {
      plans.push_back(cannot(by, "needs a delta above 0"));
    } else if (task.loss.epsilon / parts < kMinEpsilon) {
      plans.push_back(cannot(by, "needs a larger epsilon"));
    } else {
      asked.method = by;
      plans.push_back(best_plan(by, accuracy, parts / 2, [&](SanitizerPlan& plan) {
        return promise_rectangle(plan, asked, task.beta, accuracy);
      }));
    }
  }
  return plans;
}

}  // namespace logstar
