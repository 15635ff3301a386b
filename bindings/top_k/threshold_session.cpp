// Sessions of rankings above a threshold for JavaScript, which holds them by number.
#include "logstar/counts/threshold_session.hpp"

#include <cstdint>
#include <utility>

#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "bindings/top_k/ranked.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar::bindings {
namespace {

struct ThresholdSessionBinding {
  using Mechanism = ThresholdSession;

  static std::monostate data_of(const val&, const val&) { return {}; }

  static val value_of(ThresholdConversation conversation, const val&) {
    return held<ThresholdConversation>().keep(std::move(conversation));
  }
};

/// { threshold }: whether its questions return items from fewer users on than draws of the same session do.
val choose_session(const val& draws, const val& steps) {
  return Object().with("threshold", threshold_names_more(read_task<TopKSessionTask>(draws),
                                                         read_task<ThresholdSessionTask>(steps)));
}

/// Resumes a saved session. `state`: as of stateThresholdSession.
val resume_threshold_session(int id, const val& task, const val& state) {
  held<ThresholdConversation>().at(id).resume(read_task<ThresholdSessionTask>(task),
                                              read_task<ThresholdSessionState>(state));
  return val::undefined();
}

/// The state to save.
val threshold_session_state(int id) {
  return value_of_fields(held<ThresholdConversation>().at(id).state());
}

/// Rejects a question that cannot be asked any more.
val check_threshold_question(int id, const val& question) {
  held<ThresholdConversation>().at(id).check(read_task<ThresholdQuestion>(question));
  return val::undefined();
}

/// { call }: the number of the call that is used up for it.
val begin_threshold_question(int id, const val& question) {
  const std::uint64_t call =
      held<ThresholdConversation>().at(id).begin(read_task<ThresholdQuestion>(question));
  return Object().with("call", static_cast<double>(call));
}

/// { drawn, claim } as of drawTopK. `counts`: of all items that occur; `reading`: { protects, spread }.
val answer_threshold_question(int id, const val& call, const val& counts, const val& reading) {
  Protects protects{};
  bool spread = false;
  const FieldReader read{reading};
  read("protects", protects);
  read("spread", spread);
  const auto released = held<ThresholdConversation>().at(id).answer(
      whole(call), wholes_of<std::int64_t>(counts), protects);
  return with_claim(value_of_ranked(released.answer, spread ? kUserWeight : 1), released.claim);
}

val dispose_threshold_session(int id) {
  held<ThresholdConversation>().dispose(id);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(threshold_session) {
  bind_release<ThresholdSessionBinding>("ThresholdSession");
  bind<&choose_session>("chooseTopKSession");
  bind<&resume_threshold_session>("resumeThresholdSession");
  bind<&threshold_session_state>("stateThresholdSession");
  bind<&check_threshold_question>("checkThresholdSession");
  bind<&begin_threshold_question>("beginThresholdSession");
  bind<&answer_threshold_question>("askThresholdSession");
  bind<&dispose_threshold_session>("disposeThresholdSession");
}

}  // namespace
}  // namespace logstar::bindings
