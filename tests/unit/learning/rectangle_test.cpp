// Boxes: their promises on the data and on fresh samples, and the required number of records.
#include "logstar/learning/rectangle.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/learning/sample_sizes.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

constexpr double kAccuracy = 0.2;
constexpr std::uint64_t kTop = 0xffffffff;

RectangleTask task_of(std::size_t dimensions, double epsilon) {
  RectangleTask task;
  task.axes.assign(dimensions, {32, WideInterval::all(32)});
  task.loss = {epsilon, 1e-6};
  return task;
}

/// Uniform points; label 1 inside a box with half of them.
struct Truth {
  std::size_t dimensions;
  double width = std::pow(0.5, 1.0 / static_cast<double>(dimensions));
  std::uint64_t low = static_cast<std::uint64_t>((1 - width) / 3 * 0x1p32);
  std::uint64_t high = low + static_cast<std::uint64_t>(width * 0x1p32) - 1;

  /// The coordinates of the points with label 1 among n points.
  std::vector<KeyArray> ones(std::uint64_t n, BitPool& bits) const {
    std::vector<KeyArray> result(dimensions, KeyArray(32));
    std::vector<std::uint64_t> point(dimensions);
    for (std::uint64_t i = 0; i < n; ++i) {
      bool inside = true;
      for (std::uint64_t& x : point) {
        x = bits.below(kTop + 1);
        inside &= low <= x && x <= high;
      }
      for (std::size_t d = 0; inside && d < dimensions; ++d) result[d].append(WideKey{point[d]});
    }
    return result;
  }

  bool contains(const RectangleHypothesis& box) const {
    for (std::size_t d = 0; d < dimensions; ++d) {
      if (box.lowest[d].front() < low || box.highest[d].front() > high) return false;
    }
    return true;
  }

  /// The error on a fresh sample of a box inside the true one, or of "0 everywhere".
  double error(const std::optional<RectangleHypothesis>& box) const {
    double kept = box ? 1 : 0;
    double all = 1;
    for (std::size_t d = 0; d < dimensions; ++d) {
      all *= static_cast<double>(high - low + 1) * 0x1p-32;
      if (!box) continue;
      const double side = static_cast<double>(box->highest[d].front()) -
                          static_cast<double>(box->lowest[d].front()) + 1;
      kept *= std::max(0.0, side * 0x1p-32);
    }
    return all - kept;
  }
};

std::uint64_t lost(const std::vector<KeyArray>& ones,
                   const std::optional<RectangleHypothesis>& box) {
  std::uint64_t errors = 0;
  for (std::size_t i = 0; i < ones.front().size(); ++i) {
    bool inside = box.has_value();
    for (std::size_t d = 0; inside && d < ones.size(); ++d) {
      const std::uint64_t x = ones[d].words()[i];
      inside = box->lowest[d].front() <= x && x <= box->highest[d].front();
    }
    errors += !inside;
  }
  return errors;
}

/// All points have label 1.
LabelledPoints all_ones(const std::vector<KeyArray>& ones) {
  return {ones, std::vector<bool>(ones.front().size(), true)};
}

TEST_CASE("boxes from the planned number of points are as good as planned, in 2 and 8 dimensions",
          "[statistics]") {
  // Each kind of promise holds in at least 95 (90) of 100 runs on average.
  constexpr int kRuns = 40;
  REQUIRE(binomial_at_most(kRuns, 0.95L, 27) < 1e-6L);
  REQUIRE(binomial_at_most(kRuns, 0.90L, 24) < 1e-6L);
  SeededBits source(71);
  ExactRandomness randomness(source);
  SeededBits data_source(72);
  BitPool bits(data_source);
  for (const std::size_t dimensions : {2u, 8u}) {
    const RectangleTask task = task_of(dimensions, 8);
    const Truth truth{dimensions};
    for (const RectanglePlan& plan : plan_rectangle(task, kAccuracy)) {
      if (!plan.promises) continue;
      const RectangleDraw draw = calibrate_rectangle(plan.algorithm, task);
      int kept = 0;
      int fresh = 0;
      for (int run = 0; run < kRuns; ++run) {
        const auto ones = truth.ones(plan.least_records, bits);
        const auto box = learn_rectangle(draw, task, all_ones(ones), randomness);
        const auto errors = static_cast<double>(lost(ones, box));
        kept += (!box || truth.contains(*box)) && errors <= static_cast<double>(draw.errors) &&
                errors <= kAccuracy * static_cast<double>(plan.least_records);
        const auto more = truth.ones(plan.generalisation_records, bits);
        fresh += truth.error(learn_rectangle(draw, task, all_ones(more), randomness)) < kAccuracy;
      }
      INFO(dimensions << " dimensions, " << name_of(plan.algorithm));
      CHECK(kept >= 28);
      CHECK(fresh >= 25);
    }
  }
}

TEST_CASE("with enough points of label 1 slices find a box that loses only the points cut off",
          "[statistics]") {
  constexpr int kRuns = 100;
  REQUIRE(binomial_at_most(kRuns, 0.95L, 81) < 1e-6L);
  SeededBits source(73);
  ExactRandomness randomness(source);
  BitPool bits(source);
  for (const std::size_t dimensions : {2u, 8u}) {
    const RectangleTask task = task_of(dimensions, 8);
    const RectangleDraw draw = calibrate_rectangle(RectangleAlgorithm::slices, task);
    const Truth truth{dimensions};
    int kept = 0;
    for (int run = 0; run < kRuns; ++run) {
      auto ones = truth.ones(3 * draw.least_ones, bits);
      REQUIRE(ones.front().size() >= draw.least_ones);
      const auto box = learn_rectangle(draw, task, all_ones(ones), randomness);
      kept +=
          box && truth.contains(*box) && lost(ones, box) <= static_cast<std::uint64_t>(draw.errors);
    }
    CHECK(kept >= 82);
  }
}

TEST_CASE("too few points of label 1 result in no box, or in one without points of label 0") {
  SeededBits source(74);
  ExactRandomness randomness(source);
  BitPool bits(source);
  const RectangleTask task = task_of(2, 1);
  const Truth truth{2};
  for (const auto algorithm : {RectangleAlgorithm::outermost, RectangleAlgorithm::slices}) {
    const RectangleDraw draw = calibrate_rectangle(algorithm, task);
    for (const std::uint64_t n : {0u, 1u, 30u, 500u, 2'000u}) {
      const auto box = learn_rectangle(draw, task, all_ones(truth.ones(n, bits)), randomness);
      if (!box) continue;
      const bool empty = box->lowest[0] > box->highest[0] || box->lowest[1] > box->highest[1];
      CHECK((empty || truth.contains(*box)));
    }
  }
}

TEST_CASE(
    "at epsilon 1 the outermost points promise fewer errors up to 6 dimensions, slices from 8 on",
    "[statistics]") {
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::size_t dimensions : {1u, 3u, 6u, 8u, 16u, 64u}) {
      RectangleTask task = task_of(dimensions, 1);
      task.neighbors = neighbors;
      const auto plans = plan_rectangle(task, 0.1);
      REQUIRE(plans.size() == 4);
      CHECK((plans[2].errors < plans[3].errors) == (dimensions < 7));
    }
  }
}

TEST_CASE(
    "a box is learned axis by axis if the axes have at most 64 bits, else by the least promise") {
  for (const std::size_t dimensions : {1u, 3u}) {
    RectangleTask task = task_of(dimensions, 1);
    auto plans = plan_rectangle(task, 0.1);
    CHECK(plans[1].chosen);
    CHECK(plans[1].spent.delta == 0);
    CHECK_FALSE(plans[1].promises);
    CHECK(calibrate_best_rectangle(task).algorithm == RectangleAlgorithm::axis_by_axis);
    task.axes.back() = {65, WideInterval::all(65)};
    plans = plan_rectangle(task, 0.1);
    CHECK_FALSE(plans[1].available);
    CHECK(plans[1].reason == "needs axes of at most 64 bits");
    CHECK(plans[2].chosen);
    CHECK(name_of(calibrate_best_rectangle(task).algorithm) == "outermost");
    CHECK_THROWS_WITH(calibrate_rectangle(RectangleAlgorithm::axis_by_axis, task),
                      "bits must be a whole number from 1 to 64, got 65");
  }
}

TEST_CASE("errors of slices grow with the dimension, of outermost points with its square",
          "[statistics]") {
  const auto errors = [](RectangleAlgorithm algorithm, std::size_t dimensions) {
    return static_cast<double>(calibrate_rectangle(algorithm, task_of(dimensions, 1)).errors);
  };
  CHECK(errors(RectangleAlgorithm::slices, 32) < 2.2 * errors(RectangleAlgorithm::slices, 16));
  CHECK(errors(RectangleAlgorithm::outermost, 8) > 4 * errors(RectangleAlgorithm::outermost, 4));
  // Documented numbers.
  CHECK(errors(RectangleAlgorithm::outermost, 2) == 996);
  CHECK(errors(RectangleAlgorithm::outermost, 8) == 18288);
  CHECK(errors(RectangleAlgorithm::slices, 8) == Approx(14778).epsilon(1e-4));
  CHECK(errors(RectangleAlgorithm::slices, 16) == Approx(30809).epsilon(1e-4));
}

TEST_CASE("a smaller loss, error rate or beta never needs fewer points", "[statistics]") {
  const auto fewest = [](const RectangleTask& task, double accuracy) {
    std::vector<std::uint64_t> records;
    for (const auto& plan : plan_rectangle(task, accuracy)) {
      records.push_back(plan.least_records);
      records.push_back(plan.generalisation_records);
    }
    return records;
  };
  const auto base = fewest(task_of(4, 1), 0.1);
  RectangleTask stricter = task_of(4, 1);
  stricter.beta = 0.01;
  RectangleTask smaller = task_of(4, 1);
  smaller.loss.delta = 1e-8;
  const std::vector<std::vector<std::uint64_t>> harder = {
      fewest(task_of(4, 0.7), 0.1), fewest(task_of(4, 1), 0.05), fewest(stricter, 0.1),
      fewest(smaller, 0.1)};
  for (const auto& needed : harder) {
    for (std::size_t i = 0; i < base.size(); ++i) CHECK(needed[i] >= base[i]);
  }
}

TEST_CASE("an epsilon that cannot be divided among slices leaves the outermost points") {
  const auto plans = plan_rectangle(task_of(2, 1e-4), 0.1);
  CHECK(plans[2].available);
  CHECK_FALSE(plans[3].available);
  CHECK(plans[3].reason == "needs a larger epsilon");
  CHECK_THROWS_WITH(calibrate_rectangle(RectangleAlgorithm::slices, task_of(2, 1e-4)),
                    "epsilon must be large enough to be divided among slices, got 0.0001");
  CHECK_THROWS_WITH(calibrate_best_rectangle(task_of(64, 1e-8)),
                    "epsilon must be large enough to be divided among axes, got 1e-08");
  CHECK_THROWS(calibrate_best_rectangle(task_of(65, 1)));
  CHECK_THROWS(plan_rectangle(task_of(2, 1), 0.6));
}

TEST_CASE("without a delta a box is learned axis by axis only") {
  RectangleTask pure = task_of(2, 1);
  pure.loss.delta = 0;
  CHECK(calibrate_best_rectangle(pure).loss.delta == 0);
  CHECK_THROWS_WITH(calibrate_rectangle(RectangleAlgorithm::outermost, pure),
                    "delta must be a number above 0 and below 1, got 0");
  const auto plans = plan_rectangle(pure, 0.1);
  CHECK(plans[1].chosen);
  CHECK(plans[2].reason == "needs a delta above 0");
  CHECK_THROWS(plan_rectangle(pure, 0.6));
}

TEST_CASE("the bound for boxes covers the bound for a single rule at the requested rate") {
  for (const std::int64_t errors : {0, 10, 1000}) {
    for (const double accuracy : {0.01, 0.3}) {
      const auto one = records_for_one_rule(errors, accuracy, 0.05);
      CHECK(one > records_for_empirical_error(errors, accuracy));
      CHECK(records_for_generalisation(errors, accuracy, 0.05) >= one);
      const auto interval = records_for_box(errors, 1, accuracy, 0.05);
      CHECK(interval > one);
      CHECK(records_for_box(errors, 8, accuracy, 0.05) > interval);
      CHECK(records_for_box(errors, 1, accuracy, 0.01) > interval);
    }
  }
  // ln(1/0.05) / -ln(1 - 0.1) without errors, for one rule
  CHECK(records_for_one_rule(0, 0.1, 0.05) == 29);
}

}  // namespace
}  // namespace logstar::testing
