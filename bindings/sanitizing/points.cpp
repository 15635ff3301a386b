// Counts of items for JavaScript.
#include <cstdint>
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

/// { offBy, records }.
val points_plan(const val& request) {
  const PointsPlan plan = plan_sanitized_points(read_task<PointsTask>(request));
  return Object().with("offBy", plan.error).with("records", static_cast<double>(plan.records));
}

}  // namespace

EMSCRIPTEN_BINDINGS(sanitizing_points) {
  bind_release<PointsBinding>("Points");
  bind<&points_plan>("pointsPlan");
}

}  // namespace logstar::bindings
