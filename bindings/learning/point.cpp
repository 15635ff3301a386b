// Learned points for JavaScript.
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "bindings/learning/learning_request.hpp"
#include "bindings/release.hpp"
#include "logstar/learning/point_release.hpp"

namespace logstar::bindings {
namespace {

struct PointBinding {
  using Mechanism = PointRelease;

  /// A Float64Array: how many records of label 1 each item has.
  static std::vector<std::int64_t> data_of(const val& counts, const val&) {
    return wholes_of<std::int64_t>(counts);
  }

  /// { index } of an item, { value } of the domain, or undefined if the learner found none.
  static val value_of(const std::optional<ProperPoint>& found, const val& request) {
    if (!found) return val::undefined();
    if (const auto* index = std::get_if<std::size_t>(&*found)) {
      return Object().with("index", static_cast<double>(*index));
    }
    return Object().with("value", bindings::value_of(std::get<WideKey>(*found),
                                                     property(request, "proper")["domain"]));
  }
};

}  // namespace

EMSCRIPTEN_BINDINGS(learning_point) { bind_release<PointBinding>("Point"); }

}  // namespace logstar::bindings
