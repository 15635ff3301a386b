// Several quantiles as released with a delta: the output distribution on all small data and on data built for
// each mistake.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/interior_point/quantiles_release.hpp"

namespace logstar::testing::several_quantiles_test {
namespace {

using Records = std::vector<std::size_t>;

QuantilesTask task_of(QuantilesAlgorithm algorithm, std::vector<QuantileFraction> taus,
                      std::uint64_t highest, const Loss& loss, double confidence) {
  return {std::move(taus), {0, highest}, loss, Neighbors::add_remove, confidence, algorithm};
}

std::vector<std::uint64_t> keys_of(const Records& records) {
  return {records.begin(), records.end()};
}

/// The released answer, planned once.
auto released(const QuantilesTask& task) {
  const auto plan = QuantilesRelease::plan(task);
  return [=](const Records& records, Randomness& randomness) {
    return QuantilesRelease::draw(task, plan, keys_of(records), randomness);
  };
}

const SlicedQuantiles& slices_of(const QuantilesRelease::Plan& plan) {
  return std::get<SlicedQuantiles>(plan.by);
}

const std::vector<QuantileFraction> kQuarters = {{1, 4}, {3, 4}};
const std::vector<QuantileFraction> kTenths = {{1, 10}, {9, 10}};

TEST_CASE("quantiles by slices keep their loss, also near the size where slices begin") {
  // By cut choice and by the exponential mechanism; the fallback by any separate draws.
  for (const QuantilesTask& task :
       {task_of(QuantilesAlgorithm::slices, kQuarters, 2, {4, 0.3}, 0.5),
        task_of(QuantilesAlgorithm::slices, kTenths, 2, {2, 0.3}, 0.01),
        task_of(QuantilesAlgorithm::slices, kQuarters, 1, {4, 0.05}, 0.1),
        task_of(QuantilesAlgorithm::slices, kTenths, 1, {4, 0.3}, 0.5)}) {
    const auto plan = QuantilesRelease::plan(task);
    const auto begins = static_cast<std::size_t>(slices_of(plan).slices.least_size);
    const std::size_t values = task.domain.highest + 1;
    CAPTURE(values, begins);
    CHECK(
        check_add_remove(values, 0, 2, task.loss.epsilon, released(task)).within(task.loss.delta));
    CHECK(check_add_remove(values, begins - 2, begins + 3, task.loss.epsilon, released(task))
              .within(task.loss.delta));
  }
}

TEST_CASE("quantiles by slices keep their loss under replace, on both sides of that size") {
  auto task = task_of(QuantilesAlgorithm::slices, kQuarters, 1, {8, 0.3}, 0.1);
  task.neighbors = Neighbors::replace;
  const auto begins =
      static_cast<std::size_t>(slices_of(QuantilesRelease::plan(task)).slices.least_size);
  for (const std::size_t size : {begins - 1, begins, begins + 2}) {
    CHECK(check_replace(2, size, task.loss.epsilon, released(task)).within(task.loss.delta));
  }
}

TEST_CASE("separate quantiles keep their loss, by every kind of draw") {
  const auto check = [&](const QuantilesTask& task, const char* draws) {
    const auto plan = calibrate_separate_quantiles(task);
    CHECK(std::string(name_of_draws(plan)) == draws);
    const std::size_t values = task.domain.highest + 1;
    if (task.neighbors == Neighbors::replace) {
      CHECK(check_replace(values, 4, task.loss.epsilon, released(task)).within(task.loss.delta));
    } else {
      CHECK(check_add_remove(values, 0, 5, task.loss.epsilon, released(task))
                .within(task.loss.delta));
    }
  };
  const auto separate = QuantilesAlgorithm::separate;
  check(task_of(separate, kQuarters, 2, {2, 0}, 0.5), "exponential");
  check(task_of(separate, kQuarters, 3, {4, 0.3}, 0.3), "two-rates");
  check(task_of(separate, kQuarters, 1, {2, 0}, 0.3), "pure-window");
  auto replace = task_of(separate, kTenths, 3, {4, 0.3}, 0.5);
  replace.neighbors = Neighbors::replace;
  check(replace, "window");
}

/// Separate quantiles of four values, by these draws.
SeparateQuantiles drawn_by(decltype(SeparateQuantiles::draws) draws) {
  return {kQuarters, {0, 3}, std::move(draws), {}, 0, {}};
}

auto released(const SeparateQuantiles& plan) {
  return [=](const Records& records, Randomness& randomness) {
    return draw_separate_quantiles(plan, keys_of(records), randomness);
  };
}

std::vector<TwoRatesParameters> pure_rates(double epsilon) {
  std::vector<TwoRatesParameters> draws;
  for (const QuantileFraction& tau : kQuarters) {
    draws.push_back(calibrate_pure_two_rates(tau, 2, epsilon, 0.25));
  }
  return draws;
}

CutChoiceParameters pure_window(double epsilon) {
  return calibrate_pure_cut_choice({2, {epsilon, 0}, Neighbors::replace, 0.25});
}

TEST_CASE("separate quantiles without a delta keep epsilon alone, at two rates and in windows") {
  constexpr double kEpsilon = 3;
  const SeparateQuantiles rates = drawn_by(pure_rates(kEpsilon / 2));
  CHECK(rates.is_pure());
  CHECK(std::string(name_of_draws(rates)) == "pure-two-rates");
  CHECK(check_add_remove(4, 0, 4, kEpsilon, released(rates)).within(0));
  const SeparateQuantiles window = drawn_by(pure_window(kEpsilon / 2));
  CHECK(window.is_pure());
  CHECK(std::string(name_of_draws(window)) == "pure-window");
  CHECK(check_add_remove(4, 0, 4, kEpsilon, released(window)).within(0));
  CHECK(check_replace(4, 4, kEpsilon, released(window)).within(0));
}

TEST_CASE(
    "controls: pure separate quantiles with all of epsilon each, or two rates under replace, are "
    "rejected") {
  constexpr double kEpsilon = 3;
  CHECK_FALSE(
      check_add_remove(4, 0, 4, kEpsilon, released(drawn_by(pure_rates(kEpsilon)))).within(0));
  CHECK_FALSE(check_replace(4, 4, kEpsilon, released(drawn_by(pure_window(kEpsilon)))).within(0));
  CHECK_FALSE(
      check_replace(4, 4, kEpsilon, released(drawn_by(pure_rates(kEpsilon / 2)))).within(0));
}

/// The hockey-stick divergence above delta, both ways, for one more record of value 0.
long double excess(const SlicedQuantiles& plan, const Loss& claimed, const Records& data) {
  const auto law = [&](const Records& records) {
    return enumerate([&](Randomness& randomness) {
      return draw_sliced_quantiles(plan, keys_of(records), randomness);
    });
  };
  const auto before = law(data);
  const auto after = law(with(data, 0));
  return std::max(hockey_stick(before, after, claimed.epsilon),
                  hockey_stick(after, before, claimed.epsilon)) -
         claimed.delta;
}

constexpr std::uint64_t kLast = 60;

/// Records of three values, with `beyond` of them past the middle of either slice of the lower quantile. The
/// gap between two values outweighs both, so an added record moves the odds of the lower one by the most
/// possible.
Records parted(const SlicedQuantiles& plan, std::int64_t beyond) {
  const std::int64_t n = 4 * (plan.slices.least_size + plan.slices.noise.most);
  Records data(static_cast<std::size_t>(n / 4 + beyond), 0);
  data.insert(data.end(), static_cast<std::size_t>(n / 2), kLast / 2);
  data.insert(data.end(), static_cast<std::size_t>(n / 4 - beyond), kLast);
  return data;
}

TEST_CASE("controls: slices at twice their rate, or without noise, are rejected") {
  const Loss claimed{2, 1e-3};
  const auto made =
      QuantilesRelease::plan(task_of(QuantilesAlgorithm::slices, kQuarters, kLast, claimed, 0.5));
  const SlicedQuantiles& plan = slices_of(made);
  REQUIRE(plan.inner.index() == 0);
  SlicedQuantiles full = plan;
  std::get<ExponentialParameters>(full.inner).draw_epsilon *= 2;
  SlicedQuantiles still = plan;
  still.slices.noise.most = 0;
  for (const std::int64_t beyond : {1, 2, 3}) {
    CHECK(excess(plan, claimed, parted(plan, beyond)) <= 0);
  }
  CHECK(excess(full, claimed, parted(plan, 2)) > 1e-3L);
  CHECK(excess(still, claimed, parted(plan, 1)) > 1e-3L);
}

}  // namespace
}  // namespace logstar::testing::several_quantiles_test
