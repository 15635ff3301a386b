// Chains of intervals around a point of small databases.
#pragma once

#include <algorithm>

#include "databases.hpp"
#include "logstar/domain/integers.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/interval_target.hpp"
#include "logstar/interior_point/rank/interval_width.hpp"

namespace logstar::testing::interval_width_test {

using Keys = std::vector<std::uint64_t>;
using Told = std::optional<std::size_t>;

inline constexpr std::size_t kValues = 6;
inline const KeyInterval kDomain{0, 7};  // keys 6 and 7 never occur in the data
inline const std::vector<QuantileFraction> kQuantiles = {{1, 2}, {3, 4}, {1, 10}, {49, 50}};

/// z -+ 0, 1, 2, 3, 5, 8, cut off at the ends of the domain.
inline std::vector<KeyInterval> small_chain(std::uint64_t z) {
  std::vector<KeyInterval> chain;
  for (const std::uint64_t h : {0u, 1u, 2u, 3u, 5u, 8u}) {
    chain.push_back({z - std::min(h, z), std::min(z + h, kDomain.highest)});
  }
  return chain;
}

}  // namespace logstar::testing::interval_width_test
