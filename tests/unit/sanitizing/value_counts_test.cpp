// Noisy counts of all values of a small domain: errors and rejected requests.
#include "logstar/sanitizing/value_counts.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

constexpr KeyInterval kAges{0, 119};

std::vector<std::uint64_t> ages(std::size_t n, BitPool& bits) {
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < n; ++i) keys.push_back((bits.below(60) + bits.below(60)));
  return keys;
}

/// The error of the worst value, as a share of the records.
double worst_share(const std::vector<std::uint64_t>& keys, const GroupedKeys& drawn) {
  const auto n = static_cast<double>(keys.size());
  const auto total = static_cast<double>(drawn.total());
  double worst = 0;
  for (std::uint64_t value = kAges.lowest; value <= kAges.highest; ++value) {
    const auto below = static_cast<double>(
        std::ranges::count_if(keys, [&](std::uint64_t key) { return key <= value; }));
    double sum = 0;
    for (std::size_t i = 0; i < drawn.size() && drawn.keys[i] <= value; ++i) {
      sum += static_cast<double>(drawn.counts[i]);
    }
    worst = std::max(worst, std::abs(sum / total - below / n));
  }
  return worst;
}

// 31 quantiles have steps of 1/32: they missed by 1.6% of 100,000 ages.
TEST_CASE("counts of all ages are off by less than a tenth of a percent of 100,000 records") {
  SeededBits source(91);
  ExactRandomness randomness(source);
  BitPool bits(source);
  const auto keys = ages(100'000, bits);
  const auto parameters = calibrate_value_counts(kAges, 1, Neighbors::add_remove, 0.95);
  CHECK(worst_share(keys, draw_value_counts(keys, kAges, parameters, randomness)) < 1e-3);
}

TEST_CASE("counts of all values keep the stated error (n = 1,000, 100 runs)") {
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  SeededBits source(92);
  ExactRandomness randomness(source);
  BitPool bits(source);
  const auto keys = ages(1'000, bits);
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto parameters = calibrate_value_counts(kAges, 1, neighbors, 0.95);
    int kept = 0;
    for (int run = 0; run < 100; ++run) {
      const GroupedKeys drawn = draw_value_counts(keys, kAges, parameters, randomness);
      kept += worst_share(keys, drawn) <= 2 * static_cast<double>(parameters.error) / 1'000;
    }
    CHECK(kept >= 82);
  }
}

TEST_CASE(
    "the stated error of counts of all values grows as the root of their number, and with "
    "1/epsilon") {
  const auto error = [](std::uint64_t values, double epsilon) {
    return static_cast<double>(
        calibrate_value_counts({0, values - 1}, epsilon, Neighbors::add_remove, 0.95).error);
  };
  CHECK(error(1, 1) <= 6);
  CHECK(error(1024, 0.1) == Approx(2 * error(256, 0.1)).epsilon(0.02));
  CHECK(error(100, 1e-3) == Approx(1000 * error(100, 1)).epsilon(0.1));
  CHECK(error(100, 1e-9) > 1e9);
  CHECK(error(100, 1e4) == 0);
}

TEST_CASE("counts of all values are rejected on a domain of more than 1,024") {
  CHECK_NOTHROW(calibrate_value_counts({7, 1030}, 1, Neighbors::add_remove, 0.95));
  CHECK_THROWS(calibrate_value_counts({7, 1031}, 1, Neighbors::add_remove, 0.95));
  CHECK_THROWS(calibrate_value_counts({0, UINT64_MAX}, 1, Neighbors::add_remove, 0.95));
  CHECK_THROWS(calibrate_value_counts(kAges, 0, Neighbors::add_remove, 0.95));
  CHECK_THROWS(calibrate_value_counts(kAges, 1, Neighbors::add_remove, 1));
}

}  // namespace
}  // namespace logstar::testing
