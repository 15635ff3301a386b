// The smallest databases that refute a claim.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "databases.hpp"
#include "erratum.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar::testing {

struct SmallestPair {
  std::vector<std::size_t> before;
  std::vector<std::size_t> after;  ///< one more record, or a replaced one
  std::size_t values = 0;          ///< the two are over 0..values-1
  long double delta = 0;           ///< the delta that they need at the claimed epsilon
  long double smaller = 0;         ///< the largest delta that smaller ones need

  /// "{} and {0}".
  std::string text() const { return multiset_text(before) + " and " + multiset_text(after); }
};

/// The larger divergence of the two directions.
template <typename Output>
long double divergence(const Law<Output>& p, const Law<Output>& q, double epsilon) {
  return std::max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon));
}

/// Among all neighbours of at most `most_records` records over at most `most_values` values that need more than
/// the claimed delta: the fewest records (of the larger one), then the fewest values, then the greatest
/// divergence. `law(database, values)`: the law of the result.
template <typename LawOf>
std::optional<SmallestPair> smallest_pair(Neighbors neighbors, const Loss& claimed,
                                          std::size_t least_values, std::size_t most_values,
                                          std::size_t most_records, const LawOf& law) {
  SmallestPair found;
  for (std::size_t records = 1; records <= most_records; ++records) {
    for (std::size_t values = least_values; values <= most_values; ++values) {
      const auto see = [&](const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
        const long double delta = divergence(law(a, values), law(b, values), claimed.epsilon);
        if (delta > found.delta) found = {a, b, values, delta, found.smaller};
      };
      for_each_multiset(values, records - 1, [&](const std::vector<std::size_t>& common) {
        for (std::size_t x = 0; x < values; ++x) {
          if (neighbors == Neighbors::add_remove) see(common, with(common, x));
          for (std::size_t y = x + 1; neighbors == Neighbors::replace && y < values; ++y) {
            see(with(common, x), with(common, y));
          }
        }
      });
      if (found.delta > claimed.delta) return found;
      found.smaller = std::max(found.smaller, found.delta);
      found.delta = 0;
    }
  }
  return std::nullopt;
}

}  // namespace logstar::testing
