// A release, in the only order there is: everything public is checked, a ledger is charged, something is
// drawn with what was granted, and it is said what was promised.
//
// Privacy: what comes out costs what its claim says. Between the charge and the draw nothing can be
//   left out: a draw takes the loss that was granted, and gives the claim with the answer.
// Source: ours; what a ledger asks of an entry is proved in docs/guarantees/composition.md.
// Cost: the calibration twice, as a ledger grants a hair less than it is asked for.
#pragma once

#include <concepts>
#include <optional>
#include <utility>

#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/described.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// A mechanism that can be released: what there is to say and to do, from all that is public (`Task`, which
/// says what it consists of, release/described.hpp).
///
/// `plan(task)` checks and calibrates; errors: OutOfRange, from public parameters only.
/// `claim(asked, plan)` is what is said of a release that was asked for as `asked` and drawn by `plan`.
/// `within(task, plan, granted)` is the same task, every choice as in the plan, with this loss to run with.
/// `draw(task, plan, data, randomness)` is the mechanism.
template <typename M>
concept Releasable = Described<typename M::Task> &&
    requires(const typename M::Task& task, const typename M::Plan& plan, const Loss& loss,
             typename M::Data data, Randomness& randomness) {
  { M::plan(task) } -> std::same_as<typename M::Plan>;
  { M::claim(task, plan) } -> std::same_as<Claim>;
  { M::within(task, plan, loss) } -> std::same_as<typename M::Task>;
  { M::draw(task, plan, std::move(data), randomness) } -> std::same_as<typename M::Answer>;
};

/// An answer with what may be said of it.
template <typename Answer>
struct Released {
  Answer answer;
  Claim claim;
  /// Of the ledger that was charged here, if one was: where a session is to be settled.
  std::optional<Ledger::EntryId> entry = std::nullopt;
};

/// A release that is checked and not paid for yet.
template <Releasable M>
class Release {
 public:
  /// Errors: OutOfRange.
  explicit Release(typename M::Task task)
      : task_(std::move(task)), plan_(M::plan(task_)), claim_(M::claim(task_, plan_)) {}

  /// What it will cost and promise, whatever the data.
  const Claim& claim() const { return claim_; }

  /// Draws with a loss that was granted for it, by a ledger here or elsewhere. Errors: OutOfRange for
  /// more than it was checked for.
  Released<typename M::Answer> draw(const Loss& granted, typename M::Data data,
                                    Randomness& randomness) const {
    check_granted(granted, claim_);
    const typename M::Task task = M::within(task_, plan_, granted);
    const typename M::Plan plan = M::plan(task);
    return {M::draw(task, plan, std::move(data), randomness), M::claim(task_, plan)};
  }

 private:
  typename M::Task task_;
  typename M::Plan plan_;
  Claim claim_;
};

/// Checks, charges (a session in full, until it is settled), draws, claims. Errors: OutOfRange;
/// WrongType for a mechanism that protects labels alone, or another unit than the ledger's; and
/// BudgetExceeded; all with nothing drawn.
template <Releasable M>
Released<typename M::Answer> release(Ledger& ledger, typename M::Task task, typename M::Data data,
                                     Randomness& randomness) {
  const Release<M> checked(std::move(task));
  const Claim& claim = checked.claim();
  const Ledger::EntryId entry =
      claim.session
          ? ledger.open_session(
                {.mechanism = claim.mechanism, .terms = *claim.session, .protects = claim.protects})
          : ledger.spend({.mechanism = claim.mechanism,
                          .charge = charge_of(claim),
                          .neighbors = claim.neighbors,
                          .protects = claim.protects});
  auto released = checked.draw(ledger.entries()[entry].granted, std::move(data), randomness);
  released.entry = entry;
  return released;
}

}  // namespace logstar
