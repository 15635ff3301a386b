// Several quantiles of users' rows by recursion: exact laws over small tables, how tight the theorem is, and controls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "databases.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "user_tables.hpp"

namespace logstar::testing::user_quantiles_test {
namespace {

using Quantiles = std::vector<QuantileFraction>;
using Database = std::vector<std::size_t>;

struct Way {
  Quantiles quantiles;
  Neighbors neighbors = Neighbors::add_remove;
  std::uint32_t groups = 1;
  bool abstain = false;
  std::uint32_t whole = 4;
};

UserRanksTask task_of(const Way& way, std::uint32_t bits, double epsilon) {
  UserRanksTask task;
  task.each.bits = bits;
  task.each.domain = WideInterval::all(bits);
  task.each.quantile = way.quantiles.front();
  task.each.loss = {epsilon, 0};
  task.each.neighbors = way.neighbors;
  task.each.confidence = 0.5;
  task.each.list = way.groups > 1 ? GroupList::declared : GroupList::none;
  task.each.groups = way.groups;
  task.each.abstain = way.abstain;
  task.each.user_weight = way.whole;
  task.quantiles = way.quantiles;
  task.several = SeveralRanks::recursion;
  return task;
}

/// 16 bits would be too many to enumerate.
UserRanks::Plan plan_with_bits(const UserRanksTask& task, unsigned tie_bits) {
  UserRanks::Plan plan = UserRanks::plan(task);
  plan.recursion->draws.tie_bits = tie_bits;
  return plan;
}

std::vector<std::int64_t> numbers_of(const UserRanks::Answer& answers) {
  std::vector<std::int64_t> numbers;
  for (const auto& [group, values] : answers) {
    for (const auto& value : values) {
      numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
    }
  }
  return numbers;
}

/// Checks all tables of up to `most` users of up to `rows` rows with the base. With random bits there are fewer
/// keys.
PrivacyReport check_small(const Way& way, unsigned tie_bits, std::size_t rows, std::size_t most,
                          const UserBase& base) {
  constexpr double kSmall = 2;
  const std::uint32_t bits = tie_bits > 0 ? 1 : 2;
  const auto keys =
      bits == 1 ? std::vector<std::uint64_t>{0, 1} : std::vector<std::uint64_t>{0, 1, 3};
  const UserPlaces places{bits, keys, way.groups};
  const auto kinds = users_of_rows(places.count(), rows, way.neighbors);
  const UserRanksTask task = task_of(way, bits, kSmall);
  const UserRanks::Plan plan = plan_with_bits(task, tie_bits);
  const auto mechanism = [&](const Database& database, Randomness& randomness) {
    return numbers_of(
        UserRanks::draw(task, plan, user_rows(places, kinds, database, base), randomness));
  };
  return way.neighbors == Neighbors::replace
             ? check_replace(kinds.size(), most, kSmall, mechanism)
             : check_add_remove(kinds.size(), 0, most, kSmall, mechanism);
}

const Quantiles kQuartiles = {{1, 4}, {1, 2}, {3, 4}};
const Quantiles kTwo = {{1, 3}, {3, 4}};

TEST_CASE("quantiles of users by recursion are epsilon-DP for users of three rows in two groups") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const unsigned tie_bits : {0u, 1u}) {
      for (const bool abstain : {false, true}) {
        // A user who changes moves between groups, or within one group.
        const Way way{kTwo, neighbors, 2, abstain};
        INFO(name_of(neighbors) << ", " << tie_bits << " bits" << (abstain ? ", abstain" : ""));
        CHECK(check_small(way, tie_bits, 3, 1, {1}).within_each_outcome());
      }
    }
  }
}

TEST_CASE("quartiles of users by recursion are epsilon-DP: both sides of the middle one") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const bool abstain : {false, true}) {
      const Way way{kQuartiles, neighbors, 1, abstain};
      INFO(name_of(neighbors) << (abstain ? ", abstain" : ""));
      CHECK(check_small(way, 0, 2, 2, {}).within_each_outcome());
      CHECK(check_small(way, 1, 3, 1, {1, 1}).within_each_outcome());
    }
  }
}

/// Three keys with gaps of 2^17 points between and around them. If each has rows, the points of a run are
/// equivalent.
constexpr std::uint64_t kGap = std::uint64_t(1) << 57;
const UserPlaces kWide{62, {kGap, 2 * kGap + 1, 3 * kGap + 2}};

struct Pair {
  UserBase base;  ///< the number of users at each key
  UserOf more;    ///< the rows of one more user
};

/// Checks `draw` on such pairs of user rows under add-remove.
template <typename Draw>
PrivacyReport check_wide(std::uint32_t groups, double epsilon, const std::vector<Pair>& pairs,
                         const Draw& draw) {
  UserPlaces places = kWide;
  places.groups = groups;
  PrivacyCheck check(epsilon, "add-remove", "pairs of users at 3 keys with wide gaps");
  for (const Pair& pair : pairs) {
    const auto law = [&](const Database& database) {
      return enumerate([&](Randomness& randomness) {
        FirstOfRun first(randomness);
        return draw(user_rows(places, {pair.more}, database, pair.base), first);
      });
    };
    check.pair(law({}), law({0}));
  }
  return check.report();
}

constexpr double kEpsilon = 8;

/// Quartiles by recursion, each level at a multiple of its share.
auto quartiles(std::uint32_t groups, double times = 1) {
  Way way{kQuartiles};
  way.groups = groups;
  UserRanksTask task = task_of(way, 62, kEpsilon);
  task.each.domain.highest = {4 * kGap + 2};
  UserRanks::Plan plan = plan_with_bits(task, 0);
  plan.recursion->draws.level_epsilon *= times;
  return [=](UserRows rows, Randomness& randomness) {
    return numbers_of(UserRanks::draw(task, plan, std::move(rows), randomness));
  };
}

/// Found by search: most draws lie where one more user raises the scores, in both levels.
const std::vector<Pair> kPairs = {{{8, 4, 2}, {1}}, {{1, 4, 6}, {0}}};
/// The pair in two groups, where the user contributes half to each.
const std::vector<Pair> kInGroups = {{{1, 4, 6, 1, 4, 6}, {0, 3}}};

TEST_CASE("quantiles of users by recursion use all of epsilon, in one group and over two") {
  for (const auto& [groups, pairs] : {std::pair{1u, kPairs}, {2u, kInGroups}}) {
    const auto report = check_wide(groups, kEpsilon, pairs, quartiles(groups));
    INFO(groups << " groups");
    CHECK(report.within_each_outcome());
    CHECK(report.largest_log_ratio > 7.999);
  }
}

TEST_CASE("control: quantiles of users by recursion with all of epsilon a level are rejected") {
  const auto report = check_wide(1, kEpsilon, kPairs, quartiles(1, 2));
  CHECK_FALSE(report.within_each_outcome());
  CHECK(report.largest_log_ratio > 15.99);
}

/// Quartiles that count rows at the median on both sides of it.
std::vector<std::int64_t> on_both_sides(const UserRows& rows, Randomness& randomness) {
  const auto weights = spread(rows.columns(), 4);
  UserQuantilesParameters median;
  median.draws = calibrate_quantiles({{1, 2}}, kEpsilon / 2, Neighbors::add_remove);
  median.draws.tie_bits = 0;
  median.user_weight = 4;
  const auto draw = [&](std::uint64_t lowest, std::uint64_t highest) {
    WeightedKeys part{KeyArray(62), {}};
    for (std::size_t row = 0; row < weights.size(); ++row) {
      const std::uint64_t key = rows.keys[row].front();
      if (key < lowest || key > highest) continue;
      part.keys.append(WideKey{key});
      part.weights.push_back(weights[row]);
    }
    return draw_user_quantiles(std::move(part), {lowest, highest}, median, randomness)->front();
  };
  const std::uint64_t middle = draw(0, 4 * kGap + 2);
  const std::uint64_t lower = draw(0, middle);
  const std::uint64_t upper = draw(middle, 4 * kGap + 2);
  return {static_cast<std::int64_t>(lower), static_cast<std::int64_t>(middle),
          static_cast<std::int64_t>(upper)};
}

TEST_CASE("control: quantiles of users by recursion that use rows on both sides are rejected") {
  const auto report = check_wide(1, kEpsilon, {{{1, 6, 6}, {0}}, {{1, 6, 6}, {1}}}, on_both_sides);
  CHECK_FALSE(report.within_each_outcome());
  CHECK(report.largest_log_ratio > 9.9);
}

/// The mass of outcomes with a quantile outside the range of the base's rows.
template <typename Law>
long double outside_of(const Law& law, std::uint64_t lowest, std::uint64_t highest) {
  long double mass = 0;
  for (const auto& [values, p] : law.mass) {
    const bool is_none = values.front() < 0;
    const auto is_outside = [&](std::int64_t value) {
      return static_cast<std::uint64_t>(value) < lowest ||
             static_cast<std::uint64_t>(value) > highest;
    };
    if (!is_none && std::ranges::any_of(values, is_outside)) mass += p;
  }
  return mass;
}

TEST_CASE(
    "with abstain, quantiles by recursion lie outside any data with probability at most beta") {
  const double beta = 0.5;
  long double most = 0;
  long double most_without = 0;
  for (const double epsilon : {0.5, 4.0}) {
    for (const unsigned tie_bits : {0u, 1u}) {
      for (const Quantiles& asked : {kQuartiles, Quantiles{{1, 10}, {1, 5}, {9, 10}}}) {
        for (const bool abstain : {true, false}) {
          Way way{asked};
          way.abstain = abstain;
          const UserRanksTask task = task_of(way, 2, epsilon);
          const UserRanks::Plan plan = plan_with_bits(task, tie_bits);
          for (const UserBase& base : {UserBase{}, {0, 1}, {0, 3}, {0, 1, 1}, {1, 2}, {0, 0, 2}}) {
            const auto law = enumerate([&](Randomness& randomness) {
              const UserPlaces places{2, {0, 1, 2, 3}};
              return numbers_of(
                  UserRanks::draw(task, plan, user_rows(places, {}, {}, base), randomness));
            });
            std::uint64_t lowest = 4;
            std::uint64_t highest = 0;
            for (std::size_t key = 0; key < base.size(); ++key) {
              if (base[key] == 0) continue;
              lowest = std::min<std::uint64_t>(lowest, key);
              highest = key;
            }
            long double& worst = abstain ? most : most_without;
            worst = std::max(worst, outside_of(law, lowest, highest));
          }
        }
      }
    }
  }
  CHECK(most <= beta + 1e-9L);
  CHECK(most > 0.4L * beta);    // a draw outside the data may be followed by an abstention
  CHECK(most_without > 0.99L);  // control
}

}  // namespace
}  // namespace logstar::testing::user_quantiles_test
