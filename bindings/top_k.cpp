// Top-k for JavaScript, which counts items and passes the highest counts only.
#include "logstar/top_k/top_k.hpp"

#include <emscripten/bind.h>

#include <string>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "bindings/top_k_request.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/choose.hpp"
#include "logstar/top_k/forecast.hpp"

namespace logstar::bindings {
namespace {

/// What is public about a draw.
val top_k_plan(val request) {
  const TopKTask task = task_of(request);
  const TopKChoice choice = choose_top_k(task);
  const TopKParameters& parameters = choice.parameters;
  const double confidence = request["confidence"].as<double>();
  return Object()
      .with("variant", std::string(describe(parameters.variant)))
      .with("reason", choice.reason)
      .with("itemEpsilon", parameters.item_epsilon)
      .with("itemDelta", parameters.item_delta)
      .with("margin", parameters.margin)
      .with("countEpsilon", parameters.count_epsilon)
      .with("composition", std::string(describe(parameters.composition)))
      .with("rho", charge_of_top_k(task, parameters).rho)
      .with("countError", top_k_accuracy(parameters, confidence))
      .with("noisyCountError", top_k_count_error(parameters, confidence))
      .with("sureGap", top_k_sure_gap(parameters, confidence));
}

/// `counts`: a Float64Array of whole numbers, the highest kBar + 1 from high to low. `request` has
/// the `composition` of the plan that was paid for.
val draw_top_k_items(val counts, val request) {
  const TopKParameters parameters = calibrate_top_k(task_of(request));
  const TopKResult result = draw_top_k(row_counts(counts), parameters, randomness());
  return Object()
      .with("items", array_of(result.items))
      .with("noisyCounts", array_of(result.noisy_counts))
      .with("complete", result.complete)
      .with("kBar", static_cast<double>(result.kbar))
      .with("itemEpsilon", parameters.item_epsilon)
      .with("composition", std::string(describe(parameters.composition)));
}

/// For the data's owner, not a release: { surely, likely, leftOut }.
val top_k_forecast(val counts, val request) {
  const TopKParameters parameters = choose_top_k(task_of(request)).parameters;
  const TopKForecast forecast =
      forecast_top_k(row_counts(counts), parameters, request["confidence"].as<double>());
  return Object()
      .with("surely", static_cast<double>(forecast.surely))
      .with("likely", static_cast<double>(forecast.likely))
      .with("leftOut", static_cast<double>(forecast.left_out));
}

/// { kBar }, for the data's owner. `counts`: the highest kBar + 1.
val useful_k_bar(val counts, val request) {
  const std::uint64_t kbar =
      useful_kbar(row_counts(counts), task_of(request), request["confidence"].as<double>());
  return Object().with("kBar", static_cast<double>(kbar));
}

EMSCRIPTEN_BINDINGS(top_k) {
  bind<&top_k_plan>("topKPlan");
  bind<&draw_top_k_items>("drawTopK");
  bind<&top_k_forecast>("topKForecast");
  bind<&useful_k_bar>("usefulKBar");
}

}  // namespace
}  // namespace logstar::bindings
