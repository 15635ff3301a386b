// Counts of items for JavaScript.
#include <cstdint>
#include <limits>
#include <vector>

#include "bindings/release.hpp"
#include "logstar/sanitizing/planner.hpp"
#include "logstar/sanitizing/points_release.hpp"

namespace logstar::bindings {
namespace {

struct PointsBinding {
  using Mechanism = PointsRelease;

  static std::vector<std::int64_t> data_of(const val& counts, const val&) {
    return wholes_of<std::int64_t>(counts);
  }

  /// { indices, counts }
  static val value_of(const std::vector<NoisyPoint>& points, const val&) {
    std::vector<double> indices;
    std::vector<double> counts;
    for (const NoisyPoint& point : points) {
      indices.push_back(static_cast<double>(point.index));
      counts.push_back(static_cast<double>(point.count));
    }
    return Object().with("indices", val::array(indices)).with("counts", val::array(counts));
  }
};

/// [{ method, offBy, records }]: Infinity if a method promises the accuracy for no number of records.
val points_plan(const val& request) {
  val plans = val::array();
  for (const PointsPlan& plan : plan_sanitized_points(read_task<PointsTask>(request))) {
    const double records =
        plan.records ? static_cast<double>(*plan.records) : std::numeric_limits<double>::infinity();
    push(plans, Object()
                    .with("method", name_of(plan.method))
                    .with("offBy", plan.error)
                    .with("records", records)
                    .value());
  }
  return plans;
}

}  // namespace

EMSCRIPTEN_BINDINGS(sanitizing_points) {
  bind_release<PointsBinding>("Points");
  bind<&points_plan>("pointsPlan");
}

}  // namespace logstar::bindings
