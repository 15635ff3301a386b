// Which of nested intervals round a released point is told: one that reaches beyond a quantile's rank on both sides.
//
// Privacy: (epsilon, 0) for the declared neighbours, and epsilon-bounded-range, for every data set, chain and target,
//   of the widths of all groups together if a user's rows weigh no more than `user_weight` over all of them, as long as these depend on nothing but public numbers and what was released before.
// Source: ours; the exponential mechanism of McSherry, Talwar 2007. Proof in docs/guarantees/intervals.md, Theorems 1, 2
//   and 4.
// Departures: none. The draw is exact; targets and head starts are whole steps, rounded up.
// Cost: O(n log J) for J intervals, one exponential an interval.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Sides on which an interval has no end: what is told of them is that they are not bounded.
struct OpenSides {
  bool low = false;
  bool high = false;
};

/// In which steps scores are counted, and what each is worth.
struct IntervalSteps {
  QuantileFraction tau;
  std::uint32_t steps_an_octave =
      4;                            ///< m: how many intervals, until the next one is twice as long
  std::int64_t steps_per_rank = 2;  ///< of a record, or a user: a multiple of tau's denominator
  std::uint32_t user_weight =
      1;                        ///< of which a rank is made: steps_per_rank is a multiple of it too
  double draw_epsilon = 0;      ///< of the draw, per step
  std::int64_t head_start = 0;  ///< c, in steps: of each interval over the one inside it

  /// kappa: what all intervals inside the right one weigh against it, if they do not come near; rounded up.
  double crowd() const;
};

/// What a record, or a user with all rows, weighs at most: reaches are counted in a part of it.
struct IntervalUnit {
  std::uint32_t user_weight = 1;  ///< 1 of a record; of users 1 to 2^20, over all groups together
  bool several_groups = false;    ///< whether a user may have rows in several groups
};

/// Rows that widths are drawn from: one key a row, any order, and what each weighs; without weights each weighs 1.
struct IntervalRows {
  std::span<const std::uint64_t> keys;
  std::span<const std::uint32_t> weights = {};

  // NOLINTNEXTLINE(google-explicit-constructor): keys alone are rows
  IntervalRows(std::span<const std::uint64_t> all, std::span<const std::uint32_t> each = {})
      : keys(all), weights(each) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  IntervalRows(const std::vector<std::uint64_t>& all) : keys(all) {}

  std::int64_t weight_of(std::size_t row) const { return weights.empty() ? 1 : weights[row]; }
  std::int64_t total() const;
};

/// What rows weigh round the intervals of a chain: all that a draw needs of them.
struct IntervalWeights {
  std::int64_t total = 0;           ///< of all rows
  std::vector<std::int64_t> below;  ///< of each interval: of the rows below it
  std::vector<std::int64_t> above;  ///< of each interval: of the rows above it
};

IntervalWeights weigh_beyond(const IntervalRows& rows, std::span<const KeyInterval> chain);

/// What a draw needs besides the data.
struct IntervalWidthParameters {
  IntervalSteps steps;
  std::int64_t target = 0;  ///< T, in steps: how far the right interval reaches, above 0
  OpenSides open = {};
};

/// `epsilon`: of the width alone, 1e-9 to 1e4; `steps_an_octave`: 4, 8, 16, 32 or 64. Errors: OutOfRange.
IntervalSteps calibrate_interval_steps(const QuantileFraction& tau, double epsilon,
                                       Neighbors neighbors, std::uint32_t steps_an_octave,
                                       const IntervalUnit& unit = {});

/// Scores of the intervals of a chain, up to the first one without ends. `chain`: at least one interval, each within the
/// next, the last one all of `domain`. `weights`: round this chain, of rows inside `domain`.
std::vector<std::int64_t> interval_scores(const IntervalWeights& weights,
                                          std::span<const KeyInterval> chain,
                                          const KeyInterval& domain,
                                          const IntervalWidthParameters& parameters);

/// The place of an interval in the chain, drawn in proportion to e^(draw_epsilon score), or nothing if that has no end:
/// an end of the domain is none, nor is one on an open side.
std::optional<std::size_t> draw_interval_width(const IntervalWeights& weights,
                                               std::span<const KeyInterval> chain,
                                               const KeyInterval& domain,
                                               const IntervalWidthParameters& parameters,
                                               Randomness& randomness);

/// The same from the rows.
inline std::optional<std::size_t> draw_interval_width(const IntervalRows& rows,
                                                      std::span<const KeyInterval> chain,
                                                      const KeyInterval& domain,
                                                      const IntervalWidthParameters& parameters,
                                                      Randomness& randomness) {
  return draw_interval_width(weigh_beyond(rows, chain), chain, domain, parameters, randomness);
}

}  // namespace logstar
