// Pay-what-you-get sessions for JavaScript, which holds them by number.
#include <cstdint>
#include <utility>

#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "bindings/top_k/ranked.hpp"
#include "logstar/top_k/session_release.hpp"

namespace logstar::bindings {
namespace {

struct TopKSessionBinding {
  using Mechanism = TopKSessionRelease;

  static std::monostate data_of(const val&, const val&) { return {}; }

  static val value_of(TopKConversation conversation, const val&) {
    return held<TopKConversation>().keep(std::move(conversation));
  }
};

/// Resumes a saved session. `state`: as of stateTopKSession.
val resume_session(int id, const val& terms, const val& state) {
  held<TopKConversation>().at(id).resume(read_task<TopKSessionRequest>(terms),
                                         read_task<TopKSessionState>(state));
  return val::undefined();
}

/// The state to save, and the number of `draws` that its ledger charges when it settles.
val session_state(int id) {
  const TopKSession& session = held<TopKConversation>().at(id).session();
  val state = value_of_fields(session.state());
  set_property(state, "draws", static_cast<double>(session.draws()));
  return state;
}

/// Rejects a question that cannot be asked any more.
val check_question(int id, const val& question) {
  held<TopKConversation>().at(id).check(read_task<TopKQuestion>(question));
  return val::undefined();
}

/// { call }: the number of the call that is used up for it.
val begin_question(int id, const val& question) {
  const std::uint64_t call =
      held<TopKConversation>().at(id).begin(read_task<TopKQuestion>(question));
  return Object().with("call", static_cast<double>(call));
}

/// { drawn, claim } as of drawTopK. `counts`: the highest kBar + 1; `reading`: { protects }.
val answer_question(int id, const val& call, const val& counts, const val& reading) {
  Protects protects{};
  FieldReader{reading}("protects", protects);
  const auto released = held<TopKConversation>().at(id).answer(
      whole(call), wholes_of<std::int64_t>(counts), protects);
  return with_claim(value_of_ranked(released.answer), released.claim);
}

val dispose_session(int id) {
  held<TopKConversation>().dispose(id);
  return val::undefined();
}

EMSCRIPTEN_BINDINGS(top_k_session) {
  bind_release<TopKSessionBinding>("TopKSession");
  bind<&resume_session>("resumeTopKSession");
  bind<&session_state>("stateTopKSession");
  bind<&check_question>("checkTopKSession");
  bind<&begin_question>("beginTopKSession");
  bind<&answer_question>("askTopKSession");
  bind<&dispose_session>("disposeTopKSession");
}

}  // namespace
}  // namespace logstar::bindings
