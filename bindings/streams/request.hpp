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

/// A whole number that web/ has checked to be one.
inline std::uint64_t whole(const val& request, const char* name) {
  return static_cast<std::uint64_t>(number(request, name));
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

/// Whole numbers that web/ has checked to be between 0 and 2^53.
std::vector<std::uint64_t> amounts_of(const val& numbers);

/// A typed array of one byte or word an element, copied once.
template <typename T>
[[gnu::noinline]] std::vector<T> elements_of(const val& array) {
  std::vector<T> elements(array["length"].as<std::size_t>());
  val(emscripten::typed_memory_view(elements.size(), elements.data())).call<void>("set", array);
  return elements;
}

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
