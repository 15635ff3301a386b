// One door to all algorithms: what "auto" takes, what is promised, what is refused.
#include "logstar/interior_point/rank_draw.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr InteriorAlgorithm kAll[] = {
    InteriorAlgorithm::exponential, InteriorAlgorithm::prefix,
    InteriorAlgorithm::rec_concave, InteriorAlgorithm::tree_log,
    InteriorAlgorithm::heavy_paths, InteriorAlgorithm::tree_log_slices};
constexpr QuantileFraction kMedian{1, 2};
constexpr QuantileFraction kUpper{9, 10};

RankTask task(std::uint32_t bits, std::optional<QuantileFraction> rank = std::nullopt,
              Loss loss = {1, 1e-6}) {
  RankTask result;
  result.bits = bits;
  result.domain = WideInterval::all(bits);
  result.rank = rank;
  result.loss = loss;
  return result;
}

/// n spread-out keys, sorted.
KeyArray spread(std::uint32_t bits, std::uint64_t n) {
  KeyArray keys(bits);
  for (std::uint64_t i = 0; i < n; ++i) {
    WideKey key(limbs_for(bits));
    key[0] = i * 0x9e3779b97f4a7c15u >> (64 * key.size() - bits);
    keys.append(key);
  }
  keys.sort();
  return keys;
}

std::size_t below(const KeyArray& sorted, const WideKey& key) {
  std::size_t count = 0;
  while (count < sorted.size() && natural_of(sorted[count]) < natural_of(key)) ++count;
  return count;
}

TEST_CASE("algorithms are found by their names") {
  for (const InteriorAlgorithm algorithm : kAll) {
    CHECK(algorithm_named(name_of(algorithm)) == algorithm);
  }
  CHECK_FALSE(algorithm_named("auto"));
}

TEST_CASE("without a delta the best algorithm is the exponential mechanism") {
  for (const auto rank : {std::optional<QuantileFraction>(), std::optional(kMedian)}) {
    CHECK(best_algorithm(task(8192, rank, {1, 0})) == InteriorAlgorithm::exponential);
  }
}

TEST_CASE("with a delta it is prefix choice on wide domains, by public numbers alone") {
  CHECK(best_algorithm(task(8)) == InteriorAlgorithm::exponential);
  CHECK(best_algorithm(task(64)) == InteriorAlgorithm::prefix);
  CHECK(best_algorithm(task(8192)) == InteriorAlgorithm::prefix);
  CHECK(best_algorithm(task(64, kMedian)) == InteriorAlgorithm::exponential);
  CHECK(best_algorithm(task(64, kUpper)) == InteriorAlgorithm::prefix);
  CHECK(best_algorithm(task(8192, kMedian)) == InteriorAlgorithm::prefix);
}

TEST_CASE("every algorithm finds interior points, with as many records as it promises") {
  SeededBits source(31);
  ExactRandomness randomness(source);
  for (const std::uint32_t bits : {64u, 200u}) {
    for (const InteriorAlgorithm algorithm : kAll) {
      RankTask request = task(bits);
      request.confidence = 0.999;
      const RankDraw draw = calibrate_rank_draw(algorithm, request);
      const KeyArray keys = spread(bits, std::max<std::uint64_t>(draw.least_records, 300));
      const auto found = draw_rank(draw, request, keys, randomness);
      INFO(name_of(algorithm) << " " << bits);
      REQUIRE(found);
      CHECK(below(keys, *found) < keys.size());
      CHECK(natural_of(*found) >= natural_of(keys[0]));
    }
  }
}

TEST_CASE("every algorithm finds quantiles within its rank error") {
  SeededBits source(32);
  ExactRandomness randomness(source);
  const KeyArray keys = spread(200, 20'000);
  for (const QuantileFraction& rank : {kMedian, kUpper}) {
    for (const InteriorAlgorithm algorithm : kAll) {
      RankTask request = task(200, rank);
      request.confidence = 0.999;
      const RankDraw draw = calibrate_rank_draw(algorithm, request);
      const auto found = draw_rank(draw, request, keys, randomness);
      REQUIRE(found);
      const double target = 20'000.0 * rank.numerator / rank.denominator;
      CHECK(std::abs(static_cast<double>(below(keys, *found)) - target) <= *draw.rank_error + 1);
    }
  }
}

TEST_CASE("under replace a dropped record counts as the lowest key: the size stays public") {
  SeededBits source(33);
  ExactRandomness randomness(source);
  RankTask request = task(64);
  request.neighbors = Neighbors::replace;
  request.size = 2'000;
  for (const auto algorithm : {InteriorAlgorithm::tree_log, InteriorAlgorithm::heavy_paths}) {
    if (algorithm == InteriorAlgorithm::heavy_paths) request.size = 20'000;
    const RankDraw draw = calibrate_rank_draw(algorithm, request);
    CHECK_NOTHROW(draw_rank(draw, request, spread(64, *request.size - 7), randomness));
    CHECK_THROWS(draw_rank(draw, request, spread(64, *request.size + 1), randomness));
  }
}

TEST_CASE("a size with which nothing is promised is refused") {
  RankTask request = task(64);
  request.size = 100;
  CHECK_THROWS_WITH(
      calibrate_rank_draw(InteriorAlgorithm::tree_log, request),
      "size must be large enough to promise anything at this loss and confidence, got 100");
}

}  // namespace
}  // namespace logstar::testing
