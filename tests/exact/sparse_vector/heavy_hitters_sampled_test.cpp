// The delta of the sampled heavy hitter monitor's threshold, added up again from the proof.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("a sampled lone user is reported at a step with at most delta over all steps") {
  double most = 0;
  for (const double epsilon : {0.1, 0.3, 1.0}) {
    for (const std::uint64_t per_user : {1u, 2u, 10u}) {
      for (const std::uint64_t steps : {1u, 10u, 1000u}) {
        for (const double delta : {1e-9, 1e-6, 1e-3}) {
          HeavyHitterOptions options;
          options.epsilon = epsilon;
          options.delta = delta;
          options.per_user = per_user;
          options.steps = steps;
          options.method = MonitorMethod::sampled;
          const HeavyHitterParameters p = calibrate_heavy_hitters(options).parameters;
          const double kept = -std::expm1(-p.test.keep_rate);
          const double reported = std::exp(-p.test.rate * static_cast<double>(p.threshold - 1));
          const double spent = kept * static_cast<double>(steps) * reported / delta;
          CHECK(spent <= 1 + 1e-9);
          most = std::max(most, spent);
        }
      }
    }
  }
  CHECK(most > 0.95);
}

}  // namespace
}  // namespace logstar::testing
