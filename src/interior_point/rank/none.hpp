// The score of "none", a candidate beside the keys of a rank's draw: the draw abstains if it is drawn.
//
// Privacy: that of the draw. A user moves the score by no more than the scores of the keys.
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

/// The score of none where all rows weigh `n`, if it takes part.
std::optional<BottomScore> score_of(const std::optional<NoneScore>& none, std::int64_t n);

/// What a calibration needs to know of a draw.
struct NoneRequest {
  double rate = 0;     ///< a unit of score
  Natural mass;        ///< of all keys, each 1 at least: how many there are if all are alike
  double beta = 0.05;  ///< in (0, 1): an answer lies outside the data with at most this probability
  double epsilon = 0;  ///< named where it is too small
  /// ln of what the best key weighs at least: above 0 where a guess holds (log_expected_weight).
  double log_best = 0;
};

/// None beside depths: a constant. An obstacle for an epsilon for which a score would exceed 2^60. Errors: OutOfRange
/// for beta.
Possible<NoneScore> none_of_depth(const NoneRequest& request);

/// None beside the scores of a quantile. It weighs at most 1 from `late`/`late_fall` rows on, and falls as
/// fast as a user may move it there. Errors: as above.
Possible<NoneScore> none_of_quantile(const QuantileFraction& tau, const NoneRequest& request);

/// From what weight of all rows on a depth, or a quantile, is an answer inside the data with probability at least
/// 1 - beta, beside such a none. Rounded up.
double depth_answer_from(const std::optional<NoneScore>& none, const NoneRequest& request);
double quantile_answer_from(const NoneScore& none, const NoneRequest& request);

/// None in one of several draws, each of which has all of beta: it outweighs what lies outside however many
/// rows there are. `fall`: by how much a key outside the data falls for each unit. Errors: as above.
Possible<NoneScore> none_of_part(std::int64_t fall, const NoneRequest& request);

/// ln of what none and all keys outside the data weigh together at most, where there are no rows. Rounded up.
double none_or_outside(const NoneScore& none, const Natural& mass, double rate);

/// Rounded to the nearest number, and up.
double as_number(const BottomScore& score);
double as_number_up(const BottomScore& score);

/// With which score none took part, for a record: `noneScore` is that of no rows. A quantile also has `noneBelow`,
/// the weight of all rows at which none weighs as much as the best key.
Facts none_facts(const NoneScore& none);

/// The largest score that a calibration may ask for.
inline constexpr double kMaxCalibratedScore = 0x1p60;

/// What stands in the way of an epsilon with which a score of `needed` would be required, which grows as 1/epsilon
/// does; nothing if it fits.
std::optional<Obstacle> score_obstacle(double needed, double epsilon);

}  // namespace logstar
