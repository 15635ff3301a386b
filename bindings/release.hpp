// Releases for JavaScript: the only code that samples, so every answer has its claim.
//
// The description of a mechanism's task names the fields of a request. A binding defines how JavaScript writes
// data, and how it reads the answer:
//
//   struct CountBinding {
//     using Mechanism = CountRelease;                      // release/release.hpp
//     static std::int64_t data_of(const val& data, const val& request);
//     static val value_of(std::int64_t answer, const val& request);
//   };
//
// `bind_release<CountBinding>("Count")` registers
//   claimCount(request) -> claim             checks everything that is public
//   drawCount(data, request, granted) -> { drawn, claim }
// between which web/ledger/release.js charges and reads. A task with more members than its description
// names has a `static CountTask task_of(const val& request)`, errors: OutOfRange.
//
// A session can be saved and resumed without a further charge. Its mechanism has a State and `resume(task,
// plan, state, randomness)`, which samples nothing, and its binding has
//   static CountState state_of(const val& state);
// `bind_resume<CountBinding>("Count")` registers
//   resumeCount(request, state) -> drawn           the request as it ran, with the loss that was granted
// States are read by hand: they hold exact 64-bit numbers and typed arrays, of which no option is one.
#pragma once

#include <utility>

#include "bindings/border.hpp"
#include "bindings/claim.hpp"
#include "bindings/entropy.hpp"
#include "bindings/fields.hpp"
#include "logstar/release/release.hpp"

namespace logstar::bindings {

template <typename Binding>
auto task_for(const val& request) {
  if constexpr (requires { Binding::task_of(request); }) {
    return Binding::task_of(request);
  } else {
    return read_task<typename Binding::Mechanism::Task>(request);
  }
}

template <typename Binding>
struct BoundRelease {
  using Checked = Release<typename Binding::Mechanism>;

  static val claim(const val& request) {
    return value_of_claim(Checked(task_for<Binding>(request)).claim());
  }

  static val draw(const val& data, const val& request, const val& granted) {
    const Checked checked(task_for<Binding>(request));
    auto released =
        checked.draw(read_task<Loss>(granted), Binding::data_of(data, request), randomness());
    return with_claim(Binding::value_of(std::move(released.answer), request), released.claim);
  }
};

/// Adds a mechanism to the module.
template <typename Binding>
void bind_release(const char* name) {
  bind<&BoundRelease<Binding>::claim>("claim", name);
  bind<&BoundRelease<Binding>::draw>("draw", name);
}

template <typename Binding>
struct BoundResume {
  static val resume(const val& request, const val& state) {
    using Mechanism = typename Binding::Mechanism;
    const typename Mechanism::Task task = task_for<Binding>(request);
    return Binding::value_of(
        Mechanism::resume(task, Mechanism::plan(task), Binding::state_of(state), randomness()),
        request);
  }
};

/// Registers the resume function of a mechanism.
template <typename Binding>
void bind_resume(const char* name) {
  bind<&BoundResume<Binding>::resume>("resume", name);
}

}  // namespace logstar::bindings
