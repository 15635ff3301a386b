// Pay-what-you-get sessions for JavaScript, which holds them by number. A question has `k`, `kBar`, and may
// have `perUser`.
#include <emscripten/bind.h>

#include <cstdint>
#include <utility>

#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "bindings/top_k/request.hpp"
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

TopKQuestion question_of(const val& question) {
  return {whole(question["k"]), whole(question["kBar"]), per_user_of(question)};
}

/// Goes on with a saved one. `state`: { itemEpsilon, callDelta, returned, called }.
val resume_session(val id, val terms, val state) {
  auto saved = read_task<TopKSessionRequest>(terms);
  saved.each = {state["itemEpsilon"].as<double>(), state["callDelta"].as<double>()};
  held<TopKConversation>().at(id).resume(saved, whole(state["returned"]), whole(state["called"]));
  return val::undefined();
}

/// { itemEpsilon, callDelta, returned, called, draws }: what has been used.
val session_state(val id) {
  const TopKSession& session = held<TopKConversation>().at(id).session();
  return Object()
      .with("itemEpsilon", session.parameters().item_epsilon)
      .with("callDelta", session.parameters().call_delta)
      .with("returned", static_cast<double>(session.returned()))
      .with("called", static_cast<double>(session.called()))
      .with("draws", static_cast<double>(session.draws()));
}

/// Refuses a question that cannot be asked any more.
val check_question(val id, val question) {
  held<TopKConversation>().at(id).check(question_of(question));
  return val::undefined();
}

/// { call }: the number of the call that is used up for it.
val begin_question(val id, val question) {
  const std::uint64_t call = held<TopKConversation>().at(id).begin(question_of(question));
  return Object().with("call", static_cast<double>(call));
}

/// { drawn, claim } as of drawTopK. `counts`: the highest kBar + 1; `reading`: { protects }.
val answer_question(val id, val call, val counts, val reading) {
  Protects protects{};
  FieldReader{reading}("protects", protects);
  const auto released = held<TopKConversation>().at(id).answer(
      whole(call), wholes_of<std::int64_t>(counts), protects);
  return with_claim(value_of_ranked(released.answer), released.claim);
}

val dispose_session(val id) {
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
