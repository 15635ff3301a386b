// A private median, quantile or interior point of rows of users, each user counting once; of one group
// or of many at the price of one.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or changed,
//   for every data set, the empty one included. The claim covers the draws of all groups (a public list)
//   together, provided that a user's rows weigh at most `user_weight` over all of them. It is
//   epsilon-bounded-range as well.
// Source: McSherry, Talwar 2007, as exponential.hpp; the weights are ours.
// Departures: none. A candidate "none" may take part, whose score moves like the others.
//   Proofs in docs/guarantees/users.md and none.md.
// Cost: as exponential.hpp for this many rows; 12 bytes a row.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/none.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The parameters of a draw. Scores count units of which a user has `user_weight`.
struct UserRankParameters {
  ExponentialParameters draw;  ///< draw_epsilon per unit of score
  double epsilon = 0;          ///< the loss of the draws of all groups
  std::uint32_t user_weight = 1;
  std::optional<NoneScore> none;  ///< if it takes part
};

struct UserRankRequest {
  std::optional<QuantileFraction>
      quantile;  ///< default: the depth, for a median or an interior point
  double epsilon = 0;
  Neighbors neighbors = Neighbors::add_remove;
  bool several_groups = false;    ///< whether a user may have rows in several groups
  std::uint32_t user_weight = 1;  ///< the maximum weight of a user's rows
};

/// Errors: OutOfRange for epsilon outside 1e-9..1e4, an invalid quantile, and user_weight outside
/// 1..2^20.
UserRankParameters calibrate_user_rank(const UserRankRequest& request);

/// As above with "none": with probability at least 1 - beta the answer does not lie outside any data, however
/// few. `points`: the size of the domain. An obstacle if epsilon is so small (below 2 * 10^-5, by the quantile
/// and the domain) that the weight of "none" does not fit into a quantile score. Errors: as above; OutOfRange
/// for beta outside (0, 1).
Possible<UserRankParameters> calibrate_abstaining_user_rank(const UserRankRequest& request,
                                                            const Natural& points, double beta);

/// The obstacle to the next three functions, or empty: epsilon is so small that the weight of a miss does not
/// fit into a quantile score.
std::optional<Obstacle> user_rank_obstacle(const Natural& points,
                                           const UserRankParameters& parameters, double confidence);

/// The maximum miss of the answer, in users, with probability at least `confidence`, n the total weight of the
/// rows. Median: its depth is at least n / 2 minus this. Quantile: the rows below it weigh at most tau n +
/// error, the rows at or below it at least tau n - error. Rounded up. Errors: OutOfRange.
double user_rank_error(const Natural& points, const UserRankParameters& parameters,
                       double confidence);

/// The weight in users from which on the answer exists and lies between the smallest and the largest row
/// with probability at least `confidence` (with "none": the probability of its calibration). Rounded
/// up. Errors: OutOfRange.
double user_rank_least_users(const Natural& points, const UserRankParameters& parameters,
                             double confidence);

/// For rows that all lie where the measure's guess expects them; empty without a guess.
std::optional<double> expected_user_rank_least_users(const Natural& points,
                                                     const UserRankParameters& parameters,
                                                     double confidence);

/// The score of "none" in a group of weight `total`; empty if it does not take part.
std::optional<BottomScore> abstain_score(const UserRankParameters& parameters, std::int64_t total);

/// One key of `domain`, or "none". `rows`: any order, all inside `domain`.
std::optional<WideKey> draw_user_rank(WeightedKeys rows, const WideInterval& domain,
                                      const UserRankParameters& parameters, Randomness& randomness);

}  // namespace logstar
