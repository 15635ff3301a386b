// A forecast of a top-k answer, for the data's owner: the number of returned items, and the best kbar.
//
// Privacy: none. A forecast reads the exact counts. It must stay private, and parameters must not depend on it,
// unless the histogram is public or another one.
// Source: DR19 Lemma 8.1 with the bounds of accuracy.hpp.
// Cost: O(log k) bounds; for the kbar at most 450 calibrations.
#pragma once

#include <cstdint>
#include <span>

#include "logstar/top_k/calibration.hpp"

namespace logstar {

struct TopKForecast {
  /// This many are returned with probability at least `confidence`; they are the most frequent ones within the
  /// accuracy of accuracy.hpp.
  std::uint64_t surely = 0;
  /// This many have a count at or above bottom: each of them is returned in about every second run.
  std::uint64_t likely = 0;
  std::int64_t left_out = 0;  ///< h_(kbar+1), the base of bottom's score
};

/// `counts`: as for draw_top_k. Errors: OutOfRange for a confidence outside (0, 1).
TopKForecast forecast_top_k(std::span<const std::int64_t> counts, const TopKParameters& parameters,
                            double confidence);

/// The kbar from k to the task's own at which the lowest count is enough to surely return the k-th
/// item; the least of several. A larger one only costs accuracy.
/// `counts`: the highest task.kbar + 1; `task.variant`: a variant with a kbar.
std::uint64_t useful_kbar(std::span<const std::int64_t> counts, const TopKTask& task,
                          double confidence);

}  // namespace logstar
