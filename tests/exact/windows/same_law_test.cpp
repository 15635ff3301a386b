// Draws from windows have the law of draws from all rows, exactly, however little the windows say at first.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "databases.hpp"
#include "engine_table.hpp"
#include "user_tables.hpp"

namespace logstar::testing {
namespace {

/// What a table is drawn from by.
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
  task.rank = mode.rank;
  task.abstain = mode.abstain;
  task.loss = {epsilon, mode.algorithm == UserAlgorithm::cut ? 0.2 : 0};
  task.whole = 2;
  return task;
}

UserRankRelease::Plan windowed_plan(const UserRankTask& task) {
  auto plan = UserRankWindows::plan(task);
  // So that candidates outside the data have a score too.
  if (auto* cut = std::get_if<WeightedCutParameters>(&plan.parameters)) cut->offset = 2;
  return plan;
}

using Numbers = std::vector<std::int64_t>;

/// The greatest difference of two laws, less what the cut tails of the second one hold.
long double difference(const Law<Numbers>& one, const Law<Numbers>& other) {
  long double most = 0;
  for (const auto& [answer, p] : one.mass) most = std::max(most, std::fabs(p - other.of(answer)));
  for (const auto& [answer, p] : other.mass) most = std::max(most, std::fabs(p - one.of(answer)));
  return most - other.missing;
}

constexpr long double kRounding = 1e-15L;

TEST_CASE(
    "through any window the law is that of the whole table: every small table and partition") {
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
        const auto table = key_weights(rows, 1, task.whole);
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
                REQUIRE(conversation->tell(fetched(table, *conversation, Fetch::halves)));
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
  CHECK(fetching > 1000);  // or nothing was shown
}

}  // namespace
}  // namespace logstar::testing
