// The k most frequent items of an unlisted domain.
//
// Privacy: the calibration's total, whichever variant it chose, noisy counts included.
//   Preconditions: a histogram of distinct users (contributions.hpp makes one from rows), and rows
//   whose ties are in a fixed order of the items (histogram.hpp), unless the variant is `strict`,
//   `optimised_threshold` or `fixed_threshold`.
// Source: DR19; see the header of each variant.
// Cost: as the variant, and k draws of noise for counts.
#pragma once

#include <cstdint>
#include <span>

#include "logstar/randomness/randomness.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar {

/// `counts`: the highest min(kbar + 1, number of items) counts, from high to low, each below 2^62.
/// The rows of a database for ORDER BY count DESC, item LIMIT kbar + 1.
TopKResult draw_top_k(std::span<const std::int64_t> counts, const TopKParameters& parameters,
                      Randomness& randomness);

}  // namespace logstar
