// Choices from a list for JavaScript.
#include <emscripten/bind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bindings/release.hpp"
#include "logstar/selection/choice_release.hpp"

namespace logstar::bindings {
namespace {

ChoiceMethod method_of(const val& request) {
  const auto name = request["method"].as<std::string>();
  for (const auto method :
       {ChoiceMethod::permute_and_flip, ChoiceMethod::exponential, ChoiceMethod::stable}) {
    if (name == name_of(method)) return method;
  }
  throw OutOfRange("method", "one that there is", name);
}

struct ChoiceBinding {
  using Mechanism = ChoiceRelease;

  static ChoiceTask task_of(const val& request) {
    ChoiceTask task;
    task.method = method_of(request);
    task.loss = loss_of(request);
    task.neighbors = neighbors_of(request);
    task.moves = request["monotone"].as<bool>() ? ScoreMoves::one_way : ScoreMoves::both_ways;
    task.candidates = whole(request["candidates"]);
    task.growth = whole(request["growth"]);
    task.confidence = request["confidence"].as<double>();
    return task;
  }

  /// A Float64Array of whole numbers.
  static std::vector<std::int64_t> data_of(const val& scores, const val&) {
    return wholes_of<std::int64_t>(scores);
  }

  /// A place in the scores, or undefined.
  static val value_of(const std::optional<std::size_t>& chosen, const val&) {
    return chosen ? val(static_cast<double>(*chosen)) : val::undefined();
  }
};

EMSCRIPTEN_BINDINGS(choice) { bind_release<ChoiceBinding>("Choice"); }

}  // namespace
}  // namespace logstar::bindings
