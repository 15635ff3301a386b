// The plain data of a ledger: requests and charges. Everything here depends on public parameters and released
// results only. A saved ledger consists of these described structs (release/described.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logstar/privacy/charge.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/privacy/unit.hpp"

namespace logstar {

/// How a ledger adds up.
enum class Composition {
  basic,        ///< sums of epsilon and of delta
  concentrated  ///< accepts a request by these sums or by the sum of rho
};
constexpr Composition last_of(Composition) { return Composition::concentrated; }

/// "basic", "concentrated".
const char* name_of(Composition composition);

/// The budget.
struct Budget {
  Loss total;  ///< 0 < epsilon <= 10^4, 0 <= delta < 1
  Neighbors neighbors = Neighbors::add_remove;
  Composition composition = Composition::basic;
  /// The part of total.delta for unlikely large losses: above 0 and at most
  /// total.delta for `concentrated`, 0 for `basic`.
  double tail = 0;
  /// The budget's unit: the ledger rejects releases that protect the other. Empty: it rejects neither, and the
  /// total holds if every user has one record.
  std::optional<Unit> unit = std::nullopt;

  void describe(auto& field) {
    total.describe(field);
    field("neighbors", neighbors);
    field("composition", composition);
    field("tail", tail);
    field("unit", unit);
  }
};

/// The maximum number of parts of a group.
inline constexpr std::uint64_t kMaxParts = 1'000'000;

/// A group of parts of the data with no record in two of them.
struct ParallelGroup {
  std::string declaration;          ///< the caller's words for why they are disjoint
  std::uint64_t parts = kMaxParts;  ///< the maximum number of parts

  void describe(auto& field) { field("declaration", declaration); }
};

/// One part of a declared group, counted from 0.
struct Part {
  std::uint64_t group = 0;
  std::uint64_t index = 0;

  void describe(auto& field) {
    field("group", group);
    field("index", index);
  }

  friend bool operator==(const Part&, const Part&) = default;
};

/// A pay-what-you-get session: `outcomes` draws at most, spread over `calls` calls at most; each
/// draw is epsilon-bounded-range, each call fails with probability at most delta.
struct SessionTerms {
  double epsilon = 0;  ///< per outcome
  std::uint64_t outcomes = 0;
  double delta = 0;  ///< per call
  std::uint64_t calls = 0;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("outcomes", outcomes);
    field("delta", delta);
    field("calls", calls);
  }
};

enum class EntryStatus {
  reserved,   ///< set aside; counts as spent
  spent,      ///< final
  open,       ///< a session that may still be settled; counts in full
  settled,    ///< a session charged for its results
  withdrawn,  ///< a reservation removed before any randomness was drawn; costs nothing
};
constexpr EntryStatus last_of(EntryStatus) { return EntryStatus::withdrawn; }

/// "reserved", "spent", "open", "settled", "withdrawn".
const char* name_of(EntryStatus status);

struct LedgerEntry {
  std::string mechanism;
  Charge asked;  ///< as the caller wrote it, for the mechanism's own neighbours
  Neighbors neighbors = Neighbors::add_remove;
  /// The protected unit. Empty: each release that it covers states its own (or the ledger was saved before
  /// entries had a unit).
  std::optional<Protects> protects;
  std::optional<Part> part;
  std::optional<SessionTerms> session;
  EntryStatus status = EntryStatus::spent;
  /// The loss that the mechanism runs with: slightly below the request (per outcome and per call for a
  /// session).
  Loss granted;
  /// The charge, for the ledger's neighbours.
  Charge charged;
  std::uint64_t returned = 0;  ///< outcomes a settled session gave back, bottom included
  std::uint64_t called = 0;    ///< calls a settled session answered

  /// The granted loss follows from the other fields.
  void describe(auto& field) {
    field("mechanism", mechanism);
    field("asked", asked);
    field("charged", charged);
    field("neighbors", neighbors);
    field("protects", protects);
    field("status", status);
    field("part", part);
    field("session", session);
    if (!session) return;
    field("returned", returned);
    field("called", called);
  }
};

/// The whole of a ledger, for saving and resuming.
struct LedgerState {
  Budget budget;
  std::vector<ParallelGroup> groups;
  std::vector<LedgerEntry> entries;
};

}  // namespace logstar
