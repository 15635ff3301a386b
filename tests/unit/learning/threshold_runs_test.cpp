// Promised errors of learned thresholds, over hundreds of runs.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/domain/reals.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"
#include "threshold_tasks.hpp"

namespace logstar::testing::threshold_test {
namespace {

std::int64_t errors_of(const ThresholdHypothesis& hypothesis, const LabelledKeys& data) {
  std::int64_t errors = 0;
  for (std::size_t i = 0; i < data.ones.size(); ++i) errors += !hypothesis(data.ones[i]);
  for (std::size_t i = 0; i < data.zeros.size(); ++i) errors += hypothesis(data.zeros[i]);
  return errors;
}

std::int64_t fewest_errors(const LabelledKeys& data) {
  const SortedSample sample(data);
  std::int64_t fewest = sample.errors(0);
  for (std::size_t count = 1; count <= sample.size(); ++count) {
    if (count < sample.size() &&
        sample.keys().common_prefix(count - 1, count) == sample.keys().bits()) {
      continue;
    }
    fewest = std::min(fewest, sample.errors(count));
  }
  return fewest;
}

constexpr ThresholdAlgorithm kPractical[] = {
    ThresholdAlgorithm::exponential, ThresholdAlgorithm::cut, ThresholdAlgorithm::interior_point};

TEST_CASE("over all doubles the promised errors hold in at least 95 of 100 runs (n = 1000)",
          "[statistics]") {
  // At a success rate of at least 0.95, fewer than 172 successes in 200 runs have probability at most 1e-6.
  REQUIRE(binomial_at_most(200, 0.95L, 171) < 1e-6L);
  Source source(31);
  SeededBits bits(32);
  ExactRandomness randomness(bits);
  const ThresholdTask task = doubles();
  for (const ThresholdAlgorithm algorithm : kPractical) {
    const ThresholdDraw draw = calibrate_threshold(algorithm, task);
    // The boundary inside, before and after all data.
    for (const double cut : {2.0, 1e-9, 1e9}) {
      int kept = 0;
      for (int run = 0; run < 200; ++run) {
        const LabelledKeys data = sample(source, 1000, cut, 0);
        const auto learned = learn_threshold(draw, task, data, randomness);
        kept += learned && errors_of(*learned, data) <= draw.errors;
      }
      CHECK(kept >= 172);
    }
  }
}

TEST_CASE("through every search for interior points the promised errors hold (n = 20,000)",
          "[statistics]") {
  // At a success rate of at least 0.95, fewer than 29 successes in 40 runs have probability at most 1e-6.
  REQUIRE(binomial_at_most(40, 0.95L, 28) < 1e-6L);
  Source source(33);
  SeededBits bits(34);
  ExactRandomness randomness(bits);
  for (const InteriorAlgorithm search :
       {InteriorAlgorithm::rec_concave, InteriorAlgorithm::tree_log, InteriorAlgorithm::heavy_paths,
        InteriorAlgorithm::tree_log_slices}) {
    ThresholdTask task = doubles();
    task.search = search;
    const ThresholdDraw draw = calibrate_threshold(ThresholdAlgorithm::interior_point, task);
    INFO(name_of(search) << ": " << draw.errors);
    CHECK(draw.errors < 10'000);
    int kept = 0;
    for (int run = 0; run < 40; ++run) {
      const LabelledKeys data = sample(source, 20'000, 2.0, 0);
      const auto learned = learn_threshold(draw, task, data, randomness);
      kept += learned && errors_of(*learned, data) <= draw.errors;
    }
    CHECK(kept >= 29);
  }
}

TEST_CASE("with contradictory labels the exponential learner keeps its excess (n = 2000)",
          "[statistics]") {
  Source source(33);
  SeededBits bits(34);
  ExactRandomness randomness(bits);
  const ThresholdTask task = doubles();
  const ThresholdDraw draw = calibrate_threshold(ThresholdAlgorithm::exponential, task);
  for (const double noise : {0.1, 0.4}) {
    int kept = 0;
    for (int run = 0; run < 200; ++run) {
      const LabelledKeys data = sample(source, 2000, 2.0, noise);
      const auto learned = learn_threshold(draw, task, data, randomness);
      REQUIRE(learned);
      kept += errors_of(*learned, data) <= fewest_errors(data) + draw.errors;
    }
    CHECK(kept >= 172);
  }
}

TEST_CASE("with a tolerance cut choice keeps its promise where the best threshold errs (n = 2000)",
          "[statistics]") {
  Source source(35);
  SeededBits bits(36);
  ExactRandomness randomness(bits);
  ThresholdTask task = doubles();
  task.tolerance = 150;
  const ThresholdDraw draw = calibrate_threshold(ThresholdAlgorithm::cut, task);
  int runs = 0;
  int kept = 0;
  while (runs < 200) {
    const LabelledKeys data = sample(source, 2000, 2.0, 0.05);
    if (fewest_errors(data) > 150) continue;  // the promise concerns the other records
    ++runs;
    const auto learned = learn_threshold(draw, task, data, randomness);
    kept += learned && errors_of(*learned, data) <= draw.errors;
  }
  CHECK(kept >= 172);
}

TEST_CASE("at the planned n a learned threshold errs on at most 5% of fresh samples",
          "[statistics]") {
  // At a success rate of at least 0.9, fewer than 155 successes in 200 runs have probability at most 1e-6. The
  // mass between two cuts is exact, and so is the error on fresh samples.
  REQUIRE(binomial_at_most(200, 0.9L, 154) < 1e-6L);
  Source source(37);
  SeededBits bits(38);
  ExactRandomness randomness(bits);
  const ThresholdTask task = doubles();
  const RealDomain domain;
  const double cut = 2.0;
  const auto below = [](double x) { return std::clamp((std::log(x) + 10) / 20, 0.0, 1.0); };
  for (const ThresholdPlan& plan : plan_threshold(task, 0.05)) {
    if (plan.algorithm == ThresholdAlgorithm::rec_concave) continue;
    const ThresholdDraw draw = calibrate_threshold(plan.algorithm, task);
    int good = 0;
    for (int run = 0; run < 200; ++run) {
      const auto data = sample(source, plan.generalisation_records, cut, 0);
      const auto learned = learn_threshold(draw, task, data, randomness);
      if (!learned) continue;
      const double last = learned->last ? domain.decode(learned->last->front()) : -1.0;
      const double mass = last <= 0 ? 0 : below(last);
      good += std::fabs(mass - below(cut)) < 0.05;
    }
    CHECK(good >= 155);
  }
}

TEST_CASE("over text of 1 KB cut choice keeps its promise (n = 200, 100 runs)", "[statistics]") {
  // At a success rate of 0.95, fewer than 82 successes in 100 runs have probability at most 1e-6.
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  Source source(39);
  SeededBits bits(40);
  ExactRandomness randomness(bits);
  const TextDomain domain(1024);
  const ThresholdTask task = task_for(domain.keys(), domain.bits());
  CHECK(best_threshold_algorithm(task) == ThresholdAlgorithm::cut);
  const ThresholdDraw draw = calibrate_threshold(ThresholdAlgorithm::cut, task);
  int kept = 0;
  for (int run = 0; run < 100; ++run) {
    const std::string common = source.letters(run % 2 == 0 ? 0 : 900);
    const std::string boundary = common + source.letters(8);
    LabelledKeys data{KeyArray(domain.bits()), KeyArray(domain.bits())};
    for (int i = 0; i < 200; ++i) {
      const std::string text = common + source.letters(20);
      (text <= boundary ? data.ones : data.zeros).append(domain.encode(text).value());
    }
    const auto learned = learn_threshold(draw, task, data, randomness);
    kept += learned && errors_of(*learned, data) <= draw.errors;
  }
  CHECK(kept >= 82);
}

TEST_CASE("promised errors under replace at (1, 1e-6, 0.05), also if the best threshold errs",
          "[statistics]") {
  const auto errors = [](ThresholdAlgorithm algorithm, std::uint32_t bits,
                         std::uint64_t tolerance) {
    ThresholdTask task = task_for(WideInterval::all(bits), bits);
    task.neighbors = Neighbors::replace;
    task.tolerance = tolerance;
    return calibrate_threshold(algorithm, task).errors;
  };
  const std::uint32_t widths[] = {64, 1024, 8192};
  const std::int64_t exponential[] = {94, 1425, 11362};
  const std::int64_t cut[] = {46, 59, 68};
  const std::int64_t after_one[] = {49, 62, 72};
  const std::int64_t after_150[] = {60, 73, 83};
  const std::int64_t interior[] = {60, 77, 91};
  for (std::size_t i = 0; i < 3; ++i) {
    const std::uint32_t bits = widths[i];
    CHECK(errors(ThresholdAlgorithm::exponential, bits, 0) == exponential[i]);
    CHECK(errors(ThresholdAlgorithm::cut, bits, 0) == cut[i]);
    CHECK(errors(ThresholdAlgorithm::cut, bits, 1) == after_one[i] + 1);
    CHECK(errors(ThresholdAlgorithm::cut, bits, 150) == after_150[i] + 150);
    CHECK(errors(ThresholdAlgorithm::interior_point, bits, 0) == interior[i]);
  }
}

}  // namespace
}  // namespace logstar::testing::threshold_test
