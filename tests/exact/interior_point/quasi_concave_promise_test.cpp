// Quasi-concave optimisation with a promise: the reduction, both algorithms, and their errors.
#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>

#include "clipped_noise.hpp"
#include "cumulative_distance.hpp"
#include "databases.hpp"
#include "logstar/interior_point/quasi_concave_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::quasi_concave_promise_test {
namespace {

using Heights = std::vector<std::int64_t>;

Quality quality_of(const Heights& heights) {
  Quality quality;
  for (const std::int64_t height : heights) quality.push_back({1, height});
  return quality;
}

/// All qualities of `points` points below `base`.
void for_each_quality(std::size_t points, std::int64_t base,
                      const std::function<void(const Heights&)>& visit) {
  Heights heights(points);
  const std::function<void(std::size_t)> fill = [&](std::size_t point) {
    if (point == points) return visit(heights);
    for (heights[point] = 0; heights[point] < base; ++heights[point]) fill(point + 1);
    heights[point] = 0;
  };
  fill(0);
}

/// All that differ from it by at most 1 at each point.
void for_each_move(const Heights& heights, const std::function<void(const Heights&)>& visit) {
  for_each_quality(heights.size(), 3, [&](const Heights& change) {
    Heights other = heights;
    for (std::size_t i = 0; i < other.size(); ++i) other[i] += change[i] - 1;
    visit(other);
  });
}

bool is_quasi_concave(const Heights& heights) {
  const auto best = std::max_element(heights.begin(), heights.end());
  return std::is_sorted(heights.begin(), best) &&
         std::is_sorted(best, heights.end(), std::greater<>());
}

TEST_CASE("the reduction with a promise makes exactly n keys at distance 1, kept or broken") {
  constexpr std::int64_t kError = 2;
  for (const std::int64_t promise : {1, 3, 9}) {
    for_each_quality(5, 4, [&](const Heights& heights) {
      const KeyArray steps = quality_steps(quality_of(heights), kError, promise);
      REQUIRE(steps.size() == kError);
      for_each_move(heights, [&](const Heights& other) {
        const KeyArray there = quality_steps(quality_of(other), kError, promise);
        REQUIRE(there.size() == kError);
        REQUIRE(distance(steps, there, 4) <= 1);
      });
      const bool kept = *std::max_element(heights.begin(), heights.end()) >= promise;
      if (!kept || !is_quasi_concave(heights)) return;
      for (auto y = natural_of(steps[0]); y <= natural_of(steps[kError - 1]); ++y) {
        REQUIRE(heights[static_cast<std::size_t>(y)] > promise - kError);
      }
    });
  }
}

/// 36 points in runs as wide as each other, so that RecConcave has two levels.
constexpr std::uint64_t kSize = 36;

Law<int> law_of(const Heights& heights, const QuasiConcaveParameters& parameters) {
  const std::uint64_t width = kSize / heights.size();
  Quality quality;
  for (const std::int64_t height : heights) quality.push_back({width, height});
  return enumerate([&](Randomness& randomness) {
    ClippedNoise noise(randomness, 12);  // more than a threshold minus a gap
    const auto point = quasi_concave_max(quality, parameters, noise);
    return point ? static_cast<int>(*point / width) : -1;
  });
}

QuasiConcaveRequest request_of(ScoreMoves moves, std::int64_t promise) {
  QuasiConcaveRequest request;
  request.size = kSize;
  request.moves = moves;
  request.loss = {12, 0.2};
  request.promise = promise;
  return request;
}

/// Compares all qualities of three wide points with all that they move to.
PrivacyReport check_moves(const QuasiConcaveParameters& parameters, ScoreMoves moves) {
  PrivacyCheck check(12, "add-remove", "3 runs of 12 points, qualities below 3");
  std::map<Heights, Law<int>> laws;
  const auto at = [&](const Heights& heights) -> const Law<int>& {
    const auto found = laws.find(heights);
    if (found != laws.end()) return found->second;
    return laws.emplace(heights, law_of(heights, parameters)).first->second;
  };
  for_each_quality(3, 3, [&](const Heights& heights) {
    for_each_quality(3, 2, [&](const Heights& change) {
      Heights other = heights;
      for (std::size_t i = 0; i < other.size(); ++i) {
        const std::int64_t sign = moves == ScoreMoves::both_ways && i == 1 ? -1 : 1;
        other[i] += sign * change[i];
      }
      check.pair(at(heights), at(other));
    });
  });
  return check.report();
}

TEST_CASE("RecConcave with a promise is private at one step's price, kept or broken") {
  for (const ScoreMoves moves : {ScoreMoves::one_way, ScoreMoves::both_ways}) {
    for (const std::int64_t promise : {2, 6}) {
      const auto parameters =
          calibrate_quasi_concave(QuasiConcaveAlgorithm::rec_concave, request_of(moves, promise));
      REQUIRE(std::get<RecConcaveParameters>(parameters.draw).levels.size() == 2);
      CHECK(check_moves(parameters, moves).within(0.2));
    }
  }
}

// The loss of RecConcave has slack, so the enumeration of a few points does not reject the wrong price. What the price rests
// on does.
TEST_CASE(
    "control: f less its best moves by 2, and its steps are at distance 2, without a promise") {
  std::int64_t most_moved = 0;
  std::int64_t farthest = 0;
  for_each_quality(3, 4, [&](const Heights& heights) {
    const std::int64_t best = *std::max_element(heights.begin(), heights.end());
    for_each_move(heights, [&](const Heights& other) {
      const std::int64_t best_there = *std::max_element(other.begin(), other.end());
      for (std::size_t i = 0; i < heights.size(); ++i) {
        most_moved = std::max(most_moved, std::abs((other[i] - best_there) - (heights[i] - best)));
      }
      const KeyArray steps = quality_steps(quality_of(heights), 2);
      farthest =
          std::max<std::int64_t>(farthest, distance(steps, quality_steps(quality_of(other), 2), 2));
    });
  });
  CHECK(most_moved == 2);
  CHECK(farthest == 2);
}

// BNS13 Definition 3.7: B8 of the audit.
TEST_CASE("a promise makes RecConcave miss by 400 in place of 826 on 2^64 points, both ways") {
  struct Row {
    unsigned bits;
    std::int64_t rec_both, rec_one, promised_both, promised_one, tree, promised_tree;
  };
  for (const Row& row :
       {Row{16, 788, 384, 384, 240, 3365, 1679}, Row{64, 826, 400, 400, 262, 3466, 1729},
        Row{1024, 926, 448, 448, 306, 3663, 1827}, Row{8192, 986, 484, 484, 340, 3811, 1899}}) {
    QuasiConcaveRequest request;
    request.size = Natural(1) << row.bits;
    request.loss = {1, 1e-6};
    const auto error = [&](QuasiConcaveAlgorithm algorithm, ScoreMoves moves, bool promised) {
      request.moves = moves;
      request.promise.reset();
      if (promised) request.promise = 1000;
      return calibrate_quasi_concave(algorithm, request).error;
    };
    const auto rec = QuasiConcaveAlgorithm::rec_concave;
    const auto tree = QuasiConcaveAlgorithm::tree_log;
    INFO(row.bits);
    CHECK(error(rec, ScoreMoves::both_ways, false) == row.rec_both);
    CHECK(error(rec, ScoreMoves::one_way, false) == row.rec_one);
    CHECK(error(rec, ScoreMoves::both_ways, true) == row.promised_both);
    CHECK(error(rec, ScoreMoves::one_way, true) == row.promised_one);
    CHECK(error(tree, ScoreMoves::both_ways, false) == row.tree);
    CHECK(error(tree, ScoreMoves::both_ways, true) == row.promised_tree);
    CHECK(error(tree, ScoreMoves::one_way, true) == row.promised_tree);
  }
}

TEST_CASE(
    "with a promise both algorithms return more than it less the error (100 runs, alpha 1e-6)") {
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  SeededBits source(95);
  ExactRandomness randomness(source);
  for (const auto algorithm :
       {QuasiConcaveAlgorithm::rec_concave, QuasiConcaveAlgorithm::tree_log}) {
    QuasiConcaveRequest request;
    request.size = Natural(1) << 64;
    request.loss = {1, 1e-6};
    request.promise = 3000;
    const auto parameters = calibrate_quasi_concave(algorithm, request);
    const std::int64_t accept = 3000 - parameters.error;
    // Just kept, by one point; the good points around it are as few as there may be.
    const Quality quality = {{request.size / 3, accept},
                             {1, accept + 1},
                             {1, 3000},
                             {1, accept + 1},
                             {request.size - request.size / 3 - 3, accept}};
    int good = 0;
    for (int run = 0; run < 100; ++run) {
      const auto point = quasi_concave_max(quality, parameters, randomness);
      good += point && *point >= request.size / 3 && *point < request.size / 3 + 3;
    }
    CHECK(good >= 82);
  }
}

TEST_CASE("an approximation asks for the least promise that gives it, and names it") {
  QuasiConcaveTask task;
  task.request.size = Natural(1) << 64;
  task.request.loss = {1, 1e-6};
  task.algorithm = QuasiConcaveAlgorithm::rec_concave;
  task.approximation = 0.4;
  CHECK(QuasiConcaveRelease::plan(task).promise == 1000);
  task.promise = 1000;
  CHECK_NOTHROW(QuasiConcaveRelease::plan(task));
  task.promise = 999;
  CHECK_THROWS_WITH(QuasiConcaveRelease::plan(task),
                    "promise must be at least 1000 for this approximation, got 999");
  task.sensitivity = 0.25;
  CHECK(Release<QuasiConcaveRelease>(task).claim().accuracy.error == 100);
  task.promise = 249.75;
  CHECK_THROWS_WITH(QuasiConcaveRelease::plan(task),
                    "promise must be at least 250 for this approximation, got 249.75");
  task.approximation = 1.5;
  CHECK_THROWS_WITH(QuasiConcaveRelease::plan(task),
                    "approximation must be a number above 0 and at most 1, got 1.5");
}

}  // namespace
}  // namespace logstar::testing::quasi_concave_promise_test
