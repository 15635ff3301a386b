#include "logstar/support/possible.hpp"

#include <catch2/catch.hpp>
#include <optional>
#include <string>

#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/support/checks.hpp"

namespace logstar::testing::possible_test {
namespace {

Possible<std::string> spoken(bool possible) {
  if (!possible) return Obstacle{"epsilon", "large enough", "1e-9"};
  return "yes";
}

RankTask sized(std::uint64_t size, Neighbors neighbors) {
  RankTask task;
  task.bits = 8;
  task.domain = WideInterval::all(8);
  task.loss = {1, 1e-6};
  task.neighbors = neighbors;
  task.size = size;
  return task;
}

}  // namespace

TEST_CASE("a possible result is a value, and an obstacle throws only once it is refused") {
  CHECK(*spoken(true) == "yes");
  CHECK(spoken(true).or_refuse() == "yes");
  const auto obstacle = spoken(false);
  CHECK_FALSE(obstacle);
  CHECK(obstacle.obstacle().words() == "epsilon must be large enough, got 1e-9");
  CHECK_THROWS_WITH(spoken(false).or_refuse(), "epsilon must be large enough, got 1e-9");
}

TEST_CASE("a value that is nothing is possible") {
  const Possible<std::optional<int>> none = std::nullopt;
  REQUIRE(none);
  CHECK_FALSE(*none);
}

// Regression: "auto" took a calibration that threw for an impossible one, and ignored it.
TEST_CASE("auto rejects a size that its calibrations reject") {
  const std::uint64_t beyond = (std::uint64_t(1) << 40) + 1;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    CHECK_THROWS_WITH(best_algorithm(sized(beyond, neighbors)),
                      "size must be a whole number from 0 to 1099511627776, got 1099511627777");
    RankTask median = sized(beyond, neighbors);
    median.quantile = QuantileFraction{1, 2};
    CHECK_THROWS_AS(best_algorithm(median), OutOfRange);
    CHECK_NOTHROW(best_algorithm(sized(1000, neighbors)));
  }
}

TEST_CASE("a request for the least size rejects an invalid confidence") {
  SanThresholdsTask task;
  task.domain = {0, 255};
  task.request.bits = 8;
  task.request.loss = {1, 1e-6};
  task.confidence = 1;
  CHECK_THROWS_AS(SanThresholdsRelease::least_size(task), OutOfRange);
}

TEST_CASE("auto skips an algorithm whose calibration a small loss rules out") {
  RankTask task = sized(1000, Neighbors::add_remove);
  task.loss = {1e-9, 1e-6};
  CHECK(best_algorithm(task) == InteriorAlgorithm::exponential);
  CHECK_FALSE(possible_rank_draw(InteriorAlgorithm::rec_concave, task));
  CHECK_THROWS_AS(calibrate_rank_draw(InteriorAlgorithm::rec_concave, task), OutOfRange);
}

}  // namespace logstar::testing::possible_test
