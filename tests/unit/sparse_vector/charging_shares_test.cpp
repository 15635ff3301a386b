// The share of delta that heavy hitters give to charging: found from a likely one, it is the best of all.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "logstar/privacy/rounding.hpp"
#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"

namespace logstar::testing::charging_shares_test {
namespace {

/// The least threshold over the shares of 18 to 32 fortieths, one after the other.
double least_of_all(const HeavyHitterOptions& options) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 18; i <= 32; ++i) {
    const double share = options.delta * i / 40;
    const auto test = monitor_parameters_for(MonitorMethod::charging, {options.epsilon, share},
                                             options.per_user, options.grid);
    if (!test) continue;
    const double eta = subtract_down(options.delta, share);
    const double surplus =
        std::fmax(0, subtract_up(log_up(count_up(options.steps)), log_down(eta)));
    least = std::fmin(least, std::ceil(add_up(1, divide_up(surplus, test->rate))));
  }
  return least;
}

TEST_CASE("no share of delta for charging needs a lower threshold than the share that is found") {
  for (const std::uint64_t per_user : {1u, 2u, 30u, 1000u}) {
    for (const double epsilon : {1e-3, 0.1, 1.0, 50.0}) {
      for (const double delta : {1e-12, 1e-6, 0.01, 0.3}) {
        for (const std::uint64_t steps : {1u, 1000u, 1'000'000'000u}) {
          HeavyHitterOptions options;
          options.per_user = per_user;
          options.epsilon = epsilon;
          options.delta = delta;
          options.steps = steps;
          options.method = MonitorMethod::charging;
          const double least = least_of_all(options);
          INFO(per_user << " a user at " << epsilon << ", " << delta << ", " << steps << " steps");
          if (!(least < std::numeric_limits<double>::infinity())) continue;
          CHECK(plan_heavy_hitters(options).front().threshold == least);
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::charging_shares_test
