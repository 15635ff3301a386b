// Medians and quantiles with intervals for JavaScript, and what to expect of them.
#include <cstdint>
#include <utility>

#include "bindings/domains.hpp"
#include "bindings/ranks/answers.hpp"
#include "bindings/release.hpp"
#include "bindings/user_rows.hpp"
#include "logstar/counts/user_intervals.hpp"
#include "logstar/interior_point/record_intervals.hpp"

namespace logstar::bindings {
namespace {

std::uint64_t records_of(const val& request) {
  return static_cast<std::uint64_t>(number_property(request, "records"));
}

struct RankIntervalBinding {
  using Mechanism = RankIntervalRelease;
  static RankIntervalRelease::Data data_of(const val& column, const val& request) {
    return {keys_of_column(column, request), records_of(request)};
  }
  static val value_of(const RankIntervalRelease::Answer& answers, const val& request) {
    return value_of_intervals(answers, property(request, "domain"));
  }
};

struct QuantilesIntervalBinding {
  using Mechanism = QuantilesIntervalRelease;
  static QuantilesIntervalRelease::Data data_of(const val& column, const val& request) {
    return {keys_of_column(column, request).words(), records_of(request)};
  }
  static val value_of(const QuantilesIntervalRelease::Answer& answers, const val& request) {
    return value_of_intervals(answers, property(request, "domain"));
  }
};

struct UserIntervalBinding {
  using Mechanism = UserIntervalRelease;
  static UserIntervalRelease::Data data_of(const val& data, const val& request) {
    return {user_rows_of(data, request)};
  }
  static val value_of(const UserIntervalRelease::Answer& answers, const val& request) {
    return value_of_intervals(answers, property(request, "domain"));
  }
};

/// { target, usual, withoutPrivacy, sides } of this number of records; target and usual are missing if no interval would be returned.
val interval_plan(const val& request) {
  const auto plan =
      plan_interval(read_task<RankIntervalRelease::Task>(request), records_of(request));
  val written =
      Object().with("sides", name_of_sides(plan)).with("withoutPrivacy", plan.without_privacy);
  if (plan.width) {
    set_property(written, "target", plan.target);
    set_property(written, "usual", plan.usual);
  }
  return written;
}

EMSCRIPTEN_BINDINGS(intervals) {
  bind_release<RankIntervalBinding>("RankInterval");
  bind_release<QuantilesIntervalBinding>("QuantilesInterval");
  bind_release<UserIntervalBinding>("UserRanksInterval");
  bind<&interval_plan>("intervalPlan");
}

}  // namespace
}  // namespace logstar::bindings
