// Sums of the users' totals, each clamped to the domain.
//
// Privacy: none is spent; `sensitivity` is the L1 sensitivity of the sums.
// Source: ours; proof in docs/guarantees/counts.md.
// Departures: none. A user's total in each group is clamped to the domain. Then totals of one user whose
//   absolute values together exceed the domain's greatest are all scaled down towards 0. With a contribution
//   bound, the user counts instead in at most that many groups, chosen at random, unscaled.
// Cost: sorting the rows; with a contribution bound, a draw for each group that a user with too many
//   counts in.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/rows_in_order.hpp"
#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar {

/// The totals that a user may have: lowest..highest, each within +-2^52.
struct TotalDomain {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  std::uint64_t parts = 1;  ///< how many units make one: 100 for cents, 1 to 10^15

  void describe(auto& field) {
    field("lo", lowest);
    field("hi", highest);
    field("parts", parts);
  }

  /// The greatest absolute value of a total.
  std::uint64_t greatest() const;
};

/// Throws OutOfRange unless lowest <= highest, within +-2^52, and not both are 0, and for invalid parts.
void check_totals(const TotalDomain& domain);

/// The contribution bound: in how many groups a user counts at most. Empty: any number of groups, with totals
/// scaled down to the domain's greatest together.
using SummedGroups = std::optional<std::uint64_t>;

/// The L1 sensitivity of the sums of `groups` groups. Errors: OutOfRange, also for a bound outside
/// 1..10^9 or with totals of one user beyond 2^52 together.
std::uint64_t sensitivity(const TotalDomain& domain, const SummedGroups& per_user,
                          std::uint64_t groups, Neighbors neighbors);

/// The number of sums that a user with a contribution bound moves, and the maximum shift of each: under replace
/// the shift of a sum in which the user counts before and after. Errors: as sensitivity, which must be called
/// first.
Shifts shifts_of(const TotalDomain& domain, std::uint64_t per_user, std::uint64_t groups,
                 Neighbors neighbors);

/// The users' totals in each group, added up, within +-2^61.
std::vector<std::int64_t> sums_of_totals(const ValuedRows& data, std::uint32_t groups,
                                         const TotalDomain& domain, const SummedGroups& per_user,
                                         Randomness& randomness);

}  // namespace logstar
