// The common parts of the tests of quantiles at two rates, with and without a delta.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {

inline const QuantileFraction kTwoRatesQuantiles[] = {{1, 10}, {1, 2}, {3, 4}, {9, 10}};

/// The key drawn from a database of keys of three bits.
inline auto two_rates_mechanism(const TwoRatesParameters& parameters,
                                const WideInterval& domain = WideInterval::all(3)) {
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    return draw_two_rates(KeyArray(3, {database.begin(), database.end()}), domain, parameters,
                          randomness)
        .front();
  };
}

/// Parameters with a small window that few records cross: scores of 2^-10.
inline TwoRatesParameters small_two_rates(const QuantileFraction& tau, double rise, double fall,
                                          double base, std::int64_t margin, std::uint64_t copies) {
  TwoRatesParameters p;
  p.tau = tau;
  p.unit = 0x1p-10;
  p.per_weight = static_cast<std::int64_t>(rise / p.unit);
  p.most_fall = static_cast<std::int64_t>(fall / p.unit);
  const std::int64_t a = tau.numerator;
  const std::int64_t rest = tau.denominator - tau.numerator;
  p.per_part_before = std::min(p.per_weight / rest, p.most_fall / a);
  p.per_part_after = std::min(p.per_weight / a, p.most_fall / rest);
  p.base = static_cast<std::int64_t>(base / p.unit);
  p.margin = margin;
  p.padding = copies;
  return p;
}

/// The number of 400 runs that miss the margin, on `records` records of 64 bits, of every kind in turn.
inline int two_rates_failures(const TwoRatesParameters& parameters, std::int64_t records,
                              Randomness& randomness, BitPool& data) {
  constexpr std::uint32_t kBits = 64;
  const std::int64_t b = parameters.tau.denominator;
  const std::int64_t target = records * parameters.tau.numerator;
  int failures = 0;
  for (int run = 0; run < 400; ++run) {
    const DataKind kind = kDataKinds[static_cast<std::size_t>(run) % std::size(kDataKinds)];
    const KeyArray keys = sample_data(kind, static_cast<std::uint64_t>(records), kBits, data);
    const WideKey z = draw_two_rates(keys, WideInterval::all(kBits), parameters, randomness);
    std::int64_t less = 0, at_most = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      less += keys[i][0] < z.front();
      at_most += keys[i][0] <= z.front();
    }
    failures += b * less > target + parameters.margin || b * at_most < target - parameters.margin;
  }
  return failures;
}

}  // namespace logstar::testing
