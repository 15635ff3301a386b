// Learns a threshold by finding an interior point: the two tasks are equivalent, and this is the
// half of it that turns any algorithm for interior points into a learner.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled record), for every data set.
//   One labelled record added or removed changes at most one of the 2 m points that are searched;
//   one replaced changes at most two of them.
// Source: the equivalence is by KLMNS20 and CLNSS22 (after Bun, Nissim, Stemmer, Vadhan 2015).
// Departures: padded to exactly 2 m points, so that their number is public and does not change. A public
//   tolerance leaves out as many of the outermost records of either label, which may be labelled wrongly.
// When: to learn with any of the algorithms for interior points; with cut choice it promises a few
//   errors less than threshold_cut.hpp, but a tolerance counts twice.
// Cost: the sort, then the algorithm on 2 m points.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_choice/draw.hpp"
#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct ThresholdReductionParameters {
  Loss loss;
  std::uint64_t each = 0;       ///< m: the number of ones and of zeros
  std::uint64_t tolerance = 0;  ///< T: the largest ones and smallest zeros that are left out first
  std::variant<CutChoiceParameters, RecConcaveParameters, TreeLogParameters, HeavyPathsParameters,
               TreeLogSlicesParameters>
      search;
};

/// The loss of the algorithm for interior points with which the learner keeps `loss`: it sees one record
/// replaced (declared neighbours add-remove), or two one after the other (replace).
Loss loss_of_reduced_problem(const Loss& loss, Neighbors neighbors);

/// Calibrates one of the algorithms with a delta; finds the least m for which an interior point is found with
/// probability at least 1 - beta. If some threshold makes at most `tolerance` errors, the result then makes at
/// most 2 tolerance + m - 1. Keys of `bits` bits. `levels`: how often the domain of cuts is shrunk, 1 to
/// kMaxShrinkings, as of RankTask. Errors: OutOfRange for the exponential mechanism, for levels of cut choice,
/// epsilon outside 1e-9..1e4, delta or beta outside (0, 1), bits outside 1..2^26 - 1, tolerance beyond 2^40. An
/// obstacle for a loss that is too small to be divided.
Possible<ThresholdReductionParameters> possible_threshold_reduction(
    InteriorAlgorithm algorithm, std::uint32_t bits, const Loss& loss, Neighbors neighbors,
    double beta, std::uint64_t tolerance = 0, std::optional<std::uint32_t> levels = std::nullopt);

/// As above, but throws OutOfRange for an obstacle.
ThresholdReductionParameters calibrate_threshold_reduction(
    InteriorAlgorithm algorithm, std::uint32_t bits, const Loss& loss, Neighbors neighbors,
    double beta, std::uint64_t tolerance = 0, std::optional<std::uint32_t> levels = std::nullopt);

/// How often the search shrinks the domain of cuts; 0 for cut choice.
std::uint32_t levels_of(const ThresholdReductionParameters& parameters);

/// The 2 m points: for the m largest records of label 1 the cut after them (key + 1), for the m smallest of
/// label 0 the cut before them (key), both without the `tolerance` first ones of that order. Fewer points are
/// filled up with the domain's first cut and its last. Keys of one bit more.
PaddedKeys reduced_problem(LabelledKeys data, const WideInterval& domain, std::uint64_t each,
                           std::uint64_t tolerance = 0);

/// `data`: keys inside `domain`.
std::optional<ThresholdHypothesis> learn_threshold_reduction(
    LabelledKeys data, const WideInterval& domain, const ThresholdReductionParameters& parameters,
    Randomness& randomness);

}  // namespace logstar
