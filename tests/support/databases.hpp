// All small databases and all pairs of neighbours among them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <map>
#include <vector>

#include "divergence.hpp"
#include "enumerating_randomness.hpp"

namespace logstar::testing {

/// Calls `visit` with every multiset of exactly `size` values out of 0..values-1, sorted.
inline void for_each_multiset(std::size_t values, std::size_t size,
                              const std::function<void(const std::vector<std::size_t>&)>& visit) {
  std::vector<std::size_t> multiset;
  const std::function<void(std::size_t)> extend = [&](std::size_t least) {
    if (multiset.size() == size) return visit(multiset);
    for (std::size_t value = least; value < values; ++value) {
      multiset.push_back(value);
      extend(value);
      multiset.pop_back();
    }
  };
  extend(0);
}

/// The multiset with one more value, sorted.
inline std::vector<std::size_t> with(std::vector<std::size_t> multiset, std::size_t value) {
  multiset.insert(std::upper_bound(multiset.begin(), multiset.end(), value), value);
  return multiset;
}

/// Enumerates `mechanism(database, randomness)` on every database of `least` to `most` records over
/// 0..values-1 and compares all add-remove neighbours (the larger with up to `most` records).
template <typename Mechanism>
PrivacyReport check_add_remove(std::size_t values, std::size_t least, std::size_t most,
                               double epsilon, const Mechanism& mechanism,
                               long double cut = 1e-12L) {
  using Database = std::vector<std::size_t>;
  using Output = std::decay_t<decltype(mechanism(Database(), std::declval<Randomness&>()))>;
  std::map<Database, Law<Output>> smaller;
  PrivacyCheck check(
      epsilon, "add-remove",
      std::to_string(least) + " to " + counted(most, "record") + ", " + counted(values, "value"));
  for (std::size_t size = least; size <= most; ++size) {
    std::map<Database, Law<Output>> here;
    for_each_multiset(values, size, [&](const Database& database) {
      here.emplace(database, enumerate([&](Randomness& r) { return mechanism(database, r); }, cut));
    });
    for (const auto& [database, law] : smaller) {
      for (std::size_t value = 0; value < values; ++value) {
        check.pair(law, here.at(with(database, value)));
      }
    }
    smaller = std::move(here);
  }
  return check.report();
}

/// Checks replace neighbours of exactly `size` records.
template <typename Mechanism>
PrivacyReport check_replace(std::size_t values, std::size_t size, double epsilon,
                            const Mechanism& mechanism, long double cut = 1e-12L) {
  using Database = std::vector<std::size_t>;
  using Output = std::decay_t<decltype(mechanism(Database(), std::declval<Randomness&>()))>;
  std::map<Database, Law<Output>> laws;
  for_each_multiset(values, size, [&](const Database& database) {
    laws.emplace(database, enumerate([&](Randomness& r) { return mechanism(database, r); }, cut));
  });
  PrivacyCheck check(epsilon, "replace", counted(size, "record") + ", " + counted(values, "value"));
  for_each_multiset(values, size - 1, [&](const Database& common) {
    for (std::size_t a = 0; a < values; ++a) {
      for (std::size_t b = a + 1; b < values; ++b) {
        check.pair(laws.at(with(common, a)), laws.at(with(common, b)));
      }
    }
  });
  return check.report();
}

}  // namespace logstar::testing
