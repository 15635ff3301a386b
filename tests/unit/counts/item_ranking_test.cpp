// Item rankings: the choice of the algorithm, its claim, and its answers.
#include "logstar/counts/item_ranking.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "scripted_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::item_ranking_test {
namespace {

ItemRankingTask task_of(std::uint64_t k, std::optional<std::uint64_t> per_user, Loss loss) {
  ItemRankingTask task;
  task.ranked.items.k = k;
  task.ranked.items.kbar = 10 * k;
  task.ranked.items.per_user = per_user;
  task.ranked.items.total = loss;
  return task;
}

double named_from_of(const ItemRankingTask& task) {
  const Claim claim = ItemRanking::claim(task, ItemRanking::plan(task));
  for (const Fact& fact : claim.conditions) {
    if (fact.name == "namedFrom") return std::get<double>(fact.value);
  }
  return -1;
}

std::string text_of(const Claim& claim, const std::string& name) {
  for (const Fact& fact : claim.parameters) {
    if (fact.name == name) return std::get<std::string>(fact.value);
  }
  return "";
}

TEST_CASE(
    "auto ranks by the algorithm that releases from the fewest users on, by default the "
    "threshold") {
  const auto ways = [](const ItemRankingTask& task) {
    std::vector<ItemRankingTask> all;
    for (const auto noise : {NoiseKind::laplace, NoiseKind::gaussian}) {
      ItemRankingTask above = task;
      above.way = RankingWay::threshold;
      above.noise = noise;
      all.push_back(above);
    }
    for (const auto variant : {TopKVariant::limited_domain, TopKVariant::laplace}) {
      ItemRankingTask drawn = task;
      drawn.ranked.items.variant = variant;
      all.push_back(drawn);
    }
    return all;
  };
  for (const auto& [k, per_user, way] : {std::tuple{100u, 1u, RankingWay::threshold},
                                         {100u, 10u, RankingWay::threshold},
                                         {1u, 1u, RankingWay::threshold},
                                         {1u, 500u, RankingWay::draws},
                                         {3u, 1'000'000u, RankingWay::draws}}) {
    for (const Loss& loss : {Loss{1, 1e-8}, Loss{0.1, 1e-8}}) {
      const ItemRankingTask task = task_of(k, per_user, loss);
      CHECK(ItemRanking::plan(task).way() == way);
      for (const ItemRankingTask& other : ways(task)) {
        CHECK(named_from_of(task) <= named_from_of(other));
      }
    }
  }
}

TEST_CASE(
    "auto draws if users have any number of items, and if only the highest counts are known") {
  CHECK(ItemRanking::plan(task_of(100, std::nullopt, {1, 1e-8})).way() == RankingWay::draws);
  ItemRankingTask task = task_of(100, 1, {1, 1e-8});
  task.every_item = false;
  CHECK(ItemRanking::plan(task).way() == RankingWay::draws);
  task.way = RankingWay::threshold;
  CHECK_THROWS_AS(ItemRanking::plan(task), OutOfRange);
}

TEST_CASE("auto chooses draws if noise for every item is impossible") {
  CHECK(ItemRanking::plan(task_of(1, 1'000'000'000, {1e-9, 1e-6})).way() == RankingWay::draws);
}

TEST_CASE("users spread over their items require the threshold algorithm") {
  ItemRankingTask task = task_of(5, std::nullopt, {1, 1e-6});
  task.spread = true;
  CHECK(ItemRanking::plan(task).way() == RankingWay::threshold);
  CHECK(text_of(Release<ItemRanking>(task).claim(), "reason") ==
        "users are spread over their items");
  // The accuracy equals that of one item a user, where a count is a number of users.
  CHECK(named_from_of(task) == Approx(named_from_of(task_of(5, 1, {1, 1e-6}))).margin(1.5));
  task.way = RankingWay::draws;
  CHECK_THROWS_AS(ItemRanking::plan(task), OutOfRange);
  task.way = std::nullopt;
  task.ranked.items.variant = TopKVariant::strict;
  CHECK_THROWS_AS(ItemRanking::plan(task), OutOfRange);
}

TEST_CASE("item ranking uses a requested algorithm and rejects options that do not apply to it") {
  ItemRankingTask task = task_of(1, 500, {1, 1e-6});
  task.way = RankingWay::threshold;
  CHECK(text_of(Release<ItemRanking>(task).claim(), "reason") == "asked for");
  CHECK(text_of(Release<ItemRanking>(task).claim(), "variant") == "threshold");
  task.ranked.items.variant = TopKVariant::strict;
  CHECK_THROWS_AS(ItemRanking::plan(task), OutOfRange);
  task = task_of(1, std::nullopt, {1, 1e-6});
  task.way = RankingWay::threshold;
  CHECK_THROWS_AS(ItemRanking::plan(task), OutOfRange);
  task = task_of(0, 1, {1, 1e-6});
  task.way = RankingWay::threshold;
  CHECK_THROWS_AS(ItemRanking::plan(task), OutOfRange);
}

TEST_CASE("with less granted, items are ranked by the charged algorithm") {
  // Chosen again for the granted loss, the other algorithm would be the best.
  for (const auto& [asked, granted] :
       {std::pair{Loss{1, 1e-6}, Loss{1, 1e-12}}, {Loss{1, 0.3}, Loss{1, 1e-12}}}) {
    for (const std::uint64_t per_user : {3u, 4u, 6u}) {
      ItemRankingTask task = task_of(2, per_user, asked);
      const auto plan = ItemRanking::plan(task);
      const auto run = ItemRanking::plan(ItemRanking::with_loss(task, plan, granted));
      CHECK(run.way() == plan.way());
      CHECK(run.reason == plan.reason);
      if (plan.above) CHECK(run.above->noise() == plan.above->noise());
      if (plan.drawn) CHECK(run.drawn->parameters.variant == plan.drawn->parameters.variant);
    }
  }
}

TEST_CASE("items above the threshold are ranked by noisy counts, ties in item order") {
  ItemRankingTask task = task_of(2, 1, {1, 1e-6});
  task.way = RankingWay::threshold;
  task.noise = NoiseKind::gaussian;  // drawn once
  const auto plan = ItemRanking::plan(task);
  const auto t = plan.above->threshold();
  ScriptedRandomness script({0, 5, -30, 4, 5});
  const TopKResult result = ItemRanking::draw(task, plan, {t, t + 1, t + 20, t + 2, t + 1}, script);
  CHECK(script.finished());
  CHECK(result.items == std::vector<std::size_t>{1, 3});
  CHECK(result.noisy_counts == std::vector<std::int64_t>{t + 6, t + 6});
  CHECK(result.complete);
  ScriptedRandomness few({0, 1});
  const TopKResult one = ItemRanking::draw(task, plan, {t, t}, few);
  CHECK(one.items == std::vector<std::size_t>{1});
  CHECK_FALSE(one.complete);
}

TEST_CASE("rankings above a threshold protect records if every row is a user") {
  ItemRankingTask task = task_of(2, 1, {1, 1e-6});
  task.ranked.protects = Protects::records;
  const Claim claim = Release<ItemRanking>(task).claim();
  CHECK(claim.protects == Protects::records);
  CHECK(text_of(claim, "users") == "every row is a user of its own");
}

}  // namespace
}  // namespace logstar::testing::item_ranking_test
