// ThresholdMonitor for JavaScript, and the comparison of all ways to ask.
#include <algorithm>

#include "bindings/streams/conversation.hpp"
#include "logstar/sparse_vector/planner.hpp"
#include "logstar/sparse_vector/threshold_monitor_release.hpp"

namespace logstar::bindings {
namespace {

struct ThresholdMonitorBinding {
  using Mechanism = ThresholdMonitorRelease;

  /// records: how many there are.
  static std::size_t data_of(const val& records, const val&) { return records.as<std::size_t>(); }

  static val value_of(Mechanism::Answer conversation, const val&) {
    return begun(std::move(conversation));
  }

  /// { left: a Float64Array }
  static ThresholdMonitorState state_of(const val& state) {
    return {wholes_of<std::uint64_t>(property(state, "left"))};
  }
};

/// contributions: one a record; a Float64Array if weighted, or else a Uint8Array of flags. { yes }
val ask_monitor(int id, const val& contributions) {
  auto& [task, monitor, randomness] = conversation_at<ThresholdMonitorBinding>(id);
  if (task.grid == QueryGrid::counts) {
    const auto flags = elements_of<std::uint8_t>(contributions);
    return Object().with("yes", monitor.ask(flags, randomness));
  }
  const auto numbers = elements_of<double>(contributions);
  std::vector<std::uint32_t> steps(numbers.size());
  std::transform(numbers.begin(), numbers.end(), steps.begin(),
                 [](double x) { return contribution_in_steps(x, QueryGrid::fractions); });
  return Object().with("yes", monitor.ask(steps, randomness));
}

val monitor_state(int id) {
  return Object().with(
      "left", array_of(conversation_at<ThresholdMonitorBinding>(id).mechanism.state().left));
}

/// Every way to ask, AboveThreshold for request.answers yeses first.
val plan_questions(const val& request) {
  val choices = val::array();
  for (const ThresholdChoice& choice :
       plan_threshold_questions(read_task<ThresholdStream>(request))) {
    const val facts = Object()
                          .with("sureYesAbove", choice.accuracy.sure_yes_above)
                          .with("sureNoBelow", choice.accuracy.sure_no_below)
                          .with("name", choice.name)
                          .with("why", choice.why)
                          .with("epsilon", choice.loss.epsilon)
                          .with("delta", choice.loss.delta)
                          .with("noiseScale", choice.noise_scale)
                          .with("chosen", choice.chosen);
    push(choices, facts);
  }
  return Object().with("choices", choices);
}

}  // namespace

EMSCRIPTEN_BINDINGS(threshold_monitor) {
  bind_conversation<ThresholdMonitorBinding>("ThresholdMonitor");
  bind<&ask_monitor>("askThresholdMonitor");
  bind<&monitor_state>("stateOfThresholdMonitor");
  bind<&plan_questions>("planThresholdQuestions");
}

}  // namespace logstar::bindings
