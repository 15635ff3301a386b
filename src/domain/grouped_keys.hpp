// A multiset of keys of at most 64 bits, as distinct keys and how often each one occurs: a hundred
// million records with a few thousand values take a few thousand entries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace logstar {

struct GroupedKeys {
  std::vector<std::uint64_t> keys;    ///< increasing
  std::vector<std::uint64_t> counts;  ///< one a key, above 0; their sum is below 2^62

  std::size_t size() const { return keys.size(); }
  /// The number of records.
  std::uint64_t total() const;

  friend bool operator==(const GroupedKeys&, const GroupedKeys&) = default;
};

/// Throws OutOfRange for more or fewer counts than keys.
void check_grouped(const GroupedKeys& data);

/// One record a key, in any order.
GroupedKeys grouped(std::vector<std::uint64_t> keys);

/// Keys in any order, some of them equal perhaps, with how often each occurs, 0 included. Errors:
/// OutOfRange for more or fewer counts than keys.
GroupedKeys grouped(const std::vector<std::uint64_t>& keys,
                    const std::vector<std::uint64_t>& counts);

/// How many records come before each key, and after the last one: one number more than keys.
/// Errors: OutOfRange for more or fewer counts than keys.
std::vector<std::uint64_t> records_before(const GroupedKeys& data);

}  // namespace logstar
