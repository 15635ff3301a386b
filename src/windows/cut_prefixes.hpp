// Prefixes of keys as cut choice sees them in a window.
//
// Privacy: none is spent.
// Cost: O(log regions) a question.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/randomness/natural.hpp"
#include "logstar/windows/region_window.hpp"

namespace logstar {

/// All keys that begin with the same `length` bits.
struct KeyPrefix {
  Natural lowest;
  std::uint32_t length = 0;
};

/// The weight and score of a prefix, or of a key as the longest prefix, in cut choice.
struct CutScoreBound {
  std::uint64_t weight = 0;
  std::int64_t score = 0;  ///< at most the weight
};

class CutPrefixes {
 public:
  /// `bits`: of a key. `offset`: 0 or more, added to a cut's depth.
  CutPrefixes(std::uint32_t bits, std::int64_t offset) : bits_(bits), offset_(offset) {}

  std::uint32_t bits() const { return bits_; }
  /// The prefix of this length that `key` begins with.
  KeyPrefix of(const Natural& key, std::uint32_t length) const;
  /// One past its last key.
  Natural end(const KeyPrefix& prefix) const;
  /// Where its cut is: the largest key of its left child; of a key, that key.
  Natural cut(const KeyPrefix& prefix) const;
  /// The maximum weight and score, exact if no region hides a part of the prefix.
  CutScoreBound worth(const KeyPrefix& prefix, const RegionWindow& window) const;
  /// The regions that hide its weight or score, each once.
  std::vector<Region> unresolved_ranges(const KeyPrefix& prefix, const RegionWindow& window) const;

 private:
  std::uint32_t bits_;
  std::int64_t offset_;
};

}  // namespace logstar
