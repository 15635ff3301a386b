// Draws from windows have exactly the law of draws from all rows, however coarse the first windows are.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "databases.hpp"
#include "engine_table.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "user_tables.hpp"

namespace logstar::testing {
namespace {

/// The parameters of a draw from a table.
struct WindowMode {
  UserAlgorithm algorithm;
  std::optional<QuantileFraction> rank;
  bool abstain;
};

std::vector<WindowMode> window_modes() {
  std::vector<WindowMode> modes = {{UserAlgorithm::cut, std::nullopt, false}};
  for (const std::optional<QuantileFraction> rank :
       {std::optional<QuantileFraction>(), {{1, 4}}, {{9, 10}}}) {
    for (const bool abstain : {false, true}) {
      modes.push_back({UserAlgorithm::exponential, rank, abstain});
    }
  }
  return modes;
}

std::string name_of(const WindowMode& mode) {
  return std::string(name_of(mode.algorithm)) +
         (mode.rank ? ", quantile " + logstar::text_of(*mode.rank) : "") +
         (mode.abstain ? ", abstain" : "");
}

UserRankTask windowed_task(const WindowMode& mode, std::uint32_t bits, double epsilon) {
  UserRankTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.algorithm = mode.algorithm;
  task.quantile = mode.rank;
  task.abstain = mode.abstain;
  task.loss = {epsilon, mode.algorithm == UserAlgorithm::cut ? 0.2 : 0};
  task.user_weight = 2;
  return task;
}

UserRankRelease::Plan windowed_plan(const UserRankTask& task) {
  auto plan = UserRankWindows::plan(task);
  if (auto* cut = std::get_if<WeightedCutParameters>(&plan.parameters)) {
    cut->offset = 2;  // so that candidates outside the data have scores too
    return plan;
  }
  // So that "none" leaves some probability to the keys of small tables.
  auto& rank = std::get<UserRankParameters>(plan.parameters);
  if (rank.none && rank.none->fall == 0) rank.none = NoneScore{{2, 0}, 0, {2, 0}, 0};
  if (rank.none && rank.none->fall > 0) rank.none->first = rank.none->late = {4, 0};
  return plan;
}

/// Each mode with equal weights of keys, and the modes that take unequal weights with these.
std::vector<std::pair<WindowMode, BaseMeasure>> modes_and_measures(const BaseMeasure& uneven) {
  std::vector<std::pair<WindowMode, BaseMeasure>> pairs;
  for (const WindowMode& mode : window_modes()) {
    pairs.emplace_back(mode, BaseMeasure());
    if (mode.algorithm == UserAlgorithm::exponential) pairs.emplace_back(mode, uneven);
  }
  return pairs;
}

using Numbers = std::vector<std::int64_t>;

/// The largest difference of two laws, less the mass of the second one's cut tails.
long double difference(const Law<Numbers>& one, const Law<Numbers>& other) {
  long double most = 0;
  for (const auto& [answer, p] : one.mass) most = std::max(most, std::fabs(p - other.of(answer)));
  for (const auto& [answer, p] : other.mass) most = std::max(most, std::fabs(p - one.of(answer)));
  return most - other.missing;
}

constexpr long double kRounding = 1e-15L;

TEST_CASE("a draw through any window has the law of the whole table, for all small tables") {
  const UserPlaces places{2, {0, 1, 3}, 1};
  const auto kinds = users_of_rows(3, 2);
  const std::vector<std::vector<std::uint64_t>> partitions = {{},     {1},    {2},    {3},
                                                              {1, 2}, {1, 3}, {2, 3}, {1, 2, 3}};
  std::size_t fetching = 0;
  for (const WindowMode& mode : window_modes()) {
    const auto task = windowed_task(mode, 2, 4);
    const auto plan = windowed_plan(task);
    for (std::size_t users = 0; users <= 3; ++users) {
      for_each_multiset(kinds.size(), users, [&](const std::vector<std::size_t>& database) {
        if (users == 3 && database[0] + database[1] + database[2] > 6)
          return;  // some of the larger ones
        const UserRows rows = user_rows(places, kinds, database);
        const auto table = key_weights(rows, 1, task.user_weight);
        const auto law = enumerate([&](Randomness& randomness) {
          return as_numbers(UserRankRelease::draw(task, plan, rows, randomness));
        });
        for (const auto& cuts : partitions) {
          for (const std::uint32_t ahead : {1u, 2u}) {
            if (ahead == 2 && (users == 3 || mode.algorithm == UserAlgorithm::cut)) continue;
            std::size_t trips = 0;
            const auto windowed = enumerate([&](Randomness& randomness) {
              const auto conversation = UserRankWindows::draw(
                  task, plan, {windows_between(table, 3, cuts), ahead}, randomness);
              while (!conversation->wanted().empty()) {
                REQUIRE(conversation->provide(fetched(table, *conversation, Fetch::halves)));
                ++trips;
              }
              return as_numbers(conversation->answers());
            });
            fetching += trips > 0;
            INFO(name_of(mode) << ", " << cuts.size() << " cuts, " << users << " users");
            CHECK(windowed.missing < 1e-9L);
            CHECK(difference(law, windowed) <= kRounding);
          }
        }
      });
    }
  }
  CHECK(fetching > 1000);  // otherwise the test shows nothing
}

TEST_CASE("draws through windows of a domain with other ends have the law of the whole table") {
  const KeyWeights table = {{2, 3}, {3, 1}, {6, 2}};
  const UserRows rows{{}, {}, KeyArray(3, {2, 2, 2, 3, 6, 6})};
  constexpr KeyInterval kEnds{2, 6};
  const BaseMeasure uneven(kEnds, {{kEnds, 1}, {{4, 5}, 3}, {{5, 6}, 9}});
  for (const auto& [mode, measure] : modes_and_measures(uneven)) {
    auto task = windowed_task(mode, 3, 3);
    task.domain = {{2}, {6}};
    task.measure = measure;
    task.user_weight = 1;  // a row a user
    const auto plan = windowed_plan(task);
    const auto law = enumerate([&](Randomness& randomness) {
      return as_numbers(UserRankRelease::draw(task, plan, rows, randomness));
    });
    for (const auto& cuts : std::vector<std::vector<std::uint64_t>>{{}, {4}, {3, 5}}) {
      auto regions = regions_between(table, 2, 6, cuts);
      const auto windowed = enumerate([&](Randomness& randomness) {
        return as_numbers(
            draw_by_windows(task, plan, {table}, {{regions}, 2}, Fetch::keys, randomness));
      });
      INFO(name_of(mode) << ", " << cuts.size() << " cuts");
      CHECK(windowed.missing < 1e-9L);
      CHECK(difference(law, windowed) <= kRounding);
    }
  }
}

/// The law through these key ranges of group 0 with the contents of `table`.
Law<Numbers> law_through(const UserRankTask& task, const KeyWeights& table,
                         const std::vector<Region>& regions) {
  const auto plan = windowed_plan(task);
  return enumerate([&](Randomness& randomness) {
    return as_numbers(
        draw_by_windows(task, plan, {table}, {{regions}, 1}, Fetch::keys, randomness));
  });
}

TEST_CASE("controls: with a tail ignored, or contents of another state, the law matches no table") {
  const KeyWeights before = {{0, 4}, {1, 2}, {3, 4}};
  const KeyWeights after = {{0, 4}, {2, 2}, {3, 8}};  // a user changed, two came
  for (const WindowMode& mode : window_modes()) {
    const auto task = windowed_task(mode, 2, 2);
    const auto regions = [](const KeyWeights& table) {
      return regions_between(table, 0, 3, {1, 3});
    };
    const auto law = law_through(task, before, regions(before));
    const auto later = law_through(task, after, regions(after));
    INFO(name_of(mode));
    CHECK(difference(law, law_through(task, before, regions_between(before, 0, 3, {}))) <=
          kRounding);
    const auto stale = law_through(task, after, regions(before));
    CHECK(difference(law, stale) > 0.01);
    CHECK(difference(later, stale) > 0.01);
    auto without_tail = regions(before);
    without_tail.erase(without_tail.begin());
    CHECK(difference(law, law_through(task, before, without_tail)) > 0.01);
  }
}

TEST_CASE("draws from bits through a window have the law of all rows (alpha 1e-6)") {
  const KeyWeights table = {{1, 3}, {2, 1}, {5, 2}, {6, 4}};
  UserRows rows{{}, {}, KeyArray(3, {1, 1, 1, 2, 5, 5, 6, 6, 6, 6})};
  for (const UserAlgorithm algorithm : {UserAlgorithm::exponential, UserAlgorithm::cut}) {
    auto task = windowed_task({algorithm, std::nullopt, false}, 3, 1);
    task.user_weight = 1;  // a row a user
    const auto plan = windowed_plan(task);
    const auto law = enumerate([&](Randomness& randomness) {
      return as_numbers(UserRankRelease::draw(task, plan, rows, randomness));
    });
    SeededBits source(17);
    ExactRandomness randomness(source);
    constexpr int kRuns = 20000;
    std::map<Numbers, int> counts;
    for (int run = 0; run < kRuns; ++run) {
      const auto regions = regions_between(table, 0, 7, {4});
      ++counts[as_numbers(
          draw_by_windows(task, plan, {table}, {{regions}, 3}, Fetch::halves, randomness))];
    }
    for (const auto& [answer, p] : law.mass) {
      // Each count lies within 6 standard deviations except with probability 2e-9; rare counts get a wider
      // margin.
      const double mean = kRuns * static_cast<double>(p);
      CHECK(std::fabs(counts[answer] - mean) <= 6 * std::sqrt(mean) + 6);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
