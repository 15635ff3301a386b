// Plans of distributions skip numbers of points by a bound: it is not above what slices need.
#include <catch2/catch.hpp>
#include <cstdint>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/sanitizing/distribution.hpp"

namespace logstar::testing::sliced_bounds_test {
namespace {

TEST_CASE("slices need no fewer records than the bound, which is not far below") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const double epsilon : {1e-3, 0.07, 3.0, 50.0}) {
      for (const double delta : {1e-12, 0.1}) {
        for (const std::uint64_t points : {2u, 7u, 24u, 63u}) {
          for (const std::uint64_t highest : {std::uint64_t(1), std::uint64_t(120), UINT64_MAX}) {
            const QuantilesTask task =
                sliced_distribution_task(points, {0, highest}, {epsilon, delta}, neighbors, 0.95);
            const auto promise = promise_of_slices(task);
            if (!promise) continue;
            INFO(points << " points at " << epsilon << ", " << delta << ", up to " << highest);
            CHECK(sliced_records_at_least(task) <= promise->least_records);
            CHECK(8 * sliced_records_at_least(task) >= promise->least_records);
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

TEST_CASE("cut choice of a public size needs no fewer records than its bound") {
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
