// Several quantiles that may abstain, on small databases.
#pragma once

#include <algorithm>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"

namespace logstar::testing::quantiles_none_test {

using Database = std::vector<std::size_t>;
using Taus = std::vector<QuantileFraction>;

inline QuantilesParameters abstaining(const Taus& taus, double epsilon, unsigned tie_bits,
                                      std::uint64_t keys, double beta,
                                      Neighbors neighbors = Neighbors::add_remove) {
  auto parameters = calibrate_quantiles(taus, epsilon, neighbors);
  parameters.tie_bits = tie_bits;  // 16 would be too many to enumerate
  return with_none(std::move(parameters), keys, beta).or_refuse();
}

inline auto mechanism(const QuantilesParameters& parameters, std::uint64_t keys) {
  return [=](const Database& database, Randomness& randomness) {
    return draw_quantiles({database.begin(), database.end()}, {0, keys - 1}, parameters,
                          randomness);
  };
}

/// P[some quantile lies outside the data and no draw abstains].
inline long double outside(const QuantilesParameters& parameters, std::uint64_t keys,
                           const Database& database) {
  const auto law = enumerate(
      [&](Randomness& randomness) { return mechanism(parameters, keys)(database, randomness); });
  long double sum = 0;
  for (const auto& [answer, p] : law.mass) {
    const bool is_outside = std::any_of(answer.begin(), answer.end(), [&](std::uint64_t z) {
      return database.empty() || z < database.front() || z > database.back();
    });
    if (is_outside) sum += p;
  }
  return sum;
}

}  // namespace logstar::testing::quantiles_none_test
