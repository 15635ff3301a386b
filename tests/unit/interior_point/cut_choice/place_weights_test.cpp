// What candidates weigh behind a place, on which promises of draws at two rates rest.
#include "logstar/interior_point/cut_choice/place_weights.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace logstar::testing::place_weights_test {

// The sum over light candidates was taken at a weight heavier than any of them when the heaviest
// weighed less than 1, and came out below zero: a promise then held whatever was drawn.
TEST_CASE("what lies behind never weighs less than one candidate a record, however light") {
  for (const double rho : {0.01, 0.5, 4.0}) {
    for (const double rise : {0.01, 0.5, 4.0}) {
      for (const double h : {-700.0, -30.0, -1.0, 0.0, 1.0, 30.0}) {
        const double most = most_weight_behind(rho, rise, h);
        INFO(rho << ", " << rise << ", " << h);
        CHECK(most >= 2);  // the one that reaches behind, and the next
        CHECK(most <= (1 + 1 / (1 - std::exp(-rho))) * (1 + 1e-6));
        // No weight is limited by its records: one at each place is possible.
        if (h <= 0) CHECK(most >= 1 / (1 - std::exp(-rho)));
      }
    }
  }
}

}  // namespace logstar::testing::place_weights_test
