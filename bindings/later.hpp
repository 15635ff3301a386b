// Deferred releases (release/later.hpp) for JavaScript.
//
//   struct CountLater {
//     using Mechanism = CountRelease;                      // as it is without waiting
//     static std::int64_t data_of(const val& data);
//     static val value_of(std::int64_t answer, const CountTask& task);
//   };
//
// `bind_later<CountLater>("CountLater")` makes claimCountLater; drawCountLater, which returns { id } and the
// fields that an optional `static void say(val& object, const CountTask& task)` adds for the query;
// provideCountLater(id, data) -> the answer, once; and disposeCountLater(id).
#pragma once

#include <utility>
#include <variant>

#include "bindings/held.hpp"
#include "bindings/release.hpp"
#include "logstar/release/later.hpp"

namespace logstar::bindings {

template <typename Binding>
struct LaterBinding {
  using Mechanism = Deferred<typename Binding::Mechanism>;
  using Task = typename Mechanism::Task;

  /// A pending release, and the task that its answer is formatted by.
  struct Waiting {
    typename Mechanism::Answer release;
    Task task;
  };

  static std::monostate data_of(const val&, const val&) { return {}; }
  static val value_of(typename Mechanism::Answer release, const val& request) {
    const Task task = read_task<Task>(request);
    val object = held<Waiting>().keep({std::move(release), task});
    if constexpr (requires { Binding::say(object, task); }) Binding::say(object, task);
    return object;
  }

  static val provide(int id, const val& data) {
    Waiting& waiting = held<Waiting>().at(id);
    return Binding::value_of(waiting.release->provide(Binding::data_of(data)), waiting.task);
  }
  static val dispose(int id) {
    held<Waiting>().dispose(id);
    return val::undefined();
  }
};

template <typename Binding>
void bind_later(const char* name) {
  bind_release<LaterBinding<Binding>>(name);
  bind<&LaterBinding<Binding>::provide>("provide", name);
  bind<&LaterBinding<Binding>::dispose>("dispose", name);
}

}  // namespace logstar::bindings
