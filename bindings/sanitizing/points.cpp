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
    task.loss = {request["epsilon"].as<double>(), request["delta"].as<double>()};
    task.neighbors = neighbors_of(request);
    task.confidence = request["confidence"].as<double>();
    task.method = method_of(request);
    task.accuracy = request["accuracy"].as<double>();
    task.items = static_cast<std::uint64_t>(request["items"].as<double>());
    return task;
  }

  static std::vector<std::int64_t> data_of(const val& counts, const val&) {
    const std::vector<double> numbers = numbers_of(counts);
    return {numbers.begin(), numbers.end()};
  }

  /// { indices, counts }
  static val value_of(const std::vector<NoisyPoint>& points, const val&) {
    val indices = val::array();
    val counts = val::array();
    for (const NoisyPoint& point : points) {
      indices.call<void>("push", static_cast<double>(point.index));
      counts.call<void>("push", static_cast<double>(point.count));
    }
    return Object().with("indices", indices).with("counts", counts);
  }
};

EMSCRIPTEN_BINDINGS(sanitizing_points) { bind_release<PointsBinding>("Points"); }

}  // namespace
}  // namespace logstar::bindings
