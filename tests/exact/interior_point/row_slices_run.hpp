// A session of slices over few rows, asked in pieces, as a mechanism on lists of rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "divergence.hpp"
#include "enumerating_randomness.hpp"
#include "logstar/interior_point/slices/row_slices_release.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar::testing {

struct KeyedRow {
  std::optional<int> key;
  std::size_t value = 0;

  auto operator<=>(const KeyedRow&) const = default;
};

using KeyedRows = std::vector<KeyedRow>;
using RowSession = RowSlices<KeyedRow>;

/// The value that most rows of a slice have, by a draw at `drawn`; the slice is charged `charged`.
inline int ask(RowSession::Slice& slice, double charged, double drawn, Randomness& randomness) {
  slice.ledger().spend({.mechanism = "a piece", .charge = charge_of(Loss{charged, 0})});
  std::int64_t counts[2] = {};
  for (const KeyedRow& row : slice.rows()) ++counts[row.value];
  return static_cast<int>(exponential_choice(counts, drawn, randomness));
}

/// Two slices of one row each and four pieces: A is asked, B is cut by the answer, from the other end and by
/// another key; then B, A and B are asked. `drawn` is what a piece really costs.
inline void converse(RowSession& session, double charged, double drawn, Randomness& randomness,
                     std::vector<int>& seen) {
  const auto key = [](const KeyedRow& row) { return row.key; };
  RowSession::Slice& a = session.take(1, key, SliceEnd::low);
  const int first = ask(a, charged, drawn, randomness);
  const auto by_value = [&](const KeyedRow& row) -> std::optional<int> {
    if (!row.key) return first == 1 ? std::optional(2) : std::nullopt;
    return first == 1 ? static_cast<int>(row.value) : *row.key;
  };
  RowSession::Slice& b = session.take(1, by_value, first == 1 ? SliceEnd::low : SliceEnd::high);
  seen.push_back(first);
  for (RowSession::Slice* slice : {&b, &a, &b}) {
    seen.push_back(ask(*slice, charged, drawn, randomness));
  }
}

inline RowSlicesTask two_slices(double slice_epsilon, double compute_epsilon) {
  RowSlicesTask task;
  task.slice_epsilon = slice_epsilon;
  task.compute = {compute_epsilon, 0};
  task.slices = 2;
  return task;
}

/// A session of two pieces of half of `compute` for each slice; in each of `task.sessions`.
inline auto conversation(const RowSlicesTask& task, double drawn) {
  return [=](const KeyedRows& rows, Randomness& randomness) {
    RowSession session(task, Claim{}, rows, randomness);
    std::vector<int> seen;
    for (unsigned i = 0; i < task.sessions; ++i) {
      if (i > 0) session.restart();
      converse(session, task.compute.epsilon / 2, drawn, randomness, seen);
    }
    return seen;
  };
}

inline void for_each_list(std::size_t size, const std::vector<KeyedRow>& kinds,
                          const std::function<void(const KeyedRows&)>& visit) {
  KeyedRows rows;
  const std::function<void()> extend = [&] {
    if (rows.size() == size) return visit(rows);
    for (const KeyedRow& kind : kinds) {
      rows.push_back(kind);
      extend();
      rows.pop_back();
    }
  };
  extend();
}

/// Every kind of row: keys 0, 1 and none, values 0 and 1.
inline std::vector<KeyedRow> row_kinds() {
  std::vector<KeyedRow> kinds;
  for (const std::optional<int>& key : {std::optional<int>(), std::optional(0), std::optional(1)}) {
    for (const std::size_t value : {0u, 1u}) kinds.push_back({key, value});
  }
  return kinds;
}

/// Lists of up to `most` rows; neighbours have one row more, at any place, or one row changed.
template <typename Mechanism>
PrivacyReport check_lists(std::size_t most, Neighbors neighbors, double epsilon,
                          const Mechanism& mechanism, long double cut = 1e-12L) {
  using Output = decltype(mechanism(KeyedRows(), std::declval<Randomness&>()));
  const std::vector<KeyedRow> kinds = row_kinds();
  const bool replaced = neighbors == Neighbors::replace;
  PrivacyCheck check(epsilon, name_of(neighbors),
                     "lists of up to " + counted(most, "row") + " of 3 keys and 2 values");
  std::map<KeyedRows, Law<Output>> laws;
  for (std::size_t size = 0; size <= most; ++size) {
    for_each_list(size, kinds, [&](const KeyedRows& rows) {
      laws.emplace(rows, enumerate([&](Randomness& r) { return mechanism(rows, r); }, cut));
    });
  }
  for (const auto& [rows, law] : laws) {
    for (std::size_t place = 0; place < rows.size(); ++place) {
      KeyedRows other = rows;
      other.erase(other.begin() + static_cast<std::ptrdiff_t>(place));
      if (!replaced) {
        check.pair(law, laws.at(other));
        continue;
      }
      for (const KeyedRow& kind : kinds) {
        if (!(rows[place] < kind)) continue;
        KeyedRows changed = rows;
        changed[place] = kind;
        check.pair(law, laws.at(changed));
      }
    }
  }
  return check.report();
}

}  // namespace logstar::testing
