// Pay-what-you-get sessions for JavaScript, which keeps what has been used.
#include <emscripten/bind.h>

#include <string>

#include "bindings/border.hpp"
#include "bindings/entropy.hpp"
#include "bindings/top_k_request.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar::bindings {
namespace {

TopKSessionTask session_task(const val& terms) {
  TopKSessionTask task;
  task.outcomes = whole(terms["outcomes"]);
  task.calls = whole(terms["calls"]);
  task.total = {terms["epsilon"].as<double>(), terms["delta"].as<double>()};
  task.neighbors = neighbors_of(terms);
  task.optimised = terms["optimised"].as<bool>();
  task.refundable = terms["refundable"].as<bool>();
  return task;
}

/// `state`: { itemEpsilon, callDelta, returned, called }.
TopKSession session_of(const val& terms, const val& state) {
  TopKSessionParameters parameters;
  parameters.item_epsilon = state["itemEpsilon"].as<double>();
  parameters.call_delta = state["callDelta"].as<double>();
  return {session_task(terms), parameters, whole(state["returned"]), whole(state["called"])};
}

TopKQuestion question_of(const val& question) {
  TopKQuestion result{whole(question["k"]), whole(question["kBar"]), std::nullopt};
  if (!question["perUser"].isUndefined()) result.per_user = whole(question["perUser"]);
  return result;
}

/// What is public about a session: the loss of each draw and call, and how many draws there are.
val session_plan(val terms) {
  const TopKSessionTask task = session_task(terms);
  const TopKSessionParameters parameters = calibrate_top_k_session(task);
  return Object()
      .with("itemEpsilon", parameters.item_epsilon)
      .with("callDelta", parameters.call_delta)
      .with("composition", std::string(parameters.composition))
      .with("draws", static_cast<double>(session_terms(task, parameters).outcomes));
}

/// Refuses a question before the data is looked at; else what is public about its answer.
val check_question(val terms, val state, val question) {
  const TopKSession session = session_of(terms, state);
  session.check(question_of(question));
  const TopKParameters parameters = session.parameters_for(question_of(question));
  const double confidence = question["confidence"].as<double>();
  return Object()
      .with("variant", std::string(describe(parameters.variant)))
      .with("margin", parameters.margin)
      .with("countError", top_k_accuracy(parameters, confidence))
      .with("sureGap", top_k_sure_gap(parameters, confidence));
}

/// `counts`: a Float64Array of whole numbers, the highest kBar + 1 from high to low.
val ask_session(val counts, val terms, val state, val question) {
  TopKSession session = session_of(terms, state);
  const TopKResult result = session.ask(row_counts(counts), question_of(question), randomness());
  return Object()
      .with("items", array_of(result.items))
      .with("complete", result.complete)
      .with("kBar", static_cast<double>(result.kbar))
      .with("returned", static_cast<double>(session.returned()));
}

EMSCRIPTEN_BINDINGS(top_k_session) {
  bind<&session_plan>("topKSessionPlan");
  bind<&check_question>("checkTopKQuestion");
  bind<&ask_session>("askTopKSession");
}

}  // namespace
}  // namespace logstar::bindings
