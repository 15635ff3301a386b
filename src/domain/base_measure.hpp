// How much each key of a domain weighs as a candidate, before any data are read.
//
// Privacy: a base measure is public. It is made of options, never of data: docs/guarantees/base-measures.md.
// Cost: O(log ranges) for the mass of an interval; at most some 130 ranges occur (likely_values.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

/// The total weight of all keys of a domain, and the minimum weight of a key.
struct MassBounds {
  Natural total;
  Natural least;

  /// The number of equally heavy keys whose share is at most the minimum share here: total/least, rounded up.
  /// Accuracy statements use it as the number of keys.
  Natural even_keys() const { return (total + (least - 1)) / least; }
};

/// Whole weights of keys, constant on ranges of them. The mass of an interval is a difference of two values
/// of one function with whole values, so it is exact. Copies share their ranges.
class BaseMeasure {
 public:
  /// All keys of any domain weigh 1, also of one with more than 64 bits.
  BaseMeasure() = default;

  struct Slope {
    KeyInterval keys;
    Uint128 weight = 0;  ///< of each of these keys
  };
  /// Where slopes overlap, their weights add up. `expected`: the keys of a guess, if it was made for one.
  /// Errors: OutOfRange for keys outside the domain, a key of the domain that weighs nothing, and a total of 2^95
  /// or more.
  BaseMeasure(const KeyInterval& domain, const std::vector<Slope>& slopes,
              std::optional<KeyInterval> expected = std::nullopt);

  bool is_even() const { return table_ == nullptr; }
  /// Whether it weighs just the keys of this domain: an even one does of any.
  bool is_of(const KeyInterval& domain) const;
  std::optional<KeyInterval> expected() const {
    return is_even() ? std::nullopt : table_->expected;
  }

  /// `keys`: how many the domain has; only all even weights need it.
  MassBounds bounds(const Natural& keys) const;

  /// As bounds, with the minimum over an interval inside the domain; in an uneven measure only.
  MassBounds bounds_within(const KeyInterval& keys) const;

  /// The total weight of the keys of an interval inside the domain.
  Natural mass(const KeyInterval& keys) const;
  /// The key at mass `place` counted from the key `first`: each key covers as many places as it weighs.
  std::uint64_t key_from(std::uint64_t first, const Natural& place) const;

  /// The total weight of all points before this one, and its own, where points are keys with `tie_bits` more bits.
  struct PointMass {
    Uint128 before;
    Uint128 own;
  };
  PointMass mass_at(Uint128 point, unsigned tie_bits) const;

  /// As above for points: keys with `tie_bits` more bits, at most 32. Each point weighs what its key does, so
  /// all masses are 2^tie_bits times as large.
  Natural mass_of_points(Uint128 lowest, Uint128 highest, unsigned tie_bits) const;
  class Rising;
  Uint128 point_from(Uint128 lowest, const Natural& place, unsigned tie_bits) const;

 private:
  struct Range {
    std::uint64_t first;  ///< its last key is before the next range's first
    Uint128 weight;
    Uint128 before;  ///< the mass of all keys before it

    PointMass at(Uint128 point, unsigned tie_bits) const {
      return {(before << tie_bits) + weight * (point - (Uint128(first) << tie_bits)), weight};
    }
  };
  const Range& range_of(std::uint64_t key) const;

  struct Table {
    std::vector<Range> ranges;
    Uint128 total = 0;
    KeyInterval domain;
    std::optional<KeyInterval> expected;
  };
  std::shared_ptr<const Table> table_;  ///< null: even
};

/// Reads masses at points that do not fall from one to the next, each at once: a search looks the first up alone.
class BaseMeasure::Rising {
 public:
  /// The measure must outlive this.
  Rising(const BaseMeasure& measure, unsigned tie_bits) : measure_(measure), tie_bits_(tie_bits) {}

  PointMass at(Uint128 point) {
    if (measure_.is_even()) return {point, 1};
    const auto key = static_cast<std::uint64_t>(point >> tie_bits_);
    const std::vector<Range>& ranges = measure_.table_->ranges;
    if (range_ == nullptr) range_ = &measure_.range_of(key);
    while (range_ != &ranges.back() && range_[1].first <= key) ++range_;
    return range_->at(point, tie_bits_);
  }

 private:
  const BaseMeasure& measure_;
  unsigned tie_bits_;
  const Range* range_ = nullptr;
};

/// Errors: OutOfRange for a measure that weighs the keys of another domain.
void check_measure(const BaseMeasure& measure, const KeyInterval& domain);
/// As above; also OutOfRange for an uneven measure on a domain of more than 64 bits.
void check_measure(const BaseMeasure& measure, const WideInterval& domain);

}  // namespace logstar
