// The planners of interior points, and of ranks of users, for JavaScript.
#include <string>

#include "bindings/fields.hpp"
#include "logstar/counts/user_ranks_planner.hpp"
#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/rank/exponential.hpp"

namespace logstar::bindings {
namespace {

/// { bits, chosen, rankError, algorithms: [{ algorithm, available, records, usual?, epsilon, delta,
/// parameters }] }. rankError: the exponential mechanism's, from the median.
val interior_plans(const val& request) {
  const auto asked = read_task<InteriorPlanTask>(request);
  const InteriorRequest planned = asked.request();
  const InteriorPlans plans = plan_interior_point(planned);
  val algorithms = val::array();
  for (const InteriorPlan& plan : plans.algorithms) {
    val parameters = val::object();
    for (const PlanParameter& parameter : plan.parameters) {
      parameters.set(parameter.name, parameter.value);
    }
    Object entry = Object()
                       .with("algorithm", name_of(plan.algorithm))
                       .with("available", plan.available)
                       .with("records", static_cast<double>(plan.least_records))
                       .with("epsilon", plan.spent.epsilon)
                       .with("delta", plan.spent.delta)
                       .with("parameters", parameters);
    if (plan.usual_records) entry.with("usual", *plan.usual_records);
    push(algorithms, entry.value());
  }
  auto median = calibrate_exponential_median(planned.loss.epsilon, planned.neighbors);
  median.measure = planned.measure;
  return Object()
      .with("bits", planned.bits)
      .with("chosen", name_of(plans.recommended))
      .with("rankError", exponential_rank_error(*planned.domain_size, median, asked.confidence))
      .with("algorithms", algorithms);
}

/// With fewer records no algorithm of this privacy finds one.
val least_possible(const val& request) {
  const InteriorRequest asked = read_task<InteriorPlanTask>(request).request();
  return val(static_cast<double>(least_possible_records(asked)));
}

/// [{ algorithm, available, users, error?, usual?, namedFrom?, halfReleasedAt?, epsilon, delta, chosen, reason }].
val user_ranks_plans(const val& request) {
  val entries = val::array();
  for (const UserRanksPlan& plan : plan_user_ranks(read_task<UserRanksTask>(request))) {
    val entry =
        Object()
            .with("algorithm", plan.several ? name_of(*plan.several) : name_of(plan.algorithm))
            .with("available", plan.available)
            .with("users", plan.users)
            .with("epsilon", plan.spent.epsilon)
            .with("delta", plan.spent.delta)
            .with("chosen", plan.chosen)
            .with("reason", plan.reason);
    if (plan.rank_error) set_property(entry, "error", *plan.rank_error);
    if (plan.usual) set_property(entry, "usual", *plan.usual);
    if (plan.named_from) set_property(entry, "namedFrom", *plan.named_from);
    if (plan.half_released_at) set_property(entry, "halfReleasedAt", *plan.half_released_at);
    push(entries, entry);
  }
  return entries;
}

EMSCRIPTEN_BINDINGS(interior_point_planning) {
  bind<&interior_plans>("interiorPlans");
  bind<&least_possible>("leastPossibleRecords");
  bind<&user_ranks_plans>("userRanksPlans");
}

}  // namespace
}  // namespace logstar::bindings
