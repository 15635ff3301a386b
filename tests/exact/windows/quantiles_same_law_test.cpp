// Several quantiles by recursion from an engine: the law equals that of the recursion with all rows, and it is
// private.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <vector>

#include "asked_quantiles.hpp"
#include "databases.hpp"
#include "engine_table.hpp"
#include "logstar/windows/user_ranks_windows.hpp"
#include "user_tables.hpp"

namespace logstar::testing::quantiles_same_law_test {
namespace {

long double difference(const Law<Numbers>& one, const Law<Numbers>& other) {
  long double most = 0;
  for (const auto& [answer, p] : one.mass) most = std::max(most, std::fabs(p - other.of(answer)));
  for (const auto& [answer, p] : other.mass) most = std::max(most, std::fabs(p - one.of(answer)));
  return most;
}

struct Compared {
  long double most_apart = 0;
  std::size_t trips = 0;
};

/// Compares all tables of up to `users` users of up to `rows` rows with the base.
Compared compare(const Asking& asking, std::size_t rows, std::size_t users, const UserBase& base,
                 const std::vector<std::uint64_t>& cuts) {
  const auto keys =
      asking.bits == 1 ? std::vector<std::uint64_t>{0, 1} : std::vector<std::uint64_t>{0, 1, 3};
  const UserPlaces places{asking.bits, keys, asking.groups};
  const auto kinds = users_of_rows(places.count(), rows);
  const UserRanksTask task = task_of(asking);
  const UserRanks::Plan plan = plan_of(asking);
  Compared found;
  for (std::size_t count = 0; count <= users; ++count) {
    for_each_multiset(kinds.size(), count, [&](const std::vector<std::size_t>& database) {
      const UserRows table = user_rows(places, kinds, database, base);
      const auto law = enumerate([&](Randomness& randomness) {
        return numbers_of(UserRanks::draw(task, plan, table, randomness));
      });
      const auto tables = key_rows(table, asking.groups, kWhole);
      const auto windowed = enumerate([&](Randomness& randomness) {
        const Conversed one = converse(asking, plan, tables, cuts, randomness);
        found.trips += one.trips;
        return numbers_of(one.answers);
      });
      found.most_apart = std::max(found.most_apart, difference(law, windowed));
    });
  }
  return found;
}

constexpr long double kRounding = 1e-12L;

TEST_CASE("quantiles by recursion from an engine have the law of all rows: keys without bits") {
  Asking asking{2};
  asking.tie_bits = 0;
  for (const Quantiles& quantiles : {kTwo, kQuartiles}) {
    for (const bool abstain : {false, true}) {
      asking.quantiles = quantiles;
      asking.abstain = abstain;
      for (const auto& cuts : std::vector<std::vector<std::uint64_t>>{{}, {1}, {1, 2}}) {
        const auto found = compare(asking, 2, 1, {1, 0, 1}, cuts);
        INFO(quantiles.size() << " quantiles, " << cuts.size() << " cuts");
        CHECK(found.most_apart < kRounding);
        CHECK(found.trips > 20);
      }
    }
  }
}

TEST_CASE("quantiles by recursion from an engine have the law of all rows: a bit for each row") {
  for (const bool abstain : {false, true}) {
    for (const bool says_rows : {true, false}) {
      Asking asking;
      asking.abstain = abstain;
      asking.says_rows = says_rows;
      const auto found = compare(asking, 3, 1, {1}, {});
      INFO((abstain ? "abstain" : "answers always") << (says_rows ? "" : ", rows asked for"));
      CHECK(found.most_apart < kRounding);
      CHECK(found.trips > 20);
    }
  }
  Asking quartiles;
  quartiles.quantiles = kQuartiles;
  quartiles.ahead = 2;
  const auto found = compare(quartiles, 2, 1, {1}, {1});
  CHECK(found.most_apart < kRounding);
  CHECK(found.trips > 20);
}

TEST_CASE(
    "quantiles by recursion from an engine have the law of all rows: unequal weights of keys") {
  for (const unsigned tie_bits : {0u, 1u}) {
    Asking asking{tie_bits == 0 ? 2u : 1u};
    asking.tie_bits = tie_bits;
    const KeyInterval all{0, (std::uint64_t(1) << asking.bits) - 1};
    asking.measure = BaseMeasure(all, {{all, 1}, {{1, all.highest}, 5}, {{1, 1}, 2}});
    const auto found = compare(asking, 2, 1, {1}, {});
    INFO(tie_bits << " bits");
    CHECK(found.most_apart < kRounding);
    CHECK(found.trips > 5);
  }
}

TEST_CASE("quantiles by recursion of listed groups from an engine have the law of all rows") {
  Asking asking;
  asking.groups = 2;
  asking.tie_bits = 0;
  const auto found = compare(asking, 3, 1, {1}, {});
  CHECK(found.most_apart < kRounding);
  CHECK(found.trips > 20);
}

TEST_CASE("control: rows of a key reported as one row change the law") {
  const Asking asking;
  const auto plan = plan_of(asking);
  const UserRows rows{{0, 1, 2}, {}, KeyArray(1, {1, 1, 0})};
  const auto law = [&](const std::vector<KeyRows>& tables) {
    return enumerate([&](Randomness& randomness) {
      return numbers_of(converse(asking, plan, tables, {}, randomness).answers);
    });
  };
  auto tables = key_rows(rows, 1, kWhole);
  const auto right = law(tables);
  tables[0][1] = {{2 * kWhole, 1}};
  CHECK(difference(right, law(tables)) > 0.01L);
}

}  // namespace
}  // namespace logstar::testing::quantiles_same_law_test
