// The score of "none", an additional candidate of a rank's draw: drawing it means to abstain.
//
// Privacy: as the draw. A user moves the score by no more than the scores of the keys.
// Source: ours. Departures: none. Proof in docs/guarantees/none.md.
// Cost: constant.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The lesser of two scores that fall with n, the weight of all rows.
struct NoneScore {
  BottomScore first;      ///< of no rows
  std::int64_t fall = 0;  ///< for each unit of n: as keys outside the data fall
  BottomScore late;       ///< of the second score, at no rows
  std::int64_t late_fall = 0;

  /// The score where all rows weigh `n`. It falls by 2^61 at most, as the scores of keys do.
  BottomScore of(std::int64_t n) const;
};

/// The score of none if the weight of all rows is `n`; empty if it does not take part.
std::optional<BottomScore> score_of(const std::optional<NoneScore>& none, std::int64_t n);

/// The facts about a draw that a calibration needs.
struct NoneRequest {
  double rate = 0;     ///< a unit of score
  Natural mass;        ///< of all keys, each 1 at least: how many there are if all are alike
  double beta = 0.05;  ///< in (0, 1): an answer lies outside the data with at most this probability
  double epsilon = 0;  ///< for the error message if it is too small
  /// ln of the minimum weight of the best key: above 0 where a guess holds (log_expected_weight).
  double log_best = 0;
};

/// The score of none against depths: a constant. Errors: OutOfRange for an epsilon for which a score would
/// exceed 2^60.
Possible<NoneScore> none_of_depth(const NoneRequest& request);

/// The score of none against the scores of a quantile. It weighs at most 1 from `late`/`late_fall` rows on, and
/// falls as fast as a user may move it there. Errors: as above.
Possible<NoneScore> none_of_quantile(const QuantileFraction& tau, const NoneRequest& request);

/// The weight of all rows from which on the answer by depth, or by quantile, lies inside the data with
/// probability at least 1 - beta if such a none takes part. Rounded up.
double depth_answer_from(const std::optional<NoneScore>& none, const NoneRequest& request);
double quantile_answer_from(const NoneScore& none, const NoneRequest& request);

/// The score of none in one of several draws, each of which has all of beta: none outweighs the keys outside
/// the data for every number of rows. `fall`: by how much a key outside the data falls for each unit. Errors:
/// as above.
Possible<NoneScore> none_of_part(std::int64_t fall, const NoneRequest& request);

/// An upper bound on ln of the weight of none and all keys outside the data together, without rows. Rounded up.
double none_or_outside(const NoneScore& none, const Natural& mass, double rate);

/// Rounded to the nearest number, and up.
double as_number(const BottomScore& score);
double as_number_up(const BottomScore& score);

/// The score of none for a release record: `noneScore` is its score without rows. A quantile also has
/// `noneBelow`, the weight of all rows at which none weighs as much as the best key.
Facts none_facts(const NoneScore& none);

/// The largest score that a calibration may have.
inline constexpr double kMaxCalibratedScore = 0x1p60;

/// The obstacle to an epsilon that requires a score of `needed`, or empty if the score fits. It grows as
/// 1/epsilon.
std::optional<Obstacle> score_obstacle(double needed, double epsilon);

}  // namespace logstar
