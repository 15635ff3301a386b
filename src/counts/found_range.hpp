// The powers of two in which values lie, the range from the outermost that are heavy, and a grid on it.
//
// Privacy: none is spent. The bin of a value depends on that value alone, a place on the grid on it and the range.
// Source: ours; proof in docs/guarantees/found-bounds.md.
// Departures: none.
// Cost: one pass.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/rows_in_order.hpp"

namespace logstar {

/// A finite double as a whole number, in the order of the doubles: its bits without the sign, negated for negative
/// ones. -0 is 0. Rows of doubles have these as their values.
std::int64_t code_of(double value);
double value_of_code(std::int64_t code);
/// The code of the least finite double.
std::int64_t lowest_code();

/// One bin for each sign and exponent, and one for 0, from the least value to the greatest. Values closer to 0 than
/// 2^least are in the bin of that exponent, others beyond 2^most in that one.
struct ExponentBins {
  int least = -1074;
  int most = 1023;

  std::uint32_t count() const { return 2 * exponents() + 1; }
  std::uint32_t of(double value) const;
  /// The ends of a bin: powers of two, 0, or the greatest double.
  double lowest(std::uint32_t bin) const;
  double highest(std::uint32_t bin) const;

 private:
  std::uint32_t exponents() const { return static_cast<std::uint32_t>(most - least + 1); }
};

/// From where to where values are: powers of two, 0, or the greatest double.
struct FoundRange {
  double lowest = 0;
  double highest = 0;

  friend bool operator==(const FoundRange&, const FoundRange&) = default;
};

/// From the first to the last bin whose noisy weight is above the threshold; empty if no bin passes.
std::optional<FoundRange> range_above(const std::vector<std::int64_t>& weights,
                                      std::int64_t threshold, const ExponentBins& bins);

/// 2^30 steps of the grid reach from 0 to the end of a range that is farther from it.
inline constexpr int kGridBits = 30;

/// Clamps values to the range and rounds them to whole numbers of such steps.
class RangeGrid {
 public:
  /// `bits`: 1 to 30.
  explicit RangeGrid(const FoundRange& range, int bits = kGridBits);

  const FoundRange& range() const { return range_; }

  /// lowest() < highest(), within +-2^bits; of the range of 0 alone 0 and 1, and every step is 0.
  std::int64_t lowest() const { return lowest_; }
  std::int64_t highest() const { return highest_; }

  /// The place of a value, to the nearest step (of two the even one).
  std::int64_t place(double value) const;
  /// A step is 2 to that; 0 of the range of 0 alone, where every place is 0.
  int exponent() const { return exponent_; }
  /// The length of `steps` steps, at most the greatest double.
  double length(double steps) const;

 private:
  FoundRange range_;
  int exponent_ = 0;  ///< of a step
  bool is_zero_ = false;
  std::int64_t lowest_ = 0;
  std::int64_t highest_ = 1;
};

/// The bins and the step of the grid. Tests that enumerate all outcomes of noise use fewer bins and steps.
struct RangeScale {
  ExponentBins bins = {};
  int grid_bits = kGridBits;
};

/// Rows of doubles by their places.
ValuedRows on_grid(ValuedRows rows, const RangeGrid& grid);

/// Clamps rows to this on either side before adding them, so that no total overflows a double.
inline constexpr double kMaxAdded = 0x1p960;

/// One row per user and group with the total of the user's rows there, added in the order of their values, as
/// engines do. Rows in no group are left out. Errors: as sort_by_user_and_group.
ValuedRows totals_of_reals(const ValuedRows& rows, std::uint32_t groups);

}  // namespace logstar
