// Several quantiles by separate draws and by slices: the parts' losses add up to the requested loss.
#include <algorithm>
#include <catch2/catch.hpp>
#include <variant>

#include "logstar/interior_point/several_quantiles/sliced_quantiles.hpp"
#include "option_points.hpp"
#include "real.hpp"

namespace logstar::testing::several_quantiles_prices_test {
namespace {

constexpr Neighbors kBoth[] = {Neighbors::add_remove, Neighbors::replace};

struct Price {
  Real epsilon = 0;
  Real delta = 0;
};

/// An added record moves the score of an exponential draw by an interval of 2 max(a, b - a), a replaced one by
/// 2 b; the other draws state their own loss.
Price price_of(const SeparateQuantiles& plan, Neighbors neighbors) {
  Price price;
  if (const auto* exponential = std::get_if<0>(&plan.draws)) {
    for (const auto& draw : *exponential) {
      const auto& [a, b] = draw.tau;
      const std::uint32_t moves = neighbors == Neighbors::replace ? b : std::max(a, b - a);
      price.epsilon += 2 * Real(moves) * draw.draw_epsilon;
    }
  } else if (const auto* at_rates = std::get_if<1>(&plan.draws)) {
    // A changed record is one removed and one added.
    const int steps = neighbors == Neighbors::replace ? 2 : 1;
    for (const auto& draw : *at_rates) {
      price.epsilon += Real(draw.loss.epsilon) * steps;
      price.delta += Real(draw.loss.delta) * steps;
    }
  } else {
    const Loss& each = std::get<2>(plan.draws).loss;
    price.epsilon = Real(each.epsilon) * plan.taus.size();
    price.delta = Real(each.delta) * plan.taus.size();
  }
  return price;
}

std::vector<QuantilesTask> tasks(std::size_t sampled) {
  std::vector<QuantilesTask> all;
  SampledOptions more(23);
  for (std::size_t i = 0; i < sampled; ++i) {
    QuantilesTask task;
    const auto m = static_cast<std::uint32_t>(1 + more.count(6));
    for (std::uint32_t k = 1; k <= m; ++k) task.taus.push_back({k, m + 1});
    task.domain = {0, ~std::uint64_t(0) >> more.count(62)};
    task.loss = {more.between(0.02, 20), more.between(1e-12, 1e-2)};
    for (const Neighbors neighbors : kBoth) {
      task.neighbors = neighbors;
      all.push_back(task);
    }
  }
  return all;
}

TEST_CASE("separate quantiles: the draws together cost the requested loss") {
  bool drawn[3] = {false, false, false};
  for (const QuantilesTask& task : tasks(24)) {
    const auto plan = calibrate_separate_quantiles(task);
    const Price price = price_of(plan, task.neighbors);
    INFO(task.loss.epsilon << ", " << task.loss.delta << ", " << task.taus.size());
    check_spent(price.epsilon, task.loss.epsilon, 1e-12);
    if (price.delta > 0) check_spent(price.delta, task.loss.delta, 1e-12);
    drawn[plan.draws.index()] = true;
  }
  for (const bool one : drawn) CHECK(one);
}

/// The loss of one added or removed record if neighbours are replace: for exponential draws the movement of
/// their score, for the recursion half of the loss of a replaced record.
Real single_price_of(const PlainQuantiles& plan) {
  if (const auto* recursion = std::get_if<RecursiveQuantiles>(&plan)) {
    return Real(recursion->draws.level_epsilon) * recursion->draws.levels;
  }
  const auto& separate = std::get<SeparateQuantiles>(plan);
  const bool exponential = separate.draws.index() == 0;
  return price_of(separate, exponential ? Neighbors::add_remove : Neighbors::replace).epsilon;
}

TEST_CASE(
    "under replace an added or removed record costs the slices' fallback at most what noise "
    "leaves") {
  int kinds[2] = {0, 0};  // of separate draws
  for (const QuantilesTask& task : tasks(24)) {
    if (task.neighbors == Neighbors::add_remove) continue;
    const auto plan = calibrate_sliced_quantiles(task);
    REQUIRE(plan);
    INFO(task.loss.epsilon << ", " << task.loss.delta << ", " << task.taus.size());
    const Real left = Real(task.loss.epsilon) - plan->slices.noise.epsilon;
    const Real single = single_price_of(plan->fallback);
    CHECK(single <= left);
    const auto* separate = std::get_if<SeparateQuantiles>(&plan->fallback);
    if (separate == nullptr) continue;
    ++kinds[separate->draws.index() != 0];
    // At least one of the two losses is used up, the replaced record's or this one.
    const Real replaced = price_of(*separate, Neighbors::replace).epsilon;
    CHECK(std::max(Real(replaced / task.loss.epsilon), Real(single / left)) >= Real(1 - 1e-12));
    CHECK(abs(replaced - Real(epsilon_of(plan->fallback))) <= replaced * 1e-12);
  }
  CHECK(kinds[0] > 0);
  CHECK(kinds[1] > 0);
}

TEST_CASE("quantiles by slices: slices and fallback together cost the requested loss") {
  int fallbacks[2] = {0, 0};
  for (const QuantilesTask& task : tasks(24)) {
    const auto plan = calibrate_sliced_quantiles(task);
    REQUIRE(plan);
    INFO(task.loss.epsilon << ", " << task.loss.delta << ", " << task.taus.size());
    const bool twice = task.neighbors == Neighbors::replace;
    // Under replace, slices and fallback have half of delta each, and neither half pays for both.
    const Loss asked = {task.loss.epsilon, twice ? task.loss.delta / 2 : task.loss.delta};
    const Loss slices = noisy_slices_loss(plan->slices);
    const Loss all = twice ? group_loss(slices, 2) : slices;
    check_spent(all.epsilon, asked.epsilon, 1e-12);
    CHECK(all.delta <= asked.delta * (1 + 1e-12));
    const Loss left = twice ? asked : plan->slices.fallback;
    ++fallbacks[plan->fallback.index()];
    if (const auto* separate = std::get_if<SeparateQuantiles>(&plan->fallback)) {
      const Price price = price_of(*separate, task.neighbors);
      if (twice) {
        CHECK(price.epsilon <= Real(left.epsilon));  // one record less may cost too much before
      } else {
        check_spent(price.epsilon, left.epsilon, 1e-12);
      }
      CHECK(price.delta <= Real(left.delta));
    } else {
      const auto& draws = std::get<RecursiveQuantiles>(plan->fallback).draws;
      check_spent(Real(draws.level_epsilon) * draws.levels * (twice ? 2 : 1), left.epsilon, 1e-12);
    }
  }
  CHECK(fallbacks[0] > 0);
  CHECK(fallbacks[1] > 0);
}

}  // namespace
}  // namespace logstar::testing::several_quantiles_prices_test
