// A range of whole numbers as an ordered domain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/domain/key_interval.hpp"

namespace logstar {

/// The whole numbers lowest..highest, at most 2^64 of them, each between -2^63 and 2^64 - 1. Keys
/// count from lowest.
///
/// Values may come as 64-bit integers or as doubles; a double is rounded to the nearest whole
/// number (halves to the even one), record by record.
///
/// Errors: OutOfRange for reversed bounds or a bound outside -2^63..2^64 - 1, or more than 2^64
/// values.
class IntegerDomain {
 public:
  IntegerDomain(Int128 lowest, Int128 highest);

  KeyInterval keys() const { return {0, static_cast<std::uint64_t>(highest_ - lowest_)}; }

  std::optional<std::uint64_t> encode(Int128 value, Outside outside) const;
  std::optional<std::uint64_t> encode(double value, Outside outside) const;
  Int128 decode(std::uint64_t key) const { return lowest_ + Int128(key); }

  /// How 64-bit words are to be read.
  enum class Words { doubles, signed_integers, unsigned_integers };

  /// Replaces values by keys in place, and returns how many are left: dropped records leave no trace.
  std::size_t encode(std::span<std::uint64_t> words, Words kind, Outside outside) const;
  /// As above.
  void encode_in_place(std::vector<std::uint64_t>& words, Words kind, Outside outside) const;

 private:
  /// Whether doubles hold both bounds and all whole numbers between.
  bool is_of_doubles() const;
  std::size_t encode_doubles(std::span<std::uint64_t> words, Outside outside) const;

  Int128 lowest_, highest_;
};

}  // namespace logstar
