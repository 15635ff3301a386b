// A task with the loss that a ledger will grant it, before the charge: so a release is planned once, for the loss
// that it runs with.
//
// Privacy: a plan for this task costs at most what a ledger grants for the requested one. Tests check that of every
//   release (tests/support/runs_within_grant.hpp).
// Source: ours; privacy/ledger.hpp says how much a ledger holds back.
// Departures: none.
// Cost: constant.
//
// The fields "epsilon" and "delta" of a task's description are its loss.
#pragma once

#include <string_view>
#include <type_traits>

#include "logstar/release/described.hpp"

namespace logstar {

/// As `grant_for`. A number that no release or no ledger takes stays as it is, to be refused as the caller wrote it.
double held_back_epsilon(double asked);
double held_back_delta(double asked);

/// Holds back the loss among the fields of a description.
class HoldBack {
 public:
  void operator()(std::string_view name, auto&& member, auto&&...) {
    using Member = std::remove_cvref_t<decltype(member)>;
    if constexpr (std::is_same_v<Member, double>) {
      if (name == "epsilon") member = held_back_epsilon(member);
      if (name == "delta") member = held_back_delta(member);
    } else if constexpr (Described<Member>) {
      member.describe(*this);
    } else if constexpr (requires { *member; }) {
      if constexpr (Described<std::remove_cvref_t<decltype(*member)>>) {
        if (member) member->describe(*this);
      }
    }
  }
};

/// A task whose loss is held back. A mechanism whose loss has other names, or is shared out first, has a
/// `held_back` of its own. Errors: as it.
template <typename M>
typename M::Task held_back(const typename M::Task& task) {
  if constexpr (requires { M::held_back(task); }) {
    return M::held_back(task);
  } else {
    typename M::Task run = task;
    HoldBack field;
    run.describe(field);
    return run;
  }
}

}  // namespace logstar
