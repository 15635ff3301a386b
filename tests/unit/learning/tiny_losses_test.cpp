// Plans of learners at losses that are too small, or too large, to be divided: a way that is left out says so.
#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::learners_tiny_losses_test {
namespace {

constexpr double kTiny[] = {1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e4};
constexpr double kDeltas[] = {0.0, 1e-300, 1e-12, 0.1, 0.9};

/// Whether a way can be taken, or says what it needs.
template <typename Plan>
bool explains(const Plan& plan) {
  return plan.available || plan.reason.starts_with("needs ");
}

TEST_CASE("a plan of thresholds names what each way needs, at any loss") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const double epsilon : kTiny) {
      for (const double delta : kDeltas) {
        INFO(epsilon << ", " << delta);
        ThresholdTask task;
        task.bits = 7;
        task.domain = WideInterval::all(7);
        task.loss = {epsilon, delta};
        task.neighbors = neighbors;
        const auto plans = plan_threshold(task, 0.1);
        CHECK(std::ranges::all_of(plans, explains<ThresholdPlan>));
        CHECK(std::ranges::any_of(plans, &ThresholdPlan::chosen));
      }
    }
  }
}

TEST_CASE("HeavyPaths need a larger epsilon than 1e-6 with a delta of 0.1") {
  ThresholdTask task;
  task.bits = 7;
  task.domain = WideInterval::all(7);
  task.loss = {1e-6, 0.1};
  const auto plans = plan_threshold(task, 0.1);
  const auto heavy =
      std::ranges::find(plans, InteriorAlgorithm::heavy_paths, &ThresholdPlan::search);
  REQUIRE(heavy != plans.end());
  CHECK_FALSE(heavy->available);
  CHECK(heavy->reason == "needs a larger epsilon");
  // Named by the caller it is an error, as before.
  task.search = InteriorAlgorithm::heavy_paths;
  CHECK_THROWS_AS(calibrate_threshold(ThresholdAlgorithm::interior_point, task), OutOfRange);
}

TEST_CASE("a plan of boxes names what each way needs, at any loss") {
  for (const std::size_t axes : {1u, 2u, 8u}) {
    for (const double epsilon : kTiny) {
      for (const double delta : kDeltas) {
        INFO(axes << " axes, " << epsilon << ", " << delta);
        RectangleTask task;
        for (std::size_t axis = 0; axis < axes; ++axis) {
          RectangleAxis one;
          one.bits = 20;
          one.domain = WideInterval::all(20);
          task.axes.push_back(one);
        }
        task.loss = {epsilon, delta};
        const auto plans = plan_rectangle(task, 0.1);
        CHECK(std::ranges::all_of(plans, explains<RectanglePlan>));
        const auto chosen = std::ranges::find_if(plans, &RectanglePlan::chosen);
        CHECK((chosen == plans.end() || chosen->available));
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::learners_tiny_losses_test
