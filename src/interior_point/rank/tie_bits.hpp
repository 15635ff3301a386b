// Random bits of records in order, those of equal records sorted.
//
// Cost: 4 bytes a record, or for a class of many equal records 4 bytes for each value of the bits: of these
//   records only the number with each value matters. One access takes O(1), in such a class O(tie_bits).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "logstar/randomness/randomness.hpp"

namespace logstar {

class TieBits {
 public:
  /// Whether so many equal records are counted: where a list of their bits would take as much memory or more.
  static constexpr bool is_counted(std::size_t equal, unsigned tie_bits) {
    return equal >= std::uint64_t(1) << tie_bits &&
           equal <= std::numeric_limits<std::uint32_t>::max();
  }

  std::size_t size() const { return size_; }

  /// The bits of a record, by its place from 0 on.
  std::uint32_t operator[](std::size_t place) const {
    return counted_.empty() ? listed_[place] : beside_counted(place);
  }

  /// Memory for so many records that are not counted.
  void reserve(std::size_t listed) { listed_.reserve(listed); }

  /// Draws the bits of `equal` records, which are listed and not sorted. The caller may write them until the next
  /// change.
  std::span<std::uint32_t> draw_listed(std::size_t equal, unsigned tie_bits,
                                       Randomness& randomness);
  /// Draws the bits of `equal` records, which are counted.
  void draw_counted(std::size_t equal, unsigned tie_bits, Randomness& randomness);

  /// Appends those of `other` from this place on, where a class of equal records begins.
  void append(const TieBits& other, std::size_t first);
  /// How many records from this place on are listed.
  std::size_t listed_from(std::size_t place) const;

 private:
  /// Equal records at places first..last - 1, by the number of them below each value of the bits.
  struct Counted {
    std::size_t first;
    std::size_t last;
    std::size_t listed_before;
    std::shared_ptr<const std::vector<std::uint32_t>> below;
  };

  std::uint32_t beside_counted(std::size_t place) const;
  /// The first class that ends after this place, if any.
  std::vector<Counted>::const_iterator counted_after(std::size_t place) const;

  std::size_t size_ = 0;
  std::vector<std::uint32_t> listed_;
  std::vector<Counted> counted_;  // increasing
};

}  // namespace logstar
