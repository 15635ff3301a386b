// Requests for conversations, and what goes back.
//
// A request has `epsilon`, `delta`, `neighbors`, `confidence` and what its mechanism's task has, by the
// names of the options; `method` may be "auto".
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/query_grid.hpp"

namespace logstar::bindings {

// Conversions of val are long when they are inlined, and requests have many fields: these are not.

[[gnu::noinline]] inline double number(const val& request, const char* name) {
  return request[name].as<double>();
}

inline QueryGrid grid_of(const val& request) {
  return request["weighted"].as<bool>() ? QueryGrid::fractions : QueryGrid::counts;
}

/// What all of them are asked for with.
template <typename Task>
void read_common(Task& task, const val& request) {
  task.epsilon = number(request, "epsilon");
  task.delta = number(request, "delta");
  task.neighbors = neighbors_of(request);
  task.confidence = number(request, "confidence");
}

/// Empty for "auto". web/ has checked the word.
std::optional<MonitorMethod> method_of(const val& request);

/// The same as ThresholdMonitor's, for plan.thresholdQuestions too.
MonitorOptions monitor_options_of(const val& request);

/// A Float64Array.
val array_of(const std::vector<std::uint64_t>& amounts);

/// { id, epsilon, delta }: its number, and the loss that it runs with.
template <typename Answer>
val begun(Answer conversation) {
  const double epsilon = conversation->task.epsilon;
  const double delta = conversation->task.delta;
  val object = held<Answer>().keep(std::move(conversation));
  object.set("epsilon", epsilon);
  object.set("delta", delta);
  return object;
}

/// The conversation that JavaScript holds. Errors: WrongType for one that was disposed of.
template <typename Binding>
auto& conversation_at(const val& id) {
  return *held<typename Binding::Mechanism::Answer>().at(id);
}

template <typename Binding>
val dispose_conversation(val id) {
  held<typename Binding::Mechanism::Answer>().dispose(id);
  return val::undefined();
}

/// Adds what begins one, goes on with a saved one and ends it.
template <typename Binding>
void bind_conversation(const char* name) {
  bind_release<Binding>(name);
  bind_resume<Binding>(name);
  bind<&dispose_conversation<Binding>>(verb_of("dispose", name).c_str());
}

}  // namespace logstar::bindings
