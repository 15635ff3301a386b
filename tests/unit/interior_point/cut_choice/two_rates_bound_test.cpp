#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"

#include <catch2/catch.hpp>

#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"

namespace logstar::testing::two_rates_bound_test {
namespace {

// The heaviest bad candidate weighed less than 1 where beta is far below delta, and the bound on all
// of them, meant for heavier ones, was negative: any error was said to be kept with certainty.
TEST_CASE("a quantile at two rates is never said to miss with a probability below 0") {
  for (const double beta : {1e-2, 1e-4, 1e-6, 1e-9}) {
    INFO("beta " << beta);
    const auto parameters = calibrate_two_rates({1, 2}, 64, {1, 1e-6}, beta);
    const double failure = two_rates_bound(parameters, 64, 1).failure;
    CHECK(failure > 0);
    CHECK(failure <= beta);
    CHECK(failure > beta / 2);  // or the error would be larger than it has to be
  }
}

TEST_CASE("the error of a quantile at two rates grows as it may be missed more rarely") {
  double last = 0;
  for (const double beta : {1e-2, 1e-4, 1e-6, 1e-9}) {
    INFO("beta " << beta);
    const double error = two_rates_error(calibrate_two_rates({1, 2}, 64, {1, 1e-6}, beta));
    CHECK(error > last);
    last = error;
  }
}

}  // namespace
}  // namespace logstar::testing::two_rates_bound_test
