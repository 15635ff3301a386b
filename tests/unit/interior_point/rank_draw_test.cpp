// One entry to all algorithms: the choice of "auto", its promise, and rejected tasks.
#include "logstar/interior_point/rank_draw.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/support/named.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr QuantileFraction kMedian{1, 2};
constexpr QuantileFraction kUpper{9, 10};

RankTask task(std::uint32_t bits, std::optional<QuantileFraction> quantile = std::nullopt,
              Loss loss = {1, 1e-6}) {
  RankTask result;
  result.bits = bits;
  result.domain = WideInterval::all(bits);
  result.quantile = quantile;
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

/// The miss of a key in ranks: the least e with #{x < z} <= target + e, #{x <= z} >= target - e.
double miss(const KeyArray& sorted, const WideKey& key, double target) {
  const std::size_t less = below(sorted, key);
  std::size_t at_most = less;
  while (at_most < sorted.size() && natural_of(sorted[at_most]) == natural_of(key)) ++at_most;
  return std::max(static_cast<double>(less) - target, target - static_cast<double>(at_most));
}

TEST_CASE("algorithms are found by their names") {
  for (const InteriorAlgorithm algorithm : kInteriorAlgorithms) {
    CHECK(named<InteriorAlgorithm>(name_of(algorithm)) == algorithm);
  }
  CHECK_FALSE(named<InteriorAlgorithm>("auto"));
}

/// Rank error or required records; empty if the algorithm promises nothing for this task.
std::optional<double> promise(InteriorAlgorithm algorithm, const RankTask& asked) {
  try {
    const RankDraw draw = calibrate_rank_draw(algorithm, asked);
    if (asked.quantile) return draw.rank_error;
    return std::max(static_cast<double>(draw.least_records), draw.inside_from.value_or(0));
  } catch (const OutOfRange&) {
    return std::nullopt;
  }
}

RankTask by_promise(RankTask task) {
  task.choice = AlgorithmChoice::least_promise;
  return task;
}

TEST_CASE("the least promise comes from the exponential mechanism or from cut choice",
          "[statistics]") {
  const auto with = [](RankTask asked, Neighbors neighbors, std::optional<std::uint64_t> size) {
    asked.neighbors = neighbors;
    asked.size = size;
    return asked;
  };
  for (const std::uint32_t bits : {1u, 8u, 16u, 25u, 64u, 1024u}) {
    for (const auto& quantile : {std::optional<QuantileFraction>(), std::optional(kMedian),
                                 std::optional(kUpper), std::optional(QuantileFraction{1, 1000})}) {
      for (const Loss& loss : {Loss{1, 0}, Loss{1, 1e-6}, Loss{0.1, 1e-9}, Loss{20, 1e-6}}) {
        for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
          for (const auto size :
               {std::optional<std::uint64_t>(), std::optional<std::uint64_t>(100'000)}) {
            const RankTask asked = by_promise(with(task(bits, quantile, loss), neighbors, size));
            const double best = *promise(best_algorithm(asked), asked);
            CHECK(best <= *promise(InteriorAlgorithm::exponential, asked));
            CHECK(best <= *promise(InteriorAlgorithm::cut, asked));
          }
        }
      }
    }
  }
}

TEST_CASE(
    "by promises the exponential mechanism is best on narrow domains, and cut choice otherwise") {
  const auto best = [](const RankTask& asked) { return best_algorithm(by_promise(asked)); };
  for (const Loss& loss : {Loss{1, 0}, Loss{1, 1e-6}}) {
    CHECK(best(task(8, std::nullopt, loss)) == InteriorAlgorithm::exponential);
    CHECK(best(task(64, std::nullopt, loss)) == InteriorAlgorithm::cut);
    CHECK(best(task(8192, std::nullopt, loss)) == InteriorAlgorithm::cut);
    CHECK(best(task(8, kUpper, loss)) == InteriorAlgorithm::exponential);
    CHECK(best(task(64, kUpper, loss)) == InteriorAlgorithm::cut);
    CHECK(best(task(25, kMedian, loss)) == InteriorAlgorithm::exponential);
  }
  CHECK(best(task(32, kMedian, {1, 0})) == InteriorAlgorithm::exponential);
  CHECK(best(task(8192, kMedian, {1, 0})) == InteriorAlgorithm::cut);
  CHECK(best(task(64, kMedian)) == InteriorAlgorithm::cut);
}

// Regression: at an epsilon so small that two rates exceed the memory, the other forms were lost too.
TEST_CASE("an algorithm that exceeds the memory is never the best, and never a reason to reject") {
  const RankTask asked = task(64, kMedian, {1e-9, 1e-12});
  CHECK(best_algorithm(asked) == InteriorAlgorithm::exponential);
}

TEST_CASE("every algorithm finds interior points, with the promised number of records") {
  SeededBits source(31);
  ExactRandomness randomness(source);
  for (const std::uint32_t bits : {64u, 200u}) {
    for (const InteriorAlgorithm algorithm : kInteriorAlgorithms) {
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
  for (const QuantileFraction& quantile : {kMedian, kUpper}) {
    for (const InteriorAlgorithm algorithm : kInteriorAlgorithms) {
      RankTask request = task(200, quantile);
      request.confidence = 0.999;
      const RankDraw draw = calibrate_rank_draw(algorithm, request);
      const auto found = draw_rank(draw, request, keys, randomness);
      REQUIRE(found);
      const double target = 20'000.0 * quantile.numerator / quantile.denominator;
      CHECK(miss(keys, *found, target) <= *draw.rank_error);
    }
  }
}

TEST_CASE("under replace a dropped record counts as the lowest key, so the size stays public") {
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

TEST_CASE("an interior point of a public number of records always has an answer, and needs fewer") {
  SeededBits source(34);
  ExactRandomness randomness(source);
  RankTask request = task(64);
  request.neighbors = Neighbors::replace;
  const RankDraw unknown = calibrate_rank_draw(InteriorAlgorithm::cut, request);
  CHECK(unknown.form == CutForm::stable);
  CHECK(unknown.least_records == 69);
  request.size = 59;
  const RankDraw known = calibrate_rank_draw(InteriorAlgorithm::cut, request);
  CHECK(known.form == CutForm::public_size);
  CHECK(known.least_records == 59);
  CHECK(draw_rank(known, request, spread(64, 52), randomness));  // seven were dropped
  CHECK_THROWS_WITH(draw_rank(known, request, spread(64, 60), randomness),
                    "values must be 59 records, as declared, got 60");
  request.size = 58;
  CHECK(calibrate_rank_draw(InteriorAlgorithm::cut, request).form == CutForm::stable);
}

TEST_CASE("a quantile by a declared size is within its error, and a wrong size is never rejected") {
  SeededBits source(35);
  ExactRandomness randomness(source);
  RankTask request = task(200, kUpper);
  request.confidence = 0.999;
  request.size = 20'000;
  const RankDraw draw = calibrate_rank_draw(InteriorAlgorithm::cut, request);
  CHECK(draw.form == CutForm::stable);
  CHECK(draw.least_records == 20'000);
  CHECK(draw.most_records == 20'000);
  const KeyArray keys = spread(200, 20'000);
  const auto found = draw_rank(draw, request, keys, randomness);
  REQUIRE(found);
  CHECK(miss(keys, *found, 18'000) <= *draw.rank_error);
  for (const std::uint64_t n : {0u, 1u, 17'000u, 30'000u}) {
    CHECK_NOTHROW(draw_rank(draw, request, spread(200, n), randomness));
  }
}

TEST_CASE("a size without a promise is rejected") {
  RankTask request = task(64);
  request.size = 100;
  CHECK_THROWS_WITH(
      calibrate_rank_draw(InteriorAlgorithm::tree_log, request),
      "size must be large enough to promise anything at this loss and confidence, got 100");
}

}  // namespace
}  // namespace logstar::testing
