// How often each of a few keys occurs among many records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace logstar {

/// Counts keys in a table of hashes.
class KeyTally {
 public:
  /// False, and not all of them counted, if there are too many different keys: half as many as places.
  bool add(std::span<const std::uint64_t> keys) {
    for (const std::uint64_t key : keys) {
      // Equal records often follow each other.
      if (places_[last_].count == 0 || places_[last_].key != key) last_ = place_of(key);
      if (places_[last_].count++ > 0) continue;
      places_[last_].key = key;
      if (2 * ++different_ >= kPlaces) return false;
    }
    return true;
  }

  struct Counted {
    std::uint64_t key;
    std::uint64_t count;
  };
  /// In increasing order of the keys.
  std::vector<Counted> in_order() const {
    std::vector<std::uint64_t> keys;
    for (const Counted& place : places_) {
      if (place.count > 0) keys.push_back(place.key);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<Counted> all;
    all.reserve(keys.size());
    for (const std::uint64_t key : keys) all.push_back(places_[place_of(key)]);
    return all;
  }

 private:
  static constexpr unsigned kPlaceBits = 13;
  static constexpr std::size_t kPlaces = std::size_t(1) << kPlaceBits;

  /// Where a key is counted: its hash's place, or the next one that is free or its own. Half of them are free.
  std::size_t place_of(std::uint64_t key) const {
    auto place = static_cast<std::size_t>((key * 0x9e3779b97f4a7c15) >> (64 - kPlaceBits));
    while (places_[place].count != 0 && places_[place].key != key) place = (place + 1) % kPlaces;
    return place;
  }

  std::vector<Counted> places_ = std::vector<Counted>(kPlaces);
  std::size_t last_ = 0;
  std::size_t different_ = 0;
};

}  // namespace logstar
