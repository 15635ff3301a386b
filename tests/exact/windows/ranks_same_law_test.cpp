// Ranks of users as one release from an engine, with several quantiles and with discovered or occurring groups:
// the law of the release from all rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "databases.hpp"
#include "logstar/windows/user_ranks_windows.hpp"
#include "noise_from_above.hpp"
#include "ranks_engine.hpp"
#include "user_tables.hpp"

namespace logstar::testing::ranks_same_law_test {
namespace {

constexpr std::uint32_t kWhole = 2;

/// The kinds of groups: listed, discovered beforehand, or found by cut choice, which may abstain.
enum class Groups { declared, found, cut };

UserRanksTask ranks_task(Groups groups, bool several, bool abstain) {
  UserRanksTask task;
  task.each.bits = 1;
  task.each.domain = WideInterval::all(1);
  task.each.loss = {4, groups == Groups::declared ? 0 : 0.2};
  task.each.confidence = 0.5;
  task.each.list = groups == Groups::declared ? GroupList::declared : GroupList::occurring;
  task.each.groups = 2;
  task.each.user_weight = kWhole;
  task.each.abstain = abstain;
  if (groups != Groups::cut) task.each.quantile = QuantileFraction{1, 2};
  if (several) {
    task.quantiles = {{1, 4}, {1, 2}};
    task.several = SeveralRanks::separate;
  }
  return task;
}

/// Both "none" and cuts outside of the data have probabilities large enough to compare.
UserRanks::Plan ranks_plan(const UserRanksTask& task) {
  auto plan = UserRanksWindows::plan(task);
  for (auto& one : plan.ranks) {
    if (auto* cut = std::get_if<WeightedCutParameters>(&one.parameters)) {
      cut->offset = 2;
    } else if (auto& rank = std::get<UserRankParameters>(one.parameters); rank.none) {
      rank.none = NoneScore{{2, 0}, 0, {2, 0}, 0};
    }
  }
  return plan;
}

using Numbers = std::vector<std::int64_t>;

Numbers numbers_of(const UserRanks::Answer& answers) {
  Numbers numbers;
  for (const auto& [group, values] : answers) {
    numbers.push_back(group);
    for (const auto& value : values) {
      numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
    }
  }
  return numbers;
}

/// All noise too low to release a group is one outcome.
template <typename Run>
Law<Numbers> law_of(const UserRanks::Plan& plan, const UserRows& rows, const Run& run) {
  return enumerate([&](Randomness& randomness) {
    if (!plan.found) return numbers_of(run(randomness));
    const auto heaviest = static_cast<std::int64_t>(kWhole * rows.keys.size());
    NoiseFromAbove lumped(randomness, plan.found->parameters.threshold - heaviest + 1);
    return numbers_of(run(lumped));
  });
}

struct Compared {
  long double most_apart = 0;
  std::size_t trips = 0;
};

/// Compares all tables of a user of up to two rows with two others, in two groups of two keys each, all in one
/// key range at first.
Compared compare(const UserRanksTask& task) {
  const UserPlaces places{1, {0, 1}, 2};
  const auto kinds = users_of_rows(places.count(), 2);
  const auto plan = ranks_plan(task);
  Compared found;
  for (std::size_t users = 0; users <= 1; ++users) {
    for_each_multiset(kinds.size(), users, [&](const std::vector<std::size_t>& database) {
      const UserRows rows = user_rows(places, kinds, database, UserBase{1, 0, 0, 1});
      const auto law = law_of(plan, rows, [&](Randomness& randomness) {
        return UserRanks::draw(task, plan, rows, randomness);
      });
      const auto windowed = law_of(plan, rows, [&](Randomness& randomness) {
        RanksEngine engine(rows, kWhole, 1);
        auto answers = engine.answers(*UserRanksWindows::draw(task, plan, {1}, randomness));
        found.trips += engine.trips();
        return answers;
      });
      found.most_apart = std::max(found.most_apart, difference(law, windowed));
    });
  }
  return found;
}

TEST_CASE("several quantiles of listed groups from an engine have the law of all rows") {
  for (const bool abstain : {false, true}) {
    const auto found = compare(ranks_task(Groups::declared, true, abstain));
    CHECK(found.most_apart < 1e-12L);
    CHECK(found.trips > 20);
  }
}

TEST_CASE("ranks of discovered groups from an engine have the law of all rows") {
  for (const bool several : {false, true}) {
    const auto found = compare(ranks_task(Groups::found, several, several));
    CHECK(found.most_apart < 1e-12L);
    CHECK(found.trips > 20);
  }
}

TEST_CASE("interior points of occurring groups from an engine have the law of all rows") {
  const auto found = compare(ranks_task(Groups::cut, false, true));
  CHECK(found.most_apart < 1e-9L);
  CHECK(found.trips > 20);
}

TEST_CASE("control: a user spread over withheld groups has another law") {
  const auto task = ranks_task(Groups::found, false, false);
  const auto plan = ranks_plan(task);
  // A user with a row in either group; the other group has no other users.
  const UserRows rows{{0, 0, 1, 2}, {0, 1, 0, 0}, KeyArray(1, {0, 1, 1, 0})};
  UserRows spread = rows;
  spread.users = {0, 3, 1, 2};  // as if the second row took nothing from the first
  const auto law_from = [&](const UserRows& told) {
    return law_of(plan, rows, [&](Randomness& randomness) {
      RanksEngine engine(told, kWhole, 1);
      return engine.answers(*UserRanksWindows::draw(task, plan, {1}, randomness));
    });
  };
  CHECK(difference(law_from(rows), law_from(spread)) > 0.01L);
}

}  // namespace
}  // namespace logstar::testing::ranks_same_law_test
