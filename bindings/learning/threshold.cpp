// Learned thresholds for JavaScript.
//
// Requests have a `domain` and an `algorithm` ("auto" or a name) with a `tolerance`, or `points` to go
// through so many quantiles.
#include <emscripten/bind.h>

#include <utility>

#include "bindings/learning/learning_request.hpp"
#include "bindings/release.hpp"
#include "logstar/learning/threshold_by_sanitizer_release.hpp"
#include "logstar/learning/threshold_release.hpp"

namespace logstar::bindings {
namespace {

struct ThresholdBinding {
  using Mechanism = ThresholdRelease;

  static ThresholdRelease::Task task_of(const val& request) {
    ThresholdRelease::Task task;
    task.learn = threshold_task_of(request);
    task.confidence = request["confidence"].as<double>();
    task.algorithm = algorithm_of(
        request, {ThresholdAlgorithm::exponential, ThresholdAlgorithm::cut,
                  ThresholdAlgorithm::interior_point, ThresholdAlgorithm::rec_concave});
    return task;
  }

  static LabelledKeys data_of(const val& data, const val&) { return labelled_keys_of(data); }

  /// Undefined if no threshold stood out.
  static val value_of(const std::optional<ThresholdHypothesis>& rule, const val& request) {
    return rule ? value_of_threshold(*rule, request) : val::undefined();
  }
};

struct ThresholdBySanitizerBinding {
  using Mechanism = ThresholdBySanitizerRelease;

  static ThresholdBySanitizerRelease::Task task_of(const val& request) {
    ThresholdBySanitizerRelease::Task task;
    task.domain = narrow_key_space_of(request["domain"]).narrow();
    task.epsilon = request["epsilon"].as<double>();
    task.neighbors = neighbors_of(request);
    task.quantiles = whole(request["points"]);
    task.confidence = request["confidence"].as<double>();
    return task;
  }

  static LabelledKeys data_of(const val& data, const val&) { return labelled_keys_of(data); }

  static val value_of(const ThresholdHypothesis& rule, const val& request) {
    return value_of_threshold(rule, request);
  }
};

EMSCRIPTEN_BINDINGS(learning_threshold) {
  bind_release<ThresholdBinding>("Threshold");
  bind_release<ThresholdBySanitizerBinding>("ThresholdBySanitizer");
}

}  // namespace
}  // namespace logstar::bindings
