// Learned boxes for JavaScript.
//
// Requests have `domains`, one an axis, and an `algorithm` ("auto" or a name), or `points` to go through
// so many quantiles of each axis.
#include <emscripten/bind.h>

#include <optional>

#include "bindings/learning/learning_request.hpp"
#include "bindings/release.hpp"
#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
#include "logstar/learning/rectangle_release.hpp"

namespace logstar::bindings {
namespace {

/// Data and answer of both.
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

  static RectangleRelease::Task task_of(const val& request) {
    return {rectangle_task_of(request), request["confidence"].as<double>(),
            algorithm_of(request, {RectangleAlgorithm::outermost, RectangleAlgorithm::slices})};
  }
};

struct RectangleBySanitizerBinding : BoxBinding {
  using Mechanism = RectangleBySanitizerRelease;

  static RectangleBySanitizerRelease::Task task_of(const val& request) {
    RectangleBySanitizerRelease::Task task;
    const val domains = request["domains"];
    const auto axes = domains["length"].as<std::size_t>();
    for (std::size_t i = 0; i < axes; ++i) {
      task.domains.push_back(narrow_key_space_of(domains[i]).narrow());
    }
    task.loss = loss_of(request);
    task.neighbors = neighbors_of(request);
    task.quantiles = whole(request["points"]);
    task.confidence = request["confidence"].as<double>();
    return task;
  }
};

/// Refuses a number of axes that is none before there is a domain for each.
val check_dimensions(val dimensions) {
  check_count("dimensions", whole(dimensions), 1, kMostDimensions);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(learning_rectangle) {
  bind<&check_dimensions>("checkDimensions");
  bind_release<RectangleBinding>("Rectangle");
  bind_release<RectangleBySanitizerBinding>("RectangleBySanitizer");
}

}  // namespace
}  // namespace logstar::bindings
