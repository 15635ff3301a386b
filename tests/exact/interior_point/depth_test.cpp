// Interior points of a depth: the outermost records are left out before any algorithm draws.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/rank_depth.hpp"
#include "rank_run.hpp"
#include "seeded_bits.hpp"
#include "small_slices.hpp"

namespace logstar::testing::depth_test {
namespace {

constexpr std::size_t kKeys = 4;
constexpr std::size_t kRecords = 6;
constexpr std::uint32_t kBits = 2;
const Places kEach{0, 1, 2, 3};

std::vector<std::uint64_t> inside(const Database& database, std::uint64_t depth) {
  const std::vector<std::uint64_t> keys(database.begin(), database.end());
  return records_inside(KeyArray(kBits, keys), depth).words();
}

/// Whether `more` is `fewer` with at most one record added.
bool is_one_more(const std::vector<std::uint64_t>& fewer, const std::vector<std::uint64_t>& more) {
  return more.size() <= fewer.size() + 1 &&
         std::includes(more.begin(), more.end(), fewer.begin(), fewer.end());
}

Database plus(Database database, std::size_t record) {
  database.push_back(record);
  return database;
}

TEST_CASE(
    "KLMNS20 Lemma 3.8: one record more leaves the middle as it was or with one record more") {
  for (std::uint64_t depth = 1; depth <= 4; ++depth) {
    for (std::size_t size = 0; size < kRecords; ++size) {
      for_each_multiset(kKeys, size, [&](const Database& database) {
        const auto before = inside(database, depth);
        REQUIRE(before.size() == (size < 2 * depth - 1 ? 0 : size - 2 * (depth - 1)));
        for (std::size_t record = 0; record < kKeys; ++record) {
          REQUIRE(is_one_more(before, inside(plus(database, record), depth)));
        }
      });
    }
  }
}

TEST_CASE("the middle of wide keys holds the same records") {
  KeyArray keys(130);
  for (const std::uint64_t low : {5u, 1u, 9u, 3u, 7u}) keys.append(WideKey{0, 2, low});
  const KeyArray middle = records_inside(std::move(keys), 2);
  REQUIRE(middle.size() == 3);
  CHECK(middle.bits() == 130);
  CHECK(middle[0][2] == 3);
  CHECK(middle[2][2] == 7);
  CHECK(records_inside(middle, 3).size() == 0);
}

RankTask task_at(InteriorAlgorithm algorithm, std::uint64_t depth, Neighbors neighbors,
                 double epsilon, double delta) {
  RankTask task;
  task.bits = kBits;
  task.domain = WideInterval::all(kBits);
  task.loss = {epsilon, delta};
  task.neighbors = neighbors;
  task.confidence = 0.6;
  task.algorithm = algorithm;
  task.depth = depth;
  return task;
}

PrivacyReport report_of(const RankTask& task, const RankDraw& draw) {
  const auto run = rank_run(draw, task, kEach);
  if (task.neighbors == Neighbors::add_remove) {
    return check_add_remove(kKeys, 0, kRecords, task.loss.epsilon, run);
  }
  return check_replace(kKeys, kRecords, task.loss.epsilon, run);
}

TEST_CASE("an interior point of a depth keeps the loss of its algorithm") {
  for (const InteriorAlgorithm algorithm :
       {InteriorAlgorithm::exponential, InteriorAlgorithm::cut, InteriorAlgorithm::rec_concave}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint64_t depth : {2u, 3u}) {
        const RankTask task = task_at(algorithm, depth, neighbors, 4, 0.2);
        const RankDraw draw = calibrate_rank_draw(algorithm, task);
        auto report = report_of(task, draw);
        report.mode = std::string(name_of(algorithm)) + ", depth " + std::to_string(depth);
        INFO(report.mode);
        CHECK(report.within(draw.is_pure() ? 0 : 0.2));
        CHECK(report.largest_log_ratio > 0.2L * 4);
      }
    }
  }
}

TEST_CASE("an interior point of a depth abstains within its loss") {
  for (const InteriorAlgorithm algorithm :
       {InteriorAlgorithm::exponential, InteriorAlgorithm::cut}) {
    RankTask task = task_at(algorithm, 2, Neighbors::add_remove, 4, 0.2);
    task.abstain = true;
    task.must_abstain = true;
    const RankDraw draw = calibrate_rank_draw(algorithm, task);
    REQUIRE(draw.abstains);
    auto report = report_of(task, draw);
    report.mode = std::string(name_of(algorithm)) + ", depth 2, with none";
    CHECK(report.within(draw.is_pure() ? 0 : 0.2));
  }
}

/// The probability of a result with fewer than `depth` records on a side, or of none.
template <typename Run>
long double shallow(const Database& database, std::uint64_t depth, const Run& run) {
  const auto law = enumerate([&](Randomness& randomness) { return run(database, randomness); });
  long double deep = 0;
  for (std::size_t key = 0; key < kKeys; ++key) {
    const auto at_most = std::count_if(database.begin(), database.end(),
                                       [&](std::size_t record) { return record <= key; });
    const auto at_least = std::count_if(database.begin(), database.end(),
                                        [&](std::size_t record) { return record >= key; });
    if (std::min(at_most, at_least) >= static_cast<std::ptrdiff_t>(depth)) {
      deep += law.of(static_cast<int>(key));
    }
  }
  return 1 - deep;
}

TEST_CASE("from its records on, the answer has the depth on either side with the confidence") {
  for (const InteriorAlgorithm algorithm :
       {InteriorAlgorithm::exponential, InteriorAlgorithm::cut, InteriorAlgorithm::rec_concave}) {
    const RankTask plain = task_at(algorithm, 1, Neighbors::add_remove, 4, 0.2);
    for (const std::uint64_t depth : {2u, 3u}) {
      const RankTask task = task_at(algorithm, depth, Neighbors::add_remove, 4, 0.2);
      const RankDraw draw = calibrate_rank_draw(algorithm, task);
      const RankDraw shallowest = calibrate_rank_draw(algorithm, plain);
      const auto least = static_cast<std::size_t>(draw.least_records);
      CHECK_FALSE(draw.rank_error);
      CHECK(static_cast<double>(least) == std::max(static_cast<double>(shallowest.least_records),
                                                   std::ceil(shallowest.inside_from.value_or(0))) +
                                              2.0 * static_cast<double>(depth - 1));
      const auto run = rank_run(draw, task, kEach);
      for (std::size_t size = least; size <= least + 1; ++size) {
        long double worst = 0;
        for_each_multiset(kKeys, size, [&](const Database& database) {
          worst = std::max(worst, shallow(database, depth, run));
        });
        INFO(name_of(algorithm) << ", depth " << depth << ", " << size << " records");
        CHECK(worst <= 0.4L);
      }
    }
  }
}

TEST_CASE("TreeLog of a depth keeps its loss under replace if records leave the domain") {
  RankTask task = small_task(InteriorAlgorithm::tree_log, {16, 0.3});
  task.neighbors = Neighbors::replace;
  task.depth = 2;
  const RankDraw draw = calibrate_rank_draw(InteriorAlgorithm::tree_log, task);
  const auto records = static_cast<std::size_t>(draw.least_records);
  const auto run = rank_run(draw, task, places_for(InteriorAlgorithm::tree_log));
  auto report = check_ladders(ladders(records, true), Neighbors::replace, 16, run, 1e-3L);
  report.mode = "tree-log, depth 2";
  report.scope = counted(records, "record") +
                 ", of which one goes from cluster to cluster or out of the domain";
  CHECK(report.within(0.3));
}

/// Whether each key occurs an odd number of times, each answer at odds e^epsilon: a record more or less changes one
/// of them, so it spends the whole of epsilon and nothing else.
auto parities(double epsilon, const std::function<std::uint64_t(std::size_t)>& depth_of) {
  return [=](const Database& database, Randomness& randomness) {
    const auto middle = inside(database, depth_of(database.size()));
    std::vector<std::uint64_t> answers;
    for (std::uint64_t key = 0; key < kKeys; ++key) {
      const bool is_odd = std::count(middle.begin(), middle.end(), key) % 2 == 1;
      answers.push_back(respond(is_odd, epsilon, randomness));
    }
    return answers;
  };
}

TEST_CASE("control: an interior point that leaves out a share of the real records is rejected") {
  // Not by the exponential mechanism: the depth of every key then moves by 0 or 1, all the same way.
  const auto fixed = [](std::size_t) { return std::uint64_t(2); };
  const auto by_share = [](std::size_t records) { return std::uint64_t(1 + records / 3); };
  for (const double epsilon : {0.5, 2.0}) {
    CHECK(check_add_remove(kKeys, 0, kRecords, epsilon, parities(epsilon, fixed)).within(0));
    const auto broken = check_add_remove(kKeys, 0, kRecords, epsilon, parities(epsilon, by_share));
    CHECK_FALSE(broken.within(0.1));
    CHECK(broken.largest_log_ratio > 1.9L * epsilon);
  }
}

TEST_CASE("the exponential mechanism alone would allow a depth by a share of the real records") {
  const double epsilon = 1;
  const auto parameters = calibrate_exponential_median(epsilon, Neighbors::add_remove);
  const auto by_share = [&](const Database& database, Randomness& randomness) {
    return draw_exponential_rank(inside(database, 1 + database.size() / 3), {0, kKeys - 1},
                                 parameters, randomness);
  };
  CHECK(check_add_remove(kKeys, 0, kRecords, epsilon, by_share).within(0));
}

}  // namespace
}  // namespace logstar::testing::depth_test
