// Sums the weights of each item in one step.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace logstar {

/// A hash table of 64-bit items, emptied in O(1). Items are listed in the order of their first
/// appearance, the same on every platform.
class ItemCounts {
 public:
  struct Entry {
    std::uint64_t item = 0;
    std::int64_t steps = 0;
    bool reported = false;
  };

  void clear();
  void add(std::uint64_t item, std::uint32_t steps);
  /// The entry of an item; nullptr if it was not added.
  const Entry* find(std::uint64_t item) const;

  std::vector<Entry>& entries() { return entries_; }

 private:
  struct Slot {
    std::uint32_t generation = 0;  // of the step that used it; others are empty
    std::uint32_t entry = 0;
  };

  std::size_t slot_of(std::uint64_t item) const;
  void grow();

  std::vector<Entry> entries_;
  std::vector<Slot> slots_ = std::vector<Slot>(64);  // a power of two, at most half full
  std::uint32_t generation_ = 1;
};

}  // namespace logstar
