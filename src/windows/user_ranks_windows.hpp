// UserRanks for a table that stays in an engine: one release of several quantiles, for listed or private
// groups. After the charge it requests the data that it needs.
//
// Privacy: as UserRanks for the same task, whose output distribution it has, if all contents describe one state
//   of the table (docs/guarantees/windows.md). Show the existing groups, and the queries about them, only to
//   people who may read the rows.
// Source, departures: as window_draw.hpp and quantile_draws.hpp; groups are found as group_discovery.hpp does.
// Cost: a round trip for private groups, one for windows, and mostly one more; by recursion one or two a level.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "logstar/counts/user_ranks_release.hpp"
#include "logstar/windows/quantile_draws.hpp"
#include "logstar/windows/user_rank_windows.hpp"
#include "logstar/windows/window_shape.hpp"

namespace logstar {

/// How many candidates are proposed at a time, at most.
constexpr std::uint32_t kMaxWindowsAhead = 1024;

/// A charged release, from its first request to its answers.
class RanksSession {
 public:
  /// `randomness` must outlive this object.
  RanksSession(const UserRanks::Plan& plan, std::uint32_t ahead, Randomness& randomness);
  RanksSession(const RanksSession&) = delete;  // the draws point into it
  RanksSession& operator=(const RanksSession&) = delete;

  /// Whether provide_group_weights comes first.
  bool wants_groups() const { return !groups_; }
  /// The weight of each group that occurs, in an order of the groups' names. Each user is split evenly over all
  /// of their rows.
  /// Errors: WrongState unless wants_groups().
  void provide_group_weights(const std::vector<std::uint64_t>& weights);
  /// The weight from which on a group will probably be in groups(), from public parameters alone.
  std::int64_t likely_from() const { return found_ ? found_->half_released_at : 1; }

  /// The groups that need windows: indices of the weights provided, else 0, 1, ... Each user's weight is split
  /// over their rows in these groups only.
  const std::vector<std::uint32_t>& groups() const { return *groups_; }
  /// One per quantile, or by recursion one for all quantiles.
  const std::vector<WindowShape>& shapes() const { return shapes_; }
  std::uint32_t user_weight() const { return tasks_.front().user_weight; }
  /// Whether contents should list the rows of each key (for a single key they must).
  bool wants_rows() const { return recursion_.has_value(); }

  /// Takes the regions of each group, by its index in groups(), for each of the shapes. Returns false if they
  /// are of different tables: then the release has no answer. Errors: WrongState unless the
  /// groups are known and this is the first call; OutOfRange for another number of windows, and as
  /// WindowSession.
  bool open(std::vector<std::vector<std::vector<Region>>> windows);

  /// Once open: what all rows of each group weigh, by its index in groups().
  const std::vector<std::uint64_t>& weights() const { return weights_; }

  /// A region whose contents are requested.
  struct Wanted {
    std::uint32_t quantile = 0;
    std::uint32_t place = 0;
    RegionCut cut;
  };
  /// Empty: it is over, or not opened yet.
  const std::vector<Wanted>& wanted() const { return wanted_; }
  /// As WindowSession::provide; for a requested single key, its rows.
  bool provide(const std::vector<std::vector<ToldRegion>>& contents);

  /// Once it is over: as UserRanks. Errors: WrongState before, and if the table changed.
  UserRanks::Answer answers() const;

 private:
  bool is_one_table(const std::vector<std::vector<std::vector<Region>>>& windows) const;
  void begin(std::vector<std::vector<std::vector<Region>>> windows);
  bool provide_draws(const std::vector<std::vector<ToldRegion>>& contents);
  bool provide_recursion(std::span<const std::vector<ToldRegion>> contents);
  void list_wanted();
  UserRanks::Answer answers_of_draws() const;
  UserRanks::Answer answers_of_recursion() const;

  std::optional<GroupDiscovery::Plan> found_;
  std::optional<GroupDiscoveryTask> discovery_;
  std::vector<UserRankTask> tasks_;
  std::vector<UserRankRelease::Plan> ranks_;
  std::optional<UserQuantilesParameters> recursion_;
  std::uint32_t ahead_;
  Randomness& randomness_;
  std::optional<std::vector<std::uint32_t>> groups_;
  std::vector<std::uint64_t> told_;  // what groups that are answered without being found weigh
  std::vector<std::uint64_t> weights_;
  std::vector<WindowShape> shapes_;
  std::vector<std::unique_ptr<WindowSession>> draws_;  // one a quantile
  std::vector<QuantileDraws> recursions_;              // or one a group
  std::vector<Wanted> wanted_;
  bool is_open_ = false;
  bool changed_ = false;
};

struct UserRanksWindows {
  using Task = UserRanksTask;
  using Plan = UserRanks::Plan;
  /// How many candidates are proposed at a time, 1 to 1024: it changes the number of trips, never the law.
  struct Data {
    std::uint32_t ahead = 4;
  };
  using Answer = std::unique_ptr<RanksSession>;

  /// Errors: as UserRanks and check_for_windows.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  /// Errors: OutOfRange for `ahead`.
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
};

static_assert(Releasable<UserRanksWindows>);

}  // namespace logstar
