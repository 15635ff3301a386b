// AboveThreshold for JavaScript.
#include <variant>

#include "bindings/streams/conversation.hpp"
#include "logstar/sparse_vector/above_threshold_release.hpp"

namespace logstar::bindings {
namespace {

struct AboveThresholdBinding {
  using Mechanism = AboveThresholdRelease;

  static std::monostate data_of(const val&, const val&) { return {}; }

  static val value_of(Mechanism::Answer conversation, const val&) {
    return begun(std::move(conversation));
  }

  /// { noisyThreshold: a BigInt, answersLeft }
  static AboveThresholdState state_of(const val& state) {
    return {property(state, "noisyThreshold").as<std::int64_t>(),
            static_cast<std::uint64_t>(number_property(state, "answersLeft"))};
  }
};

/// count: the true one. Whether it is above the threshold; for a yes that comes with a number, the number.
val ask_above(int id, double count) {
  auto& [task, mechanism, randomness] = conversation_at<AboveThresholdBinding>(id);
  const auto answer = mechanism.ask(count_in_steps(count, task.grid), randomness);
  return answer.value ? val(records_of_steps(*answer.value, task.grid)) : val(answer.yes);
}

val above_state(int id) {
  const AboveThresholdState& state = conversation_at<AboveThresholdBinding>(id).mechanism.state();
  return Object()
      .with("noisyThreshold", state.noisy_threshold)
      .with("answersLeft", static_cast<double>(state.answers_left));
}

}  // namespace

EMSCRIPTEN_BINDINGS(above_threshold) {
  bind_conversation<AboveThresholdBinding>("AboveThreshold");
  bind<&ask_above>("askAboveThreshold");
  bind<&above_state>("stateOfAboveThreshold");
}

}  // namespace logstar::bindings
