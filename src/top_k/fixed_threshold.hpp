// Which items of an unknown domain clearly pass the (k+1)-th highest count: each of the items above
// it answers for itself, so there is no order among them. For small k.
//
// Privacy: (k item_epsilon, 1 - (1 - t)^k), t = P[noise >= margin] <= item_delta, attained; one
//   user more or fewer, with any number of items, every histogram. The answers compose as k
//   (item_epsilon, t)-DP mechanisms. Not bounded range: sessions cannot use it. docs/guarantees/top-k.md,
//   Theorem 4.
// Source: DR19 Algorithm 8 and Theorem 5.
// Departures: discrete noise. The items have a random order, since their order by rank would reveal the counts.
// Cost: k draws of noise.
#pragma once

#include <cstdint>
#include <span>

#include "logstar/randomness/randomness.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar {

/// `counts`: the highest min(k + 1, number of items) counts, from high to low.
TopKResult draw_fixed_threshold(std::span<const std::int64_t> counts,
                                const TopKParameters& parameters, Randomness& randomness);

}  // namespace logstar
