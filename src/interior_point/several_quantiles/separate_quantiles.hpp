// Several quantiles drawn one by one, each on its own share of the loss.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set; (epsilon, 0) where the
//   draws are pure. m draws of (epsilon/m, delta/m) each, added up.
// Source: basic composition (DKMMN06) of rank/exponential.hpp, cut_choice/two_rates.hpp or
//   cut_choice/quantile.hpp, whichever promises most.
// Departures: the results are put in order, which costs no accuracy
//   (docs/guarantees/noisy-slices.md).
// When: for one to some ten quantiles; the error grows in proportion to their number.
// Cost: m times a draw.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "logstar/interior_point/cut_choice/draw.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/several_quantiles/task.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct SeparateQuantiles {
  std::vector<QuantileFraction> taus;
  KeyInterval domain;
  /// One draw per quantile; or the same choice for all, each on a window of ranks. All with a delta or all
  /// without.
  std::variant<std::vector<ExponentialParameters>, std::vector<TwoRatesParameters>,
               CutChoiceParameters>
      draws;
  std::vector<NoneScore> none =
      {};              ///< of each draw of the exponential mechanism, if they may abstain
  double epsilon = 0;  ///< that all of them spend, for the task's neighbours
  QuantilesPromise promise;

  /// Whether they spend no delta.
  bool is_pure() const;
};

/// The possible draws with the least error at the task's loss. Two rates compete only for few quantiles, as
/// their calibration is slow. `of_use`, `single`: as calibrate_plain_quantiles. An obstacle if epsilon is too
/// small, or the confidence too high, for a share per quantile. Errors: OutOfRange as check_quantiles_task.
Possible<SeparateQuantiles> possible_separate_quantiles(const QuantilesTask& task,
                                                        double of_use = kInfinity,
                                                        double single = kInfinity);

/// As above, but throws OutOfRange for an obstacle.
SeparateQuantiles calibrate_separate_quantiles(const QuantilesTask& task, double of_use = kInfinity,
                                               double single = kInfinity);

/// The draws of the exponential mechanism, or empty if its share of epsilon is too small for one quantile.
/// Errors: OutOfRange as check_quantiles_task.
std::optional<SeparateQuantiles> calibrate_exponential_quantiles(const QuantilesTask& task);

/// Draws of the exponential mechanism that may abstain, each with its share of beta. With the task's confidence
/// no quantile lies outside the data, or the answer is empty (docs/guarantees/none.md). Empty for other draws.
/// Errors: OutOfRange for an epsilon so small that the score of "none" overflows.
Possible<SeparateQuantiles> with_none(SeparateQuantiles plan, const QuantilesTask& task);

/// "exponential", "two-rates" or "window"; without a delta "pure-two-rates" or "pure-window".
const char* name_of_draws(const SeparateQuantiles& plan);

/// In increasing order; empty if a draw abstained. `keys`: one a record, any order, all inside the domain.
std::vector<std::uint64_t> draw_separate_quantiles(const SeparateQuantiles& plan,
                                                   std::vector<std::uint64_t> keys,
                                                   Randomness& randomness);

}  // namespace logstar
