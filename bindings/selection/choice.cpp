// Choices from a list for JavaScript.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "bindings/release.hpp"
#include "logstar/selection/choice_release.hpp"
#include "logstar/selection/score_steps.hpp"

namespace logstar::bindings {
namespace {

struct ChoiceBinding {
  using Mechanism = ChoiceRelease;

  /// A Float64Array.
  static std::vector<std::int64_t> data_of(const val& scores, const val& request) {
    return steps_of("scores", elements_of<double>(scores),
                    read_task<ChoiceTask>(request).sensitivity);
  }

  /// A place in the scores, or undefined.
  static val value_of(const std::optional<std::size_t>& chosen, const val&) {
    return chosen ? val(static_cast<double>(*chosen)) : val::undefined();
  }
};

EMSCRIPTEN_BINDINGS(choice) { bind_release<ChoiceBinding>("Choice"); }

}  // namespace
}  // namespace logstar::bindings
