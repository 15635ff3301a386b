// The errors of learned thresholds on data of realistic size, and the planner's numbers.
#include "logstar/learning/threshold.hpp"

#include <catch2/catch.hpp>

#include "logstar/domain/text.hpp"
#include "logstar/learning/sample_sizes.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "threshold_tasks.hpp"

namespace logstar::testing::threshold_test {
namespace {

TEST_CASE("promised errors at (1, 1e-6, 0.05): all doubles, text of 128 bytes and of 1 KB") {
  const auto errors = [](ThresholdAlgorithm algorithm, std::uint32_t bits) {
    const ThresholdTask task = bits == 64 ? doubles() : task_for(WideInterval::all(bits), bits);
    return calibrate_threshold(algorithm, task).errors;
  };
  CHECK(errors(ThresholdAlgorithm::exponential, 64) == 47);
  CHECK(errors(ThresholdAlgorithm::exponential, 1024) == 712);
  CHECK(errors(ThresholdAlgorithm::cut, 64) == 32);
  CHECK(errors(ThresholdAlgorithm::cut, 1024) == 40);
  CHECK(errors(ThresholdAlgorithm::cut, 8192) == 46);
  CHECK(errors(ThresholdAlgorithm::interior_point, 64) == 29);
  CHECK(errors(ThresholdAlgorithm::exponential, 8192) == 5681);
  CHECK(errors(ThresholdAlgorithm::interior_point, 1024) == 37);
  CHECK(errors(ThresholdAlgorithm::interior_point, 8192) == 45);
}

// At epsilon 0.1 cut choice made 86 errors in 1,000, and the exponential mechanism 6, though cut choice had the
// smaller promise.
TEST_CASE("auto takes the exponential mechanism up to 64 bits, whatever the delta") {
  for (const std::uint32_t bits : {32u, 41u, 64u}) {
    CHECK(best_threshold_algorithm(task_for(WideInterval::all(bits), bits)) ==
          ThresholdAlgorithm::exponential);
  }
  CHECK(best_threshold_algorithm(doubles()) == ThresholdAlgorithm::exponential);
}

TEST_CASE("above 64 bits auto chooses the algorithm that promises fewer errors") {
  CHECK(best_threshold_algorithm(task_for(WideInterval::all(65), 65)) == ThresholdAlgorithm::cut);
  CHECK(best_threshold_algorithm(task_for(WideInterval::all(1024), 1024, 0)) ==
        ThresholdAlgorithm::exponential);
  CHECK(best_threshold_algorithm(task_for(WideInterval::all(1024), 1024)) ==
        ThresholdAlgorithm::cut);
}

TEST_CASE("a tolerance costs cut choice its logarithm") {
  ThresholdTask task = doubles();
  const auto beyond_tolerance = [&](std::uint64_t tolerance) {
    task.tolerance = tolerance;
    return calibrate_threshold(ThresholdAlgorithm::cut, task).errors -
           static_cast<std::int64_t>(tolerance);
  };
  CHECK(beyond_tolerance(1) == 33);
  CHECK(beyond_tolerance(150) == 40);
  CHECK(beyond_tolerance(10'000) == 49);
}

TEST_CASE("cut choice always answers, without records and where labels contradict each other") {
  SeededBits bits(41);
  ExactRandomness randomness(bits);
  const ThresholdTask task = doubles();
  const ThresholdDraw draw = calibrate_threshold(ThresholdAlgorithm::cut, task);
  const LabelledKeys none{KeyArray(64), KeyArray(64)};
  CHECK(learn_threshold(draw, task, none, randomness));
  Source source(42);
  CHECK(learn_threshold(draw, task, sample(source, 2000, 2.0, 0.5), randomness));
}

TEST_CASE("plans: more epsilon or a looser accuracy never needs more records") {
  ThresholdTask task = doubles();
  std::vector<ThresholdPlan> before;
  for (const double epsilon : {0.25, 0.5, 1.0, 2.0}) {
    task.loss.epsilon = epsilon;
    const auto plans = plan_threshold(task, 0.1);
    REQUIRE(plans.size() == 8);  // an interior point by each of five searches
    CHECK(std::count_if(plans.begin(), plans.end(), [](const auto& p) { return p.chosen; }) == 1);
    for (std::size_t i = 0; i < before.size(); ++i) {
      CHECK(plans[i].least_records <= before[i].least_records);
      CHECK(plans[i].generalisation_records <= before[i].generalisation_records);
    }
    before = plans;
  }
  CHECK(records_for_empirical_error(47, 0.1) == 470);
  // P[Bin(n, 0.1) <= 47] <= 0.025 turns true at about (47 + 1.96 sqrt(n 0.09))/0.1.
  const auto n = records_for_generalisation(47, 0.1, 0.05);
  CHECK(n > 600);
  CHECK(n < 640);
  CHECK(records_for_generalisation(47, 0.2, 0.05) < n);
}

TEST_CASE("bad parameters are rejected by name") {
  ThresholdTask task = doubles();
  CHECK_THROWS_WITH(plan_threshold(task, 0.7),
                    "accuracy must be a number from 0.0001 to 0.5, got 0.7");
  task.tolerance = 1;
  CHECK_THROWS_WITH(calibrate_threshold(ThresholdAlgorithm::rec_concave, task),
                    "tolerance must be a whole number from 0 to 0, got 1");
  task.tolerance = 0;
  task.loss.delta = 0;
  CHECK_THROWS_WITH(calibrate_threshold(ThresholdAlgorithm::cut, task),
                    "delta must be a number above 0 and below 1, got 0");
  task.loss.delta = 1e-6;
  task.search = InteriorAlgorithm::exponential;
  CHECK_THROWS_WITH(calibrate_threshold(ThresholdAlgorithm::interior_point, task),
                    "algorithm must be one with a delta, got exponential");
}

}  // namespace
}  // namespace logstar::testing::threshold_test
