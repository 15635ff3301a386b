// Quantiles by algorithms for interior points, as calibrated and run on their window.
#include "logstar/interior_point/rank_draw.hpp"

#include <catch2/catch.hpp>

#include "databases.hpp"

namespace logstar::testing::rank_draw_test {
namespace {

constexpr std::size_t kValues = 4;

RankTask quantile_of(const QuantileFraction& tau, Neighbors neighbors) {
  RankTask task;
  task.bits = 2;
  task.domain = WideInterval::all(2);
  task.quantile = tau;
  task.loss = {4, 0.1};
  task.neighbors = neighbors;
  task.confidence = 0.5;
  return task;
}

TEST_CASE("a quantile by RecConcave on a window is private under add-remove and under replace") {
  for (const QuantileFraction tau : {QuantileFraction{1, 2}, {1, 4}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const RankTask task = quantile_of(tau, neighbors);
      const RankDraw draw = calibrate_rank_draw(InteriorAlgorithm::rec_concave, task);
      REQUIRE(draw.window > 0);
      REQUIRE(draw.window < 6);
      const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
        const KeyArray keys(2, {database.begin(), database.end()});
        const auto key = draw_rank(draw, task, keys, randomness);
        return key ? static_cast<int>(key->front()) : -1;
      };
      const auto report = neighbors == Neighbors::add_remove
                              ? check_add_remove(kValues, 0, 7, task.loss.epsilon, mechanism)
                              : check_replace(kValues, 6, task.loss.epsilon, mechanism);
      CHECK(report.within(task.loss.delta));
      CHECK(report.largest_log_ratio > 0.3 * task.loss.epsilon);
    }
  }
}

TEST_CASE("on a window each algorithm is calibrated for replace, for either kind of neighbours") {
  for (const auto algorithm :
       {InteriorAlgorithm::rec_concave, InteriorAlgorithm::tree_log, InteriorAlgorithm::heavy_paths,
        InteriorAlgorithm::tree_log_slices}) {
    RankTask task;
    task.loss = {1, 1e-6};
    task.quantile = QuantileFraction{1, 2};
    task.neighbors = Neighbors::add_remove;
    const std::size_t window = calibrate_rank_draw(algorithm, task).window;
    task.quantile = std::nullopt;
    const std::uint64_t for_add_remove = calibrate_rank_draw(algorithm, task).least_records;
    task.neighbors = Neighbors::replace;
    CHECK(window == calibrate_rank_draw(algorithm, task).least_records);
    CHECK(window > for_add_remove);
  }
}

}  // namespace
}  // namespace logstar::testing::rank_draw_test
