// All kinds of data on ordered domains, difficult ones included.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/randomness/bit_pool.hpp"

namespace logstar::testing {

enum class DataKind { uniform, clustered, all_scales, equal, two_values, around_the_middle };

inline constexpr DataKind kDataKinds[] = {DataKind::uniform,    DataKind::clustered,
                                          DataKind::all_scales, DataKind::equal,
                                          DataKind::two_values, DataKind::around_the_middle};

inline const char* name_of(DataKind kind) {
  constexpr const char* kNames[] = {"uniform", "clustered",  "all scales",
                                    "equal",   "two values", "around the middle"};
  return kNames[static_cast<int>(kind)];
}

/// n keys of at least 16 bits, unordered.
inline KeyArray sample_data(DataKind kind, std::uint64_t n, std::uint32_t bits, BitPool& pool) {
  const Natural size = Natural(1) << bits;
  KeyArray keys(bits);
  for (std::uint64_t i = 0; i < n; ++i) {
    const Natural power = Natural(1) << static_cast<unsigned>(i * (bits - 1) / n);
    Natural key;
    switch (kind) {
      case DataKind::uniform:
        key = pool.below(size);
        break;
      case DataKind::clustered:
        key = size / 3 + pool.below(1000);
        break;
      case DataKind::all_scales:
        key = power;
        break;
      case DataKind::equal:
        key = size / 7;
        break;
      case DataKind::two_values:
        key = i < n / 2 ? size / 7 : size / 5;
        break;
      case DataKind::around_the_middle:
        key = i % 2 == 0 ? size / 2 + power / 2 : size / 2 - 1 - power / 2;
        break;
    }
    keys.append(key_of(key, bits));
  }
  return keys;
}

/// Whether the key exists and lies between the smallest and the largest record.
inline bool is_interior(const std::optional<WideKey>& key, const KeyArray& records) {
  if (!key) return false;
  bool none_below = true;
  bool none_above = true;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const WideKey record(records[i].begin(), records[i].end());
    none_below = none_below && record > *key;
    none_above = none_above && record < *key;
  }
  return !none_below && !none_above;
}

/// The number of `runs` runs, each on fresh data, in which `draw` gives an interior point.
template <typename Draw>
int interior_draws(int runs, DataKind kind, std::uint64_t n, std::uint32_t bits, BitPool& pool,
                   const Draw& draw) {
  int interior = 0;
  for (int run = 0; run < runs; ++run) {
    const KeyArray keys = sample_data(kind, n, bits, pool);
    interior += is_interior(draw(keys), keys);
  }
  return interior;
}

}  // namespace logstar::testing
