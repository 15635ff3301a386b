// One object that holds the budget: it accepts a request only if everything accepted so far,
// together with the request, stays within the declared total.
//
// Privacy: a filter. The loss spent can be read at any time, but it is a bound only for a total fixed
// beforehand. (The ledger is no odometer, whose bound would hold at a moment chosen by the data: that costs
// more in the concentrated currency.) Suppose that every mechanism runs with the loss that its entry was
// `granted`, and that it neither reads data nor draws randomness before its entry is made. Then everything
// released is (total.epsilon, total.delta)-DP for the budget's neighbours, however mechanisms, parameters and
// the moment to stop are chosen from earlier releases, sessions interleaved at will.
//   basic: sums of epsilon and delta.
//   concentrated: the sum of delta stays below total.delta - tail, and the sum of epsilon stays
//     below total.epsilon or the sum of rho below the rho that costs (total.epsilon, tail).
// Source: Rogers, Roth, Ullman, Vadhan 2016 (filters); Feldman, Zrnic 2021 and Whitehouse, Ramdas,
// Rogers, Wu 2023 (the zCDP filter, approximate entries); Haney et al. 2023 (interleaving); proof
// in one piece, the "or" included, in docs/guarantees/composition.md.
//
// Exactness: a double is added as the exact number it is, without rounding. The double 0.1 is slightly more
// than a tenth, and eleven times 1/11 slightly more than 1. So the ledger grants and charges 2^-44 of its size
// less than a request, which exceeds all such rounding. Requests that add up to the total on paper fit; others
// are rejected; the granted losses never exceed the total. spent() and remaining() are rounded to 14 digits of
// the total; a request for remaining() fits.
//
// Parallel parts: if the caller declares that no record is in two of a group's parts, the group
// costs the maximum over its parts, each number for itself.
// Unit: a budget with a unit accepts only releases that protect this unit (privacy/unit.hpp).
// Replace: an add_remove entry in a replace ledger is charged its worth under replace
// (charge.hpp); a replace entry in an add_remove ledger is rejected, as it has no guarantee there.
// Cost: O(1) a request (O(log parts) in a group), O(charged parts of the group) when a part's
// charge goes down.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "logstar/privacy/ledger_entry.hpp"
#include "logstar/privacy/ledger_sums.hpp"

namespace logstar {

/// The least delta above 0 that can be requested.
inline constexpr double kMinLedgerDelta = 1e-305;

struct LedgerRequest {
  std::string mechanism;
  Charge charge;
  Neighbors neighbors = Neighbors::add_remove;
  std::optional<Part> part = std::nullopt;
  /// The protected unit. Empty: the entry covers several releases, and each states its unit when it is made
  /// (`check_unit`).
  std::optional<Protects> protects = Protects::records;
};

/// The request as a mechanism states its cost, which the ledger charges.
struct CostRequest {
  std::string mechanism;
  Cost cost;
  Neighbors neighbors = Neighbors::add_remove;
  std::optional<Part> part = std::nullopt;
  std::optional<Protects> protects = Protects::records;

  /// release/described.hpp
  void describe(auto& field) {
    field("mechanism", mechanism);
    cost.describe(field);
    field("neighbors", neighbors);
    field("part", part);
    field("protects", protects);
  }

  /// Errors: as Cost::charge.
  LedgerRequest charged() const { return {mechanism, cost.charge(), neighbors, part, protects}; }
};

struct SessionRequest {
  std::string mechanism;
  SessionTerms terms;
  Neighbors neighbors = Neighbors::add_remove;
  std::optional<Part> part = std::nullopt;
  std::optional<Protects> protects = Protects::records;

  /// The terms are for add-remove neighbours.
  void describe(auto& field) {
    field("mechanism", mechanism);
    terms.describe(field);
    field("part", part);
    field("protects", protects);
  }
};

/// The loss that every ledger grants a request for `asked`: slightly less, which an entry keeps as `granted`.
/// Errors: OutOfRange for a delta so small that the rest would be 0.
Loss grant_for(const Loss& asked);

class Ledger {
 public:
  using EntryId = std::size_t;

  /// Throws OutOfRange for an invalid budget.
  explicit Ledger(const Budget& budget);
  // A copy would be the same budget a second time.
  Ledger(const Ledger&) = delete;
  Ledger& operator=(const Ledger&) = delete;
  Ledger(Ledger&&) noexcept = default;
  Ledger& operator=(Ledger&&) noexcept = default;

  /// Charges a request for good, before the mechanism draws. Throws BudgetExceeded, which names the request and
  /// the rest, OutOfRange, or WrongType for another unit of privacy than the budget's. The ledger is unchanged
  /// then.
  EntryId spend(const LedgerRequest& request);

  /// Sets a request aside, for a mechanism that still has parameters to check. It counts as spent
  /// from here on, unless it is withdrawn.
  EntryId reserve(const LedgerRequest& request);
  /// From here on it cannot be withdrawn. Call it before the mechanism draws.
  void commit(EntryId reserved);
  /// Removes a reservation. Only if the mechanism has not drawn anything.
  void withdraw(EntryId reserved);

  /// Charges a pay-what-you-get session in full, outcomes * epsilon and calls * delta.
  /// Precondition: every call is a run of epsilon-bounded-range draws with leaks of mean at most
  /// delta (docs/guarantees/composition.md, "Conditions on an entry").
  /// Source: Durfee, Rogers 2019, Algorithm 2 and Theorem 2, in this currency.
  EntryId open_session(const SessionRequest& request);
  /// Closes the session at its results: returned * epsilon and called * delta. These numbers must be
  /// released results of the session, not of the data. Throws OutOfRange beyond its terms.
  void settle(EntryId session, std::uint64_t returned, std::uint64_t called);

  /// Declares at most kMaxParts parts of the data without a record in common; returns the group for
  /// Part::group. The declaration is kept and saved with the ledger.
  std::size_t declare_parallel(std::string declaration, std::uint64_t parts);

  const Budget& budget() const { return budget_; }
  const std::deque<LedgerEntry>& entries() const { return entries_; }

  /// The spent loss, in the total's terms.
  Loss spent() const;
  /// The largest epsilon that one more pure request may have, and the remaining delta.
  Loss remaining() const;

  /// The state to save, in which reservations and open sessions count as spent in full.
  LedgerState state() const;
  /// Continues a saved ledger; every charge is computed again and the larger one counts, so a
  /// resumed ledger is never more generous than the saved one. Throws OutOfRange if it has spent
  /// more than its total, WrongType if it was charged for another unit than the budget's.
  static Ledger resume(const LedgerState& state);

 private:
  LedgerEntry checked(const LedgerRequest& request) const;
  LedgerEntry checked(const SessionRequest& request) const;
  /// The first status of an entry of either kind.
  LedgerEntry checked_entry(const auto& request) const;
  void check_part(Neighbors neighbors, const std::optional<Part>& part) const;
  Charge in_ledger_terms(const Charge& charge, Neighbors neighbors) const;
  Charge session_charge(const LedgerEntry& entry, std::uint64_t returned,
                        std::uint64_t called) const;
  EntryId admit(LedgerEntry entry);
  bool within_total(const ChargeSum& sums) const;
  void change_charge(LedgerEntry& entry, const Charge& charge);
  LedgerEntry& entry_with_status(EntryStatus status, EntryId id, const char* description);

  Budget budget_;
  double rho_limit_ = 0;  // the maximum rho in the concentrated currency
  std::vector<ParallelGroup> groups_;
  std::deque<LedgerEntry>
      entries_;  // as it grows, it neither moves nor holds room for as many again
  LedgerSums sums_;
};

}  // namespace logstar
