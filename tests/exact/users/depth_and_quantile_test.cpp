// Medians and quantiles of users by the exponential mechanism: exact laws over small tables and heavy
// ones, in one group and in two, and controls.
#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "databases.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "mistakes/users.hpp"
#include "user_tables.hpp"

namespace logstar::testing {
namespace {

/// One mode of the mechanism.
struct Mode {
  std::optional<QuantileFraction> rank;
  Neighbors neighbors;
  std::uint32_t groups;
  bool abstain;
};

std::vector<Mode> all_modes() {
  std::vector<Mode> modes;
  for (const std::optional<QuantileFraction> rank :
       {std::optional<QuantileFraction>(), {{1, 4}}, {{1, 2}}, {{9, 10}}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint32_t groups : {1u, 2u}) {
        for (const bool abstain : {false, true})
          modes.push_back({rank, neighbors, groups, abstain});
      }
    }
  }
  return modes;
}

std::string name_of(const Mode& mode) {
  return (mode.rank ? "quantile " + logstar::text_of(*mode.rank) : "interior point") +
         (mode.groups > 1 ? ", groups" : "") + (mode.abstain ? ", abstain" : "");
}

UserRankTask task_of(const Mode& mode, std::uint32_t bits, double epsilon, std::uint32_t whole) {
  UserRankTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.rank = mode.rank;
  task.loss = {epsilon, 0};
  task.neighbors = mode.neighbors;
  task.list = mode.groups > 1 ? GroupList::declared : GroupList::none;
  task.groups = mode.groups;
  task.abstain = mode.abstain;
  task.whole = whole;
  return task;
}

/// All tables of up to `most` users (under replace of exactly so many) beside the base.
template <typename Draw>
PrivacyReport check(const Mode& mode, const std::vector<UserOf>& kinds, std::size_t most,
                    double epsilon, const Draw& draw) {
  auto report = mode.neighbors == Neighbors::replace
                    ? check_replace(kinds.size(), most, epsilon, draw)
                    : check_add_remove(kinds.size(), 0, most, epsilon, draw);
  report.mode = name_of(mode);
  return report;
}

TEST_CASE("ranks of users are epsilon-DP in each mode: every small table, every key") {
  for (const Mode& mode : all_modes()) {
    // With 4 units a user of three rows weighs 3: what is left over is nobody's.
    for (const std::uint32_t whole : {2u, 4u, kUserWeight}) {
      const UserPlaces places{2, {0, 1, 3}, mode.groups};
      const std::size_t rows = mode.groups == 1 ? 3 : 2;
      const auto kinds = users_of_rows(places.count(), rows);
      const double epsilon = 2;
      const auto task = task_of(mode, 2, epsilon, whole);
      const auto plan = UserRankRelease::plan(task);
      const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
        return as_numbers(
            UserRankRelease::draw(task, plan, user_rows(places, kinds, database), randomness));
      };
      INFO(name_of(mode) << ", " << whole << " a user");
      CHECK(check(mode, kinds, 2, epsilon, draw).within_each_outcome());
    }
  }
}

/// Users at three keys, so many that one run outweighs all others: of the depth the key in the middle,
/// of a quantile what lies just below its rank. The score of another run goes the other way, or stays:
/// its probability moves by nearly all of epsilon.
struct Heavy {
  UserPlaces places;
  UserBase base;

  explicit Heavy(const Mode& mode)
      : places{62, {0, std::uint64_t(1) << 60, std::uint64_t(1) << 61}, mode.groups} {
    build(mode);
    base.resize(places.count());
  }

 private:
  void build(const Mode& mode) {
    if (!mode.rank || 2 * mode.rank->numerator == mode.rank->denominator) {
      base = {1, 98, 1, 1, 98, 1};
      return;
    }
    constexpr std::size_t kUsers = 2000;
    const std::size_t rank = kUsers * mode.rank->numerator / mode.rank->denominator;
    base = {rank - 1, kUsers - rank, 1};
    // In the other group what lies just above it: a user who moves there goes on as they began.
    base.insert(base.end(), {1, rank, kUsers - rank - 1});
  }
};

/// Such a table, and one user more or another one.
PrivacyReport check_heavy(const Mode& mode, double epsilon, double drawn_at, std::uint32_t whole) {
  const Heavy heavy(mode);
  const auto kinds = users_of_rows(heavy.places.count(), mode.groups > 1 ? 1 : 2);
  const auto task = task_of(mode, 62, drawn_at, whole);
  const auto plan = UserRankRelease::plan(task);
  const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    FirstOfRun first(randomness);
    return as_numbers(UserRankRelease::draw(
        task, plan, user_rows(heavy.places, kinds, database, heavy.base), first));
  };
  return check(mode, kinds, 1, epsilon, draw);
}

TEST_CASE("ranks of users beside heavy tables are epsilon-DP, and at 1.1 epsilon they are not") {
  for (const Mode& mode : all_modes()) {
    for (const double epsilon : {1.0, 3.0}) {
      INFO(name_of(mode) << ", " << logstar::name_of(mode.neighbors) << ", " << epsilon);
      const auto report = check_heavy(mode, epsilon, epsilon, 4);
      CHECK(report.within_each_outcome());
      CHECK(report.largest_log_ratio > 0.92 * epsilon);
      CHECK_FALSE(check_heavy(mode, epsilon, 1.1 * epsilon, 4).within_each_outcome());
    }
  }
}

}  // namespace
}  // namespace logstar::testing
