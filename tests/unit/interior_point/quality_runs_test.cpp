#include "logstar/interior_point/rank/quality_runs.hpp"

#include <catch2/catch.hpp>

#include "databases.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

std::vector<std::int64_t> points_of(const Quality& quality) {
  std::vector<std::int64_t> points;
  for (const QualityRun& run : quality) {
    points.insert(points.end(), static_cast<std::size_t>(run.width), run.quality);
  }
  return points;
}

std::vector<std::int64_t> best_by_definition(const std::vector<std::int64_t>& points,
                                             std::uint32_t last) {
  std::vector<std::int64_t> best;
  for (std::uint32_t j = 0; j <= last; ++j) {
    const std::size_t length = std::size_t(1) << j;
    std::int64_t greatest = INT64_MIN;
    for (std::size_t i = 0; i + length <= points.size(); ++i) {
      const auto first = points.begin() + static_cast<std::ptrdiff_t>(i);
      greatest =
          std::max(greatest, *std::min_element(first, first + static_cast<std::ptrdiff_t>(length)));
    }
    best.push_back(greatest);
  }
  return best;
}

TEST_CASE("best_of_length is the greatest quality that a stretch of 2^j points has throughout") {
  SeededBits source(4);
  BitPool pool(source);
  for (int round = 0; round < 500; ++round) {
    Quality quality;
    const std::size_t runs = 1 + pool.below(12);
    for (std::size_t i = 0; i < runs; ++i) {
      quality.push_back({1 + pool.below(6), static_cast<std::int64_t>(pool.below(7)) - 3});
    }
    const auto points = points_of(quality);
    const auto last = bit_width(size_of(quality)) - 1;
    REQUIRE(best_of_length(quality, last) == best_by_definition(points, last));
  }
}

TEST_CASE(
    "best_of_length moves by at most 1 with the quality, and a single peak's stretch does not") {
  // Two peaks, and one more record that takes the lead from the narrow one.
  const Quality before = {{1, 4}, {3, 1}, {2, 3}};
  const Quality after = {{1, 4}, {3, 1}, {2, 4}};
  const auto around_peak = [](const Quality& quality, std::size_t length) {
    // The report of a search that follows a single peak (the last of equals).
    const auto points = points_of(quality);
    auto peak = static_cast<std::size_t>(points.rend() -
                                         std::max_element(points.rbegin(), points.rend()) - 1);
    std::size_t low = peak;
    std::size_t high = peak;
    std::int64_t value = points[peak];
    while (high - low + 1 < length) {
      const bool left =
          low > 0 && (high + 1 == points.size() || points[low - 1] > points[high + 1]);
      value = std::min(value, left ? points[--low] : points[++high]);
    }
    return value;
  };
  CHECK(best_of_length(after, 1)[1] - best_of_length(before, 1)[1] == 1);
  CHECK(around_peak(after, 2) - around_peak(before, 2) == 3);
}

TEST_CASE("depth_quality is the depth of every key of the domain, and 0 without data") {
  for (std::size_t size = 0; size <= 4; ++size) {
    for_each_multiset(6, size, [](const std::vector<std::size_t>& values) {
      KeyArray keys(4);
      for (const std::size_t value : values) keys.append(key_of(value + 3, 4));
      const auto points = points_of(depth_quality(keys, {{2}, {11}}));
      REQUIRE(points.size() == 10);
      for (std::size_t z = 2; z <= 11; ++z) {
        std::int64_t at_most = 0;
        std::int64_t at_least = 0;
        for (const std::size_t value : values) {
          at_most += value + 3 <= z;
          at_least += value + 3 >= z;
        }
        REQUIRE(points[z - 2] == std::min(at_most, at_least));
      }
    });
  }
}

TEST_CASE("draw_point chooses only among the intervals, by e^(epsilon quality)") {
  const Quality quality = {{3, 0}, {2, 2}, {5, 1}};
  const auto law = enumerate([&](Randomness& randomness) {
    const Natural z = draw_point(quality, {{1, 3}, {6, 7}}, 1.0, randomness);
    return static_cast<int>(z);
  });
  const long double total = 2 + std::exp(2.0L) + 2 * std::exp(1.0L);
  CHECK(law.mass.size() == 5);
  CHECK(static_cast<double>(law.of(1)) == Approx(static_cast<double>(1 / total)));
  CHECK(static_cast<double>(law.of(3)) == Approx(static_cast<double>(std::exp(2.0L) / total)));
  CHECK(static_cast<double>(law.of(7)) == Approx(static_cast<double>(std::exp(1.0L) / total)));
}

TEST_CASE("lg_up is the number of doublings from 1 to at least n") {
  CHECK(lg_up(1) == 0);
  CHECK(lg_up(2) == 1);
  CHECK(lg_up(3) == 2);
  CHECK(lg_up(64) == 6);
  CHECK(lg_up(65) == 7);
  CHECK(lg_up(Natural(1) << 1000) == 1000);
}

TEST_CASE("the quality of weighted wide keys equals that of repeated keys") {
  const WideInterval domain{{0, 0}, {0, 19}};
  WeightedKeys rows{KeyArray(70), {}};
  KeyArray repeated(70);
  for (const std::uint64_t key : {17u, 3u, 9u, 3u, 12u}) {
    rows.keys.append(WideKey{0, key});
    rows.weights.push_back(static_cast<std::uint32_t>(key % 4 + 1));
    for (std::uint32_t i = 0; i < rows.weights.back(); ++i) repeated.append(WideKey{0, key});
  }
  const auto n = static_cast<std::int64_t>(repeated.size());
  repeated.sort();
  const SortedWeights weighted = sorted(rows);
  CHECK(weighted.total() == repeated.size());
  for (const auto kind : {RankScore::Kind::depth, RankScore::Kind::quantile}) {
    const RankScore score{kind, n, {2, 7}};
    CHECK(points_of(rank_quality(weighted, domain, score)) ==
          points_of(rank_quality(repeated, domain, score)));
  }
}

}  // namespace
}  // namespace logstar::testing
