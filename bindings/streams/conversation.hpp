// Conversations for JavaScript, which holds them by number.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "bindings/border.hpp"
#include "bindings/held.hpp"
#include "bindings/release.hpp"

namespace logstar::bindings {

/// A Float64Array.
inline val array_of(const std::vector<std::uint64_t>& amounts) {
  const std::vector<double> numbers(amounts.begin(), amounts.end());
  return typed_array(numbers);
}

/// { id, epsilon, delta }: its number, and the loss that it runs with.
template <typename Answer>
val begun(Answer conversation) {
  const double epsilon = conversation->task.epsilon;
  const double delta = conversation->task.delta;
  val object = held<Answer>().keep(std::move(conversation));
  set_property(object, "epsilon", epsilon);
  set_property(object, "delta", delta);
  return object;
}

/// The conversation that JavaScript holds. Errors: WrongState for a disposed one.
template <typename Binding>
auto& conversation_at(int id) {
  return *held<typename Binding::Mechanism::Answer>().at(id);
}

template <typename Binding>
val dispose_conversation(int id) {
  held<typename Binding::Mechanism::Answer>().dispose(id);
  return val::undefined();
}

/// Registers the functions that begin, resume and dispose a session.
template <typename Binding>
void bind_conversation(const char* name) {
  bind_release<Binding>(name);
  bind_resume<Binding>(name);
  bind<&dispose_conversation<Binding>>("dispose", name);
}

}  // namespace logstar::bindings
