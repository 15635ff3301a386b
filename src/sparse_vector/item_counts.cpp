#include "logstar/sparse_vector/item_counts.hpp"

namespace logstar {
namespace {

/// Multiplication by a large odd number and folding: neighbouring items land far apart.
std::uint64_t scatter(std::uint64_t item) {
  item *= 0x9e3779b97f4a7c15u;
  item ^= item >> 32;
  item *= 0xd6e8feb86659fd93u;
  return item ^ (item >> 32);
}

}  // namespace

void ItemCounts::clear() {
  entries_.clear();
  if (++generation_ == 0) {  // once in 2^32 steps
    slots_.assign(slots_.size(), Slot());
    generation_ = 1;
  }
}

void ItemCounts::add(std::uint64_t item, std::uint32_t steps) {
  std::size_t slot = slot_of(item);
  if (slots_[slot].generation != generation_) {
    if (2 * (entries_.size() + 1) > slots_.size()) {
      grow();
      slot = slot_of(item);
    }
    slots_[slot] = {generation_, static_cast<std::uint32_t>(entries_.size())};
    entries_.push_back({item, 0, false});
  }
  entries_[slots_[slot].entry].steps += steps;
}

const ItemCounts::Entry* ItemCounts::find(std::uint64_t item) const {
  const Slot& slot = slots_[slot_of(item)];
  return slot.generation == generation_ ? &entries_[slot.entry] : nullptr;
}

/// The slot that holds the item, or the empty one where it belongs.
std::size_t ItemCounts::slot_of(std::uint64_t item) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(scatter(item)) & mask;
  while (slots_[slot].generation == generation_ && entries_[slots_[slot].entry].item != item) {
    slot = (slot + 1) & mask;
  }
  return slot;
}

void ItemCounts::grow() {
  slots_.assign(slots_.size() * 2, Slot());
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    slots_[slot_of(entries_[i].item)] = {generation_, static_cast<std::uint32_t>(i)};
  }
}

}  // namespace logstar
