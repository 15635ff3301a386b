// All finite doubles, or an interval of them, as an ordered domain.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/domain/key_interval.hpp"

namespace logstar {

/// Finite doubles between `lowest` and `highest`. No bounds need be known: the default is all of
/// them, 2^64 - 2^53 - 1 keys.
///
/// A key is the double's bit pattern without its sign, negated for negative numbers, shifted to
/// start at 0: an order-preserving numbering in which -0 and 0 are one. Half of all doubles lie between -1 and 1: a
/// median close to 0 is drawn towards 0 by some ranks (the weight of keys where the data do not decide:
/// likely_values.hpp). On a known range use decimals or `digits`.
///
/// `digits` (1 to 15) keeps only the leading bits of the mantissa that carry that many significant decimal
/// digits, and rounds values to them (never past a bound): fewer keys, a smaller rank error.
///
/// Errors: OutOfRange for bounds that are not finite or reversed, and for digits.
class RealDomain {
 public:
  RealDomain() : RealDomain(std::nullopt, std::nullopt, std::nullopt) {}
  RealDomain(std::optional<double> lowest, std::optional<double> highest,
             std::optional<unsigned> digits);

  KeyInterval keys() const { return keys_; }
  /// The bounds as they were given: with `digits`, a key's value may lie a little inside of them.
  double lowest() const { return lowest_; }
  double highest() const { return highest_; }

  /// The key of a value, or empty if the record is dropped.
  std::optional<std::uint64_t> encode(double value, Outside outside) const;
  double decode(std::uint64_t key) const;

  /// Replaces doubles by keys in place, bit patterns in, keys out, and returns how many are left: dropped records
  /// leave no trace.
  std::size_t encode(std::span<std::uint64_t> bit_patterns, Outside outside) const;
  /// As above.
  void encode_in_place(std::vector<std::uint64_t>& bit_patterns, Outside outside) const;

 private:
  std::uint64_t key_of(double value) const;

  unsigned dropped_bits_ = 0;  // of the mantissa
  std::uint64_t zero_ = 0;     // the key of 0: the number of positive keys
  double lowest_, highest_;
  KeyInterval keys_;
};

}  // namespace logstar
