// Sorted or unsorted keys of any fixed width, packed in one array.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "logstar/randomness/natural.hpp"

namespace logstar {

/// An unsigned key of a fixed number of bits: 64-bit limbs, the most significant first, unused
/// high bits zero. Smaller keys represent smaller values. Vectors compare as keys do.
using WideKey = std::vector<std::uint64_t>;

/// The number of limbs of a key of `bits` bits.
constexpr std::size_t limbs_for(std::uint32_t bits) { return (std::size_t(bits) + 63) / 64; }

/// Keys as numbers, and back (value below 2^bits).
Natural natural_of(std::span<const std::uint64_t> key);
WideKey key_of(const Natural& value, std::uint32_t bits);

/// Negative if key a is smaller than key b, 0 if they are equal, positive if it is larger. Both have the same
/// number of limbs.
inline int order_of(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  for (std::size_t limb = 0; limb < a.size(); ++limb) {
    if (a[limb] != b[limb]) return a[limb] < b[limb] ? -1 : 1;
  }
  return 0;
}

/// Bit `level` of a key of `bits` bits, counted from the most significant one.
inline bool bit_of(std::span<const std::uint64_t> key, std::uint32_t level, std::uint32_t bits) {
  const std::uint32_t place = bits - 1 - level;  // counted from the least significant
  return key[key.size() - 1 - place / 64] >> (place % 64) & 1;
}

/// The number of leading bits that two keys of `bits` bits share: 0 to `bits`.
std::uint32_t common_prefix_of(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b,
                               std::uint32_t bits);

/// Keys lowest..highest, both included.
struct WideInterval {
  WideKey lowest;
  WideKey highest;

  /// All keys of `bits` bits.
  static WideInterval all(std::uint32_t bits);
  WideKey clamp(WideKey key) const;
};

/// The widest key that is taken: 2^26 bits, text of 8 MiB.
inline constexpr std::uint32_t kMaxKeyBits = std::uint32_t(1) << 26;

/// `size()` keys of `bits()` bits each, in one row of `limbs()` words a key. With at most 64 bits
/// the words are the keys.
class KeyArray {
 public:
  /// Errors: OutOfRange unless bits lies in 1..2^26 and the words are a whole number of keys.
  explicit KeyArray(std::uint32_t bits, std::vector<std::uint64_t> words = {});

  std::uint32_t bits() const { return bits_; }
  std::size_t limbs() const { return limbs_; }
  std::size_t size() const { return words_.size() / limbs_; }

  std::span<const std::uint64_t> operator[](std::size_t i) const {
    return {words_.data() + i * limbs_, limbs_};
  }
  const std::vector<std::uint64_t>& words() const& { return words_; }
  std::vector<std::uint64_t> words() && { return std::move(words_); }

  /// `key` has `limbs()` words.
  void append(std::span<const std::uint64_t> key);
  /// Appends the key 0 so many times, which the caller may write until the next change.
  std::span<std::uint64_t> append_zeros(std::size_t keys);
  void drop_last(std::size_t keys) { words_.resize(words_.size() - keys * limbs_); }
  void reserve(std::size_t keys) { words_.reserve(keys * limbs_); }

  /// Sorts the keys in increasing order. Cost: keys of one limb O(n log n), in place. Wider keys O(n log n) if
  /// they differ in the first limb, with further passes for equal limbs, and 16 bytes a key during the sort.
  void sort();
  /// Sorts them, and returns the former index of each key.
  std::vector<std::size_t> sort_with_order();

  /// Bit `level` of key i, counted from the most significant of its `bits()` bits.
  bool bit(std::size_t i, std::uint32_t level) const { return bit_of((*this)[i], level, bits_); }

  bool equal(std::size_t i, std::size_t j) const {
    const std::uint64_t* a = words_.data() + i * limbs_;
    return std::equal(a, a + limbs_, words_.data() + j * limbs_);
  }

  /// How many leading bits keys i and j share: 0 to `bits()`.
  std::uint32_t common_prefix(std::size_t i, std::size_t j) const {
    return common_prefix_of((*this)[i], (*this)[j], bits_);
  }

 private:
  std::uint32_t bits_;
  std::size_t limbs_;
  std::vector<std::uint64_t> words_;
};

}  // namespace logstar
