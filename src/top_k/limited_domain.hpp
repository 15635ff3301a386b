// The k most frequent items of a collection whose possible items nobody has to know.
//
// Draws from the items that occur most, plus a "bottom" placed a safe margin above the count of the
// first item left out; what would be drawn after bottom is not returned. So fewer than k items may
// come back, and an item that hardly anyone has is never named (but for probability delta).
//
// Privacy: (epsilon, delta) of the calibration's `total`, add-remove neighbours of users: one user
//   more or fewer changes counts by at most 1 each (`unrestricted`), or at most `per_user` of them.
//   For every histogram, the empty one included.
// Source: DR19 Algorithm 1 and Theorem 1 (`limited_domain`), section 6.2 (`strict`).
// Departures: draws are made by `peel`, which has the same law as one-shot Gumbel noise (DR19 Lemma
//   4.2). With the concentrated composition bound the algorithm's own delta is charged
//   (1 + e^epsilon) times (`strict`: e^epsilon times) where Theorem 1 charges it once, because that
//   is what our proof gives; see docs/guarantees/top-k.md. Fewer than kbar + 1 items: h_(kbar+1) =
//   0.
// Cost: O(kbar + k log kbar) once the top kbar + 1 counts are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "privacy/loss.hpp"
#include "randomness/randomness.hpp"

namespace logstar {

enum class TopKVariant {
  /// The kbar most frequent items, ties broken by an order of the items that does not depend on the
  /// data. Margin ln(min(per_user, kbar)/delta)/epsilon: for users who contribute few items.
  limited_domain,
  /// Only items with a count above h_(kbar+1): ties need no order. Margin ln(kbar/delta)/epsilon.
  strict,
};

struct TopKTask {
  std::uint64_t k = 1;      ///< how many items to return at most, 1 to 10^6
  std::uint64_t kbar = 10;  ///< how many of the most frequent items to draw from, k to 10^7
  /// At how many items one user counts at most, 1 to 10^9; nothing: any number (then `strict`).
  std::optional<std::uint64_t> per_user;
  Loss total;  ///< epsilon 1e-9 to 1e4, 0 < delta < 1
  Neighbors neighbors = Neighbors::add_remove;
};

struct TopKParameters {
  TopKVariant variant = TopKVariant::strict;
  std::uint64_t k = 1;
  std::uint64_t kbar = 10;
  double item_epsilon = 0;       ///< of each draw
  double item_delta = 0;         ///< of the limited domain
  double margin = 0;             ///< how far bottom lies above h_(kbar+1), rounded up
  std::string_view composition;  ///< which bound turned `total` into item_epsilon
};

/// Parameters for a task; depends on public values only. With `per_user` the limited domain's
/// margin is smaller or equal and it is chosen, without it the strict form. Errors: OutOfRange.
TopKParameters calibrate_top_k(const TopKTask& task);

struct TopKResult {
  std::vector<std::size_t> items;  ///< indices into the counts, most frequent first as drawn
  bool complete = false;           ///< k items came back; else bottom was drawn, or none were left
};

/// `counts`: the highest min(kbar + 1, number of items) counts, from high to low; for
/// `limited_domain` the items must be in that order with ties in the fixed order of the items.
TopKResult draw_top_k(std::span<const std::int64_t> counts, const TopKParameters& parameters,
                      Randomness& randomness);

/// How many records below a missed item a returned one can be, at most, with probability at least
/// `confidence` (DR19 Lemma 8.1): ln(k kbar / beta) / item_epsilon, rounded up. Errors: OutOfRange.
double top_k_accuracy(const TopKParameters& parameters, double confidence);

/// All k items come back with probability at least `confidence` if the k-th count exceeds that of
/// rank kbar + 1 by at least this much: 1 + margin + ln(k / beta) / item_epsilon, rounded up.
/// Errors: OutOfRange.
double top_k_sure_gap(const TopKParameters& parameters, double confidence);

}  // namespace logstar
