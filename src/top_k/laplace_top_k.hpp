// Noisy counts of the most frequent items of an unlisted domain that clearly exceed the first item beyond the
// head. It costs one count for each item that a user may have, for any number of returned items, and returns
// the noisy counts.
//
// Privacy: for users with at most D items each, one user more or fewer, every histogram:
//   (c item_epsilon, b P[X - Y > margin]) with c = min(D, kbar + 1), b = min(D, kbar), X and Y
//   discrete Laplace of rate item_epsilon. Also (e', d' + b P[X - Y > margin]) for any (e', d')
//   that c mechanisms of item_epsilon each satisfy together. docs/guarantees/top-k.md, Theorem 3.
// Source: DR19 Algorithm 4 and Lemma 6.1.
// Departures: discrete noise. DR19 charges delta (1 + e^(D epsilon)) times; pairing entering with leaving items
//   shows that once is enough. DR19 asks for D < kbar; any D will do. Equal noisy counts have a random order:
//   their order by rank would reveal the counts.
// Cost: kbar + 1 draws of noise, O(kbar log kbar).
#pragma once

#include <cstdint>
#include <span>

#include "logstar/randomness/randomness.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar {

/// `counts` as for draw_limited_domain, ties in the fixed order of the items.
TopKResult draw_laplace_top_k(std::span<const std::int64_t> counts,
                              const TopKParameters& parameters, Randomness& randomness);

}  // namespace logstar
