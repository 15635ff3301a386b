// Several quantiles as a release: the choice of the algorithm, its accuracy statement, and a check of that.
#include "logstar/interior_point/quantiles_release.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "gaps_against_recursion.hpp"
#include "logstar/support/named.hpp"
#include "release_contract.hpp"
#include "statistics.hpp"

namespace logstar::testing::quantiles_release_test {
namespace {

using Algorithm = QuantilesAlgorithm;

std::vector<QuantileFraction> equal_steps(std::uint32_t parts) {
  std::vector<QuantileFraction> taus;
  for (std::uint32_t i = 1; i < parts; ++i) taus.push_back({i, parts});
  return taus;
}

QuantilesTask task_of(std::vector<QuantileFraction> taus, std::uint64_t highest,
                      const Loss& loss = {1, 1e-6}) {
  QuantilesTask task;
  task.taus = std::move(taus);
  task.domain = {0, highest};
  task.loss = loss;
  task.choice = AlgorithmChoice::least_promise;  // usual errors have a separate test
  return task;
}

constexpr std::uint64_t kAll = ~std::uint64_t(0);

Claim claim_of(const QuantilesTask& task) { return Release<QuantilesRelease>(task).claim(); }

QuantilesTask with_algorithm(QuantilesTask task, Algorithm algorithm) {
  task.algorithm = algorithm;
  return task;
}

double fact_of(const Facts& facts, const std::string& name) {
  for (const Fact& one : facts) {
    if (one.name == name) return std::get<double>(one.value);
  }
  return -1.0;
}

const SlicedQuantiles& slices_of(const QuantilesRelease::Plan& plan) {
  return std::get<SlicedQuantiles>(plan.by);
}

TEST_CASE(
    "with a delta quartiles, deciles and percentiles are stated within 55, 70 and 113 ranks") {
  // At 64 bits. The recursion states 200, 717 and 2,159 with ties, separate draws 86 and 317.
  for (const auto& [parts, error] : {std::pair{4u, 55}, {10u, 70}, {100u, 113}}) {
    const Claim claim = claim_of(task_of(equal_steps(parts), kAll));
    CHECK(claim.mechanism == "noisy slices");
    CHECK(claim.loss == Loss{1, 1e-6});
    CHECK(std::ceil(claim.accuracy.error) == error);
  }
  CHECK(std::ceil(claim_of(task_of(equal_steps(10), 127)).accuracy.error) == 47);
}

TEST_CASE("algorithms of several quantiles are found by their names") {
  for (const auto algorithm : {Algorithm::recursion, Algorithm::separate, Algorithm::slices}) {
    CHECK(named<QuantilesAlgorithm>(name_of(algorithm)) == algorithm);
  }
  CHECK_FALSE(named<QuantilesAlgorithm>("auto"));
}

TEST_CASE(
    "without a delta quartiles and deciles are separate draws, with 3/4 of the error that the "
    "recursion states") {
  // At 64 bits. The recursion states 200 and 717; draws by the exponential mechanism 219 and 803.
  for (const auto& [parts, error] : {std::pair{4u, 157}, {10u, 538}}) {
    for (const double delta : {0.0, 1e-300}) {
      auto task = task_of(equal_steps(parts), kAll, {1, delta});
      task.algorithm = delta > 0 ? std::optional(Algorithm::separate) : std::nullopt;
      const Claim claim = claim_of(task);
      CHECK(claim.mechanism == "separate draws");
      CHECK(claim.proof == "docs/guarantees/cut-choice.md");
      CHECK(claim.loss == Loss{1, 0});
      CHECK(std::ceil(claim.accuracy.error) == error);
    }
  }
}

TEST_CASE("without a delta the choice is pure: separate draws or the recursion") {
  for (const auto& [parts, mechanism] :
       {std::pair{2u, "separate draws"}, {100u, "recursive halving"}}) {
    const Claim claim = claim_of(task_of(equal_steps(parts), kAll, {1, 0}));
    CHECK(claim.mechanism == mechanism);
    CHECK(claim.loss == Loss{1, 0});
  }
  // A release does not charge an unneeded delta.
  CHECK(claim_of(task_of({{1, 2}}, 127)).loss == Loss{1, 0});
  CHECK(claim_of(task_of({{1, 2}}, kAll)).loss == Loss{1, 1e-6});
}

TEST_CASE("the choice never states more than the recursion or separate draws", "[statistics]") {
  for (const std::uint32_t parts : {2u, 3u, 5u, 12u}) {
    for (const std::uint64_t highest : {std::uint64_t(127), kAll}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        auto task = task_of(equal_steps(parts), highest);
        task.neighbors = neighbors;
        const double taken = claim_of(task).accuracy.error;
        CHECK(taken <= claim_of(with_algorithm(task, Algorithm::recursion)).accuracy.error);
        CHECK(taken <= claim_of(with_algorithm(task, Algorithm::separate)).accuracy.error);
      }
    }
  }
}

TEST_CASE("slices are not chosen if few records would lose more by them than many gain") {
  // On 128 values separate quartiles keep 40 ranks for any number of records; slices keep 36 from 554 records
  // on, and 60 below.
  const auto task = task_of(equal_steps(4), 127);
  CHECK(claim_of(task).mechanism == "separate draws");
  const auto plan = QuantilesRelease::plan(with_algorithm(task, Algorithm::slices));
  const double separate = claim_of(task).accuracy.error;
  CHECK(slices_of(plan).promise.rank_error < separate);
  CHECK(slices_of(plan).fewer_error > separate);
  // Quantiles a thousandth apart need 1,000 times a slice.
  CHECK(claim_of(task_of({{1, 2}, {501, 1000}}, kAll)).mechanism == "separate draws");
}

TEST_CASE("slices state their number of records, and their error below it") {
  const auto task = task_of(equal_steps(10), kAll);
  const auto plan = QuantilesRelease::plan(task);
  const SlicedQuantiles& slices = slices_of(plan);
  // Five of the eight blocks between nine slices carry noise.
  CHECK(slices.least_records == static_cast<std::uint64_t>(slices.slices.least_size) +
                                    5 * static_cast<std::uint64_t>(slices.slices.noise.most));
  const Claim claim = QuantilesRelease::claim(task, plan);
  CHECK(fact_of(claim.conditions, "leastRecords") == static_cast<double>(slices.least_records));
  CHECK(fact_of(claim.conditions, "errorBelowMin") == slices.fewer_error);
  CHECK(slices.fewer_error > slices.promise.rank_error);
  // Its recursion keeps the error only up to this number of ties.
  CHECK(fact_of(claim.conditions, "maxTies") == 1'000'000);
  CHECK(fact_of(claim.parameters, "fallbackEpsilon") == slices.slices.fallback.epsilon);
}

TEST_CASE(
    "with too few records for any promise the fallback is the recursion, otherwise the best "
    "promise") {
  const auto of = [](std::uint32_t parts) {
    const auto plan = QuantilesRelease::plan(task_of(equal_steps(parts), kAll));
    return algorithm_of(slices_of(plan).fallback);
  };
  CHECK(of(4) == Algorithm::separate);
  CHECK(of(10) == Algorithm::recursion);
}

TEST_CASE(
    "under replace the fallback has half of delta, and windows the epsilon that noise leaves") {
  auto task = task_of(equal_steps(10), kAll);
  task.neighbors = Neighbors::replace;
  const auto plan = QuantilesRelease::plan(task);
  auto other = with_algorithm(task, Algorithm::separate);
  other.loss = {1 - slices_of(plan).slices.noise.epsilon, task.loss.delta / 2};
  other.confidence = 0.975;
  REQUIRE(algorithm_of(slices_of(plan).fallback) == Algorithm::separate);
  CHECK(slices_of(plan).fewer_error ==
        Approx(calibrate_separate_quantiles(other).promise.rank_error).epsilon(0.01));
  const Claim claim = QuantilesRelease::claim(task, plan);
  CHECK(fact_of(claim.parameters, "fallbackEpsilon") == other.loss.epsilon);
  const Loss loss = group_loss(noisy_slices_loss(slices_of(plan).slices), 2);
  CHECK(loss.epsilon <= 1);
  CHECK(loss.delta <= 0.5e-6 * (1 + 1e-12));
}

TEST_CASE("quartiles keep their stated error on both sides of least_records (100 runs each)",
          "[statistics]") {
  const auto task = task_of(equal_steps(4), kAll);
  const auto plan = QuantilesRelease::plan(task);
  const SlicedQuantiles& slices = slices_of(plan);
  SeededBits source(61);
  ExactRandomness randomness(source);
  const auto misses_more = [&](std::uint64_t records, double most) {
    std::vector<std::uint64_t> keys;
    for (std::uint64_t i = 0; i < records; ++i) keys.push_back((i + 1) * 0x9e3779b97f4a7c15u);
    auto sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    std::size_t count = 0;
    for (int run = 0; run < 100; ++run) {
      const auto found = QuantilesRelease::draw(task, plan, keys, randomness);
      REQUIRE(std::is_sorted(found.begin(), found.end()));
      count += worst_miss(sorted, task.taus, found) > most;
    }
    return count;
  };
  // 16 or more of 100 have probability below 1e-4 at 0.05.
  REQUIRE(binomial_at_least(100, 0.05L, 16) < 1e-4L);
  const auto begins = static_cast<std::uint64_t>(slices.slices.least_size);
  CHECK(misses_more(slices.least_records, slices.promise.rank_error) < 16);
  CHECK(misses_more(begins, slices.fewer_error) < 16);
  CHECK(misses_more(begins / 2, slices.fewer_error) < 16);
}

TEST_CASE("every algorithm draws several quantiles of no records, or of equal records, in order") {
  SeededBits source(62);
  ExactRandomness randomness(source);
  for (const auto algorithm : {Algorithm::recursion, Algorithm::separate, Algorithm::slices}) {
    const auto task = with_algorithm(task_of(equal_steps(4), 1000), algorithm);
    const auto plan = QuantilesRelease::plan(task);
    for (const std::size_t records : {0u, 1u, 5'000u}) {
      const auto found =
          QuantilesRelease::draw(task, plan, std::vector<std::uint64_t>(records, 7), randomness);
      REQUIRE(found.size() == 3);
      CHECK(std::is_sorted(found.begin(), found.end()));
      CHECK(found.back() <= 1000);
      if (records == 5'000) CHECK(found == std::vector<std::uint64_t>(3, 7));
    }
  }
}

TEST_CASE("several quantiles charge their claim and run with the granted loss") {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < 3'000; ++i) keys.push_back(i * i % 1009);
  for (const auto algorithm : {Algorithm::recursion, Algorithm::separate, Algorithm::slices}) {
    const auto task = with_algorithm(task_of(equal_steps(4), 1008, {2, 1e-6}), algorithm);
    const double delta = claim_of(task).loss.delta;
    auto at_other = task;
    at_other.loss = {0.5, delta};
    check_release<QuantilesRelease>(
        {task, keys, charge_of(Loss{2, delta}), at_other.loss, at_other});
  }
}

TEST_CASE("an impossible request for several quantiles is rejected by name") {
  const auto task = task_of(equal_steps(4), 127);
  const auto refused = [](QuantilesTask other) {
    CHECK_THROWS_AS(QuantilesRelease::plan(other), OutOfRange);
  };
  auto one = with_algorithm(task, Algorithm::slices);
  one.taus = {{1, 2}};
  CHECK_THROWS_WITH(QuantilesRelease::plan(one), "qs must be at least 2 for slices, got 1");
  auto pure = with_algorithm(task, Algorithm::slices);
  pure.loss.delta = 0;
  refused(pure);
  auto none = task;
  none.taus.clear();
  refused(none);
  auto certain = task;
  certain.confidence = 1;
  refused(certain);
  auto tiny = with_algorithm(task, Algorithm::slices);
  tiny.loss.epsilon = 1e-8;
  refused(tiny);
}

}  // namespace
}  // namespace logstar::testing::quantiles_release_test
