// Forecasts for JavaScript: for the data's owner, no releases.
#include "logstar/top_k/forecast.hpp"

#include <emscripten/bind.h>

#include "bindings/top_k/request.hpp"
#include "logstar/top_k/choose.hpp"

namespace logstar::bindings {
namespace {

/// { surely, likely, leftOut }. `counts`: the highest kBar + 1.
val top_k_forecast(val counts, val request) {
  const TopKParameters parameters = choose_top_k(task_of(request)).parameters;
  const TopKForecast forecast = forecast_top_k(wholes_of<std::int64_t>(counts), parameters,
                                               request["confidence"].as<double>());
  return Object()
      .with("surely", static_cast<double>(forecast.surely))
      .with("likely", static_cast<double>(forecast.likely))
      .with("leftOut", static_cast<double>(forecast.left_out));
}

/// { kBar }. `counts`: the highest kBar + 1.
val useful_k_bar(val counts, val request) {
  const std::uint64_t kbar = useful_kbar(wholes_of<std::int64_t>(counts), task_of(request),
                                         request["confidence"].as<double>());
  return Object().with("kBar", static_cast<double>(kbar));
}

EMSCRIPTEN_BINDINGS(top_k_forecast) {
  bind<&top_k_forecast>("topKForecast");
  bind<&useful_k_bar>("usefulKBar");
}

}  // namespace
}  // namespace logstar::bindings
