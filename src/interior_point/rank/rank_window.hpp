// Quantiles from any algorithm that finds interior points: show it the records around the rank.
//
// Privacy: none of its own. One record added, removed or replaced replaces at most one record of the window,
//   whose size is fixed. So an algorithm that is (epsilon, delta) for replace is so for either kind of
//   neighbours on the window's records.
// Source: ours; proof in rank_window.cpp and docs/guarantees/quantiles-from-interior-points.md.
// Cost: O(size), or of a padded window the number of its records.
#pragma once

#include <cstddef>
#include <cstdint>

#include "logstar/domain/padded_keys.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"

namespace logstar {

/// The `size` records around rank tau n of the sorted keys; where there are none, the domain's
/// lowest key before the data and its highest after. With n records, every z between the window's
/// smallest and largest key has #{x < z} <= tau n + size / 2 and #{x <= z} >= tau n - size / 2.
/// `size`: 1 to 2^40.
KeyArray rank_window(const KeyArray& sorted, const WideInterval& domain,
                     const QuantileFraction& tau, std::size_t size);

/// The same, of which the keys outside the data are not written out.
PaddedKeys padded_rank_window(const KeyArray& sorted, const WideInterval& domain,
                              const QuantileFraction& tau, std::size_t size);

/// The `size` records from place `first` on, which may be negative: the same outside the data.
KeyArray window_from(const KeyArray& sorted, const WideInterval& domain, std::int64_t first,
                     std::size_t size);

/// The same as `window_from`, of any size from 0 on: the keys outside the data are not written out.
PaddedKeys padded_window_from(const KeyArray& sorted, const WideInterval& domain,
                              std::int64_t first, std::int64_t size);

/// The first place of `rank_window` among `records` records.
std::int64_t rank_window_start(std::size_t records, const QuantileFraction& tau, std::size_t size);

/// size / 2, rounded down: the error above in ranks.
constexpr std::size_t rank_window_error(std::size_t size) { return size / 2; }

}  // namespace logstar
