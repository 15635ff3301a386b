// Intervals of populations, drawn: of no shape of values more are missed than promised.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <random>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/interval_plan.hpp"
#include "logstar/interior_point/rank/interval_target.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::interval_coverage_test {
namespace {

constexpr int kRuns = 400;
constexpr std::size_t kRecords = 1000;
constexpr double kBeta = 0.05;
/// If each of 400 runs misses with probability 0.05, 45 or more miss with probability below 1e-6.
constexpr int kTooMany = 45;

/// A law of values, by a uniform number below 1, and its least and greatest quantile.
struct Shape {
  std::string name;
  std::function<double(double)> value;
  double first, last;
};

/// Distributions with medians that are hard to cover: with gaps, atoms and tails, and smooth ones.
std::vector<Shape> shapes() {
  const double pi = std::acos(-1.0);
  return {
      {"uniform", [](double u) { return std::floor(1e9 * u); }, 5e8 - 1, 5e8},
      {"a gap at the median", [](double u) { return std::floor(1e3 * u) + (u < 0.5 ? 0 : 1e8); },
       499, 1e8 + 500},
      {"two atoms", [](double u) { return u < 0.5 ? 7.0 : 1e6; }, 7, 1e6},
      {"half zero", [](double u) { return u < 0.55 ? 0.0 : std::floor(1e6 * u); }, 0, 0},
      {"all equal", [](double) { return 36'290.0; }, 36'290, 36'290},
      {"Cauchy", [pi](double u) { return std::floor(1e6 + 1e3 * std::tan(pi * (u - 0.5))); },
       1e6 - 1, 1e6},
      {"ages", [](double u) { return std::floor(100 * u * u); }, 24, 25},
  };
}

struct Runs {
  int missed = 0, told = 0;
  std::vector<double> half_widths;  // in records
};

Runs run(const Shape& shape, std::size_t n, IntervalOf of, std::uint64_t seed) {
  SeededBits bits(seed);
  ExactRandomness randomness(bits);
  std::mt19937_64 draws(seed);
  const IntegerDomain domain(-1'000'000'000, 1'000'000'000);
  const auto point = calibrate_exponential_median(0.45, Neighbors::add_remove);
  const auto width =
      interval_width_for({{1, 2}, 0.5, Neighbors::add_remove, kBeta, of, n, {}}).value();
  Runs runs;
  std::vector<std::uint64_t> keys(n);
  for (int i = 0; i < kRuns; ++i) {
    for (std::uint64_t& key : keys) {
      const double u = std::ldexp(static_cast<double>(draws() >> 11), -53);
      const double value = std::clamp(shape.value(u), -1e9, 1e9);
      key = domain.encode(value, Outside::clamp).value();
    }
    const std::uint64_t z = draw_exponential_rank(keys, domain.keys(), point, randomness);
    const auto chain = interval_chain(z, domain, width.steps.steps_an_octave);
    const auto told = draw_interval_width(keys, chain, domain.keys(), width, randomness);
    if (!told) continue;
    ++runs.told;
    const KeyInterval& one = chain[*told];
    const auto inside = std::ranges::count_if(
        keys, [&](std::uint64_t key) { return one.lowest <= key && key <= one.highest; });
    runs.half_widths.push_back(static_cast<double>(inside) / 2);
    runs.missed += static_cast<double>(domain.decode(one.lowest)) > shape.first ||
                   static_cast<double>(domain.decode(one.highest)) < shape.last;
  }
  return runs;
}

TEST_CASE(
    "an interval of a population misses its medians at most as often as promised, of seven shapes "
    "(400 runs "
    "each, n = 1,000, alpha 1e-6)",
    "[statistics]") {
  for (const Shape& shape : shapes()) {
    const Runs runs = run(shape, kRecords, IntervalOf::population, 11);
    INFO(shape.name << ": missed " << runs.missed << " of " << runs.told);
    CHECK(runs.missed < kTooMany);
    CHECK(runs.told == kRuns);
  }
}

TEST_CASE(
    "usual half-widths are within 20% of the median of those drawn, of uniform and log-logistic "
    "values "
    "(400 runs, n = 1,000)",
    "[statistics]") {
  const Shape log_logistic{
      "log-logistic",
      [](double u) { return std::floor(36'000 * std::pow(u / (1 - u + 1e-9), 0.235)); }, 0, 0};
  for (const Shape& shape : {shapes().front(), log_logistic}) {
    for (const IntervalOf of : {IntervalOf::data, IntervalOf::population}) {
      Runs runs = run(shape, kRecords, of, 13);
      REQUIRE(runs.half_widths.size() > kRuns / 2);
      std::ranges::sort(runs.half_widths);
      const double seen = runs.half_widths[runs.half_widths.size() / 2];
      const auto width =
          interval_width_for({{1, 2}, 0.5, Neighbors::add_remove, kBeta, of, kRecords, {}});
      const auto point = calibrate_exponential_median(0.45, Neighbors::add_remove);
      const double usual = usual_half_width(*width, std::log(2) / point.draw_epsilon);
      INFO(shape.name << ": " << seen << " and " << usual);
      CHECK(seen > 0.8 * usual);
      CHECK(seen < 1.2 * usual);
    }
  }
}

TEST_CASE("control: an interval of the data misses the median of a population of 10,000 (400 runs)",
          "[statistics]") {
  const Runs runs = run(shapes().front(), 10'000, IntervalOf::data, 12);
  INFO("missed " << runs.missed);
  CHECK(runs.missed > kRuns / 2);
}

}  // namespace
}  // namespace logstar::testing::interval_coverage_test
