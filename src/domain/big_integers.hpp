// Whole numbers from 0 to 2^bits - 1 as an ordered domain, for any number of bits.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"

namespace logstar {

/// The numbers 0..2^bits - 1; the key of a number is the number.
///
/// Errors: OutOfRange unless bits lies in 1..2^26.
class BigIntegerDomain {
 public:
  explicit BigIntegerDomain(std::uint32_t bits);

  std::uint32_t bits() const { return bits_; }
  WideInterval keys() const { return WideInterval::all(bits_); }

  /// The key of a number of any size, or empty if the record is dropped.
  std::optional<WideKey> encode(const Natural& value, Outside outside) const;
  Natural decode(const WideKey& key) const { return natural_of(key); }

 private:
  std::uint32_t bits_;
};

}  // namespace logstar
