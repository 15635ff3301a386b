#include "logstar/interior_point/tree/tree_log_steps.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "sorted_keys.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("without_border drops the extremes, and one more record leaves one more") {
  CHECK(without_border(sorted_keys(4, {1, 2, 3, 4, 5}), 1).words() ==
        std::vector<std::uint64_t>{2, 3, 4});
  CHECK(without_border(sorted_keys(4, {1, 2, 3, 4}), 2).size() == 0);
  CHECK(without_border(sorted_keys(4, {1}), 2).size() == 0);
  for (std::size_t size = 0; size <= 5; ++size) {
    for_each_multiset(5, size, [](const std::vector<std::size_t>& values) {
      for (std::size_t x = 0; x < 5; ++x) {
        const auto less = without_border(sorted_keys(3, values), 2).words();
        const auto more = without_border(sorted_keys(3, with(values, x)), 2).words();
        REQUIRE(more.size() - less.size() <= 1);
        REQUIRE(std::includes(more.begin(), more.end(), less.begin(), less.end()));
      }
    });
  }
}

TEST_CASE("the heavy path gives each record the level at which it leaves the path") {
  // 0000 0001 | 1000 1001 1001 | 1100: right, then at level 1 left, then at level 3.
  const KeyArray keys = sorted_keys(4, {0, 1, 8, 9, 9, 12});
  CHECK(heavy_path_levels(keys, 0) == std::vector<std::uint64_t>{0, 0, 1, 3, 4, 4});
  // The path ends where at most 3 records remain: at the node 10.
  CHECK(heavy_path_levels(keys, 3) == std::vector<std::uint64_t>{0, 0, 1, 2, 2, 2});
  CHECK(heavy_path_levels(keys, 6) == std::vector<std::uint64_t>(6, 0));
  CHECK(heavy_path_levels(sorted_keys(4, {}), 0).empty());
}

TEST_CASE("the random path goes to a child with probability e^(epsilon w), and past an empty one") {
  const KeyArray keys = sorted_keys(2, {0, 0, 3});
  const auto law = enumerate(
      [&](Randomness& randomness) { return random_path_levels(keys, 1, 0.7, randomness); });
  const double right = std::exp(0.7) / (std::exp(0.7) + std::exp(1.4));
  CHECK(static_cast<double>(law.of({0, 0, 1})) == Approx(right));
  CHECK(static_cast<double>(law.of({0, 2, 2})) == Approx(1 - right));
}

TEST_CASE("all levels are assigned except the greatest few") {
  CHECK(assigned_levels({0, 0, 1, 4}, 1, 3).words() == std::vector<std::uint64_t>{0, 0, 1});
  CHECK(assigned_levels({0, 0}, 2, 3).size() == 0);
  CHECK(assigned_levels({0}, 5, 3).size() == 0);
  CHECK(level_bits(4) == 3);
  CHECK(level_bits(64) == 7);
  CHECK(level_bits(7) == 3);
}

TEST_CASE("depth_in is the smaller of the records at or below and at or above") {
  const KeyArray keys = sorted_keys(4, {2, 5, 5, 9});
  const std::int64_t expected[] = {0, 0, 1, 1, 1, 3, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0};
  for (std::uint64_t z = 0; z < 16; ++z) CHECK(depth_in(keys, {z}) == expected[z]);
}

/// ln(1 + e^x).
double softplus(double x) { return x > 30 ? x : std::log1p(std::exp(x)); }

/// The greatest sum of ln(P'/P) over the steps of a path towards a new record, over all ways to split w records
/// at each node, directly from the definition.
double worst_path(std::size_t records, std::size_t stop, double epsilon) {
  std::vector<double> worst(records + 1, 0);
  for (std::size_t w = stop + 1; w <= records; ++w) {
    for (std::size_t other = 1; other < w; ++other) {
      const double lead = static_cast<double>(w - other) - static_cast<double>(other);
      const double step = softplus(-epsilon * lead) - softplus(-epsilon * (lead + 1));
      worst[w] = std::max(worst[w], step + worst[w - other]);
    }
  }
  return worst[records];
}

TEST_CASE("the loss of a random path bounds every way to split the records, within half") {
  for (const double epsilon : {0.05, 0.3, 1.0, 3.0}) {
    for (const std::size_t stop : {1u, 2u, 10u, 60u}) {
      for (const std::size_t records : {1u, 3u, 12u, 70u, 300u}) {
        const double bound = random_path_loss(records, stop, epsilon);
        const double worst = worst_path(records, stop, epsilon);
        CHECK(bound >= worst);
        if (records <= stop) CHECK(bound == 0);
        // The bound is close where it matters: for a few steps, and for an epsilon that reaches the end of the
        // path.
        if (epsilon * static_cast<double>(stop) > 5 && records > stop) CHECK(worst > 0.5 * bound);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
