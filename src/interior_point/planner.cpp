#include "logstar/interior_point/planner.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_choice/lower_bound.hpp"
#include "logstar/interior_point/interior_plans.hpp"
#include "logstar/interior_point/rank/rank_depth.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
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

InteriorRequest InteriorPlanTask::request() const {
  check_confidence(confidence);
  check_measure(measure, domain);
  const Natural keys = natural_of(domain.highest) - natural_of(domain.lowest) + 1;
  const std::uint64_t asked = depth.value_or(1);
  check_depth(asked);
  return {bits, keys, loss, neighbors, 1 - confidence, measure, text, levels, asked};
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
