// HeavyHitterMonitor for JavaScript, which numbers users and items and orders the reported items.
#include <variant>

#include "bindings/streams/conversation.hpp"
#include "logstar/sparse_vector/heavy_hitters_release.hpp"
#include "logstar/support/columns.hpp"

namespace logstar::bindings {
namespace {

struct HeavyHitterBinding {
  using Mechanism = HeavyHitterRelease;

  static std::monostate data_of(const val&, const val&) { return {}; }

  static val value_of(Mechanism::Answer conversation, const val&) {
    return begun(std::move(conversation));
  }

  /// { left: a Float64Array, stepsDone }
  static HeavyHitterState state_of(const val& state) {
    return {wholes_of<std::uint64_t>(property(state, "left")),
            static_cast<std::uint64_t>(number_property(state, "stepsDone"))};
  }
};

/// Throws if no step is left.
val check_step_heavy(int id) {
  conversation_at<HeavyHitterBinding>(id).mechanism.refuse_if_over();
  return val::undefined();
}

/// users: a Uint32Array of user numbers; items: a Float64Array, the item that each holds; weights: a Float64Array, if
/// weighted. { items }
val step_heavy(int id, const val& users, const val& items, const val& weights) {
  auto& [task, monitor, randomness] = conversation_at<HeavyHitterBinding>(id);
  const auto who = elements_of<std::uint32_t>(users);
  const auto what = wholes_of<std::uint64_t>(items);
  check_same_length("items", what.size(), "users", who.size());
  std::vector<Holding> holdings(who.size());
  for (std::size_t i = 0; i < who.size(); ++i) holdings[i] = {who[i], what[i]};
  if (task.grid == QueryGrid::fractions) {
    const auto numbers = elements_of<double>(weights);
    check_same_length("weights", numbers.size(), "users", who.size());
    for (std::size_t i = 0; i < who.size(); ++i) {
      holdings[i].steps = contribution_in_steps(numbers[i], task.grid);
    }
  }
  return Object().with("items", array_of(monitor.step(holdings, randomness)));
}

val heavy_state(int id) {
  const HeavyHitterState state = conversation_at<HeavyHitterBinding>(id).mechanism.state();
  return Object()
      .with("left", array_of(state.left))
      .with("stepsDone", static_cast<double>(state.steps_done));
}

}  // namespace

EMSCRIPTEN_BINDINGS(heavy_hitters) {
  bind_conversation<HeavyHitterBinding>("HeavyHitterMonitor");
  bind<&check_step_heavy>("checkStepHeavyHitterMonitor");
  bind<&step_heavy>("stepHeavyHitterMonitor");
  bind<&heavy_state>("stateOfHeavyHitterMonitor");
}

}  // namespace logstar::bindings
