// Records with a label 0 or 1, sorted by their keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "logstar/domain/key_array.hpp"

namespace logstar {

/// The keys of the records of either label, in any order, all of one width.
struct LabelledKeys {
  KeyArray ones;
  KeyArray zeros;
};

/// The records in increasing order of their keys, whatever their label. Cost: the sort of either
/// part and a merge; 12 bytes a record for keys of up to 64 bits.
class SortedSample {
 public:
  explicit SortedSample(LabelledKeys data);

  const KeyArray& keys() const { return keys_; }
  std::size_t size() const { return keys_.size(); }

  /// How many records of the first `count` have label 1.
  std::int64_t ones_before(std::size_t count) const { return ones_before_[count]; }

  /// How many errors it makes to say 1 to the first `count` records and 0 to the others.
  std::int64_t errors(std::size_t count) const {
    const std::int64_t zeros = static_cast<std::int64_t>(count) - ones_before(count);
    return zeros + ones_before(size()) - ones_before(count);
  }

 private:
  KeyArray keys_;
  std::vector<std::uint32_t> ones_before_;  // one more than records
};

/// The key with one bit more at its end: 2 key + bit.
WideKey with_last_bit(const WideKey& key, std::uint32_t bits, bool bit);

/// The keys with a last bit 1 added, between two keys of that width.
KeyArray with_last_bit_between(const WideInterval& ends, const KeyArray& keys);

/// The key without its last bit. `bits`: with it, at least 2.
WideKey without_last_bit(const WideKey& key, std::uint32_t bits);

}  // namespace logstar
