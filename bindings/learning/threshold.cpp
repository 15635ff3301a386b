// Learned thresholds for JavaScript.
// A request with `points` learns from that many private quantiles of either label.
#include "bindings/learning/learning_request.hpp"
#include "bindings/release.hpp"
#include "logstar/learning/threshold_by_sanitizer_release.hpp"
#include "logstar/learning/threshold_release.hpp"

namespace logstar::bindings {
namespace {

struct ThresholdBinding {
  using Mechanism = ThresholdRelease;

  static LabelledKeys data_of(const val& data, const val&) { return labelled_keys_of(data); }

  /// Undefined if the learner found no threshold.
  static val value_of(const std::optional<ThresholdHypothesis>& rule, const val& request) {
    return rule ? value_of_threshold(*rule, request) : val::undefined();
  }
};

struct ThresholdBySanitizerBinding {
  using Mechanism = ThresholdBySanitizerRelease;

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
