// Boxes through both sanitizers, in 2 and in 8 dimensions: errors on the points and on fresh points.
#include "logstar/learning/rectangle_by_sanitizer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

const KeyInterval kDomain{0, 0xFFFF'FFFF};

/// Points with 1,024 values per coordinate; the sides of the good box lie at two of them.
struct Points {
  std::size_t dimensions;
  std::vector<std::uint16_t> coordinates;  // `dimensions` a point
  std::vector<bool> labels;

  std::size_t size() const { return labels.size(); }
};

constexpr std::uint64_t kValues = 1024;

std::uint64_t key_of_value(std::uint64_t value) { return value << 22 | 77; }

bool in_good_box(const std::uint16_t* point, std::size_t dimensions) {
  // About a third of all points in 2 dimensions, half of them in 8.
  const std::uint16_t low = dimensions == 2 ? 300 : 40;
  const std::uint16_t high = dimensions == 2 ? 900 : 980;
  return std::all_of(point, point + dimensions,
                     [&](std::uint16_t x) { return low <= x && x <= high; });
}

Points points_of(std::size_t n, std::size_t dimensions, BitPool& pool) {
  Points points{dimensions, {}, {}};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      points.coordinates.push_back(static_cast<std::uint16_t>(pool.below(kValues)));
    }
    points.labels.push_back(in_good_box(&points.coordinates[i * dimensions], dimensions));
  }
  return points;
}

std::vector<LabelledAxis> axes_of(const Points& points) {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t value = 0; value < kValues; ++value) keys.push_back(key_of_value(value));
  std::vector<LabelledAxis> axes;
  for (std::size_t d = 0; d < points.dimensions; ++d) {
    std::vector<std::uint64_t> counts[2] = {std::vector<std::uint64_t>(kValues, 0),
                                            std::vector<std::uint64_t>(kValues, 0)};
    for (std::size_t i = 0; i < points.size(); ++i) {
      ++counts[points.labels[i]][points.coordinates[i * points.dimensions + d]];
    }
    axes.push_back({kDomain, grouped(keys, counts[1]), grouped(keys, counts[0])});
  }
  return axes;
}

bool says_one(const std::optional<RectangleHypothesis>& box, const std::uint16_t* point) {
  if (!box) return false;
  for (std::size_t d = 0; d < box->lowest.size(); ++d) {
    const std::uint64_t key = key_of_value(point[d]);
    if (key < box->lowest[d].front() || key > box->highest[d].front()) return false;
  }
  return true;
}

struct Wrong {
  std::size_t ones = 0;
  std::size_t zeros = 0;
};

Wrong errors_of(const std::optional<RectangleHypothesis>& box, const Points& points) {
  Wrong wrong;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool one = says_one(box, &points.coordinates[i * points.dimensions]);
    wrong.ones += points.labels[i] && !one;
    wrong.zeros += !points.labels[i] && one;
  }
  return wrong;
}

struct Kept {
  int on_points = 0;
  int on_fresh = 0;
};

/// With probability 0.95, rates of all boxes differ by at most this from fresh ones. Each of the 2 d sides lies
/// inside the good box, so the lost part is a union of 2 d slabs. Each slab is a function of one coordinate
/// (Dvoretzky, Kiefer, Wolfowitz, Massart for each side of each axis).
double deviation(std::size_t n, std::size_t dimensions) {
  const auto sides = static_cast<double>(2 * dimensions);
  return sides * std::sqrt(std::log(2 * sides / 0.05) / (2 * static_cast<double>(n)));
}

Kept runs_of(std::size_t n, std::size_t dimensions, int runs,
             const RectangleBySanitizerParameters& parameters, const ThresholdSanitizer& sanitize,
             double allowed, Randomness& randomness, BitPool& pool) {
  Kept kept;
  for (int run = 0; run < runs; ++run) {
    const Points points = points_of(n, dimensions, pool);
    const auto box = learn_rectangle_by_sanitizer(
        axes_of(points), parameters, std::vector<ThresholdSanitizer>(dimensions, sanitize),
        randomness);
    const Wrong wrong = errors_of(box, points);
    kept.on_points += wrong.zeros == 0 && static_cast<double>(wrong.ones) <= allowed;
    const Points fresh = points_of(20'000, dimensions, pool);
    const Wrong later = errors_of(box, fresh);
    const double rate = static_cast<double>(later.ones + later.zeros) / 20'000;
    kept.on_fresh += rate <= allowed / static_cast<double>(n) + deviation(n, dimensions) + 0.02;
  }
  return kept;
}

std::vector<std::uint64_t> expanded(const GroupedKeys& data) {
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < data.size(); ++i) {
    keys.insert(keys.end(), static_cast<std::size_t>(data.counts[i]), data.keys[i]);
  }
  return keys;
}

TEST_CASE("a box through quantiles keeps its promised error in 2 and in 8 dimensions (12 runs)",
          "[statistics]") {
  REQUIRE(binomial_at_most(12, 0.95L, 5) < 1e-6L);
  REQUIRE(binomial_at_most(12, 0.9L, 3) < 1e-6L);
  SeededBits source(95);
  ExactRandomness randomness(source);
  SeededBits data_source(96);
  BitPool pool(data_source);
  for (const std::size_t dimensions : {2u, 8u}) {
    const Loss loss{dimensions == 2 ? 4.0 : 160.0, 1e-6};
    const std::uint32_t m = dimensions == 2 ? 63 : 127;
    const std::size_t n = 100'000;
    const auto parameters =
        calibrate_rectangle_by_sanitizer(dimensions, m + 2, loss, Neighbors::add_remove, 0.025);
    const double each = 0.025 / static_cast<double>(dimensions);
    const auto quantiles = calibrate_distribution(m, kDomain.size(), parameters.sanitizer.epsilon,
                                                  Neighbors::add_remove, 1 - each);
    const ThresholdSanitizer sanitize = [&](const GroupedKeys& data, Randomness& random) {
      return synthetic_records(sanitize_distribution(expanded(data), kDomain, quantiles, random),
                               kDomain);
    };
    const auto promise =
        rectangle_by_sanitizer_errors(parameters, quantiles.rank_error, 0.5 / (m + 1));
    const double allowed = static_cast<double>(promise.records) + promise.share * 1e5;
    CHECK(allowed < (dimensions == 2 ? 25'500 : 30'000));
    const Kept kept = runs_of(n, dimensions, 12, parameters, sanitize, allowed, randomness, pool);
    CHECK(kept.on_points >= 6);
    CHECK(kept.on_fresh >= 4);
  }
}

TEST_CASE("a box through SanThresholds keeps its promised error in 2 dimensions (12 runs)",
          "[statistics]") {
  SeededBits source(97);
  ExactRandomness randomness(source);
  SeededBits data_source(98);
  BitPool pool(data_source);
  const std::size_t dimensions = 2;
  SanThresholdsRequest request;
  request.accuracy = 0.05;
  request.bits = 32;
  const auto parameters = calibrate_rectangle_by_sanitizer(dimensions, 1540, {10'000, 1e-6},
                                                           Neighbors::add_remove, 0.025);
  request.loss = parameters.sanitizer;
  request.size = san_thresholds_least_size(request, 0.0125);
  const auto sanitizer = calibrate_san_thresholds(request);
  const ThresholdSanitizer sanitize = [&](const GroupedKeys& data, Randomness& random) {
    return san_thresholds(data, kDomain, sanitizer, random).records;
  };
  const auto promise =
      rectangle_by_sanitizer_errors(parameters, 17 * static_cast<double>(sanitizer.unit), 0);
  const auto allowed = static_cast<double>(promise.records);
  const auto n = static_cast<std::size_t>(request.size);
  REQUIRE(n == 1'803'520);
  CHECK(allowed < 0.22 * static_cast<double>(n));  // 34% of the points have label 1
  const Kept kept = runs_of(n, dimensions, 12, parameters, sanitize, allowed, randomness, pool);
  CHECK(kept.on_points >= 6);
  CHECK(kept.on_fresh >= 4);
}

// Found by fuzzing: the stated number overflowed at a tiny epsilon.
TEST_CASE("a box by sanitizers states an error that fits, for any errors of its sanitizers") {
  const auto parameters =
      calibrate_rectangle_by_sanitizer(2, 1540, {1, 1e-6}, Neighbors::add_remove, 0.025);
  CHECK(rectangle_by_sanitizer_errors(parameters, 1e19, 0).records == std::int64_t(1) << 62);
}

}  // namespace
}  // namespace logstar::testing
