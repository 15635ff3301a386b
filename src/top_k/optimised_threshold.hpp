// The strict limited domain with its border where the counts drop: a kbar' between k and kbar is
// drawn that makes bottom low, then up to k items.
//
// Privacy: as `strict` with k + 1 draws instead of k: the choice of kbar' is an item_epsilon-bounded-range
//   draw, as one user moves every h_(j+1) by 0 or 1 in one direction. kbar' may be released.
//   docs/guarantees/top-k.md, Theorem 2.
// Source: DR19 section 6.3, Algorithm 6.
// Departures: DR19 minimises h_(j+1) + ln(j/delta)/epsilon with Gumbel noise; the same law is
//   e^(-epsilon h_(j+1))/j, drawn exactly with whole multiplicities lcm/j. From 64 on the candidates for j are
//   a grid of ratio 33/32, which raises the least bottom by at most 0.031/epsilon.
// Cost: at most 450 choices of kbar', then O(kbar + k log kbar).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "logstar/randomness/randomness.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar {

/// The values of kbar' that are offered: k, ..., kbar, in steps of max(1, j/32).
std::vector<std::uint64_t> threshold_ranks(std::uint64_t k, std::uint64_t kbar);

/// The candidates for kbar' as runs with score -h_(j+1) and multiplicity proportional to 1/j.
std::vector<CandidateRun> threshold_choices(std::span<const std::int64_t> counts,
                                            std::span<const std::uint64_t> ranks);

/// `counts`: the highest min(kbar + 1, number of items) counts, from high to low.
TopKResult draw_optimised_threshold(std::span<const std::int64_t> counts,
                                    const TopKParameters& parameters, Randomness& randomness);

}  // namespace logstar
