// Medians and quantiles by the algorithms that find only interior points: each on a window of ranks, calibrated
// for replace, under both neighbour relations.
#include <catch2/catch.hpp>

#include "rank_run.hpp"
#include "small_tree_log.hpp"

namespace logstar::testing::window_algorithms_test {
namespace {

/// The mass of the noise's tails that is cut off, carried as slack.
constexpr long double kCut = 1e-3L;

constexpr const char* kOnLadders = "a record that goes from cluster to cluster";

PrivacyReport named(PrivacyReport report, InteriorAlgorithm algorithm, std::size_t window,
                    const std::string& data = "") {
  report.mode = name_of(algorithm);
  report.scope =
      "windows of " + counted(window, "rank") + ", " + (data.empty() ? report.scope : data);
  return report;
}

TEST_CASE("an algorithm on a window of ranks keeps the loss of its task, on all tiny data") {
  for (const InteriorAlgorithm algorithm : kOfInteriorPoints) {
    RankTask task = small_task(algorithm, {32, 0.3});
    for (const QuantileFraction quantile : {QuantileFraction{1, 2}, {1, 5}, {9, 10}}) {
      task.quantile = quantile;
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        task.neighbors = neighbors;
        const RankDraw draw = calibrate_rank_draw(algorithm, task);
        REQUIRE(draw.window > 3);
        Places places = places_for(algorithm);
        std::swap(places[1], places[6]);
        const auto run = rank_run(draw, task, places);
        const auto report = neighbors == Neighbors::add_remove
                                ? check_add_remove(4, 0, 3, task.loss.epsilon, run, kCut)
                                : check_replace(4, 3, task.loss.epsilon, run, kCut);
        CHECK(named(report, algorithm, draw.window).within(task.loss.delta));
      }
    }
  }
}

TEST_CASE("an algorithm on a window of ranks keeps the loss of its task, in all its branches") {
  for (const InteriorAlgorithm algorithm : kOfInteriorPoints) {
    for (const double epsilon : epsilons_for(algorithm)) {
      RankTask task = small_task(algorithm, {epsilon, 0.3});
      task.quantile = QuantileFraction{1, 2};
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        task.neighbors = neighbors;
        const RankDraw draw = calibrate_rank_draw(algorithm, task);
        const auto run = rank_run(draw, task, places_for(algorithm));
        const auto found =
            check_ladders(ladders(draw.window, false), neighbors, epsilon, run, kCut);
        const auto report = named(found, algorithm, draw.window, kOnLadders);
        INFO(report.mode << ", " << report.neighbors << ", epsilon " << epsilon);
        CHECK(report.within(task.loss.delta));
        CHECK(report.largest_log_ratio > 0.2L * epsilon);
      }
    }
  }
}

TEST_CASE("control: TreeLog on a window at its loss for one added record is rejected") {
  const Loss claimed = tree_log_loss(sharp(24));
  CHECK(claimed.delta < 0.15);
  RankDraw draw{sharp(24)};
  draw.window = 24;
  RankTask task = small_task(InteriorAlgorithm::tree_log, claimed);
  task.quantile = QuantileFraction{1, 2};
  const auto run = rank_run(draw, task, places_for(InteriorAlgorithm::tree_log));
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto report =
        named(check_ladders(ladders(draw.window, false), neighbors, claimed.epsilon, run, kCut),
              InteriorAlgorithm::tree_log, draw.window, kOnLadders);
    CHECK_FALSE(report.within(claimed.delta));
  }
}

}  // namespace
}  // namespace logstar::testing::window_algorithms_test
