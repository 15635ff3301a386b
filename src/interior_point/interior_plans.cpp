#include "logstar/interior_point/interior_plans.hpp"

#include <string_view>
#include <variant>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_forms.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/rank_depth.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"

namespace logstar {
namespace {

/// The request of an algorithm that works on the keys' bits.
template <typename Inner>
Inner inner_request(const InteriorRequest& request) {
  Inner inner;
  inner.bits = request.bits;
  inner.loss = request.loss;
  inner.neighbors = request.neighbors;
  inner.beta = request.beta;
  return inner;
}

InteriorPlan plan_exponential(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::exponential;
  auto parameters = calibrate_exponential_median(request.loss.epsilon, request.neighbors);
  parameters.measure = request.measure;
  plan.available = true;
  plan.least_records = exponential_least_records(size_of(request), parameters, 1 - request.beta);
  plan.spent = {request.loss.epsilon, 0};
  if (is_usual_known(request)) {
    const auto promise = static_cast<double>(plan.least_records);
    plan.usual_records = request.text
                             ? usual_exponential_text_records(parameters, promise)
                             : usual_exponential_records(parameters, request.bits, promise);
  }
  plan.parameters = {{"drawEpsilon", parameters.draw_epsilon}};
  if (const auto records = expected_least_records(parameters, 1 - request.beta)) {
    plan.parameters.push_back({"recordsIfExpected", static_cast<double>(*records)});
  }
  return plan;
}

InteriorPlan plan_cut(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::cut;
  const CutFormDraw draw = best_cut_form({inner_request<CutChoiceRequest>(request), {}, {}});
  const auto& parameters = std::get<CutChoiceParameters>(draw.parameters);
  plan.available = true;
  plan.least_records = parameters.least_records;
  plan.spent = parameters.loss;
  plan.parameters = {{"drawEpsilon", parameters.draw_epsilon},
                     {"offset", static_cast<double>(parameters.offset)}};
  plan.usual_records =
      usual_records_share(draw.form, request.bits) * static_cast<double>(plan.least_records);
  if (const auto bottom = parameters.bottom_score()) {
    plan.parameters.push_back({"bottomScore", *bottom});
  }
  return plan;
}

InteriorPlan plan_rec_concave(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::rec_concave;
  RecConcaveRequest inner;
  if (request.levels) inner.levels = *request.levels + 1;
  inner.size = size_of(request);
  inner.neighbors = request.neighbors;
  inner.loss = request.loss;
  const auto promise =
      rec_concave_least_promise(inner, request.beta, RecConcaveCalibration::balanced);
  const auto parameters = calibrate_rec_concave(inner, promise, 1, RecConcaveCalibration::balanced);
  plan.available = true;
  plan.least_records = 2 * static_cast<std::uint64_t>(promise) - 1;
  plan.spent = parameters.loss;
  plan.parameters = {{"levels", static_cast<double>(parameters.levels.size() - 1)},
                     {"promise", static_cast<double>(promise)},
                     {"innerAccept", static_cast<double>(parameters.levels.back().accept)}};
  return plan;
}

InteriorPlan plan_tree_log(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::tree_log;
  auto inner = inner_request<TreeLogRequest>(request);
  if (request.levels) inner.levels = *request.levels;
  const TreeLogParameters parameters = calibrate_tree_log(inner);
  plan.available = true;
  plan.least_records = parameters.least_records;
  plan.spent = parameters.loss;
  plan.parameters = {{"levels", static_cast<double>(parameters.levels)},
                     {"size", static_cast<double>(parameters.declared.size)},
                     {"mostRecords", static_cast<double>(parameters.declared.most_records)},
                     {"border", static_cast<double>(parameters.border)},
                     {"unassigned", static_cast<double>(parameters.unassigned)},
                     {"pathEpsilon", parameters.path_epsilon},
                     {"nodeEpsilon", parameters.node.draw_epsilon},
                     {"endEpsilon", parameters.end_epsilon},
                     {"baseEpsilon", parameters.base_epsilon},
                     {"sizeEpsilon", parameters.declared.epsilon}};
  return plan;
}

InteriorPlan plan_heavy_paths(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::heavy_paths;
  auto inner = inner_request<HeavyPathsRequest>(request);
  if (request.levels) inner.databases = *request.levels + 1;
  const HeavyPathsParameters parameters = calibrate_heavy_paths(inner);
  plan.available = true;
  plan.least_records = parameters.least_records;
  plan.spent = parameters.loss;
  plan.parameters = {{"levels", static_cast<double>(parameters.databases - 1)},
                     {"databases", static_cast<double>(parameters.databases)},
                     {"size", static_cast<double>(parameters.declared.size)},
                     {"mostRecords", static_cast<double>(parameters.declared.most_records)},
                     {"border", static_cast<double>(parameters.border)},
                     {"unassigned", static_cast<double>(parameters.unassigned)},
                     {"threshold", static_cast<double>(parameters.threshold)},
                     {"thresholdEpsilon", parameters.threshold_epsilon},
                     {"queryEpsilon", parameters.query_epsilon},
                     {"pathEpsilon", parameters.path_epsilon},
                     {"choiceEpsilon", parameters.choice.draw_epsilon},
                     {"endEpsilon", parameters.end_epsilon},
                     {"sizeEpsilon", parameters.declared.epsilon}};
  return plan;
}

InteriorPlan plan_tree_log_slices(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::tree_log_slices;
  auto inner = inner_request<TreeLogSlicesRequest>(request);
  if (request.levels) inner.levels = *request.levels;
  const TreeLogSlicesParameters parameters = calibrate_tree_log_slices(inner);
  plan.available = true;
  plan.least_records = parameters.least_records;
  plan.spent = parameters.loss;
  plan.parameters = {{"levels", static_cast<double>(parameters.levels)},
                     {"border", static_cast<double>(parameters.border)},
                     {"deep", static_cast<double>(parameters.deep)},
                     {"threshold", static_cast<double>(parameters.threshold)},
                     {"thresholdEpsilon", parameters.threshold_epsilon},
                     {"queryEpsilon", parameters.query_epsilon},
                     {"roundThreshold", static_cast<double>(parameters.round.threshold)},
                     {"roundEpsilon", parameters.round.draw_epsilon},
                     {"nodeEpsilon", parameters.node.draw_epsilon},
                     {"endEpsilon", parameters.end_epsilon},
                     {"baseEpsilon", parameters.base_epsilon}};
  return plan;
}

/// Counts the records that a depth leaves out on either side.
void count_outer_records(InteriorPlan& plan, std::uint64_t outer) {
  plan.least_records += outer;
  const auto more = static_cast<double>(outer);
  if (plan.usual_records) *plan.usual_records += more;
  for (PlanParameter& parameter : plan.parameters) {
    const std::string_view name = parameter.name;
    if (name == "size" || name == "mostRecords" || name == "recordsIfExpected") {
      parameter.value += more;
    }
  }
}

/// The plan of an algorithm that has no form without a delta.
InteriorPlan without_delta(InteriorAlgorithm algorithm) {
  InteriorPlan plan;
  plan.algorithm = algorithm;
  plan.reason = "needs a delta above 0";
  return plan;
}

InteriorPlan calibrated(InteriorAlgorithm algorithm, const InteriorRequest& request) {
  const bool pure =
      algorithm == InteriorAlgorithm::exponential || algorithm == InteriorAlgorithm::cut;
  if (!pure && request.loss.delta == 0) return without_delta(algorithm);
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return plan_exponential(request);
    case InteriorAlgorithm::cut:
      return plan_cut(request);
    case InteriorAlgorithm::rec_concave:
      return plan_rec_concave(request);
    case InteriorAlgorithm::tree_log:
      return plan_tree_log(request);
    case InteriorAlgorithm::heavy_paths:
      return plan_heavy_paths(request);
    case InteriorAlgorithm::tree_log_slices:
      return plan_tree_log_slices(request);
  }
  return {};
}

}  // namespace

Natural size_of(const InteriorRequest& request) {
  return request.domain_size.value_or(Natural(1) << request.bits);
}

bool is_usual_known(const InteriorRequest& request) {
  return request.text || request.bits <= kMaxSmoothBits;
}

InteriorPlan plan_of(InteriorAlgorithm algorithm, const InteriorRequest& request) {
  InteriorPlan plan = calibrated(algorithm, request);
  if (const auto share = usual_records_share(algorithm); plan.available && share) {
    plan.usual_records = *share * static_cast<double>(plan.least_records);
  }
  if (plan.available && request.depth > 1) count_outer_records(plan, outside_depth(request.depth));
  return plan;
}

}  // namespace logstar
