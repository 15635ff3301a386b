#include "logstar/interior_point/planner.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_choice/lower_bound.hpp"
#include "logstar/interior_point/cut_forms.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_request(const InteriorRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta_or_zero("delta", request.loss.delta);
  check_probability("beta", request.beta);
  check_count("bits", request.bits, 1, kMaxKeyBits);
  if (!request.domain_size) return;
  if (*request.domain_size < 1 || *request.domain_size > Natural(1) << request.bits) {
    reject("domainSize", "from 1 to 2^bits", to_text(*request.domain_size));
  }
}

Natural size_of(const InteriorRequest& request) {
  return request.domain_size.value_or(Natural(1) << request.bits);
}

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

/// As in rank_draw.cpp.
bool is_usual_known(const InteriorRequest& request) {
  return request.text || request.bits <= kMaxSmoothBits;
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
  inner.size = size_of(request);
  inner.neighbors = request.neighbors;
  inner.loss = request.loss;
  const auto promise =
      rec_concave_least_promise(inner, request.beta, RecConcaveCalibration::balanced);
  const auto parameters = calibrate_rec_concave(inner, promise, 1, RecConcaveCalibration::balanced);
  plan.available = true;
  plan.least_records = 2 * static_cast<std::uint64_t>(promise) - 1;
  plan.spent = parameters.loss;
  plan.parameters = {{"levels", static_cast<double>(parameters.levels.size())},
                     {"promise", static_cast<double>(promise)},
                     {"innerAccept", static_cast<double>(parameters.levels.back().accept)}};
  return plan;
}

InteriorPlan plan_tree_log(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::tree_log;
  const TreeLogParameters parameters = calibrate_tree_log(inner_request<TreeLogRequest>(request));
  plan.available = true;
  plan.least_records = parameters.least_records;
  plan.spent = parameters.loss;
  plan.parameters = {{"size", static_cast<double>(parameters.declared.size)},
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
  const HeavyPathsParameters parameters =
      calibrate_heavy_paths(inner_request<HeavyPathsRequest>(request));
  plan.available = true;
  plan.least_records = parameters.least_records;
  plan.spent = parameters.loss;
  plan.parameters = {{"databases", static_cast<double>(parameters.databases)},
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
  const TreeLogSlicesParameters parameters =
      calibrate_tree_log_slices(inner_request<TreeLogSlicesRequest>(request));
  plan.available = true;
  plan.least_records = parameters.least_records;
  plan.spent = parameters.loss;
  plan.parameters = {{"border", static_cast<double>(parameters.border)},
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

InteriorPlan plan_of(InteriorAlgorithm algorithm, const InteriorRequest& request) {
  InteriorPlan plan = calibrated(algorithm, request);
  if (const auto share = usual_records_share(algorithm); plan.available && share) {
    plan.usual_records = *share * static_cast<double>(plan.least_records);
  }
  return plan;
}

/// The place of the plan that "auto" takes.
std::size_t recommended(const std::vector<InteriorPlan>& plans, const InteriorRequest& request) {
  if (guess_decides(AlgorithmChoice::usual_error, request.measure)) {
    // One plan per algorithm, in their order.
    return static_cast<std::size_t>(InteriorAlgorithm::exponential);
  }
  std::array<ErrorFigures, std::size(kInteriorAlgorithms)> figures;
  for (std::size_t place = 0; place < plans.size(); ++place) {
    const InteriorPlan& plan = plans[place];
    if (!plan.available) continue;
    const auto promise = static_cast<double>(plan.least_records);
    // Without usual figures of all, promises decide.
    const double usual = is_usual_known(request) ? plan.usual_records.value_or(promise) : 0;
    figures[place] = {promise, usual};
  }
  return place_of_best(figures, kUsualRecordsMargin);
}

}  // namespace

std::optional<double> usual_records_share(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
    case InteriorAlgorithm::cut:
      break;
    case InteriorAlgorithm::rec_concave:
      return 0.65;
    case InteriorAlgorithm::tree_log:
      return 1;
    case InteriorAlgorithm::heavy_paths:
      return 0.27;
    case InteriorAlgorithm::tree_log_slices:
      return 0.85;
  }
  return std::nullopt;
}

std::optional<double> usual_error_share(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
    case InteriorAlgorithm::cut:
      break;
    case InteriorAlgorithm::rec_concave:
      return 0.018;
    case InteriorAlgorithm::tree_log:
      return 0.25;
    case InteriorAlgorithm::heavy_paths:
      return 0.2;
    case InteriorAlgorithm::tree_log_slices:
      return 0.27;
  }
  return std::nullopt;
}

std::string_view name_of(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return "exponential";
    case InteriorAlgorithm::cut:
      return "cut";
    case InteriorAlgorithm::rec_concave:
      return "rec-concave";
    case InteriorAlgorithm::tree_log:
      return "tree-log";
    case InteriorAlgorithm::heavy_paths:
      return "heavy-paths";
    case InteriorAlgorithm::tree_log_slices:
      return "tree-log-slices";
  }
  return "";
}

InteriorRequest InteriorPlanTask::request() const {
  check_confidence(confidence);
  check_measure(measure, domain);
  const Natural keys = natural_of(domain.highest) - natural_of(domain.lowest) + 1;
  return {bits, keys, loss, neighbors, 1 - confidence, measure, text};
}

InteriorPlans plan_interior_point(const InteriorRequest& request) {
  check_request(request);
  InteriorPlans plans;
  for (const InteriorAlgorithm algorithm : kInteriorAlgorithms) {
    plans.algorithms.push_back(plan_of(algorithm, request));
  }
  const InteriorPlan* best = &plans.algorithms[recommended(plans.algorithms, request)];
  plans.recommended = best->algorithm;
  for (InteriorPlan& plan : plans.algorithms) {
    if (!plan.available) continue;
    plan.reason = "needs at least " + std::to_string(plan.least_records) + " records";
    if (&plan != best) {
      plan.reason += ", " + std::string(name_of(best->algorithm)) + " needs " +
                     std::to_string(best->least_records);
    }
  }
  return plans;
}

std::uint64_t least_possible_records(const InteriorRequest& request) {
  check_request(request);
  // An algorithm for a domain also serves data in a part of it: the largest number of whole bits that fits.
  const Natural size = size_of(request);
  auto bits = request.bits;
  while (Natural(1) << bits > size) --bits;
  if (bits == 0) return 1;
  return std::max<std::uint64_t>(1, interior_lower_bound(bits, request.loss, request.beta));
}

}  // namespace logstar
