// The sum of what users total, or of each group's, as a release.
//
// Privacy: (epsilon, 0) for the declared neighbours, one user with all rows being added, removed or
//   changed, over all groups together, for every data set.
// Source: discrete Laplace noise; what bounds a user's totals over groups is ours. Proof in
//   docs/guarantees/counts.md.
// Departures: none. A user's total in each group is brought into the domain; totals of one user whose
//   absolute values add up to more than the domain's greatest are all scaled down, towards 0.
// Cost: one draw a group, and sorting the rows.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/counts/rows_in_order.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The totals that a user may have: lowest..highest, each within +-2^52.
struct TotalDomain {
  std::int64_t lowest = 0;
  std::int64_t highest = 0;

  /// The greatest absolute value of a total.
  std::uint64_t greatest() const;
};

/// All that is public about a sum.
struct UserSumTask {
  double epsilon = 0;  ///< as calibrate_user_noise, for what a user moves
  TotalDomain domain = {};
  std::uint32_t groups = 1;  ///< 1 if all is summed up together
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
};

/// Throws OutOfRange unless lowest <= highest, within +-2^52, and not both are 0.
void check_totals(const TotalDomain& domain);

/// By how much the sums differ between neighbours, all differences added up.
std::uint64_t most_moved(const TotalDomain& domain, std::uint64_t groups, Neighbors neighbors);

/// What users total in each group, added up, within +-2^61.
std::vector<std::int64_t> sums_of_totals(const ValuedRows& data, std::uint32_t groups,
                                         const TotalDomain& domain);

struct UserSum {
  using Task = UserSumTask;
  using Data = ValuedRows;
  using Answer = std::vector<std::int64_t>;  ///< of each group

  struct Plan {
    std::uint64_t moved = 0;
    Rational rate;
    std::int64_t error = 0;  ///< by which all sums at once are off at most
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task within(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
};

static_assert(Releasable<UserSum>);

}  // namespace logstar
