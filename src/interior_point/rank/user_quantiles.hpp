// Several private quantiles of rows of users at once, each user counting once: the middle one first, then those of
// the rows on either side of it, and so on.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or changed, for
//   every data set, the empty one included; the draws of all groups together, which are public, if a user's rows
//   weigh no more than `whole` over all of them.
// Source: recursive halving after Kaplan, Schnapp, Stemmer (ICML 2022), as quantiles.hpp; the weights are ours.
// Departures: rows of equal keys are told apart by random bits, one draw of bits a row. "None" may take part in the
//   draws of parts that touch an end of the domain. Proof in docs/guarantees/users.md, Theorem 9.
// Cost: one sort of the rows, 24 bytes a row; then O(w) for each quantile, w the few rows that its draw can tell apart.
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

/// What the draws need besides the data, and what they promise.
struct UserQuantilesParameters {
  QuantilesParameters draws;      ///< level_epsilon for a user; with none_beta they may abstain
  std::uint32_t user_weight = 1;  ///< what a user's rows weigh at most
  double error = 0;               ///< of the worst quantile, in users
  double usual = 0;        ///< the median error of each on smooth data, in users: no guarantee
  double least_users = 0;  ///< from so many users' weight on there is an answer, inside the data
  /// The same where all rows lie where the measure's guess expects them, if there is one.
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

/// Rows of one key weigh at most so many users, in what is promised.
inline constexpr double kMaxEqualUsers = 1'000'000;

/// With probability at least `confidence`, of each group: all quantiles are within `error`, or there is "none", if the
/// rows of no key weigh more than kMaxEqualUsers and all at most 2^32 users. With "none" an answer lies outside the
/// data with probability at most 1 - confidence. An obstacle for so small an epsilon that scores would not hold what a
/// miss weighs, and for a confidence of which no half is left below 1. Errors: OutOfRange.
Possible<UserQuantilesParameters> possible_user_quantiles(const UserQuantilesRequest& request,
                                                          const KeyInterval& domain);

/// The same where there are any. Errors: OutOfRange as above, and where there is an obstacle.
UserQuantilesParameters calibrate_user_quantiles(const UserQuantilesRequest& request,
                                                 const KeyInterval& domain);

/// What rows of one key and the same random bits weigh at most, in users, with probability at least 1 - beta: of all
/// keys together, none of which weighs more than `equal` users, and all at most 2^32. `equal`: at least 1.
double coincident_users(double equal, std::uint32_t user_weight, unsigned tie_bits, double beta);

/// The quantiles in increasing order, or none. `rows`: any order, all inside `domain`, keys of at most 64 bits.
std::optional<std::vector<std::uint64_t>> draw_user_quantiles(
    WeightedKeys rows, const KeyInterval& domain, const UserQuantilesParameters& parameters,
    Randomness& randomness);

}  // namespace logstar
