// The order in which several quantiles are drawn: the middle one, then those on either side of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/none.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rank/tied_keys.hpp"
#include "logstar/randomness/candidate_runs.hpp"

namespace logstar {

/// One draw of the recursion: quantile `index`, and its position between the two known neighbours (or the ends
/// of the domain).
struct QuantileNode {
  std::size_t index;
  RelativeFraction relative;
  bool from_lowest =
      false;  ///< whether its part begins where the domain does: nothing is known below
  bool to_highest = false;  ///< whether it ends there
};

/// The draw of the middle quantile of first..last - 1; first < last.
inline QuantileNode middle_of(const std::vector<QuantileFraction>& taus, std::size_t first,
                              std::size_t last) {
  constexpr QuantileFraction kStart{0, 1};
  constexpr QuantileFraction kEnd{1, 1};
  const std::size_t middle = first + (last - first) / 2;
  const QuantileFraction& from = first == 0 ? kStart : taus[first - 1];
  const QuantileFraction& to = last == taus.size() ? kEnd : taus[last];
  return {middle, between(taus[middle], from, to), first == 0, last == taus.size()};
}

/// Visits the middle of the quantiles first..last - 1, then those on its left, then on its right.
/// `visit(node, state)` returns the states of both sides.
template <typename State, typename Visit>
void halve(const std::vector<QuantileFraction>& taus, std::size_t first, std::size_t last,
           const State& state, const Visit& visit) {
  if (first == last) return;
  const QuantileNode node = middle_of(taus, first, last);
  const std::pair<State, State> sides = visit(node, state);
  halve(taus, first, node.index, sides.first, visit);
  halve(taus, node.index + 1, last, sides.second, visit);
}

/// The exponential mechanism's epsilon per unit of score in the draw of a quantile at position `relative`
/// between its neighbours.
double quantile_draw_epsilon(const QuantilesParameters& parameters,
                             const QuantileFraction& relative);

/// The score of "none" in the draw of a part whose points have this mass in total, each at least 1. Empty for a
/// part between two known points, whose answers cannot lie outside the data. `user_weight`: as below. Errors:
/// as none_of_part.
std::optional<NoneScore> none_of_node(const QuantilesParameters& parameters,
                                      const QuantileNode& node, const Natural& mass,
                                      std::uint32_t user_weight = 1);

/// The quantiles in increasing order, by the recursion over records of weight 1 each (`user_weight` 1), or with
/// weights in units of which a user has `user_weight`. One draw of "none" makes the answer empty
/// (docs/guarantees/none.md).
std::optional<std::vector<std::uint64_t>> draw_tied_quantiles(TiedKeys& records,
                                                              const KeyInterval& domain,
                                                              const QuantilesParameters& parameters,
                                                              std::uint32_t user_weight,
                                                              Randomness& randomness);

}  // namespace logstar
