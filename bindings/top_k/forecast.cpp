// Forecasts for JavaScript: for the data's owner, no releases.
#include "logstar/top_k/forecast.hpp"

#include "bindings/fields.hpp"
#include "logstar/top_k/choose.hpp"
#include "logstar/top_k/top_k_release.hpp"

namespace logstar::bindings {
namespace {

/// { surely, likely, leftOut }. `counts`: the highest kBar + 1.
val top_k_forecast(const val& counts, const val& request) {
  const auto task = read_task<TopKRequest>(request);
  const TopKParameters parameters = choose_top_k(task.asked()).parameters;
  const TopKForecast forecast =
      forecast_top_k(wholes_of<std::int64_t>(counts), parameters, task.confidence);
  return Object()
      .with("surely", static_cast<double>(forecast.surely))
      .with("likely", static_cast<double>(forecast.likely))
      .with("leftOut", static_cast<double>(forecast.left_out));
}

/// { kBar }. `counts`: the highest kBar + 1.
val useful_k_bar(const val& counts, const val& request) {
  const auto task = read_task<TopKRequest>(request);
  const std::uint64_t kbar =
      useful_kbar(wholes_of<std::int64_t>(counts), task.asked(), task.confidence);
  return Object().with("kBar", static_cast<double>(kbar));
}

EMSCRIPTEN_BINDINGS(top_k_forecast) {
  bind<&top_k_forecast>("topKForecast");
  bind<&useful_k_bar>("usefulKBar");
}

}  // namespace
}  // namespace logstar::bindings
