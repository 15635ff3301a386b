// Counts of items for JavaScript.
#include <emscripten/bind.h>

#include <cstdint>
#include <vector>

#include "bindings/release.hpp"
#include "logstar/sanitizing/points_release.hpp"
#include "logstar/support/errors.hpp"

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

EMSCRIPTEN_BINDINGS(sanitizing_points) { bind_release<PointsBinding>("Points"); }

}  // namespace
}  // namespace logstar::bindings
