// SanThresholds at the sizes that its promise needs, on grouped records: its error everywhere.
#include "logstar/sanitizing/san_thresholds.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::san_thresholds_test {
namespace {

SanThresholdsRequest request_of(double accuracy, std::uint32_t bits) {
  SanThresholdsRequest request;
  request.accuracy = accuracy;
  request.bits = bits;
  request.loss = {1, 1e-6};
  return request;
}

enum class Shape { uniform, every_scale, heavy_ties };

/// `total` records with at most 2,000 values of `bits` bits.
GroupedKeys records_of(Shape shape, std::uint32_t bits, std::uint64_t total, BitPool& pool) {
  const std::uint64_t most = bits == 64 ? UINT64_MAX : (std::uint64_t(1) << bits) - 1;
  constexpr std::uint64_t kValues = 2000;
  std::vector<std::uint64_t> keys;
  std::vector<std::uint64_t> counts;
  for (std::uint64_t i = 0; i < kValues; ++i) {
    const std::uint64_t word = pool.word() & most;
    const std::uint64_t share = total / kValues + (i < total % kValues);
    keys.push_back(shape == Shape::uniform       ? word
                   : shape == Shape::every_scale ? word >> pool.below(bits)
                                                 : word % 7);
    counts.push_back(share);
  }
  return grouped(keys, counts);
}

/// The largest difference between the numbers of records at or below a value.
std::int64_t worst_difference(const GroupedKeys& a, const GroupedKeys& b) {
  std::int64_t worst = 0;
  std::int64_t difference = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    const std::uint64_t next =
        std::min(i < a.size() ? a.keys[i] : UINT64_MAX, j < b.size() ? b.keys[j] : UINT64_MAX);
    if (i < a.size() && a.keys[i] == next) difference += static_cast<std::int64_t>(a.counts[i++]);
    if (j < b.size() && b.keys[j] == next) difference -= static_cast<std::int64_t>(b.counts[j++]);
    worst = std::max(worst, std::abs(difference));
  }
  return worst;
}

TEST_CASE("the least sizes of SanThresholds at (1, 1e-6, 0.05), and its rejected requests") {
  const auto least = [](double accuracy, std::uint32_t bits) {
    return san_thresholds_least_size(request_of(accuracy, bits), 0.05);
  };
  // The paper's privacy proof alone needs 137 million records at 10%.
  CHECK(least(0.1, 32) == 62'914'560);
  CHECK(least(0.1, 64) == 277'053'440);
  CHECK(least(0.2, 64) == 92'405'760);
  CHECK(least(0.05, 64) == 830'341'120);
  auto request = request_of(0.1, 64);
  request.size = 319;
  CHECK_THROWS_WITH(calibrate_san_thresholds(request),
                    "size must be a whole number from 320 to 35184372088832, got 319");
  request.accuracy = 2;
  CHECK_THROWS_WITH(calibrate_san_thresholds(request),
                    "accuracy must be a number from 0.001 to 1, got 2");
}

TEST_CASE("SanThresholds promises nothing with fewer calls than its size may need") {
  auto request = request_of(0.1, 32);
  request.size = san_thresholds_least_size(request, 0.05);
  request.calls = 100;
  CHECK(san_thresholds_failure(calibrate_san_thresholds(request)) == 1);
}

TEST_CASE("too few calls omit records, and the result says so, and no data are ordinary data") {
  SeededBits source(83);
  ExactRandomness randomness(source);
  auto request = request_of(0.1, 64);
  request.loss.epsilon = 1000;
  request.size = 1'000'000;
  request.calls = 5;
  const auto parameters = calibrate_san_thresholds(request);
  GroupedKeys data;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    data.keys.push_back(i << 50);
    data.counts.push_back(1000);
  }
  const auto cut_short = san_thresholds(data, {0, UINT64_MAX}, parameters, randomness);
  CHECK_FALSE(cut_short.complete);
  CHECK(cut_short.records.total() < 500'000);
  CHECK(cut_short.records.size() <= 5);
  const auto nothing = san_thresholds({}, {0, UINT64_MAX}, parameters, randomness);
  CHECK(nothing.complete);
  CHECK(nothing.records.total() < 1000);
}

TEST_CASE("every threshold is within the promise of SanThresholds in at least 95 of 100 runs",
          "[statistics]") {
  // At a success rate of at least 0.95, fewer than 82 successes in 100 runs have probability at most 1e-6.
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  SeededBits source(81);
  ExactRandomness randomness(source);
  SeededBits data_source(82);
  BitPool pool(data_source);
  for (const std::uint32_t bits : {32u, 64u}) {
    auto request = request_of(0.1, bits);
    request.size = san_thresholds_least_size(request, 0.05);
    const auto parameters = calibrate_san_thresholds(request);
    REQUIRE(san_thresholds_failure(parameters) <= 0.05);
    const KeyInterval domain{0, bits == 64 ? UINT64_MAX : (std::uint64_t(1) << bits) - 1};
    for (const Shape shape : {Shape::uniform, Shape::every_scale, Shape::heavy_ties}) {
      int kept = 0;
      for (int run = 0; run < 100; ++run) {
        const GroupedKeys data = records_of(shape, bits, request.size, pool);
        const auto result = san_thresholds(data, domain, parameters, randomness);
        const std::int64_t difference = worst_difference(data, result.records);
        const auto synthetic = static_cast<std::int64_t>(result.records.total());
        kept +=
            result.complete && difference <= 17 * parameters.unit &&
            std::abs(synthetic - static_cast<std::int64_t>(request.size)) <= 8 * parameters.unit;
      }
      CHECK(kept >= 82);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::san_thresholds_test
