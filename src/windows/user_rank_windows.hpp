// UserRankRelease for a table that stays in an engine: requests regions of it until all groups have an answer.
//
// Privacy: as UserRankRelease for the same task, whose output distribution it has, if all contents describe one
//   state of the table (docs/guarantees/windows.md). The queries depend on rows and noise. Show them only to
//   people who may read the rows.
// Source, departures: as window_draw.hpp.
// Cost: round trips until all groups have an answer, mostly one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/windows/window_draw.hpp"

namespace logstar {

/// A request for the contents of a group's region.
struct RangeRequest {
  std::uint32_t group = 0;
  Region region;

  friend bool operator==(const RangeRequest&, const RangeRequest&) = default;
};

/// The window of each group. Errors: OutOfRange as RegionWindow, and for a region beyond the domain.
std::vector<RegionWindow> windows_inside(std::vector<std::vector<Region>> groups,
                                         const WideInterval& domain);

/// A release that has been charged and requests the regions that it needs.
class WindowSession {
 public:
  /// `groups`: the regions of groups 0, 1, ..., covering all of their rows. `randomness` must outlive this
  /// object. Errors: OutOfRange as RegionWindow, and for a region beyond the domain.
  WindowSession(UserRankTask task, const UserRankRelease::Plan& plan,
                std::vector<std::vector<Region>> groups, std::size_t ahead, Randomness& randomness);
  WindowSession(const WindowSession&) = delete;  // the draws point into it
  WindowSession& operator=(const WindowSession&) = delete;

  /// The regions to fetch next. Empty: the session has ended.
  const std::vector<RangeRequest>& wanted() const { return wanted_; }
  /// Regions inside each of the requested ones, in the same order, with all its rows: its keys, or coarser ones
  /// if there are many. Returns false, and requests no more, if their weights differ from before: the table has
  /// changed, and the release has no answer. Errors: OutOfRange as is_partition_of, and for another number of
  /// contents; the requests stay the same then.
  bool provide(const std::vector<std::vector<Region>>& contents);

  /// The answer of each group, or of the groups with one, as UserRankRelease; once the session has ended. Empty
  /// if the table changed.
  const std::vector<GroupAnswer>& answers() const { return answers_; }

 private:
  void advance();

  UserRankTask task_;
  decltype(UserRankRelease::Plan::parameters) parameters_;
  Randomness& randomness_;
  std::vector<WindowDraw> draws_;  // one a group
  std::vector<bool> open_;         // which of them have no answer yet
  std::vector<RangeRequest> wanted_;
  std::vector<GroupAnswer> answers_;
};

/// Errors: OutOfRange for cut choice of keys of more than 1024 bits, or with an epsilon below 2^-40 a unit of
/// weight.
void check_for_windows(const UserRankTask& task, const UserRankRelease::Plan& plan);

struct UserRankWindows {
  using Task = UserRankTask;
  using Plan = UserRankRelease::Plan;
  /// Groups are numbered as in UserRankRelease. Groups beyond the last one are empty.
  struct Data {
    std::vector<std::vector<Region>> groups;
    /// How many candidates are proposed at a time, 1 to 1024: it changes the number of trips, never the law.
    std::uint32_t ahead = 4;
  };
  using Answer = std::unique_ptr<WindowSession>;

  /// Errors: as UserRankRelease and check_for_windows.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  /// Errors: OutOfRange as WindowSession, and for more groups than there are.
  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness);
};

static_assert(Releasable<UserRankWindows>);

}  // namespace logstar
