// Medians, quantiles and interior points of rows of users: one or several at once, of all rows, of each
// declared group, or of groups that have to be found first; as one release.
//
// Privacy: (epsilon, delta) for one user with all rows being added, removed or changed, for every data set,
//   which groups are named included. Several quantiles, or the levels of their recursion, and the groups that are
//   found before divide epsilon; delta goes to the finding. (epsilon, 0) if no group is found first and the
//   exponential mechanism draws, also where a delta was given. What a user weighs is spread anew over the rows in
//   found groups.
// Source: interior_point/user_rank_release.hpp, rank/user_quantiles.hpp and group_discovery.hpp, which draw; basic
//   composition, of which the second step may depend on what the first has published.
// Departures: none; docs/guarantees/users.md, "Several quantiles, and groups that have to be found".
// Cost: that of one release for each quantile, or of one recursion, and of one discovery.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/interior_point/rank/user_quantiles.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// How several quantiles are drawn.
enum class SeveralRanks {
  separate,  ///< one by one, each on its own share of epsilon
  recursion  ///< the middle one first, then those on either side of it: keys of at most 64 bits
};
constexpr SeveralRanks last_of(SeveralRanks) { return SeveralRanks::recursion; }

/// "separate", "recursion".
std::string_view name_of(SeveralRanks several);

/// All that is public about it.
struct UserRanksTask {
  /// What is asked for in each group; loss and confidence are those of everything together. Of groups that
  /// occur cut choice answers for those that it finds an answer in, and abstains in the others; for the
  /// exponential mechanism they are found first.
  UserRankTask each;
  /// Several quantiles in place of each.quantile; nothing: as `each` says.
  std::optional<std::vector<QuantileFraction>> quantiles;
  /// Nothing: of both the least promise among those whose usual error is nearly the least (rank/usual_error.hpp).
  std::optional<SeveralRanks> several;
  /// GroupDiscoveryOptions::share, of groups that are found first: nothing for half of epsilon, of interior points for
  /// GroupDiscoveryOptions's share. Nothing of any others.
  std::optional<double> discovery_share;
  /// Every row is a record, and records are what is protected.
  bool unit_is_record = false;

  void describe(auto& field) {
    each.describe(field);
    field("qs", quantiles);
    field("several", several);
    field("discoveryShare", discovery_share);
    field("ofRecords", unit_is_record);
  }
};

/// The algorithm of each draw: the one that `task.each` names, or else the one that algorithm_of
/// (user_rank_release.hpp) takes. Depends on the task only. Errors: OutOfRange.
UserAlgorithm algorithm_of(const UserRanksTask& task);

/// One value a quantile, in their order: a key of the domain, or none.
struct GroupRanks {
  std::uint32_t group = 0;
  std::vector<std::optional<WideKey>> values;

  friend bool operator==(const GroupRanks&, const GroupRanks&) = default;
};

/// What is told of so many quantiles of a group that were drawn by recursion, of keys of at most 64 bits.
GroupRanks ranks_of(std::uint32_t group, const std::optional<std::vector<std::uint64_t>>& found,
                    std::size_t count);

/// What is told of several quantiles of a group that were drawn by themselves: all of them in order, or, if one
/// of them has none, nothing.
void all_or_none(std::vector<std::optional<WideKey>>& values);

struct UserRanks {
  using Task = UserRanksTask;
  using Data = UserRows;
  /// In the order of the groups' numbers. With `abstain` a group has all of its values or none.
  using Answer = std::vector<GroupRanks>;

  struct Plan {
    std::optional<GroupDiscoveryTask> finding;  ///< of groups that are found first
    std::optional<GroupDiscovery::Plan> found;
    std::vector<UserRankTask> tasks;           ///< one a quantile; by recursion one for all of them
    std::vector<UserRankRelease::Plan> ranks;  ///< of separate draws
    std::optional<UserQuantilesParameters> recursion;
  };

  /// Errors: OutOfRange, as the two releases and calibrate_user_quantiles; for a share of discovery where nothing is
  /// found first; for recursion over anything but several quantiles, or over keys of more than 64 bits.
  static Plan plan(const Task& task);
  /// The same for whoever has another way: an obstacle for a loss, a confidence or a width of keys with which the draws
  /// are not to be had the way that is asked for, or either way. `plan` refuses them.
  static Possible<Plan> possible_plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data rows, Randomness& randomness);
};

static_assert(Releasable<UserRanks>);

}  // namespace logstar
