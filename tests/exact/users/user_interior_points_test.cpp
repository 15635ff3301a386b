// Interior points of users by cut choice: exact laws over small tables and heavy ones, in one group, in
// declared groups and in occurring groups, and controls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "mistakes/users.hpp"
#include "user_tables.hpp"

namespace logstar::testing {
namespace {

struct CutMode {
  Neighbors neighbors;
  GroupList list;

  std::uint32_t groups() const { return list == GroupList::none ? 1 : 2; }
};

std::vector<CutMode> all_cut_modes() {
  std::vector<CutMode> modes;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const GroupList list : {GroupList::none, GroupList::declared, GroupList::occurring}) {
      modes.push_back({neighbors, list});
    }
  }
  return modes;
}

std::string name_of(const CutMode& mode) {
  return mode.list == GroupList::none       ? "one group"
         : mode.list == GroupList::declared ? "declared groups"
                                            : "groups that occur";
}

UserRankTask cut_task(const CutMode& mode, const Loss& loss, std::uint32_t whole) {
  UserRankTask task;
  task.bits = 2;
  task.domain = WideInterval::all(2);
  task.algorithm = UserAlgorithm::cut;
  task.loss = loss;
  task.neighbors = mode.neighbors;
  task.list = mode.list;
  task.groups = mode.groups();
  task.user_weight = whole;
  return task;
}

UserRankRelease::Plan with_offset(const UserRankTask& task, double users) {
  auto plan = UserRankRelease::plan(task);
  std::get<WeightedCutParameters>(plan.parameters).offset =
      static_cast<std::int64_t>(users * task.user_weight);
  return plan;
}

/// The plan with `times` of bottom's weight.
UserRankRelease::Plan with_bottom(UserRankRelease::Plan plan, double times) {
  auto& cut = std::get<WeightedCutParameters>(plan.parameters);
  const double score = static_cast<double>(cut.bottom.whole) +
                       std::ldexp(cut.bottom.fraction, -BottomScore::kFractionBits);
  cut.bottom = BottomScore::above(0, score + std::log(times) / cut.draw_epsilon);
  return plan;
}

const UserPlaces kOne{2, {0, 1, 3}, 1};
const UserPlaces kTwo{2, {0, 3}, 2};

const UserPlaces& places_of(const CutMode& mode) { return mode.groups() > 1 ? kTwo : kOne; }

/// Checks all tables of up to `most` users (under replace exactly that number) of 1 to `rows` rows.
template <typename Draw>
PrivacyReport check_tables(const CutMode& mode, std::size_t rows, std::size_t most, double epsilon,
                           const UserBase& base, const Draw& draw) {
  const UserPlaces& places = places_of(mode);
  const auto kinds = users_of_rows(places.count(), rows, mode.neighbors);
  const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    return as_numbers(draw(user_rows(places, kinds, database, base), randomness));
  };
  auto report = mode.neighbors == Neighbors::replace
                    ? check_replace(kinds.size(), most, epsilon, mechanism)
                    : check_add_remove(kinds.size(), 0, most, epsilon, mechanism);
  report.mode = name_of(mode);
  return report;
}

auto drawing(const UserRankTask& task, const UserRankRelease::Plan& plan) {
  return [=](UserRows rows, Randomness& randomness) {
    return UserRankRelease::draw(task, plan, std::move(rows), randomness);
  };
}

const Loss kCutLosses[] = {{1, 0.2}, {2, 0.3}, {4, 0.01}};

TEST_CASE("interior points of users are (epsilon, delta)-DP, with delta once for all groups") {
  for (const CutMode& mode : all_cut_modes()) {
    for (const Loss& loss : kCutLosses) {
      for (const double offset : {0.0, 2.0}) {
        for (const std::uint32_t whole : {2u, 4u}) {
          const auto task = cut_task(mode, loss, whole);
          const std::size_t rows = whole == 2 ? 2 : 3;
          const std::size_t most = mode.groups() > 1 || whole == 4 ? 2 : 3;
          INFO(name_of(mode) << ", " << logstar::name_of(mode.neighbors) << ", " << loss.epsilon);
          const auto report = check_tables(mode, rows, most, loss.epsilon, {},
                                           drawing(task, with_offset(task, offset)));
          CHECK(report.within(loss.delta));
          if (mode.neighbors == Neighbors::add_remove && offset > 0 && mode.groups() == 1) {
            CHECK(report.worst_delta > 0.99 * loss.delta);
          }
        }
      }
    }
  }
}

TEST_CASE(
    "interior points of users are private at the real weight, with the offset of their plan") {
  for (const CutMode& mode : all_cut_modes()) {
    for (const bool abstain : {false, true}) {
      auto task = cut_task(mode, {2, 0.3}, kUserWeight);
      task.abstain = abstain;
      const auto plan = UserRankRelease::plan(task);
      CHECK(check_tables(mode, 2, 2, 2, {}, drawing(task, plan)).within(0.3));
    }
  }
}

/// Two keys that are both far above bottom, one a little heavier than the other, in each group.
UserBase heavy_base(const CutMode& mode) {
  if (mode.groups() == 1) return {40, 0, 36};
  return {40, 36, 40, 36};
}

TEST_CASE("interior points of users on heavy tables fail at 1.1 epsilon") {
  for (const CutMode& mode : all_cut_modes()) {
    for (const bool are_records : {false, true}) {
      if (are_records && mode.list != GroupList::none) continue;
      const auto check = [&](double epsilon) {
        auto task = cut_task(mode, {epsilon, 1e-7}, are_records ? 1 : 2);
        task.abstain = are_records;  // the only records with this draw
        const auto draw = drawing(task, with_offset(task, 0));
        return check_tables(mode, 2, 1, 1.5, heavy_base(mode), draw);
      };
      INFO(name_of(mode) << (are_records ? ", records" : ""));
      CHECK(check(1.5).within(1e-7));
      CHECK_FALSE(check(1.65).within(1e-7));
    }
  }
}

TEST_CASE(
    "controls: bottom at 0.9 of its weight, or for one family less, is rejected in each mode") {
  for (const CutMode& mode : all_cut_modes()) {
    const Loss loss{mode.neighbors == Neighbors::replace ? 4.0 : 2.0, 0.3};  // one rate
    const auto task = cut_task(mode, loss, 2);
    const auto plan = with_offset(task, 2);
    INFO(name_of(mode) << ", " << logstar::name_of(mode.neighbors));
    const auto report = [&](double times) {
      return check_tables(mode, 1, 2, loss.epsilon, {}, drawing(task, with_bottom(plan, times)));
    };
    CHECK(report(1).within(loss.delta));
    CHECK_FALSE(report(0.9).within(loss.delta));
    CHECK_FALSE(report(2.0 / 3).within(loss.delta));  // K = L at 2 bits
  }
}

TEST_CASE(
    "controls: interior points with a user's weight ignored, rounded up or whole in each group") {
  for (const CutMode& mode : all_cut_modes()) {
    if (mode.list == GroupList::occurring) continue;
    const Loss loss{1.5, 0.1};
    const auto task = cut_task(mode, loss, 2);
    const auto plan = with_offset(task, 2);
    const auto report = [&](const auto& weigh) {
      return check_tables(mode, 3, 2, loss.epsilon, {}, [&](UserRows rows, Randomness& randomness) {
        return draw_weighing(task, plan, std::move(rows), weigh, randomness);
      });
    };
    INFO(name_of(mode) << ", " << logstar::name_of(mode.neighbors));
    const auto right = [](const UserColumns& columns, std::uint32_t whole) {
      return spread(columns, whole);
    };
    CHECK(report(right).within(loss.delta));
    CHECK_FALSE(report(whole_rows).within(loss.delta));
    CHECK_FALSE(report(rounded_up).within(loss.delta));
    if (mode.groups() > 1) CHECK_FALSE(report(by_rows_of_group).within(loss.delta));
  }
}

TEST_CASE("control: groups published in order of occurrence reveal who came first") {
  const auto task = cut_task({Neighbors::add_remove, GroupList::occurring}, {1, 1e-6}, 2);
  const auto plan = with_offset(task, 14);
  const UserBase base = {50, 0, 50, 0};
  const UserRows rows = user_rows(kTwo, {}, {}, base);
  UserRows before = rows;  // one more user, of the second group, placed first
  before.users.insert(before.users.begin(), 1000);
  before.groups.insert(before.groups.begin(), 1);
  KeyArray keys(2, {0});
  for (std::size_t i = 0; i < rows.keys.size(); ++i) keys.append(rows.keys[i]);
  before.keys = keys;
  const auto compare = [&](const auto& draw) {
    PrivacyCheck check(1, "add-remove", "two groups of 50 users");
    check.pair(
        enumerate([&](Randomness& randomness) { return as_numbers(draw(rows, randomness)); }),
        enumerate([&](Randomness& randomness) { return as_numbers(draw(before, randomness)); }));
    return check.report();
  };
  CHECK(compare(drawing(task, plan)).within(1e-6));
  const auto in_order = compare([&](UserRows table, Randomness& randomness) {
    return draw_in_order_of_occurrence(task, plan, std::move(table), randomness);
  });
  CHECK_FALSE(in_order.within(1e-6));
  CHECK(in_order.worst_delta > 0.99);
}

/// The largest probability, over these tables, of an answer outside the rows.
double most_outside(const UserRankTask& task, const UserRankRelease::Plan& plan) {
  const std::uint64_t near = (std::uint64_t(1) << 61) - 1;
  const UserPlaces places{62, {near, near + 1, std::uint64_t(3) << 60}, 1};
  double most = 0;
  // 45 users, or five e-folds of a user's weight.
  const auto step = static_cast<std::size_t>(std::max(3.0, std::ceil(1 / (3 * task.loss.epsilon))));
  for (std::size_t users = 0; users <= 15 * step; users += step) {
    for (const UserBase& base :
         {UserBase{users, 0, 0}, {users / 2, users - users / 2, 0}, {0, users / 3, users / 3}}) {
      const auto law = enumerate([&](Randomness& randomness) {
        return as_numbers(
            UserRankRelease::draw(task, plan, user_rows(places, {}, {}, base), randomness))[1];
      });
      most = std::max(most, mass_outside(law, places, base));
    }
  }
  return most;
}

TEST_CASE("with abstain an interior point lies outside any data with probability at most beta") {
  struct Case {
    Loss loss;
    double beta = 0.05;
    double eager = 0.3;  // the mass outside is at least this with the offset of the fewest users
  };
  // At a large delta, or at a small beta, bottom needs more weight than privacy asks for.
  for (const Case& at : {Case{{1, 1e-6}},
                         {{0.3, 1e-4}},
                         {{4, 1e-9}},
                         {{0.1, 0.02}, 0.05, 0.1},
                         {{0.01, 0.005}},
                         {{1, 1e-6}, 1e-7}}) {
    UserRankTask task;
    task.bits = 62;
    task.domain = WideInterval::all(62);
    task.algorithm = UserAlgorithm::cut;
    task.loss = at.loss;
    task.confidence = 1 - at.beta;
    task.user_weight = 4;
    const auto least = UserRankRelease::plan(task);
    task.abstain = true;
    INFO("epsilon " << at.loss.epsilon << ", delta " << at.loss.delta << ", beta " << at.beta);
    CHECK(most_outside(task, UserRankRelease::plan(task)) <= at.beta);
    CHECK(most_outside(task, least) > at.eager);
  }
}

}  // namespace
}  // namespace logstar::testing
