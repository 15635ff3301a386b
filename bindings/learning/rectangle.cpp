// Learned boxes for JavaScript.
// A request with `points` learns from that many private quantiles per axis.
#include <optional>

#include "bindings/learning/learning_request.hpp"
#include "bindings/release.hpp"
#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
#include "logstar/learning/rectangle_release.hpp"

namespace logstar::bindings {
namespace {

/// Data and answer of both bindings below.
struct BoxBinding {
  static LabelledPoints data_of(const val& data, const val& request) {
    return labelled_points_of(data, request);
  }

  /// Undefined if a side was not found.
  static val value_of(const std::optional<RectangleHypothesis>& box, const val& request) {
    return box ? value_of_box(*box, request) : val::undefined();
  }
};

struct RectangleBinding : BoxBinding {
  using Mechanism = RectangleRelease;
};

struct RectangleBySanitizerBinding : BoxBinding {
  using Mechanism = RectangleBySanitizerRelease;
};

/// Rejects an invalid number of axes before the request has a domain for each.
val check_dimensions(const val& dimensions) {
  check_count("dimensions", whole(dimensions), 1, kMaxDimensions);
  return val::undefined();
}

}  // namespace

EMSCRIPTEN_BINDINGS(learning_rectangle) {
  bind<&check_dimensions>("checkDimensions");
  bind_release<RectangleBinding>("Rectangle");
  bind_release<RectangleBySanitizerBinding>("RectangleBySanitizer");
}

}  // namespace logstar::bindings
