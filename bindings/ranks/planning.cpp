// The planner of interior points for JavaScript.
#include <emscripten/bind.h>

#include <string>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::bindings {
namespace {

InteriorRequest interior_request(const val& request) {
  InteriorRequest result;
  const val domain = request["domain"];
  if (domain.isUndefined()) {
    result.bits = narrow_whole("bits", request["bits"], kMostKeyBits);
  } else {
    const KeySpace space = key_space_of(domain);
    result.bits = space.bits;
    result.domain_size = space.size();
  }
  result.loss = loss_of(request);
  result.neighbors = neighbors_of(request);
  result.beta = 1 - request["confidence"].as<double>();
  return result;
}

/// { bits, chosen, rankError, algorithms: [{ algorithm, available, records, epsilon, delta,
/// parameters }] }. rankError: the exponential mechanism's, from the median.
val interior_plans(val request) {
  const double confidence = request["confidence"].as<double>();
  check_confidence(confidence);
  const InteriorRequest planned = interior_request(request);
  const InteriorPlans plans = plan_interior_point(planned);
  val algorithms = val::array();
  for (const InteriorPlan& plan : plans.algorithms) {
    val parameters = val::object();
    for (const PlanParameter& parameter : plan.parameters) {
      parameters.set(parameter.name, parameter.value);
    }
    algorithms.call<void>("push", Object()
                                      .with("algorithm", std::string(name_of(plan.algorithm)))
                                      .with("available", plan.available)
                                      .with("records", static_cast<double>(plan.least_records))
                                      .with("epsilon", plan.spent.epsilon)
                                      .with("delta", plan.spent.delta)
                                      .with("parameters", parameters)
                                      .value());
  }
  const Natural size = planned.domain_size.value_or(Natural(1) << planned.bits);
  const auto median = calibrate_exponential_median(planned.loss.epsilon, planned.neighbors);
  return Object()
      .with("bits", planned.bits)
      .with("chosen", std::string(name_of(plans.recommended)))
      .with("rankError", exponential_rank_error(size, median, confidence))
      .with("algorithms", algorithms);
}

/// With fewer records no algorithm of this privacy finds one.
val least_possible(val request) {
  check_confidence(request["confidence"].as<double>());
  return val(static_cast<double>(least_possible_records(interior_request(request))));
}

EMSCRIPTEN_BINDINGS(interior_point_planning) {
  bind<&interior_plans>("interiorPlans");
  bind<&least_possible>("leastPossibleRecords");
}

}  // namespace
}  // namespace logstar::bindings
