// Limited-domain top-k for JavaScript, which counts items and passes the highest counts only.
#include "top_k/top_k.hpp"

#include <emscripten/bind.h>

#include <string>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "top_k/accuracy.hpp"

namespace logstar::bindings {
namespace {

std::uint64_t whole(const val& number) {
  return static_cast<std::uint64_t>(number.as<double>());  // web/ has checked that it is whole
}

TopKTask task_of(const val& request) {
  TopKTask task;
  task.k = whole(request["k"]);
  task.kbar = whole(request["kBar"]);
  if (!request["perUser"].isUndefined()) task.per_user = whole(request["perUser"]);
  task.total = {request["epsilon"].as<double>(), request["delta"].as<double>()};
  task.neighbors = neighbors_of(request);
  return task;
}

/// What is public about a draw.
val top_k_plan(val request) {
  const TopKParameters parameters = calibrate_top_k(task_of(request));
  const double confidence = request["confidence"].as<double>();
  return Object()
      .with("variant",
            std::string(parameters.variant == TopKVariant::strict ? "strict" : "limited-domain"))
      .with("itemEpsilon", parameters.item_epsilon)
      .with("itemDelta", parameters.item_delta)
      .with("margin", parameters.margin)
      .with("composition", std::string(parameters.composition))
      .with("countError", top_k_accuracy(parameters, confidence))
      .with("sureGap", top_k_sure_gap(parameters, confidence));
}

/// `counts`: a Float64Array of whole numbers, the highest kBar + 1 from high to low.
val draw_top_k_items(val counts, val request) {
  const TopKParameters parameters = calibrate_top_k(task_of(request));
  std::vector<double> numbers(counts["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(numbers.size(), numbers.data())).call<void>("set", counts);
  const std::vector<std::int64_t> whole_counts(numbers.begin(), numbers.end());
  const TopKResult result = draw_top_k(whole_counts, parameters, randomness());
  val items = val::array();
  for (std::size_t i = 0; i < result.items.size(); ++i) items.set(i, result.items[i]);
  return Object().with("items", items).with("complete", result.complete);
}

EMSCRIPTEN_BINDINGS(top_k) {
  bind<&top_k_plan>("topKPlan");
  bind<&draw_top_k_items>("drawTopK");
}

}  // namespace
}  // namespace logstar::bindings
