// Draws the most frequent items of an unlisted domain. The head of the histogram competes with "bottom", a safe
// margin above the count of the first item beyond the head. The mechanism stops at bottom, so it may return
// fewer than k items, and it returns an item of a single user with probability at most delta.
//
// Privacy: for every histogram, the empty one included, one user more or fewer: the answer has the law of k
//   adaptive item_epsilon-bounded-range draws, except for leaks of mean at most item_delta/(1 + item_delta)
//   (docs/guarantees/top-k.md, Theorem 1). So (k item_epsilon, item_delta), and any tighter bound for such
//   draws plus item_delta. `limited_domain`: users with at most the calibration's per_user items each.
//   `strict`: with any number.
// Source: DR19 Algorithm 1 and Theorem 1 (`limited_domain`), section 6.2 (`strict`).
// Departures: draws are made by `peel`, which has the same law as one-shot Gumbel noise (DR19 Lemma
//   4.2). Only items that occur are candidates; fewer than kbar + 1 of them: h_(kbar+1) = 0.
// Cost: O(kbar + k log kbar) once the top kbar + 1 counts are there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "logstar/randomness/randomness.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar {

/// The rows that a mechanism reads: the number of the first kbar that exist, and the count of the next.
struct RowHead {
  std::size_t candidates = 0;
  std::int64_t left_out = 0;  // h_(kbar+1), 0 if there is no such item
};

/// `counts`: from high to low. Rows with a count of 0 or less do not exist.
RowHead head_of(std::span<const std::int64_t> counts, std::uint64_t kbar);
/// The rows that exceed left_out.
RowHead strict_head_of(std::span<const std::int64_t> counts, std::uint64_t kbar);

/// `limited_domain` and `strict`. `counts`: the highest min(kbar + 1, number of items) counts, from
/// high to low, each below 2^62; for `limited_domain` with ties in the fixed order of the items
/// (histogram.hpp).
TopKResult draw_limited_domain(std::span<const std::int64_t> counts,
                               const TopKParameters& parameters, Randomness& randomness);

}  // namespace logstar
