// Counts of items for JavaScript. A request has `method`, `epsilon`, `delta`, `neighbors`, `confidence`,
// `accuracy` and `items`.
#include <emscripten/bind.h>

#include <cstdint>
#include <string>
#include <vector>

#include "bindings/release.hpp"
#include "logstar/sanitizing/points_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

/// Nothing for "auto".
std::optional<PointsMethod> method_of(const val& request) {
  const auto name = request["method"].as<std::string>();
  const auto method = points_method_named(name);
  if (!method && name != "auto") throw OutOfRange("method", "one that there is", name);
  return method;
}

struct PointsBinding {
  using Mechanism = PointsRelease;

  static PointsTask task_of(const val& request) {
    PointsTask task;
    task.loss = loss_of(request);
    task.neighbors = neighbors_of(request);
    task.confidence = request["confidence"].as<double>();
    task.method = method_of(request);
    task.accuracy = request["accuracy"].as<double>();
    task.items = whole(request["items"]);
    return task;
  }

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

EMSCRIPTEN_BINDINGS(sanitizing_points) { bind_release<PointsBinding>("Points"); }

}  // namespace
}  // namespace logstar::bindings
