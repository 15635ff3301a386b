// Several private quantiles of rows of users at once, each user counting once: the middle one first, then
// recursively the quantiles of the rows on either side of it.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or changed,
//   for every data set, the empty one included. The claim covers the draws of all groups (a public list)
//   together, provided that a user's rows weigh at most `user_weight` over all of them.
// Source: recursive halving after Kaplan, Schnapp, Stemmer (ICML 2022), as quantiles.hpp; the weights are ours.
// Departures: random bits break ties between rows of equal keys, one draw of bits a row. "None" may take part
//   in the draws of parts that touch an end of the domain. Proof in docs/guarantees/users.md, Theorem 9.
// Cost: one sort of the rows, 24 bytes a row; then O(w) for each quantile, w the few rows that its draw
//   can distinguish.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The parameters of the draws, and their accuracy.
struct UserQuantilesParameters {
  QuantilesParameters draws;      ///< level_epsilon for a user; with none_beta they may abstain
  std::uint32_t user_weight = 1;  ///< the maximum weight of a user's rows
  double error = 0;               ///< of the worst quantile, in users
  double usual = 0;  ///< the median error of each on smooth data, in users: no guarantee
  /// From this weight in users on, the answer exists and lies inside the data.
  double least_users = 0;
  /// As above for rows that all lie where the measure's guess expects them, if there is a guess.
  std::optional<double> expected_least_users = std::nullopt;
};

struct UserQuantilesRequest {
  std::vector<QuantileFraction> taus;  ///< increasing, 1 to 10^5 of them
  double epsilon = 0;                  ///< of all of them
  Neighbors neighbors = Neighbors::add_remove;
  std::uint32_t user_weight = 1;
  double confidence = 0.95;
  bool abstain = false;
  BaseMeasure measure = {};  ///< public weights of the keys
};

/// Accuracy statements assume that the rows of one key weigh at most this many users.
inline constexpr double kMaxEqualUsers = 1'000'000;

/// With probability at least `confidence`, of each group: all quantiles are within `error`, or there is "none", if the
/// rows of no key weigh more than kMaxEqualUsers and all at most 2^32 users. With "none" an answer lies outside the
/// data with probability at most 1 - confidence. An obstacle if epsilon is so small that the weight of a miss
/// does not fit into scores, or if 1 - beta/2 is too close to 1, where beta = 1 - confidence. Errors:
/// OutOfRange.
Possible<UserQuantilesParameters> possible_user_quantiles(const UserQuantilesRequest& request,
                                                          const KeyInterval& domain);

/// As above, but throws OutOfRange for an obstacle.
UserQuantilesParameters calibrate_user_quantiles(const UserQuantilesRequest& request,
                                                 const KeyInterval& domain);

/// With probability at least 1 - beta, rows of one key and the same random bits weigh at most this, in users.
/// This holds for all keys together, each of weight at most `equal` users, and a total of at most 2^32 users.
/// `equal`: at least 1.
double coincident_users(double equal, std::uint32_t user_weight, unsigned tie_bits, double beta);

/// The quantiles in increasing order, or none. `rows`: any order, all inside `domain`, keys of at most 64 bits.
std::optional<std::vector<std::uint64_t>> draw_user_quantiles(
    WeightedKeys rows, const KeyInterval& domain, const UserQuantilesParameters& parameters,
    Randomness& randomness);

}  // namespace logstar
