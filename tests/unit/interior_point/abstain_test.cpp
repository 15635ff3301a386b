// The algorithms for ranks of records that can abstain, and their claims.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::abstain_test {
namespace {

RankTask rank_task(std::optional<QuantileFraction> quantile, double delta = 0) {
  RankTask task;
  task.quantile = quantile;
  task.loss = {1, delta};
  task.abstain = true;
  return task;
}

bool claims_to_abstain(const Claim& claim) {
  for (const Fact& fact : claim.parameters) {
    if (fact.name == "abstain") return std::get<bool>(fact.value);
  }
  return false;
}

std::vector<std::uint64_t> evenly(std::size_t n) {
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < n; ++i) keys.push_back((std::uint64_t(1) << 62) + i * 1'000);
  return keys;
}

TEST_CASE("ranks abstain by the exponential mechanism, and by cut choice of interior points") {
  for (const auto& task : {rank_task({{1, 2}}), rank_task({{9, 10}}), rank_task({})}) {
    RankTask exponential = task;
    exponential.algorithm = InteriorAlgorithm::exponential;
    CHECK(RankRelease::plan(exponential).draw.abstains);
    CHECK(claims_to_abstain(RankRelease::claim(exponential, RankRelease::plan(exponential))));
    RankTask cut = task;
    cut.loss.delta = 1e-6;
    cut.algorithm = InteriorAlgorithm::cut;
    CHECK(RankRelease::plan(cut).draw.abstains == !task.quantile);
    CHECK(claims_to_abstain(RankRelease::claim(cut, RankRelease::plan(cut))) == !task.quantile);
  }
}

// Regression: the form was chosen among forms with and without abstaining. If the pure form had the better
// promise on few keys, an interior point always answered and spent no delta.
TEST_CASE("an interior point abstains by the form of cut choice for plain answers") {
  for (const std::uint32_t bits : {27u, 64u, 1024u}) {
    RankTask task = rank_task({}, 1e-6);
    task.bits = bits;
    task.domain = WideInterval::all(bits);
    task.algorithm = InteriorAlgorithm::cut;
    for (const double epsilon : {0.1, 1.0}) {
      task.loss.epsilon = epsilon;
      RankTask plain = task;
      plain.abstain = false;
      INFO(bits << " bits, epsilon " << epsilon);
      const RankDraw draw = RankRelease::plan(task).draw;
      CHECK(draw.form == RankRelease::plan(plain).draw.form);
      CHECK(draw.abstains == (draw.form == CutForm::stable));
      task.must_abstain = true;
      CHECK(RankRelease::plan(task).draw.abstains);
      task.must_abstain = false;
    }
  }
}

TEST_CASE("a rank rejects an algorithm that cannot abstain if it must, and skips it otherwise") {
  RankTask cut = rank_task({{1, 2}}, 1e-6);
  cut.must_abstain = true;
  CHECK(RankRelease::plan(cut).algorithm == InteriorAlgorithm::exponential);
  cut.algorithm = InteriorAlgorithm::cut;
  CHECK_THROWS_WITH(RankRelease::plan(cut), "algorithm must be one that can abstain here, got cut");
  cut.must_abstain = false;
  CHECK_NOTHROW(RankRelease::plan(cut));
  RankTask narrow = rank_task({{1, 1'000'000}});
  narrow.loss.epsilon = 1e-9;
  narrow.algorithm = InteriorAlgorithm::exponential;
  CHECK_FALSE(RankRelease::plan(narrow).draw.abstains);  // its score would not fit
  narrow.must_abstain = true;
  CHECK_THROWS_AS(RankRelease::plan(narrow), OutOfRange);
}

TEST_CASE(
    "several quantiles abstain by recursion and by separate exponential draws, not by slices") {
  QuantilesTask task;
  task.taus = {{1, 4}, {1, 2}, {3, 4}};
  task.domain = {0, ~std::uint64_t(0)};
  task.loss = {1, 1e-6};
  task.abstain = true;
  for (const auto algorithm : {QuantilesAlgorithm::recursion, QuantilesAlgorithm::slices}) {
    task.algorithm = algorithm;
    const auto plan = QuantilesRelease::plan(task);
    CHECK(plan.abstains == (algorithm == QuantilesAlgorithm::recursion));
    CHECK(claims_to_abstain(QuantilesRelease::claim(task, plan)) == plan.abstains);
  }
  task.must_abstain = true;
  CHECK_THROWS_WITH(QuantilesRelease::plan(task),
                    "algorithm must be one that can abstain here, got slices");
  task.algorithm.reset();
  CHECK(QuantilesRelease::plan(task).abstains);
}

// Regression: choosing by the least promise returned, at some epsilons and confidences, cut choice, which
// cannot abstain.
TEST_CASE("separate draws that must abstain use an algorithm that can, whatever others promise") {
  QuantilesTask task;
  task.taus = {{1, 4}, {3, 4}};
  task.domain = {0, ~std::uint64_t(0)};
  task.algorithm = QuantilesAlgorithm::separate;
  task.abstain = task.must_abstain = true;
  int others_promise_more = 0;
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    for (const double confidence : {0.5, 0.95, 0.9999}) {
      task.loss = {epsilon, 1e-6};
      task.confidence = confidence;
      INFO(epsilon << ", " << confidence);
      const auto plan = QuantilesRelease::plan(task);
      CHECK(plan.abstains);
      const Claim claim = QuantilesRelease::claim(task, plan);
      CHECK(claim.loss.delta == 0);
      others_promise_more +=
          calibrate_separate_quantiles(task).promise.rank_error < claim.accuracy.error;
    }
  }
  CHECK(others_promise_more > 0);
  task.loss.epsilon = 1e-9;  // a share of it underflows
  CHECK_THROWS_AS(QuantilesRelease::plan(task), OutOfRange);
}

// Regression: recursive quantiles could not abstain, so that few records had answers from the whole domain.
TEST_CASE("quantiles of few records abstain, and with their stated number of records they answer") {
  QuantilesTask task;
  task.taus = {{1, 10}, {1, 4}, {1, 2}, {3, 4}, {9, 10}};
  task.domain = {0, ~std::uint64_t(0)};
  task.loss = {1, 0};
  task.algorithm = QuantilesAlgorithm::recursion;
  task.abstain = true;
  const auto plan = QuantilesRelease::plan(task);
  const double from =
      std::get<RecursiveQuantiles>(std::get<PlainQuantiles>(plan.by)).promise.inside_from;
  SeededBits source(5);
  ExactRandomness randomness(source);
  const auto runs = [&](std::size_t n) {
    const auto keys = evenly(n);
    std::size_t answers = 0;
    std::size_t outside = 0;
    for (int run = 0; run < 200; ++run) {
      const auto drawn = QuantilesRelease::draw(task, plan, keys, randomness);
      if (drawn.empty()) continue;
      ++answers;
      if (keys.empty() || drawn.front() < keys.front() || drawn.back() > keys.back()) ++outside;
    }
    return std::pair{answers, outside};
  };
  // 28 or more of 200, each with probability at most 0.05, have probability below 1e-6.
  for (const std::size_t n : {0u, 10u, 100u}) CHECK(runs(n).second < 28);
  CHECK(runs(10).first < 28);
  const auto [answers, outside] = runs(static_cast<std::size_t>(from));
  CHECK(answers - outside > 200 - 28);
}

}  // namespace
}  // namespace logstar::testing::abstain_test
