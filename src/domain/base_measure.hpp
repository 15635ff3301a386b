// How much each key of a domain weighs as a candidate, before any data are read.
//
// Privacy: a base measure is public. It is made of options, never of data: docs/guarantees/base-measures.md.
// Cost: O(log ranges) for the mass of an interval; at most some 130 ranges occur (likely_values.hpp).
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

/// What all keys of a domain weigh together, and the least that one of them weighs.
struct MassBounds {
  Natural total;
  Natural least;

  /// So many keys of equal weight would each have as small a share as the least one has, or a smaller one:
  /// total/least, rounded up. Takes the place of the number of keys in a promise.
  Natural even_keys() const { return (total + (least - 1)) / least; }
};

/// Whole weights of keys, constant on ranges of them. The mass of an interval is a difference of two values
/// of one function with whole values, so it is exact.
class BaseMeasure {
 public:
  /// All keys of any domain weigh 1, also of one with more than 64 bits.
  BaseMeasure() = default;

  struct Slope {
    KeyInterval keys;
    Uint128 weight = 0;  ///< of each of these keys
  };
  /// Where slopes overlap, their weights add up. Errors: OutOfRange for keys outside the domain, a key of
  /// the domain that weighs nothing, and a total of 2^95 or more.
  BaseMeasure(const KeyInterval& domain, const std::vector<Slope>& slopes);

  bool is_even() const { return ranges_.empty(); }

  /// `keys`: how many the domain has; only all even weights need it.
  MassBounds bounds(const Natural& keys) const;

  /// What the keys of an interval inside the domain weigh together.
  Natural mass(const KeyInterval& keys) const;
  /// The key of an interval that is reached after so much mass, less than it has: each key at as many places as it
  /// weighs.
  std::uint64_t key_at(const KeyInterval& keys, const Natural& place) const;

  /// The same of points: keys with `tie_bits` more bits, at most 32, that split the weight of the key evenly
  /// (each point weighs what its key does; so all masses are 2^tie_bits times as large).
  Natural mass_of_points(Uint128 lowest, Uint128 highest, unsigned tie_bits) const;
  Uint128 point_at(Uint128 lowest, const Natural& place, unsigned tie_bits) const;

 private:
  struct Range {
    std::uint64_t first;  ///< its last key is before the next range's first
    Uint128 weight;
    Uint128 before;  ///< the mass of all keys before it
  };
  /// The mass of all points before this one, in a measure that is not even.
  Uint128 mass_before(Uint128 point, unsigned tie_bits) const;
  const Range& range_of(std::uint64_t key) const;

  std::vector<Range> ranges_;
  Uint128 total_ = 0;
};

}  // namespace logstar
