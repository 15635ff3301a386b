// The distribution of numbers: its error everywhere, on data with and without ties.
#include "logstar/sanitizing/distribution.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/domain/reals.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

enum class Shape { spread, clustered, heavy_ties };

std::vector<std::uint64_t> keys_of(Shape shape, std::size_t n, BitPool& bits) {
  const RealDomain domain;
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = static_cast<double>(bits.word() >> 11) * 0x1p-53;
    const double x = shape == Shape::spread      ? std::exp(20 * u - 10)
                     : shape == Shape::clustered ? 1e6 + u
                                                 : std::floor(4 * u * u);
    keys.push_back(*domain.encode(x, Outside::clamp));
  }
  return keys;
}

/// The largest error of any threshold in records, beyond the steps of the quantiles.
double worst_error(std::vector<std::uint64_t> keys, const std::vector<std::uint64_t>& points) {
  std::sort(keys.begin(), keys.end());
  const auto n = static_cast<double>(keys.size());
  const auto steps = static_cast<double>(points.size() + 1);
  double worst = 0;
  // The number of records at or below x changes at records, the bounds at points.
  std::vector<std::uint64_t> places = keys;
  for (const std::uint64_t point : points) {
    places.push_back(point);
    if (point > 0) places.push_back(point - 1);
  }
  for (const std::uint64_t x : places) {
    const auto at_most =
        static_cast<double>(std::upper_bound(keys.begin(), keys.end(), x) - keys.begin());
    const auto reached =
        static_cast<double>(std::upper_bound(points.begin(), points.end(), x) - points.begin());
    worst = std::max({worst, n * reached / steps - at_most, at_most - n * (reached + 1) / steps});
  }
  return worst;
}

TEST_CASE("every threshold is within the stated error in at least 95 of 100 runs (n = 2000)",
          "[statistics]") {
  // At a success rate of at least 0.95, fewer than 82 successes in 100 runs have probability at most 1e-6.
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  SeededBits source(61);
  ExactRandomness randomness(source);
  SeededBits data_source(62);
  BitPool bits(data_source);
  const RealDomain domain;
  const auto parameters =
      calibrate_distribution(15, domain.keys().size(), 1, Neighbors::add_remove, 0.95);
  for (const Shape shape : {Shape::spread, Shape::clustered, Shape::heavy_ties}) {
    int kept = 0;
    for (int run = 0; run < 100; ++run) {
      const auto keys = keys_of(shape, 2000, bits);
      const auto points = sanitize_distribution(keys, domain.keys(), parameters, randomness);
      REQUIRE(points.size() == 15);
      REQUIRE(std::is_sorted(points.begin(), points.end()));
      kept += worst_error(keys, points) <= parameters.rank_error;
    }
    CHECK(kept >= 82);
  }
}

TEST_CASE("more epsilon never makes the distribution's error larger, and options are checked") {
  double before = INFINITY;
  for (const double epsilon : {0.1, 0.5, 1.0, 4.0}) {
    const auto error =
        calibrate_distribution(31, Natural(1) << 64, epsilon, Neighbors::add_remove, 0.95)
            .rank_error;
    CHECK(error < before);
    before = error;
  }
  CHECK_THROWS_WITH(calibrate_distribution(0, 100, 1, Neighbors::add_remove, 0.95),
                    "points must be a whole number from 1 to 999, got 0");
}

}  // namespace
}  // namespace logstar::testing
