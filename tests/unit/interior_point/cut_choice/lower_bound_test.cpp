#include "logstar/interior_point/cut_choice/lower_bound.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/cut_choice/calibration.hpp"

namespace logstar::testing::lower_bound_test {
namespace {

constexpr std::uint32_t kBits[] = {64, 1024, 8192, 1u << 20};

TEST_CASE("every algorithm needs at least 17, 20, 22 and 26 records at (1, 1e-6, 0.05)") {
  constexpr std::uint64_t kTwo[] = {17, 20, 22, 26};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(interior_lower_bound_two_clusters(kBits[i], {1, 1e-6}, 0.05) == kTwo[i]);
    CHECK(interior_lower_bound_one_cluster(kBits[i], {1, 1e-6}, 0.05) == 16);
    CHECK(interior_lower_bound(kBits[i], {1, 1e-6}, 0.05) == kTwo[i]);
  }
}

TEST_CASE("without a delta every algorithm needs at least 46, 712, 5680 and 726820 records") {
  constexpr std::uint64_t kOne[] = {46, 712, 5680, 726820};
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK(interior_lower_bound(kBits[i], {1, 0}, 0.05) == kOne[i]);
  }
}

TEST_CASE("one cluster's bound equals the number of steps of f") {
  for (const double epsilon : {0.1, 0.5, 1.0, 3.0}) {
    for (const double delta : {0.0, 1e-9, 1e-3, 0.2}) {
      for (const double beta : {0.5, 0.05, 1e-3}) {
        for (const std::uint32_t bits : {1u, 8u, 30u}) {
          const long double grown = std::exp(static_cast<long double>(epsilon));
          long double p = std::ldexp(1.0L, -static_cast<int>(bits));
          std::uint64_t steps = 0;
          for (; p < 1 - beta; ++steps) {
            p = std::min({grown * p + delta, 1 - (1 - p - delta) / grown, 1.0L});
          }
          INFO(epsilon << ", " << delta << ", " << beta << ", " << bits);
          CHECK(interior_lower_bound_one_cluster(bits, {epsilon, delta}, beta) == steps);
        }
      }
    }
  }
}

TEST_CASE("cut choice needs at least the lower bound for all algorithms", "[statistics]") {
  for (const double epsilon : {0.01, 0.3, 1.0, 5.0}) {
    for (const double delta : {1e-12, 1e-6, 1e-3}) {
      for (const std::uint32_t bits : {8u, 64u, 4096u}) {
        const CutChoiceRequest request{bits, {epsilon, delta}, Neighbors::add_remove, 0.05};
        INFO(epsilon << ", " << delta << ", " << bits);
        CHECK(interior_lower_bound(bits, {epsilon, delta}, 0.05) <=
              calibrate_cut_choice(request).least_records);
        const CutChoiceRequest pure{bits, {epsilon, 0}, Neighbors::add_remove, 0.05};
        CHECK(interior_lower_bound(bits, {epsilon, 0}, 0.05) <=
              calibrate_pure_cut_choice(pure).least_records);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::lower_bound_test
