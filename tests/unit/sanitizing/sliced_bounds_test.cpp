// Plans of distributions skip numbers of points by a bound: it is not above what slices need.
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar::testing::sliced_bounds_test {
namespace {

TEST_CASE("slices need no fewer records than the bound, by which 63 points need more than two") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const double epsilon : {1e-3, 0.07, 3.0, 50.0}) {
      for (const double delta : {1e-12, 0.1}) {
        for (const std::uint64_t highest : {std::uint64_t(1), std::uint64_t(120), UINT64_MAX}) {
          std::optional<std::uint64_t> of_two_points;
          for (const std::uint64_t points : {2u, 7u, 24u, 63u}) {
            const QuantilesTask task =
                sliced_distribution_task(points, {0, highest}, {epsilon, delta}, neighbors, 0.95);
            const auto promise = promise_of_slices(task);
            if (!promise) continue;
            INFO(points << " points at " << epsilon << ", " << delta << ", up to " << highest);
            const std::uint64_t bound = sliced_records_at_least(task);
            CHECK(bound <= promise->least_records);
            // The bound knows no split of epsilon, so no constant holds how far it is below. It is for this: a plan
            // that has two points skips 63.
            if (points == 2) of_two_points = promise->least_records;
            if (points == 63 && of_two_points) CHECK(bound > *of_two_points);
          }
        }
      }
    }
  }
}

TEST_CASE("what slices promise is that of their whole calibration") {
  for (const std::uint64_t points : {7u, 31u}) {
    const QuantilesTask task =
        sliced_distribution_task(points, {0, 120}, {0.5, 1e-6}, Neighbors::add_remove, 0.95);
    const auto promise = promise_of_slices(task);
    const auto whole = calibrate_sliced_quantiles(task);
    REQUIRE((promise && whole));
    CHECK(promise->rank_error == whole->promise.rank_error);
    CHECK(promise->least_records == whole->least_records);
  }
}

// With r = 3 epsilon/8, which the rate of a draw is not below: R = log_rival/r, B = ln(1/beta)/r, G = ln(2 L)/r. The
// closed form of least_records.cpp at its balanced offset takes at most 5 + R + 3 B + 2 G records, or 1 + 3 B + 3 G at
// an offset of 0. The bound b takes epsilon/2 for r, so max(R, G + B + ln(1 - beta)/r) is at most 4/3 (b + 1) and what is
// left out for rounding. For beta up to 0.05, -3 ln(1 - beta) is less than ln 2 <= G r: at most 5 + 4 * 4/3 (b + 1)
// records. At beta = 0.9, B r < 0.106, and G <= R as delta <= 1/2 here, and 1.38 <= R r: at most 5 + 3.24 * 4/3 (b + 1).
// Both are less than 6 (b + 2).
TEST_CASE("cut choice of a public size needs no fewer records than its bound, nor six times more") {
  for (const std::uint32_t bits : {1u, 7u, 64u, 4096u}) {
    for (const double epsilon : {1e-4, 0.07, 1.0, 20.0}) {
      for (const double delta : {1e-12, 1e-3, 0.5}) {
        for (const double beta : {1e-9, 0.05, 0.9}) {
          const CutChoiceRequest request{bits, {epsilon, delta}, Neighbors::replace, beta};
          INFO(bits << " bits at " << epsilon << ", " << delta << ", " << beta);
          const std::uint64_t least = calibrate_cut_choice_of_public_size(request).least_records;
          CHECK(records_of_public_size_at_least(request) <= least);
          CHECK(6 * (records_of_public_size_at_least(request) + 2) >= least);
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::sliced_bounds_test
