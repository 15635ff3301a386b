#include "interior_point/planner.hpp"

#include <cmath>

#include "domain/key_array.hpp"
#include "interior_point/exponential.hpp"
#include "interior_point/prefix_choice.hpp"
#include "support/checks.hpp"
#include "support/errors.hpp"

namespace logstar {
namespace {

void check_request(const InteriorRequest& request) {
  check_epsilon("epsilon", request.loss.epsilon);
  check_delta_or_zero("delta", request.loss.delta);
  check_probability("beta", request.beta);
  check_count("bits", request.bits, 1, kMostKeyBits);
  if (!request.domain_size) return;
  if (*request.domain_size < 1 || *request.domain_size > Natural(1) << request.bits) {
    throw OutOfRange("domainSize", "from 1 to 2^bits", request.domain_size->str());
  }
}

InteriorPlan plan_exponential(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::exponential;
  const auto parameters = calibrate_exponential_median(request.loss.epsilon, request.neighbors);
  const Natural size = request.domain_size.value_or(Natural(1) << request.bits);
  plan.available = true;
  plan.least_records = exponential_least_records(size, parameters, 1 - request.beta);
  plan.spent = {request.loss.epsilon, 0};
  plan.parameters = {{"drawEpsilon", parameters.draw_epsilon}};
  return plan;
}

InteriorPlan plan_prefix(const InteriorRequest& request) {
  InteriorPlan plan;
  plan.algorithm = InteriorAlgorithm::prefix;
  if (request.loss.delta == 0) {
    plan.reason = "needs a delta above 0";
    return plan;
  }
  const auto parameters = calibrate_prefix_median(request.bits, request.loss, request.neighbors);
  plan.available = true;
  plan.least_records = prefix_median_least_records(request.bits, parameters, request.beta);
  plan.spent = request.loss;
  plan.parameters = {{"drawEpsilon", parameters.choice.draw_epsilon},
                     {"bottomScore", static_cast<double>(parameters.choice.bottom.whole) +
                                         std::ldexp(parameters.choice.bottom.fraction,
                                                    -BottomScore::kFractionBits)}};
  return plan;
}

}  // namespace

std::string_view name_of(InteriorAlgorithm algorithm) {
  switch (algorithm) {
    case InteriorAlgorithm::exponential:
      return "exponential";
    case InteriorAlgorithm::prefix:
      return "prefix";
  }
  return "";
}

InteriorPlans plan_interior_point(const InteriorRequest& request) {
  check_request(request);
  InteriorPlans plans{{plan_exponential(request), plan_prefix(request)},
                      InteriorAlgorithm::exponential};
  const InteriorPlan* best = nullptr;
  for (const InteriorPlan& plan : plans.algorithms) {
    if (!plan.available) continue;
    if (best == nullptr || plan.least_records < best->least_records) best = &plan;
  }
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

}  // namespace logstar
