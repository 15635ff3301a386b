// A point between the smallest and the largest row, where a user may have any number of rows: each
// weighs a part of its user.
//
// Privacy: (epsilon, delta) for the declared neighbours, one user with all rows being added, removed
//   or changed, for every data set. The same holds for any number of disjoint groups of rows together, one draw
//   for each group that has rows, if a user's rows weigh no more than `per_user` over all groups: the answers,
//   and the list of groups with an answer, are (epsilon, delta) jointly.
// Source: ours; cut choice (draw.hpp) with weights that begin at 0.
// Departures: none; proof in weighted.cpp.
// Cost: the sort, then as cut choice; a few draws if most rows weigh far less than a user.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Weights, scores and the offset are whole numbers of which a user has `per_user`.
struct WeightedCutParameters {
  Loss loss;                       ///< the loss of the draws of all groups together
  std::uint64_t per_user = 1;      ///< the maximum weight of a user's rows together
  double draw_epsilon = 0;         ///< per unit of weight
  std::int64_t offset = 0;         ///< added to a cut's depth
  BottomScore bottom;              ///< "nothing"
  std::uint64_t least_weight = 0;  ///< from this weight on a result as in calibration.hpp
};

/// Parameters for users of the weight `per_user`, 1 to 2^20. Errors: as calibrate_cut_choice.
WeightedCutParameters calibrate_weighted_cut_choice(const CutChoiceRequest& request,
                                                    std::uint64_t per_user);

/// A key of the domain, or empty. `rows`: any order, all inside `domain`.
/// Errors: OutOfRange unless there are as many weights as keys.
std::optional<WideKey> draw_weighted_cut_choice(WeightedKeys rows, const WideInterval& domain,
                                                const WeightedCutParameters& parameters,
                                                Randomness& randomness);

}  // namespace logstar
