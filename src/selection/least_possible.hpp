// What no private algorithm can promise, beside what these promise.
//
// A number such that every algorithm of this privacy, with this confidence on all data, errs by at least as much (or
// needs as many users) as it says. By packing: many data sets whose right answers exclude each other are a few steps
// from one of them (privacy/climb.hpp).
// Source: KLMNS20, CLNSS22 and BNS13 (Lemma 4.15, Theorems 5.9 and 5.10) for the arguments; proofs with constants in
//   docs/guarantees/least-possible.md.
// Departures: BNS13's sums of k items are bounded with whole records, and by single items too. The bound by
//   doubling of CLNSS22 Theorem 4.4 is left out: it is larger only on domains that no computer holds.
// Privacy: none is spent; everything here is computed from public numbers.
// Cost: O(k) logarithms.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/selection/exponential.hpp"

namespace logstar {

enum class PossibleTask {
  quasi_concave_max,    ///< the error
  learn_point,          ///< errors of a rule that gives label 1 to one item at most
  learn_threshold,      ///< errors of a threshold
  learn_rectangle,      ///< errors of a box, whose k axes have `size` keys each
  sanitize_points,      ///< the greatest error of all counts
  sanitize_thresholds,  ///< the greatest error of all numbers at or below a value
  sums,                 ///< the greatest error of all sums over k of the items
  select_best,          ///< how far a returned score may lie below a missed one
  top_k  ///< the same of a list in users; without one the users of an item that is named
};
constexpr PossibleTask last_of(PossibleTask) { return PossibleTask::top_k; }

/// "quasiConcaveMax", "learnPoint", "learnThreshold", "learnRectangle", "sanitizePoints", "sanitizeThresholds",
/// "sums", "selectBest", "topK".
const char* name_of(PossibleTask task);

struct LeastPossibleTask {
  PossibleTask task = PossibleTask::quasi_concave_max;
  /// How many points, items, keys or candidates there are; 0: any number, of learn_point and top_k.
  Natural size = 0;
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  ScoreMoves moves = ScoreMoves::both_ways;  ///< of quasi_concave_max and select_best
  std::uint64_t k = 1;  ///< of learn_rectangle the axes; of sums, select_best and top_k how many
  /// For top_k with a list: at how many items one user counts at most; empty: any number.
  std::optional<std::uint64_t> per_user = std::nullopt;
  double confidence = 0.95;

  void describe(auto& field) {
    field("task", task);
    loss.describe(field);
    field("neighbors", neighbors);
    field("monotone", moves, ScoreMoves::both_ways, ScoreMoves::one_way);
    field("k", k);
    field("perUser", per_user);
    field("confidence", confidence);
  }
};

/// The bound, or 0 without a bound; infinity if nothing can be promised. Errors: OutOfRange.
double least_possible(const LeastPossibleTask& task);

}  // namespace logstar
