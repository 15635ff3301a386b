// The errors that thresholds promise by each search for an interior point: docs/guarantees/thresholds.md.
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/learning/threshold_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::threshold_searches_test {
namespace {

ThresholdTask task_of(std::uint32_t bits, std::optional<InteriorAlgorithm> search = std::nullopt,
                      std::optional<std::uint32_t> levels = std::nullopt) {
  ThresholdTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.loss = {1, 1e-6};
  task.search = search;
  task.levels = levels;
  return task;
}

std::int64_t errors(std::uint32_t bits, InteriorAlgorithm search,
                    std::optional<std::uint32_t> levels = std::nullopt) {
  return calibrate_threshold(ThresholdAlgorithm::interior_point, task_of(bits, search, levels))
      .errors;
}

TEST_CASE("CLNSS22 Theorem 3.9: every search's errors are as the page of thresholds lists them") {
  struct Row {
    InteriorAlgorithm search;
    std::int64_t at[3];
  };
  for (const Row& row : {Row{InteriorAlgorithm::cut, {29, 37, 45}},
                         {InteriorAlgorithm::tree_log, {195, 224, 238}},
                         {InteriorAlgorithm::rec_concave, {401, 447, 483}},
                         {InteriorAlgorithm::tree_log_slices, {651, 661, 669}},
                         {InteriorAlgorithm::heavy_paths, {2697, 3046, 3046}}}) {
    INFO(name_of(row.search));
    CHECK(errors(64, row.search) == row.at[0]);
    CHECK(errors(1024, row.search) == row.at[1]);
    CHECK(errors(8192, row.search) == row.at[2]);
  }
}

TEST_CASE("two and three levels cost a threshold more errors than they save, but by HeavyPaths") {
  CHECK(errors(64, InteriorAlgorithm::tree_log, 1) == errors(64, InteriorAlgorithm::tree_log));
  CHECK(errors(64, InteriorAlgorithm::tree_log, 2) == 628);
  CHECK(errors(64, InteriorAlgorithm::tree_log, 3) == 1419);
  CHECK(errors(64, InteriorAlgorithm::rec_concave, 2) == 3795);
  CHECK(errors(64, InteriorAlgorithm::rec_concave, 3) == 3795);
  CHECK(errors(64, InteriorAlgorithm::tree_log_slices, 2) == 1643);
  CHECK(errors(64, InteriorAlgorithm::tree_log_slices, 3) == 3000);
  CHECK(errors(64, InteriorAlgorithm::heavy_paths, 1) == 13390);
  CHECK(errors(64, InteriorAlgorithm::heavy_paths, 2) == 2699);
  CHECK(errors(64, InteriorAlgorithm::heavy_paths, 3) == 2697);
}

TEST_CASE("a search's record says by which algorithm and how often it shrank the domain") {
  ThresholdRelease::Task task;
  task.learn = task_of(64, InteriorAlgorithm::tree_log_slices, 2);
  task.algorithm = ThresholdAlgorithm::interior_point;
  const Claim claim = ThresholdRelease::claim(task, ThresholdRelease::plan(task));
  CHECK(claim.mechanism == "an interior point by TreeLog by slices (CLNSS22 Algorithm 5)");
  CHECK(claim.accuracy.error == 1643);
}

TEST_CASE("a plan lists every search at the levels that it is given") {
  const auto plans = plan_threshold(task_of(64, std::nullopt, 2), 0.1);
  std::vector<std::uint32_t> levels;
  for (const ThresholdPlan& plan : plans) {
    if (plan.search) levels.push_back(plan.levels);
  }
  CHECK(levels == std::vector<std::uint32_t>{0, 2, 2, 2, 2});
  CHECK(plans.size() == 8);
}

TEST_CASE("searches and levels are refused where they say nothing") {
  const auto calibrate = [](ThresholdAlgorithm algorithm, const ThresholdTask& task) {
    return calibrate_threshold(algorithm, task);
  };
  CHECK_THROWS_WITH(
      calibrate(ThresholdAlgorithm::exponential, task_of(64, InteriorAlgorithm::tree_log)),
      "by must be left out unless the algorithm is interior-point, got tree-log");
  CHECK_THROWS_WITH(calibrate(ThresholdAlgorithm::rec_concave, task_of(64, std::nullopt, 2)),
                    "levels must be left out unless the algorithm is interior-point, got 2");
  CHECK_THROWS_WITH(
      calibrate(ThresholdAlgorithm::interior_point, task_of(64, InteriorAlgorithm::cut, 2)),
      "levels must be left out for cut, got 2");
  CHECK_THROWS_WITH(
      calibrate(ThresholdAlgorithm::interior_point, task_of(64, InteriorAlgorithm::tree_log, 4)),
      "levels must be a whole number from 1 to 3, got 4");
}

}  // namespace
}  // namespace logstar::testing::threshold_searches_test
