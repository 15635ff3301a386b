// The records of several stretches of ranks, sorted, without sorting those between them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace logstar {

/// Ranks first..last - 1, counted from 0.
struct RankRange {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// Some ranks of the records in order. Equal records are in the same stretch.
struct Stretch {
  RankRange ranks;
  std::size_t offset;  ///< the index of its first record in the array of keys
};

/// Increasing, each with a gap to the next.
using Stretches = std::vector<Stretch>;

/// Stretches of which each wanted range lies inside one. Their keys, in order, are then the first of `keys`, and
/// the others follow in any order. Empty if sorting all is as quick: for few records, or if the ranges and their
/// surroundings have more than a third of them.
/// `wanted`: increasing, not empty, inside 0..keys.size(); they may overlap.
/// Cost: O(n log b) for b <= 2048 buckets, two passes over the keys in place, and the sort of the stretches.
std::optional<Stretches> select_stretches(std::vector<std::uint64_t>& keys,
                                          const std::vector<RankRange>& wanted);

}  // namespace logstar
