// Sorted keys between copies of two other keys, of which only one each is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_view.hpp"

namespace logstar {

/// Windows of too few records are filled up with copies of the domain's ends. Their number depends on epsilon alone
/// and may be millions, so they take neither memory nor time.
class PaddedKeys {
 public:
  /// No copies.
  explicit PaddedKeys(KeyArray sorted) : PaddedKeys(std::move(sorted), {}, 0, 0) {}

  /// All keys lie within `ends`: `before` copies of the lowest come before them, `behind` copies of the highest
  /// after them.
  PaddedKeys(KeyArray sorted, WideInterval ends, std::uint64_t before, std::uint64_t behind)
      : keys_(std::move(sorted)), ends_(std::move(ends)), before_(before), behind_(behind) {}

  std::uint32_t bits() const { return keys_.bits(); }
  /// The number of keys, copies included.
  std::uint64_t size() const { return before_ + keys_.size() + behind_; }

  /// The keys, with one copy of each end that has copies. Valid as long as this object.
  KeyView listed() const;
  /// How many keys come before key `i` of the listed ones; all of them for the list's end.
  std::uint64_t keys_before(std::size_t i) const;

  /// Every key, copies included. Cost: O(size() limbs).
  KeyArray all() const;

 private:
  KeyArray keys_;
  WideInterval ends_;
  std::uint64_t before_;
  std::uint64_t behind_;
};

}  // namespace logstar
