// Forecasts for JavaScript: for the data's owner, no releases.
#include "logstar/top_k/forecast.hpp"

#include "bindings/fields.hpp"
#include "logstar/counts/item_ranking.hpp"

namespace logstar::bindings {
namespace {

/// { surely, likely, leftOut }. `counts`: the highest kBar + 1, or all of them for a threshold.
val top_k_forecast(const val& counts, const val& request) {
  const auto task = read_task<ItemRankingTask>(request);
  const TopKForecast forecast = forecast_ranking(wholes_of<std::int64_t>(counts), task);
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
