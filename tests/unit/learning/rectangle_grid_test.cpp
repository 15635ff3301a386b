// Boxes of a public grid, and tolerance for wrong labels: promises and choices.
#include "logstar/learning/rectangle_grid.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

RectangleTask gridded_task(std::size_t dimensions, std::uint64_t cells) {
  RectangleTask task;
  task.axes.assign(dimensions, {32, WideInterval::all(32), cells, {}});
  task.loss = {1, 1e-6};
  return task;
}

/// Points spread evenly over axes of 32 bits. Points in the box from a quarter to three quarters of each axis
/// have label 1, except for `percent` in a hundred.
struct WrongLabels {
  std::size_t dimensions;
  std::uint64_t percent;

  static bool inside(std::uint64_t key) { return key >= 1u << 30 && key < 3u << 30; }

  LabelledPoints points(std::size_t n, BitPool& bits) const {
    LabelledPoints made;
    for (std::size_t d = 0; d < dimensions; ++d) made.axes.emplace_back(32);
    for (std::size_t i = 0; i < n; ++i) {
      bool label = true;
      for (KeyArray& axis : made.axes) {
        const std::uint64_t key = bits.below(std::uint64_t(1) << 32);
        axis.append(WideKey{key});
        label = label && inside(key);
      }
      made.labels.push_back(label != (bits.below(100) < percent));
    }
    return made;
  }
};

std::int64_t mislabelled(const LabelledPoints& points,
                         const std::optional<RectangleHypothesis>& box) {
  std::int64_t errors = 0;
  for (std::size_t i = 0; i < points.labels.size(); ++i) {
    bool in = box.has_value();
    for (std::size_t d = 0; in && d < points.axes.size(); ++d) {
      const std::uint64_t x = points.axes[d].words()[i];
      in = box->lowest[d].front() <= x && x <= box->highest[d].front();
    }
    errors += in != points.labels[i];
  }
  return errors;
}

RectangleHypothesis true_box(std::size_t dimensions) {
  return {std::vector<WideKey>(dimensions, {1u << 30}),
          std::vector<WideKey>(dimensions, {(3u << 30) - 1})};
}

TEST_CASE("a grid has one box for each interval of cells on every axis, and 11 million at most") {
  const auto boxes = [](std::size_t dimensions, std::uint64_t cells) {
    return boxes_of_grid(gridded_task(dimensions, cells).axes);
  };
  CHECK(boxes(1, 3) == 6);
  CHECK(boxes(2, 80) == 3240u * 3240u);
  CHECK(boxes(3, 20) == 210u * 210u * 210u);
  CHECK(boxes(4, 10) == 55u * 55u * 55u * 55u);
  CHECK(boxes(64, 1) == 1);
  CHECK_FALSE(boxes(2, 82));
  CHECK_FALSE(boxes(1, 0));
  const auto narrow = std::vector<RectangleAxis>(1, {2, WideInterval::all(2), 1000, {}});
  CHECK(boxes_of_grid(narrow) == 10);
  const auto found =
      calibrate_rectangle_grid(gridded_task(2, 80).axes, 1, Neighbors::add_remove, 0.05);
  CHECK(found.excess == 19);  // documented
  CHECK_THROWS_WITH(
      calibrate_rectangle_grid(gridded_task(2, 100).axes, 1, Neighbors::add_remove, 0.05),
      "grid must be a grid of at most 11000000 boxes, got more");
}

TEST_CASE("edges of a grid increase within the domain") {
  auto axes = gridded_task(1, 0).axes;
  axes[0].edges = KeyArray(32, {5, 5});
  CHECK_THROWS_AS(boxes_of_grid(axes), OutOfRange);
  axes[0].edges = KeyArray(32, {0, 5, UINT32_MAX});
  const auto found = calibrate_rectangle_grid(axes, 1, Neighbors::add_remove, 0.05);
  CHECK(found.starts[0].words() == std::vector<std::uint64_t>{0, 5, UINT32_MAX});
  axes[0].edges = KeyArray(32);
  CHECK(boxes_of_grid(axes) == 1);
}

TEST_CASE(
    "a box of a grid errs on few points more than the best one, for any number of wrong labels",
    "[statistics]") {
  constexpr int kRuns = 40;
  REQUIRE(binomial_at_most(kRuns, 0.95L, 27) < 1e-6L);
  SeededBits source(91);
  ExactRandomness randomness(source);
  BitPool bits(source);
  for (const auto& [dimensions, cells] : {std::pair{1u, 400u}, {2u, 40u}, {3u, 8u}}) {
    const RectangleTask task = gridded_task(dimensions, cells);
    const RectangleDraw draw = calibrate_best_rectangle(task);
    REQUIRE(draw.algorithm == RectangleAlgorithm::exponential);
    for (const std::uint64_t percent : {0u, 5u, 20u}) {
      const LabelledPoints points = WrongLabels{dimensions, percent}.points(4'000, bits);
      const auto best = mislabelled(points, true_box(dimensions));  // its sides are on the grid
      int kept = 0;
      for (int run = 0; run < kRuns; ++run) {
        const auto box = learn_rectangle(draw, task, points, randomness);
        kept += mislabelled(points, box) <= best + draw.errors;
      }
      INFO(dimensions << " dimensions, wrong " << percent);
      CHECK(kept >= 28);
    }
  }
}

// Without a tolerance, one point of label 1 in a hundred, far outside of a side, moved the side there.
TEST_CASE("boxes by interior points keep their promised error if a tolerance covers wrong labels",
          "[statistics]") {
  constexpr int kRuns = 40;
  REQUIRE(binomial_at_most(kRuns, 0.95L, 27) < 1e-6L);
  SeededBits source(92);
  ExactRandomness randomness(source);
  BitPool bits(source);
  const LabelledPoints points = WrongLabels{2, 1}.points(40'000, bits);
  const auto best = mislabelled(points, true_box(2));
  RectangleTask task = gridded_task(2, 0);
  task.loss.epsilon = 8;
  for (const auto algorithm : {RectangleAlgorithm::outermost, RectangleAlgorithm::slices}) {
    task.tolerance = 0;
    const RectangleDraw strict = calibrate_rectangle(algorithm, task);
    task.tolerance = static_cast<std::uint64_t>(best);
    const RectangleDraw draw = calibrate_rectangle(algorithm, task);
    CHECK(draw.errors == strict.errors + 5 * best);  // once, and once on each of the four sides
    int kept = 0;
    for (int run = 0; run < kRuns; ++run) {
      kept += mislabelled(points, learn_rectangle(draw, task, points, randomness)) <= draw.errors;
    }
    INFO(name_of(algorithm));
    CHECK(kept >= 28);
  }
}

TEST_CASE("a box is drawn from its grid if it has one, or if the domain has few boxes") {
  RectangleTask task = gridded_task(2, 80);
  CHECK(name_of(calibrate_best_rectangle(task).algorithm) == "exponential");
  auto plans = plan_rectangle(task, 0.1);
  REQUIRE(plans.size() == 4);
  CHECK(plans[0].chosen);
  CHECK(plans[0].promises);
  CHECK(plans[0].spent.delta == 0);
  CHECK(plans[0].least_records == 190);
  CHECK(plans[0].generalisation_records > 190);
  task.axes.assign(2, {6, WideInterval::all(6), 0, {}});  // 64 keys
  CHECK(name_of(calibrate_best_rectangle(task).algorithm) == "exponential");
  task.axes.assign(2, {7, WideInterval::all(7), 0, {}});
  CHECK(name_of(calibrate_best_rectangle(task).algorithm) == "axis-by-axis");
  plans = plan_rectangle(task, 0.1);
  CHECK_FALSE(plans[0].available);
  CHECK(plans[0].reason == "needs a grid of fewer boxes");
}

// The plan compares usual errors. Each side misses by about 1/rate.
TEST_CASE("over few boxes one draw has a greater rate per side than axis by axis") {
  for (const std::size_t dimensions : {1u, 2u, 3u}) {
    RectangleTask task = gridded_task(dimensions, 0);
    task.axes.assign(dimensions, {4, WideInterval::all(4), 0, {}});
    const auto grid = calibrate_rectangle_grid(task.axes, 1, task.neighbors, 0.05);
    const auto axes = calibrate_rectangle_by_axes(task.axes, 1, task.neighbors, 0.05);
    CHECK(grid.draw_epsilon > axes.step.draw_epsilon);
  }
}

// Shapes: the place of the box, and its share of the points.
TEST_CASE("the usual error of thresholds and boxes is within a quarter of the measured one",
          "[statistics]") {
  SeededBits source(93);
  ExactRandomness randomness(source);
  BitPool bits(source);
  const auto median_of = [](std::vector<std::int64_t> errors) {
    std::sort(errors.begin(), errors.end());
    return static_cast<double>(errors[errors.size() / 2]);
  };
  const auto check = [&](const RectangleDraw& draw, const RectangleTask& task, std::size_t n) {
    std::vector<std::int64_t> errors;
    for (int run = 0; run < 300; ++run) {
      const LabelledPoints points = WrongLabels{task.axes.size(), 0}.points(n, bits);
      errors.push_back(mislabelled(points, learn_rectangle(draw, task, points, randomness)));
    }
    INFO(name_of(draw.algorithm) << ", axes " << task.axes.size());
    CHECK(median_of(errors) == Approx(*draw.usual).epsilon(0.25));
  };
  RectangleTask line = gridded_task(1, 1000);
  line.loss.epsilon = 0.1;
  check(calibrate_rectangle(RectangleAlgorithm::exponential, line), line, 2'000);
  line.axes[0].cells = 0;
  check(calibrate_rectangle(RectangleAlgorithm::axis_by_axis, line), line, 2'000);
  RectangleTask square = gridded_task(2, 40);
  square.loss.epsilon = 0.05;
  check(calibrate_rectangle(RectangleAlgorithm::exponential, square), square, 800);

  ThresholdTask below;
  below.bits = 32;
  below.domain = WideInterval::all(32);
  below.loss.epsilon = 0.1;
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    below.neighbors = neighbors;
    const ThresholdDraw draw = calibrate_threshold(ThresholdAlgorithm::exponential, below);
    for (const std::uint64_t cut : {1u << 29, 1u << 31}) {
      std::vector<std::int64_t> errors;
      for (int run = 0; run < 300; ++run) {
        LabelledKeys data{KeyArray(32), KeyArray(32)};
        for (int i = 0; i < 2'000; ++i) {
          const WideKey key{bits.below(std::uint64_t(1) << 32)};
          (key.front() <= cut ? data.ones : data.zeros).append(key);
        }
        const auto found = learn_threshold(draw, below, data, randomness);
        const std::uint64_t last = found->last ? found->last->front() : 0;
        const auto wrong = [&](const KeyArray& keys, bool label) {
          return std::ranges::count_if(keys.words(),
                                       [&](std::uint64_t x) { return (x <= last) != label; });
        };
        errors.push_back(wrong(data.ones, true) + wrong(data.zeros, false));
      }
      CHECK(median_of(errors) == Approx(*draw.usual).epsilon(0.25));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
