#include "logstar/learning/point.hpp"

#include <catch2/catch.hpp>

namespace logstar::testing {
namespace {

// Regression: at a delta and a beta near 1 the least gap of the gap test is 0, and the learner promised at most -1
// errors.
TEST_CASE("a point learner promises 0 errors or more at every loss") {
  for (const double delta : {1e-6, 0.5, 0.9, 0.99}) {
    for (const double beta : {0.05, 0.5, 0.95, 0.99}) {
      for (const double epsilon : {1e-9, 1.0, 20.0}) {
        for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
          CAPTURE(delta, beta, epsilon);
          for (const auto algorithm : {PointAlgorithm::stable_choice, PointAlgorithm::gap_test}) {
            CHECK(calibrate_point(algorithm, {epsilon, delta}, neighbors, beta).errors >= 0);
          }
          for (const PointPlan& plan : plan_point({{epsilon, delta}, neighbors, beta}, 0.1)) {
            CHECK(plan.errors >= 0);
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
