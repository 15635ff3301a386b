// Medians, quantiles and interior points of rows of users: one or several at once, of all rows, of each
// declared group, or of groups that have to be found first; as one release.
//
// Privacy: (epsilon, delta) for one user with all rows being added, removed or changed, for every data set,
//   including the choice of released groups. Several quantiles (or the levels of their recursion) and a
//   discovery before them divide epsilon; delta goes to discovery. (epsilon, 0) without a discovery before, if
//   the exponential mechanism draws, also where a delta was given. A user's weight is split again over the rows
//   in released groups.
// Source: interior_point/user_rank_release.hpp, rank/user_quantiles.hpp and group_discovery.hpp, which draw;
//   basic composition, whose second step may depend on the first answer.
// Departures: none; docs/guarantees/users.md, "Several quantiles, and groups that have to be found".
// Cost: as one release for each quantile, or one recursion, and one discovery.
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

/// The public parameters.
struct UserRanksTask {
  /// The request for each group; loss and confidence cover everything together. For groups that occur, cut
  /// choice abstains in groups without an answer; for the exponential mechanism they are found first.
  UserRankTask each;
  /// Several quantiles instead of each.quantile; default: as `each` says.
  std::optional<std::vector<QuantileFraction>> quantiles;
  /// Default: the method with the lesser error bound among those whose usual error is nearly the least
  /// (rank/usual_error.hpp).
  std::optional<SeveralRanks> several;
  /// GroupDiscoveryOptions::share, if groups are found first; must be empty otherwise. Default: half of
  /// epsilon for quantiles, the default of GroupDiscoveryOptions for interior points.
  std::optional<double> discovery_share;
  /// Whether every row is a record, and records are protected.
  bool unit_is_record = false;

  void describe(auto& field) {
    each.describe(field);
    field("qs", quantiles);
    field("several", several);
    field("discoveryShare", discovery_share);
    field("ofRecords", unit_is_record);
  }
};

/// The algorithm of each draw: the task's own if it names one, else the choice of algorithm_of
/// (user_rank_release.hpp). Depends on the task only. Errors: OutOfRange.
UserAlgorithm algorithm_of(const UserRanksTask& task);

/// One value a quantile, in their order: a key of the domain, or none.
struct GroupRanks {
  std::uint32_t group = 0;
  std::vector<std::optional<WideKey>> values;

  friend bool operator==(const GroupRanks&, const GroupRanks&) = default;
};

/// The answer of a group for `count` quantiles that were drawn by recursion, for keys of at most 64 bits.
GroupRanks ranks_of(std::uint32_t group, const std::optional<std::vector<std::uint64_t>>& found,
                    std::size_t count);

/// The answer of a group for quantiles that were drawn separately: all values in order, or all empty if any is.
void all_or_none(std::vector<std::optional<WideKey>>& values);

struct UserRanks {
  using Task = UserRanksTask;
  using Data = UserRows;
  /// In the order of the groups' numbers. With `abstain` a group has all of its values or none.
  using Answer = std::vector<GroupRanks>;

  struct Plan {
    std::optional<GroupDiscoveryTask> discovery;  ///< of private groups
    std::optional<GroupDiscovery::Plan> found;
    std::vector<UserRankTask> tasks;           ///< one a quantile; by recursion one for all of them
    std::vector<UserRankRelease::Plan> ranks;  ///< of separate draws
    std::optional<UserQuantilesParameters> recursion;
  };

  /// Errors: OutOfRange, as the two releases and calibrate_user_quantiles; for a share of discovery where nothing is
  /// found first; for recursion over anything but several quantiles, or over keys of more than 64 bits.
  static Plan plan(const Task& task);
  /// As `plan`, but returns an obstacle if the loss, the confidence or the width of keys rules out the requested
  /// algorithm, or both.
  static Possible<Plan> possible_plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data rows, Randomness& randomness);

  /// The rows left after discovery and the choice of rows, and the tasks of their draws.
  struct Selected {
    UserRows rows;
    std::vector<UserRankTask> tasks;  ///< the plan's, for the groups that discovery found
    std::vector<NamedGroup> named;    ///< the groups that were found, if they had to be
    bool is_empty = false;            ///< none was
  };
  /// The two steps of `draw`, for a release that uses the same rows later.
  static Selected select(const Plan& plan, Data rows, Randomness& randomness);
  static Answer draw_selected(const Plan& plan, Selected selected, Randomness& randomness);
};

static_assert(Releasable<UserRanks>);

}  // namespace logstar
