// BNS13's SanThresholds for JavaScript. A request has `domain`, `epsilon`, `delta`, `neighbors`,
// `confidence`, `accuracy` and `size`.
#include <emscripten/bind.h>

#include <limits>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "bindings/entropy.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::bindings {
namespace {

SanThresholdsRequest request_of(const val& request) {
  SanThresholdsRequest result;
  result.accuracy = request["accuracy"].as<double>();
  result.bits = narrow_key_space_of(request["domain"]).bits;
  result.loss = {request["epsilon"].as<double>(), request["delta"].as<double>()};
  result.neighbors = neighbors_of(request);
  return result;
}

SanThresholdsRequest sized_request_of(const val& request) {
  SanThresholdsRequest result = request_of(request);
  result.size = static_cast<std::uint64_t>(request["size"].as<double>());
  return result;
}

/// Infinity if epsilon cannot be divided among so many steps, or for more than the calibration goes
/// up to.
double least_size(const SanThresholdsRequest& request, double beta) {
  try {
    return static_cast<double>(san_thresholds_least_size(request, beta));
  } catch (const OutOfRange&) {
    return std::numeric_limits<double>::infinity();
  }
}

/// { kept, leastSize, bound, calls }: whether the promise holds with the confidence, from which
/// size on it does, and what it is.
val san_thresholds_plan(val request) {
  const SanThresholdsRequest wanted = sized_request_of(request);
  const double confidence = request["confidence"].as<double>();
  check_probability("confidence", confidence);
  const auto parameters = calibrate_san_thresholds(wanted);
  const bool kept = san_thresholds_failure(parameters) <= 1 - confidence;
  return Object()
      .with("kept", kept)
      .with("leastSize",
            kept ? static_cast<double>(wanted.size) : least_size(wanted, 1 - confidence))
      .with("bound", static_cast<double>(17 * parameters.unit))
      .with("calls", static_cast<double>(parameters.calls));
}

/// From which declared size on the promise holds with the confidence; for a request without `size`.
val san_thresholds_size(val request) {
  const SanThresholdsRequest wanted = request_of(request);
  const double confidence = request["confidence"].as<double>();
  check_epsilon("epsilon", wanted.loss.epsilon);
  check_delta("delta", wanted.loss.delta);
  check_probability("confidence", confidence);
  return val(least_size(wanted, 1 - confidence));
}

/// { points, counts, complete }
val draw_san_thresholds(val column, val counts, val request) {
  const auto parameters = calibrate_san_thresholds(sized_request_of(request));
  const KeyInterval keys = narrow_key_space_of(request["domain"]).narrow();
  const auto drawn = san_thresholds(grouped_keys_of_column(column, counts, request), keys,
                                    parameters, randomness());
  val points = val::array();
  val numbers = val::array();
  for (std::size_t i = 0; i < drawn.records.size(); ++i) {
    points.call<void>("push", value_of({drawn.records.keys[i]}, request["domain"]));
    numbers.call<void>("push", static_cast<double>(drawn.records.counts[i]));
  }
  return Object().with("points", points).with("counts", numbers).with("complete", drawn.complete);
}

EMSCRIPTEN_BINDINGS(sanitizing_thresholds) {
  bind<&san_thresholds_plan>("sanThresholdsPlan");
  bind<&san_thresholds_size>("sanThresholdsLeastSize");
  bind<&draw_san_thresholds>("drawSanThresholds");
}

}  // namespace
}  // namespace logstar::bindings
