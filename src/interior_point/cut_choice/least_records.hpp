// How many records cut choice needs, and the offset at which it needs the fewest.
//
// Privacy: none is spent; everything here is computed from public numbers.
#pragma once

#include <cstdint>
#include <limits>

namespace logstar {

/// A draw of cut choice as its accuracy sees it. Weights are counted as e^(rate (score - 1)).
struct CutTask {
  std::uint32_t bits = 64;
  double rate = 0;     ///< the draw's epsilon per unit of score
  double beta = 0.05;  ///< how often the result may be missing or outside the data
  /// The logarithm, rounded up, of the weight that the good candidates compete with: bottom's, or that of all
  /// candidates without records. If neither exists, of the weight that the total must reach.
  double log_rival = 0;
  bool rival_is_drawn = true;  ///< whether that may be drawn
  std::uint64_t most_offset = std::numeric_limits<std::uint64_t>::max();
};

struct CutSize {
  std::uint64_t records = 0;
  std::uint64_t offset = 0;
};

/// A number of records from which on, for every data set, the draw returns an interior point with probability
/// at least 1 - beta; and the offset for which this holds. If the rival is not drawn, the candidates also weigh
/// at least as much as it. Some milliseconds the first time, except for usual parameters
/// (usual_calibrations.hpp).
CutSize least_cut_records(const CutTask& task);

/// As least_cut_records, without the table and the cache.
CutSize search_for_cut_records(const CutTask& task);

/// As least_cut_records by the closed form only, for one offset.
std::uint64_t closed_cut_records(const CutTask& task, std::uint64_t offset);

/// A number that least_cut_records is not below, at once. It falls with the rate, and rises with log_rival. For a rival
/// that is not drawn.
std::uint64_t cut_records_at_least(const CutTask& task);

/// Whether the promise holds from `group` * `records` records on with the offset `group` * `offset`, by
/// GoodWeight. May return false although it holds, the more often the larger the group.
bool cut_records_suffice(const CutTask& task, std::uint64_t group, const CutSize& size);

}  // namespace logstar
