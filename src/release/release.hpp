// The release protocol: check public parameters, charge the ledger, draw with the granted loss, return answer
// and claim.
//
// Privacy: an answer costs the loss of its claim. A draw needs the granted loss, and returns the claim with the
//   answer, so no step can be left out.
// Source: ours; docs/guarantees/composition.md proves the ledger's demands on an entry.
// Cost: one plan. It is made before the charge, for the loss that will be granted (held_back.hpp).
#pragma once

#include <concepts>
#include <optional>
#include <utility>

#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/described.hpp"
#include "logstar/release/held_back.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// A mechanism that can be released. `Task` has all public parameters, and names its fields
/// (release/described.hpp).
///
/// `plan(task)` checks and calibrates; errors: OutOfRange, from public parameters only.
/// `claim(asked, plan)` is the claim of a release with the requested task `asked`, drawn by `plan`.
/// `with_loss(task, plan, granted)` is the task with the plan's choices and the granted loss.
/// `draw(task, plan, data, randomness)` is the mechanism.
template <typename M>
concept Releasable = Described<typename M::Task> &&
    requires(const typename M::Task& task, const typename M::Plan& plan, const Loss& loss,
             typename M::Data data, Randomness& randomness) {
  { M::plan(task) } -> std::same_as<typename M::Plan>;
  { M::claim(task, plan) } -> std::same_as<Claim>;
  { M::with_loss(task, plan, loss) } -> std::same_as<typename M::Task>;
  { M::draw(task, plan, std::move(data), randomness) } -> std::same_as<typename M::Answer>;
};

/// An answer with its claim.
template <typename Answer>
struct Released {
  Answer answer;
  Claim claim;
  /// The entry of the charged ledger, if any, where a session is settled.
  std::optional<Ledger::EntryId> entry = std::nullopt;
};

/// How much of the requested loss a release will be granted.
enum class Grant {
  in_full,   ///< all of it: without a ledger, and by declared steps
  held_back  ///< as a ledger grants it, slightly less
};

/// A checked release, before its charge.
template <Releasable M>
class Release {
 public:
  /// Plans for the loss that will be granted. Errors: OutOfRange, which may quote that loss.
  explicit Release(typename M::Task task, Grant grant = Grant::in_full)
      : task_(std::move(task)),
        plan_(M::plan(grant == Grant::held_back ? held_back<M>(task_) : task_)),
        claim_(M::claim(task_, plan_)),
        planned_(max_grant(claim_)) {
    if (grant == Grant::held_back) planned_ = grant_for(planned_);
  }

  /// Its loss and its promise, for all data.
  const Claim& claim() const { return claim_; }

  /// The loss that it is planned for.
  const Loss& planned() const { return planned_; }

  /// Draws with a loss that a ledger granted, here or elsewhere; with less than was planned for, by another plan.
  /// Errors: OutOfRange for more than was planned for.
  Released<typename M::Answer> draw(const Loss& granted, typename M::Data data,
                                    Randomness& randomness) const {
    check_granted(granted, planned_);
    const typename M::Task task = M::with_loss(task_, plan_, granted);
    std::optional<typename M::Plan> other;
    if (granted != planned_) other.emplace(M::plan(task));
    const typename M::Plan& plan = other ? *other : plan_;
    return {M::draw(task, plan, std::move(data), randomness), M::claim(task_, plan)};
  }

 private:
  typename M::Task task_;
  typename M::Plan plan_;
  Claim claim_;
  Loss planned_;
};

/// Checks, charges (a session in full, until it is settled), draws, claims. Errors: OutOfRange;
/// WrongType for a mechanism that protects labels alone, or another unit than the ledger's; and
/// BudgetExceeded; all with nothing drawn.
template <Releasable M>
Released<typename M::Answer> release(Ledger& ledger, typename M::Task task, typename M::Data data,
                                     Randomness& randomness) {
  const Release<M> checked(std::move(task), Grant::held_back);
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
