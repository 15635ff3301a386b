// A noisy comparison whose yes has the law "something happens in a Poisson process": the coin of
// the charging monitor.
//
// Law: yes with probability 1 - e^-L, L = L(excess), excess = count - threshold in records:
//   excess <= 0: L = e^(rate excess).
//   excess > 0: L grows by the factor 1 + rate (rounded down) per record, in straight lines between
//     whole records, up to 60.
// Privacy needs only this: L never falls, and one more record multiplies it by at most e^rate; the table below
// is rounded so that this holds exactly.
// Source: docs/guarantees/threshold-monitor.md.
// Cost: below the threshold a few short draws, above it one; a table of 4.1 / rate words.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/randomness/randomness.hpp"
#include "logstar/sparse_vector/query_grid.hpp"

namespace logstar {

class IntensityTest {
 public:
  /// rate: per record, at least 2^-20 (4 million table entries) and of at most 24 significant bits
  /// (short_rate_down). Errors: OutOfRange.
  IntensityTest(double rate, QueryGrid grid);

  /// excess: count minus threshold, in steps.
  bool yes(std::int64_t excess, Randomness& randomness) const;

  /// L above the threshold, exactly. excess >= 0.
  Rational intensity_above(std::int64_t excess) const;

  /// The least excess >= 0, in whole records, at which L >= `intensity`; -1 if L never gets there.
  std::int64_t records_until(double intensity) const;

  static constexpr std::uint64_t kMaxIntensity = 60;  // e^-60: a no is as good as impossible

 private:
  static constexpr unsigned kLevelBits = 40;

  QueryGrid grid_;
  Rational rate_per_step_;
  std::vector<std::uint64_t> levels_;  // L at 0, 1, 2, ... records above, in units of 2^-40
};

}  // namespace logstar
