// The order in which several quantiles are drawn: the middle one, then those on either side of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rank/tied_keys.hpp"
#include "logstar/randomness/candidate_runs.hpp"

namespace logstar {

/// One draw of the recursion: quantile `index`, and where it stands between the two that are known
/// (or the ends of the domain).
struct QuantileNode {
  std::size_t index;
  RelativeFraction relative;
};

/// Visits the middle of the quantiles first..last - 1, then those on its left, then on its right.
/// `visit(node, state)` returns the states of both sides.
template <typename State, typename Visit>
void halve(const std::vector<QuantileFraction>& taus, std::size_t first, std::size_t last,
           const State& state, const Visit& visit) {
  if (first == last) return;
  constexpr QuantileFraction kStart{0, 1};
  constexpr QuantileFraction kEnd{1, 1};
  const std::size_t middle = first + (last - first) / 2;
  const QuantileFraction& from = first == 0 ? kStart : taus[first - 1];
  const QuantileFraction& to = last == taus.size() ? kEnd : taus[last];
  const std::pair<State, State> sides =
      visit(QuantileNode{middle, between(taus[middle], from, to)}, state);
  halve(taus, first, middle, sides.first, visit);
  halve(taus, middle + 1, last, sides.second, visit);
}

/// The exponential mechanism's epsilon per unit of score in the draw of a quantile that stands at
/// `relative` between its neighbours.
double quantile_draw_epsilon(const QuantilesParameters& parameters,
                             const QuantileFraction& relative);

/// "None" in the draws of parts that touch an end of the domain. One that is drawn makes all of them none: what is
/// released lies outside the data with probability at most beta then (docs/guarantees/users.md, Theorem 9).
struct QuantilesNone {
  double log_odds = 0;  ///< at least ln(1/beta - 1)

  /// At least (1/beta - 1) times the weight of all points outside the data, of a part whose rows weigh `n`.
  /// `slope`: outside_slope. `mass`: what the part's points weigh by the base measure. `rate`: of the draw.
  BottomScore score(std::uint32_t slope, std::int64_t n, const Natural& mass, double rate) const;
};

/// By how much the score of a point outside the data falls for each unit that rows of its part weigh.
std::uint32_t outside_slope(const QuantileFraction& relative, bool from_start, bool to_end);

/// The recursion over records that count for 1 each (`whole` 1), or for their weights in units of which a user has
/// `whole`: in increasing order, or none.
std::optional<std::vector<std::uint64_t>> draw_tied_quantiles(
    TiedKeys& records, const KeyInterval& domain, const QuantilesParameters& parameters,
    std::uint32_t whole, const std::optional<QuantilesNone>& none, Randomness& randomness);

}  // namespace logstar
