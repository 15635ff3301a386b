// Intervals from an engine, round one quantile or several: the law of the release from all rows.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "databases.hpp"
#include "logstar/windows/user_interval_windows.hpp"
#include "passing_randomness.hpp"
#include "ranks_engine.hpp"
#include "user_tables.hpp"

namespace logstar::testing::intervals_same_law_test {
namespace {

constexpr std::uint32_t kWhole = 2;
constexpr std::uint64_t kLast = 3;

struct Asking {
  std::uint32_t groups = 1;
  GroupList list = GroupList::declared;  // of several groups
  std::vector<QuantileFraction> quantiles = {{1, 2}};
  std::optional<SeveralRanks> several = {};
  IntervalOf of = IntervalOf::data;
  Neighbors neighbors = Neighbors::add_remove;
};

UserIntervalWindows::Task task_of(const Asking& asking) {
  UserIntervalWindows::Task task;
  UserRankTask& each = task.points.each;
  each.bits = 2;
  each.domain = WideInterval::all(2);
  each.quantile = asking.quantiles.front();
  each.loss = {80, 0};
  each.neighbors = asking.neighbors;
  each.confidence = 0.5;
  each.list = asking.groups > 1 ? asking.list : GroupList::none;
  if (each.list == GroupList::occurring) {
    each.loss.delta = 0.2;
  }
  each.groups = asking.groups;
  each.user_weight = kWhole;
  if (asking.quantiles.size() > 1) task.points.quantiles = asking.quantiles;
  task.points.several = asking.several;
  task.intervals.of = asking.of;
  task.intervals.share = 0.1;  // so that points and counts have few likely outcomes, widths several
  task.intervals.one_value =
      asking.of == IntervalOf::population;  // which few users have intervals of
  task.intervals.scale = IntegerDomain(0, kLast);
  return task;
}

using Numbers = std::vector<double>;

Numbers numbers_of(const std::vector<GroupIntervals>& answers) {
  Numbers numbers;
  for (const GroupIntervals& group : answers) {
    numbers.push_back(group.group);
    numbers.push_back(group.count.value_or(-1e9));
    for (const PointWithInterval& one : group.points) {
      const auto end = [&](const std::optional<std::uint64_t>& key) {
        return key ? static_cast<double>(*key) : -1.0;
      };
      numbers.push_back(static_cast<double>(one.point));
      numbers.push_back(one.interval ? end(one.interval->low) : -2);
      numbers.push_back(one.interval ? end(one.interval->high) : -2);
      numbers.push_back(one.target);
    }
  }
  return numbers;
}

IntervalWeights weights_round(const KeyWeights& table, const std::vector<KeyInterval>& chain) {
  IntervalWeights weights;
  for (const auto& [key, weight] : table) weights.total += static_cast<std::int64_t>(weight);
  for (const KeyInterval& one : chain) {
    std::int64_t& below = weights.below.emplace_back();
    std::int64_t& above = weights.above.emplace_back();
    for (const auto& [key, weight] : table) {
      if (key < one.lowest) below += static_cast<std::int64_t>(weight);
      if (key > one.highest) above += static_cast<std::int64_t>(weight);
    }
  }
  return weights;
}

/// Which chain the engine reports on, given the one that is wanted.
using Reported = std::function<std::vector<KeyInterval>(const std::vector<KeyInterval>&)>;

Numbers from_engine(const UserIntervalWindows::Task& task, const UserIntervalWindows::Plan& plan,
                    const UserRows& rows, const Reported& reported, Randomness& randomness) {
  const auto session = UserIntervalWindows::draw(task, plan, {1}, randomness);
  RanksEngine engine(rows, kWhole, kLast);
  engine.converse(session->points());
  session->begin();
  std::vector<IntervalWeights> contents;
  for (const auto& [place, chain] : session->wanted()) {
    contents.push_back(weights_round(engine.table()[place], reported(*chain)));
  }
  if (!session->provide(contents)) FAIL("the weights of one table were taken for those of two");
  std::vector<GroupIntervals> answers = session->answers();
  for (GroupIntervals& one : answers) one.group = engine.name_of(one.group);
  return numbers_of(answers);
}

struct Compared {
  long double most_apart = 0;
  std::size_t told = 0;     // outcomes with an interval
  std::size_t without = 0;  // outcomes without a group
};

/// Counts and discovery with two kinds of noise, so that the laws of two groups or quantiles stay small. Both releases have them.
class FewCounts final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  std::int64_t discrete_laplace(const Rational&) override {
    return inner_.uniform_below(std::uint64_t(2)) == 0 ? -1 : 2;
  }
  /// Of discovery: all or nothing, so that each group is found or not.
  std::int64_t discrete_laplace_at_most(const Rational&, std::int64_t most) override {
    return inner_.uniform_below(std::uint64_t(2)) == 0 ? most : -1000;
  }
};

/// Rare counts are cut off.
template <typename Run>
Law<Numbers> law_of(const UserIntervalWindows::Plan& plan, const UserRows& rows, const Run& run) {
  const auto law = [&](Randomness& randomness) {
    if (rows.groups.empty() && plan.draws.settings.size() == 1) return run(randomness);
    FewCounts few(randomness);
    return run(few);
  };
  return enumerate(law, 1e-7L);
}

/// All tables of a user of up to two rows beside some others, in as many groups as there are.
Compared compare(const Asking& asking, const Reported& reported) {
  const std::vector<std::uint64_t> keys =
      asking.groups > 1 ? std::vector<std::uint64_t>{0, 3} : std::vector<std::uint64_t>{0, 1, 3};
  const UserPlaces places{2, keys, asking.groups};
  const UserBase base = asking.groups > 1 ? UserBase{2, 2, 1, 1} : UserBase{5, 2, 4};
  const auto kinds = users_of_rows(places.count(), 2, asking.neighbors);
  const auto task = task_of(asking);
  auto plan = UserIntervalWindows::plan(task);
  if (plan.points.recursion) plan.points.recursion->draws.tie_bits = 0;
  Compared found;
  for_each_multiset(kinds.size(), 1, [&](const std::vector<std::size_t>& database) {
    const UserRows rows = user_rows(places, kinds, database, base);
    const auto law = law_of(plan, rows, [&](Randomness& randomness) {
      return numbers_of(UserIntervalRelease::draw(task, plan, {rows}, randomness));
    });
    const auto windowed = law_of(plan, rows, [&](Randomness& randomness) {
      return from_engine(task, plan, rows, reported, randomness);
    });
    for (const auto& [answer, p] : law.mass) {
      if (answer.empty())
        ++found.without;
      else
        found.told += answer[3] > -2 || answer[4] > -2;
    }
    found.most_apart = std::max(found.most_apart, difference(law, windowed));
  });
  return found;
}

std::vector<KeyInterval> as_wanted(const std::vector<KeyInterval>& chain) { return chain; }

/// As many intervals round another point.
std::vector<KeyInterval> round_another(const std::vector<KeyInterval>& chain) {
  const std::uint64_t point = chain.front().lowest == kLast ? 0 : chain.front().lowest + 1;
  auto other = interval_chain(point, IntegerDomain(0, kLast), 4);
  other.resize(chain.size(), {0, kLast});
  return other;
}

TEST_CASE("an interval from an engine has the law of all rows") {
  for (const IntervalOf of : {IntervalOf::data, IntervalOf::population}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      Asking asking;
      asking.of = of;
      asking.neighbors = neighbors;
      const Compared found = compare(asking, as_wanted);
      CHECK(found.most_apart < 1e-9L);
      CHECK(found.told > 20);
    }
  }
}

TEST_CASE("intervals of listed groups from an engine have the law of all rows") {
  Asking asking;
  asking.groups = 2;
  const Compared found = compare(asking, as_wanted);
  CHECK(found.most_apart < 1e-9L);
  CHECK(found.told > 20);
}

TEST_CASE("intervals of private groups from an engine have the law of all rows") {
  Asking asking;
  asking.groups = 2;
  asking.list = GroupList::occurring;
  const Compared found = compare(asking, as_wanted);
  CHECK(found.most_apart < 1e-9L);
  CHECK(found.told > 20);
  CHECK(found.without > 0);
}

TEST_CASE("intervals round several quantiles from an engine have the law of all rows") {
  for (const SeveralRanks several : {SeveralRanks::separate, SeveralRanks::recursion}) {
    Asking asking;
    asking.quantiles = {{1, 4}, {1, 2}};
    asking.several = several;
    const Compared found = compare(asking, as_wanted);
    CHECK(found.most_apart < 1e-9L);
    CHECK(found.told > 20);
  }
}

TEST_CASE("control: an interval from weights round another point has another law") {
  CHECK(compare({}, round_another).most_apart > 0.01L);
}

}  // namespace
}  // namespace logstar::testing::intervals_same_law_test
