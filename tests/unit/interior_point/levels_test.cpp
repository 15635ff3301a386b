// Levels and depth of interior points: the records that they need, and what is refused.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <optional>

#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/quasi_concave_release.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::levels_test {
namespace {

RankTask task_of(InteriorAlgorithm algorithm, std::optional<std::uint32_t> levels = std::nullopt) {
  RankTask task;
  task.loss = {1, 1e-6};
  task.algorithm = algorithm;
  task.levels = levels;
  return task;
}

std::uint64_t least(InteriorAlgorithm algorithm, std::optional<std::uint32_t> levels) {
  return calibrate_rank_draw(algorithm, task_of(algorithm, levels)).least_records;
}

TEST_CASE("KLMNS20 Lemma 3.7: each level more needs more records, up to the papers' recursion") {
  CHECK(least(InteriorAlgorithm::tree_log, 1) == 259);
  CHECK(least(InteriorAlgorithm::tree_log, 2) == 743);
  CHECK(least(InteriorAlgorithm::tree_log, 3) == 1683);
  CHECK(least(InteriorAlgorithm::tree_log_slices, 1) == 621);
  CHECK(least(InteriorAlgorithm::tree_log_slices, 2) == 1575);
  CHECK(least(InteriorAlgorithm::tree_log_slices, 3) == 2895);
  CHECK(least(InteriorAlgorithm::rec_concave, 1) == 523);
  CHECK(least(InteriorAlgorithm::rec_concave, 2) == 7591);
  CHECK(least(InteriorAlgorithm::rec_concave, 3) == 7591);
  CHECK(
      least(InteriorAlgorithm::heavy_paths, std::nullopt) ==
      std::min({least(InteriorAlgorithm::heavy_paths, 1), least(InteriorAlgorithm::heavy_paths, 2),
                least(InteriorAlgorithm::heavy_paths, 3)}));
}

TEST_CASE("plans and draws need the same records at every level and depth") {
  for (const std::uint32_t levels : {1u, 2u, 3u}) {
    for (const std::uint64_t depth : {1u, 14u}) {
      InteriorPlanTask task;
      task.loss = {1, 1e-6};
      task.levels = levels;
      task.depth = depth;
      for (const InteriorPlan& plan : plan_interior_point(task.request()).algorithms) {
        const bool shrinks = plan.algorithm != InteriorAlgorithm::exponential &&
                             plan.algorithm != InteriorAlgorithm::cut;
        RankTask drawn = task_of(plan.algorithm);
        if (shrinks) drawn.levels = levels;
        drawn.depth = depth;
        const RankDraw draw = calibrate_rank_draw(plan.algorithm, drawn);
        INFO(name_of(plan.algorithm) << ", levels " << levels << ", depth " << depth);
        CHECK(plan.least_records ==
              std::max(draw.least_records,
                       static_cast<std::uint64_t>(std::ceil(draw.inside_from.value_or(0)))));
      }
    }
  }
}

TEST_CASE("KLMNS20 Lemma 3.8: a depth of ln(1/delta)/epsilon takes 26 records more") {
  // ceil(ln(10^6)) = 14.
  InteriorPlanTask plain;
  plain.loss = {1, 1e-6};
  InteriorPlanTask deep = plain;
  deep.depth = 14;
  const auto before = plan_interior_point(plain.request());
  const auto after = plan_interior_point(deep.request());
  CHECK(before.algorithms[1].least_records == 35);
  for (std::size_t i = 0; i < before.algorithms.size(); ++i) {
    CHECK(after.algorithms[i].least_records == before.algorithms[i].least_records + 26);
  }
  CHECK(after.recommended == before.recommended);
}

TEST_CASE("a declared size counts records before a depth leaves some out") {
  RankTask task = task_of(InteriorAlgorithm::tree_log);
  task.size = 10'000;
  const RankDraw plain = calibrate_rank_draw(InteriorAlgorithm::tree_log, task);
  task.size = 10'026;
  task.depth = 14;
  const RankDraw deep = calibrate_rank_draw(InteriorAlgorithm::tree_log, task);
  CHECK(deep.least_records == plain.least_records + 26);
  CHECK(*deep.most_records == *plain.most_records + 26);
  task.size = 26;
  CHECK_THROWS_WITH(calibrate_rank_draw(InteriorAlgorithm::tree_log, task),
                    "size must be at least 2 depth - 1, got 26");
}

TEST_CASE("levels and depth are refused where they mean nothing") {
  for (const InteriorAlgorithm algorithm :
       {InteriorAlgorithm::exponential, InteriorAlgorithm::cut}) {
    CHECK_THROWS_WITH(calibrate_rank_draw(algorithm, task_of(algorithm, 2)),
                      "levels must be left out for an algorithm that shrinks no domain, got 2");
  }
  RankTask median = task_of(InteriorAlgorithm::exponential);
  median.quantile = QuantileFraction{1, 2};
  median.depth = 2;
  CHECK_THROWS_WITH(calibrate_rank_draw(InteriorAlgorithm::exponential, median),
                    "depth must be left out for a quantile, got 2");
  median.quantile.reset();
  median.depth = 0;
  CHECK_THROWS_WITH(calibrate_rank_draw(InteriorAlgorithm::exponential, median),
                    "depth must be a whole number from 1 to 1000000, got 0");
}

TEST_CASE("CLNSS22 Algorithm 8 has its own name, and its levels cost a search more error") {
  QuasiConcaveTask task;
  task.request.size = 1024;
  task.request.loss = {1, 1e-6};
  task.algorithm = QuasiConcaveAlgorithm::tree_log;
  const auto claim = [&] {
    return QuasiConcaveRelease::claim(task, QuasiConcaveRelease::plan(task));
  };
  const Claim one = claim();
  CHECK(one.mechanism == "Cumulative TreeLog (CLNSS22 Algorithm 8)");
  task.request.levels = 2;
  CHECK(claim().accuracy.error > one.accuracy.error);
  task.algorithm = QuasiConcaveAlgorithm::exponential;
  CHECK_THROWS_WITH(claim(),
                    "levels must be left out for an algorithm that shrinks no domain, got 2");
}

}  // namespace
}  // namespace logstar::testing::levels_test
