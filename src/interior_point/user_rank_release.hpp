// A median, a quantile or an interior point of a table in which users have any number of rows, of all of
// it or of each of many groups, as one release.
//
// Privacy: (epsilon, delta) for one user with all rows in all groups being added, removed or changed, for
//   every data set; (epsilon, 0) by the exponential mechanism, also where a delta was given. With private
//   groups the claim also covers the list of groups: only groups with an answer are released.
// Source: as rank/user_exponential.hpp and cut_choice/weighted.hpp, which draw.
// Departures: none; proof in docs/guarantees/users.md.
// Cost: users/spread.hpp, users/rows.hpp, then one draw a group.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "logstar/interior_point/cut_choice/weighted.hpp"
#include "logstar/interior_point/rank/user_exponential.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/support/possible.hpp"
#include "logstar/users/rows.hpp"

namespace logstar {

enum class UserAlgorithm {
  exponential,  ///< the exponential mechanism on depth, or on a quantile's score: no delta
  cut           ///< cut choice: an interior point only, "nothing" if there are few users
};

constexpr UserAlgorithm last_of(UserAlgorithm) { return UserAlgorithm::cut; }

/// "exponential", "cut".
std::string_view name_of(UserAlgorithm algorithm);

/// Which groups have an answer.
enum class GroupList {
  none,      ///< there is one: all rows
  declared,  ///< all groups of a public list
  occurring  ///< the groups that occur and whose draw does not abstain: cut choice only
};
constexpr GroupList last_of(GroupList) { return GroupList::occurring; }

/// "none", "declared", "private".
std::string_view name_of(GroupList list);

/// The public parameters of a release.
struct UserRankTask {
  std::uint32_t bits = 64;  ///< width of the keys
  WideInterval domain = WideInterval::all(64);
  std::optional<QuantileFraction> quantile;  ///< which quantile; empty: any interior point
  std::optional<UserAlgorithm> algorithm;    ///< default: algorithm_of
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;  ///< of the statement on each group
  GroupList list = GroupList::none;
  std::uint32_t groups = 1;  ///< how many are declared, 1 to 2^24
  /// Whether to abstain instead of returning an answer outside of few rows.
  bool abstain = false;
  std::uint32_t user_weight = kUserWeight;  ///< the weight of a user, 1 to 2^20
  /// Instead of users' weights: at most this many rows of each user count, selected at random over all groups
  /// together, each with weight 1. 1 to 2^20. Accuracy is then in rows.
  std::optional<std::uint32_t> most_rows;
  AlgorithmChoice choice = AlgorithmChoice::usual_error;  ///< the criterion of algorithm_of
  BaseMeasure measure = {};  ///< public weights of the keys, for the exponential mechanism

  void describe(auto& field) {
    field("domain", bits, domain, measure);
    field("q", quantile);
    field("algorithm", algorithm);
    loss.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("groupList", list);
    field("groups", groups, kMaxGroups);
    field("abstain", abstain);
    field("userWeight", user_weight, UserWeight());
    field("perUser", most_rows, kMaxUserWeight);
    field("leastPromise", choice, AlgorithmChoice::usual_error, AlgorithmChoice::least_promise);
  }

  Natural size_of_domain() const;
  /// The maximum weight of a user's rows together, in units of draws.
  std::uint32_t most_weight() const { return most_rows.value_or(user_weight); }
  /// Converts an error in users to the unit of the statement: users, or rows.
  double counted(double users) const { return most_rows ? multiply_up(users, *most_rows) : users; }
};

/// The algorithm that the task names, or else the one by `task.choice`. The exponential mechanism takes
/// quantiles and tasks without a delta. Cut choice takes groups that occur, because its draw also selects them,
/// while the exponential mechanism needs a share of epsilon for the selection. An interior point of all rows or
/// of declared groups is chosen, also with unequal weights of keys, as best_algorithm (rank_draw.hpp) does, its
/// promise being Plan::least_users. Depends on the task only. Errors: OutOfRange, as UserRankRelease::plan.
UserAlgorithm algorithm_of(const UserRankTask& task);

/// A key of the domain, or none.
struct GroupAnswer {
  std::uint32_t group = 0;
  std::optional<WideKey> value;

  friend bool operator==(const GroupAnswer&, const GroupAnswer&) = default;
};

/// Rows by the groups that have an answer, which are numbered from 0.
struct RowsOfGroups {
  GroupedRows rows;
  std::uint32_t groups;
};

/// Removes the rows of unlisted groups and, with most_rows, the rows that are not selected. The remaining rows
/// then have no users, and the same call leaves them as they are.
UserRows rows_that_count(const UserRankTask& task, UserRows rows, Randomness& randomness);

/// Rows by chance, of tasks with most_rows. Errors: as UserRankRelease::draw.
RowsOfGroups rows_of_groups(const UserRankTask& task, UserRows rows, Randomness& randomness);

struct UserRankRelease {
  using Task = UserRankTask;
  /// Keys inside the domain, of the task's width; users and groups as in UserColumns. Groups are numbered
  /// in an order that does not depend on the rows: as listed (rows of a group beyond the list do not count), or
  /// by their names. In the latter case a group's number depends on which others occur: replace it by the name.
  using Data = UserRows;
  /// In the order of their numbers: of each group that is declared, or of those with an answer only.
  using Answer = std::vector<GroupAnswer>;

  struct Plan {
    std::variant<UserRankParameters, WeightedCutParameters> parameters;
    std::optional<double> rank_error;  ///< in users, or in rows with most_rows; as all that follow
    /// From this weight in users on, the answer exists and lies inside the data.
    double least_users = 0;
    /// The median rank error on smooth data, or the users with which half of the interior points lie inside:
    /// no guarantee. Unknown for the exponential mechanism on keys of more than kMaxSmoothBits.
    std::optional<double> usual = std::nullopt;
    /// `least_users` where all rows lie where the measure's guess expects them, if there is one.
    std::optional<double> expected_least_users = std::nullopt;

    UserAlgorithm algorithm() const {
      return parameters.index() == 0 ? UserAlgorithm::exponential : UserAlgorithm::cut;
    }
  };

  /// Errors: OutOfRange, as the calibrations; for a quantile by cut choice, and groups that occur with the
  /// exponential mechanism (which would reveal them).
  static Plan plan(const Task& task);
  /// As `plan`, but returns an obstacle if epsilon is so small that the weight of a miss or of "none" does not
  /// fit into scores.
  static Possible<Plan> possible_plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  /// Errors: OutOfRange for columns of unlike length, or a column of groups that is there and should not
  /// be, or the other way round.
  static Answer draw(const Task& task, const Plan& plan, Data rows, Randomness& randomness);
};

static_assert(Releasable<UserRankRelease>);

}  // namespace logstar
