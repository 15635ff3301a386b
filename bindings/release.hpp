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
// between which web/ledger/release.js charges and reads. The last claim's release is kept until it is drawn or
// anything else is claimed, and a draw of the same request uses its plan. A request also has `heldBack`: whether a ledger
// will be charged that grants less than is requested.
//
// A task with more members than its description names has a `static CountTask task_of(const val& request)`, errors:
// OutOfRange. What it reads is known after the claim, so its draws plan anew.
//
// A session can be saved and resumed without a further charge. Its mechanism has a State and `resume(task,
// plan, state, randomness)`, which samples nothing, and its binding has
//   static CountState state_of(const val& state);
// `bind_resume<CountBinding>("Count")` registers
//   resumeCount(request, state) -> drawn           the request as it ran, with the loss that was granted
// States are read by hand: they hold exact 64-bit numbers and typed arrays, of which no option is one.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "bindings/border.hpp"
#include "bindings/claim.hpp"
#include "bindings/entropy.hpp"
#include "bindings/fields.hpp"
#include "logstar/release/release.hpp"

namespace logstar::bindings {

template <typename Binding>
auto task_for(const val& request, val* seen = nullptr) {
  if constexpr (requires { Binding::task_of(request); }) {
    return Binding::task_of(request);
  } else {
    return read_task<typename Binding::Mechanism::Task>(request, seen);
  }
}

/// How many releases were planned so far.
std::uint64_t& plans_made();

/// The last claim's release, if it is not drawn yet, and the properties that it was read from.
struct KeptRelease {
  const void* binding = nullptr;
  val properties = val::undefined();
  std::shared_ptr<const void> release;
};

KeptRelease& kept_release();

template <typename Binding>
struct BoundRelease {
  using Mechanism = typename Binding::Mechanism;
  using Checked = Release<Mechanism>;

  /// Whether equal properties are an equal task.
  static constexpr bool is_described = !requires(const val& request) { Binding::task_of(request); };

  /// Its address says which binding kept a release.
  static inline const char identity = 0;

  /// `seen`: gets the properties that decide the plan.
  [[gnu::noinline]] static std::shared_ptr<const Checked> checked(const val& request, val* seen) {
    ++plans_made();
    bool is_held_back = false;
    FieldReader(request, seen)("heldBack", is_held_back);
    return std::make_shared<Checked>(task_for<Binding>(request, seen),
                                     is_held_back ? Grant::held_back : Grant::in_full);
  }

  static val claim(const val& request) {
    kept_release() = {};
    val seen = val::object();
    const std::shared_ptr<const Checked> release = checked(request, &seen);
    const val claim = value_of_claim(release->claim());
    if constexpr (is_described) kept_release() = {&identity, seen, release};
    return claim;
  }

  /// The kept release if it is of this request, else a new one.
  static std::shared_ptr<const Checked> checked_before(const val& request) {
    const KeptRelease& kept = kept_release();
    if (kept.binding == &identity && has_all(request, kept.properties)) {
      return std::static_pointer_cast<const Checked>(std::exchange(kept_release(), {}).release);
    }
    return checked(request, nullptr);
  }

  static val draw(const val& data, const val& request, const val& given) {
    const std::shared_ptr<const Checked> release = checked_before(request);
    const auto granted = read_task<Loss>(given);
    if (granted != release->planned()) ++plans_made();
    auto released = release->draw(granted, Binding::data_of(data, request), randomness());
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
