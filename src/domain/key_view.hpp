// A view of keys in an array, without a copy.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// Some keys of an array in its order, with at most one key more before them and one after them. Valid while
/// the words of the array stay where they are (moving the array keeps them there), and those of the other two
/// keys too.
class KeyView {
 public:
  /// All keys of an array.
  KeyView(const KeyArray& keys) : KeyView(keys, 0, keys.size(), {}, {}) {}

  /// Keys first..last - 1 of an array. `before`, `behind`: the further keys, or empty.
  KeyView(const KeyArray& keys, std::size_t first, std::size_t last,
          std::span<const std::uint64_t> before, std::span<const std::uint64_t> behind)
      : bits_(keys.bits()),
        limbs_(keys.limbs()),
        words_(keys.words().data() + first * limbs_),
        inner_(last - first),
        before_(before),
        behind_(behind) {}

  std::uint32_t bits() const { return bits_; }
  std::size_t size() const { return offset() + inner_ + (behind_.empty() ? 0 : 1); }

  std::span<const std::uint64_t> operator[](std::size_t i) const {
    if (i < offset()) return before_;
    i -= offset();
    return i < inner_ ? std::span<const std::uint64_t>(words_ + i * limbs_, limbs_) : behind_;
  }

  bool bit(std::size_t i, std::uint32_t level) const { return bit_of((*this)[i], level, bits_); }
  std::uint32_t common_prefix(std::size_t i, std::size_t j) const {
    return common_prefix_of((*this)[i], (*this)[j], bits_);
  }

 private:
  std::size_t offset() const { return before_.empty() ? 0 : 1; }

  std::uint32_t bits_;
  std::size_t limbs_;
  const std::uint64_t* words_;
  std::size_t inner_;
  std::span<const std::uint64_t> before_;
  std::span<const std::uint64_t> behind_;
};

}  // namespace logstar
