// Usual errors, which "auto" compares in addition to promises, against data of several shapes.
#include "logstar/interior_point/rank/usual_error.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "usual_tasks.hpp"

namespace logstar::testing::usual_error_test {
namespace {

constexpr std::size_t kRecords = 10'000;

struct Shape {
  std::string name;
  std::function<double(SeededBits&)> value;  ///< in 0..1, mostly
};

const std::vector<Shape> kShapes = {
    {"even", [](SeededBits& source) { return unit(source); }},
    {"bell",
     [](SeededBits& source) {
       double sum = 0;
       for (int i = 0; i < 6; ++i) sum += unit(source);
       return sum / 6;
     }},
    {"falling", [](SeededBits& source) { return std::min(1.0, -std::log(unit(source)) / 40); }},
};

/// Sorted keys of one shape at a random place and scale.
std::vector<std::uint64_t> keys_of(const Shape& shape, SeededBits& source) {
  const double width = std::exp2(30 + 30 * unit(source));
  const double place = std::exp2(62) * (1 + unit(source));
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < kRecords; ++i) {
    keys.push_back(static_cast<std::uint64_t>(place + width * shape.value(source)));
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

double rank_error(const std::vector<std::uint64_t>& sorted, std::uint64_t key,
                  const QuantileFraction& tau) {
  const auto less = std::lower_bound(sorted.begin(), sorted.end(), key) - sorted.begin();
  const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), key) - sorted.begin();
  const double target = static_cast<double>(sorted.size()) * tau.numerator / tau.denominator;
  return std::max({0.0, static_cast<double>(less) - target, target - static_cast<double>(at_most)});
}

double median_of(std::vector<double> errors) {
  std::nth_element(errors.begin(), errors.begin() + errors.size() / 2, errors.end());
  return errors[errors.size() / 2];
}

double measured(const RankTask& task, const Shape& shape) {
  SeededBits source(47);
  ExactRandomness randomness(source);
  const auto plan = RankRelease::plan(task);
  std::vector<double> errors;
  for (int run = 0; run < 500; ++run) {
    const auto sorted = keys_of(shape, source);
    const auto key = RankRelease::draw(task, plan, KeyArray(64, sorted), randomness);
    errors.push_back(key ? rank_error(sorted, key->front(), *task.quantile) : kRecords);
  }
  return median_of(std::move(errors));
}

double measured(const QuantilesTask& task, const Shape& shape) {
  SeededBits source(48);
  ExactRandomness randomness(source);
  const auto plan = QuantilesRelease::plan(task);
  std::vector<double> errors;
  for (int run = 0; run < 200; ++run) {
    const auto sorted = keys_of(shape, source);
    const auto keys = QuantilesRelease::draw(task, plan, sorted, randomness);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      errors.push_back(rank_error(sorted, keys[i], task.taus[i]));
    }
  }
  return median_of(std::move(errors));
}

RankTask rank_task(const QuantileFraction& tau, const Loss& loss, InteriorAlgorithm algorithm) {
  RankTask task;
  task.quantile = tau;
  task.loss = loss;
  task.algorithm = algorithm;
  return task;
}

// For every shape, the median of the measured errors is within a quarter of the figure (500 runs each).
TEST_CASE("usual rank errors are within 25% of measured ones on three shapes", "[statistics]") {
  using enum InteriorAlgorithm;
  std::vector<RankTask> tasks;
  for (const QuantileFraction tau : {QuantileFraction{1, 2}, QuantileFraction{9, 10}}) {
    tasks.push_back(rank_task(tau, {0.1, 0}, exponential));
    tasks.push_back(rank_task(tau, {0.2, 0}, cut));
    tasks.push_back(rank_task(tau, {0.2, 1e-6}, cut));
    for (const Loss& loss : {Loss{0.2, 0}, Loss{0.2, 1e-6}}) {
      tasks.push_back(rank_task(tau, loss, cut));
      tasks.back().neighbors = Neighbors::replace;
      tasks.push_back(rank_task(tau, loss, cut));
      tasks.back().size = kRecords;
    }
  }
  for (const RankTask& task : tasks) {
    const RankDraw draw = RankRelease::plan(task).draw;
    for (const Shape& shape : kShapes) {
      CAPTURE(shape.name, name_of(*task.algorithm), task.quantile->denominator, task.loss.delta,
              task.size.has_value(), name_of(task.neighbors));
      CHECK(measured(task, shape) == Approx(*draw.usual).epsilon(0.25));
    }
  }
}

TEST_CASE("usual errors of several quantiles are within 25% of measured ones on three shapes",
          "[statistics]") {
  using enum QuantilesAlgorithm;
  for (const std::uint32_t parts : {3u, 4u, 10u, 20u}) {
    for (const auto algorithm : {recursion, slices}) {
      QuantilesTask task = quantiles_task(parts, {0.5, 1e-6});
      task.algorithm = algorithm;
      const double usual = *QuantilesRelease::claim(task, QuantilesRelease::plan(task)).usual;
      for (const Shape& shape : kShapes) {
        CAPTURE(shape.name, parts, name_of(algorithm));
        CHECK(measured(task, shape) == Approx(usual).epsilon(0.25));
      }
    }
  }
}

TEST_CASE("separate cut choice for several quantiles never has a usual error near the least") {
  for (const std::uint64_t highest : {std::uint64_t(1), std::uint64_t(127), ~std::uint64_t(0)}) {
    for (const std::uint32_t parts : {2u, 3u, 4u, 10u}) {
      for (const Loss& loss : {Loss{1, 0}, Loss{1, 1e-3}, Loss{0.1, 1e-6}}) {
        QuantilesTask task = quantiles_task(parts, loss);
        task.domain = {0, highest};
        const auto draws = calibrate_exponential_quantiles(task);
        task.algorithm = QuantilesAlgorithm::separate;
        const SeparateQuantiles separate = calibrate_separate_quantiles(task);
        if (separate.draws.index() == 0) continue;
        CAPTURE(highest, parts, loss.epsilon, loss.delta);
        CHECK(separate.promise.usual > kUsualErrorMargin * draws->promise.usual);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::usual_error_test
