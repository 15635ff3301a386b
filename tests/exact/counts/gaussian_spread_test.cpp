// Groups named by Gaussian noise where users are spread over groups: exact laws over all small tables, and
// controls.
#include "logstar/counts/gaussian_spread.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "gaussian_law.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "passing_randomness.hpp"
#include "small_users.hpp"
#include "three_items.hpp"

namespace logstar::testing::gaussian_spread_test {
namespace {

using Named = std::vector<NamedGroup>;
using Parameters = GaussianSpreadParameters;

auto discovery(const Parameters& parameters) {
  return [=](const Weights& weights) {
    return enumerate([&](Randomness& r) { return discover_groups(weights, parameters, r); }, 1e-8L);
  };
}

long double worst_of(const Parameters& parameters, std::uint64_t whole, double epsilon,
                     Neighbors neighbors) {
  return worst_delta(discovery(parameters), levels_at(parameters.threshold, 16),
                     gifts(whole, whole), epsilon, neighbors);
}

TEST_CASE("spread Gaussian discovery on three items keeps the delta of its theorem") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::uint64_t whole : {1u, 2u, 3u}) {
      if (neighbors == Neighbors::replace && whole > 2) continue;
      for (const std::int64_t threshold : {3, 5}) {
        for (const double epsilon : {0.5, 1.5}) {
          const Parameters parameters{4, threshold};
          const double stated = gaussian_spread_delta(parameters, whole, epsilon, neighbors);
          CHECK(worst_of(parameters, whole, epsilon, neighbors) <= stated);
        }
      }
    }
  }
}

TEST_CASE(
    "spread Gaussian discovery uses the delta of its theorem if released groups dominate it") {
  // At this epsilon the weights of existing groups add almost no delta. A user of one new group uses the rest,
  // except for noise above t, which the sampler never draws.
  for (const std::uint64_t whole : {2u, 4u}) {
    const Parameters parameters{4, 5};
    const double stated = gaussian_spread_delta(parameters, whole, 12, Neighbors::add_remove);
    const auto alone = discovery(parameters)({whole, 0, 0});
    const long double named = 1 - alone.of(Named());
    CHECK(named <= stated);
    CHECK(named > 0.7L * stated);
  }
}

TEST_CASE("spread Gaussian discovery keeps the calibrated loss on three items") {
  const Loss loss{1.5, 0.05};
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const Parameters parameters = calibrate_gaussian_spread(loss, 2, neighbors);
    CHECK(gaussian_spread_delta(parameters, 2, loss.epsilon, neighbors) <= loss.delta);
    CHECK(worst_of(parameters, 2, loss.epsilon, neighbors) <= loss.delta);
    CHECK(worst_of(parameters, 2, loss.epsilon, neighbors) > loss.delta / 8);
  }
}

/// Draws noise once that should be redrawn while it exceeds t.
class DrawnOnce final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  std::int64_t discrete_gaussian_at_most(const Rational& variance, std::int64_t) override {
    return inner_.discrete_gaussian(variance);
  }
};

TEST_CASE("controls: a user's weight ignored, names ignored, half a variance, noise drawn once") {
  const Loss loss{1.5, 0.05};
  const auto rejected = [&](const Parameters& parameters, Neighbors neighbors) {
    return worst_of(parameters, 2, loss.epsilon, neighbors) > loss.delta;
  };
  const Parameters right = calibrate_gaussian_spread(loss, 2, Neighbors::add_remove);
  CHECK(rejected(calibrate_gaussian_spread(loss, 1, Neighbors::add_remove), Neighbors::add_remove));
  CHECK(rejected({right.variance, 2}, Neighbors::add_remove));
  // Half a variance: the weights of other groups cost more, whatever the threshold.
  const Loss strict{0.5, 0.05};
  Parameters half = calibrate_gaussian_spread(strict, 2, Neighbors::add_remove);
  half = {half.variance / 2, 4 * half.threshold};
  CHECK(gaussian_spread_delta(half, 2, strict.epsilon, Neighbors::add_remove) > strict.delta);
  // Control, noise drawn once: a user with one unit in each of many groups releases one of these groups.
  const std::uint64_t whole = 12;
  const Parameters many = calibrate_gaussian_spread({4, 1e-3}, whole, Neighbors::add_remove);
  const auto named_once = [&](const Weights& weights) {
    const auto law = enumerate(
        [&](Randomness& r) {
          DrawnOnce once(r);
          return discover_groups(weights, many, once).empty();
        },
        1e-12L);
    return law.of(false);
  };
  const auto named_again = [&](const Weights& weights) {
    const auto law =
        enumerate([&](Randomness& r) { return discover_groups(weights, many, r).empty(); }, 1e-12L);
    return law.of(false);
  };
  // One group that a single unit enters, indistinguishable from noise: twelve such groups have twelve times the
  // failure probability.
  CHECK(12 * named_again({1}) < named_again({12}) + 1e-12L);
  CHECK(named_once({1}) > 2 * named_again({1}));
}

TEST_CASE("Gaussian discovery keeps its loss for users of any rows, spread over their groups") {
  GroupDiscoveryTask task;
  task.loss = {1.5, 0.05};
  task.noise = NoiseKind::gaussian;
  for (const std::uint32_t whole : {2u, 3u}) {
    task.per_user.user_weight = whole;
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      task.neighbors = neighbors;
      const auto plan = GroupDiscovery::plan(task);
      REQUIRE(plan.gaussian_spread);
      const auto users = small_users(2, {0}, 2);
      std::vector<SmallUser> base(static_cast<std::size_t>(plan.threshold()) / whole + 1, {{1, 0}});
      const auto draw = [&](const Users& chosen, Randomness& randomness) {
        const ValuedRows rows = table_of(chosen, users, base);
        return GroupDiscovery::draw(task, plan, {rows.rows, 2}, randomness);
      };
      const auto report = neighbors == Neighbors::replace
                              ? check_replace(users.size(), 2, task.loss.epsilon, draw)
                              : check_add_remove(users.size(), 0, 2, task.loss.epsilon, draw);
      CHECK(report.within(task.loss.delta));
    }
  }
}

Law<std::int64_t> told_of(std::int64_t weight, const Parameters& parameters) {
  return enumerate([&](Randomness& randomness) {
    const Weights weights{static_cast<std::uint64_t>(weight)};
    const Named named = discover_groups(weights, parameters, randomness);
    return named.empty() ? std::int64_t(0) : named.front().weight;
  });
}

TEST_CASE("spread Gaussian discovery releases from the stated weight on, within the stated error") {
  for (const Parameters& parameters : {Parameters{4, 5}, Parameters{20, 12}}) {
    for (const double confidence : {0.6, 0.9, 0.999}) {
      const long double wrong = 1 - static_cast<long double>(confidence);
      const std::int64_t from = named_from(parameters, confidence);
      CHECK(told_of(from, parameters).of(0) <= wrong + 1e-11L);
      CHECK(told_of(from - 1, parameters).of(0) > wrong - 1e-11L);
      const std::int64_t error = group_discovery_error(parameters, confidence);
      long double most = 0;
      for (std::int64_t weight = 1; weight <= 2 * error; ++weight) {
        long double off = 0;
        for (const auto& [told, p] : told_of(weight, parameters).mass) {
          if (std::abs(told - weight) > error) off += p;
        }
        most = std::max(most, off);
      }
      CHECK(most <= wrong + 1e-11L);
    }
  }
}

TEST_CASE("for spread users Laplace noise releases from fewer users on, and auto uses it") {
  GroupDiscoveryTask task;
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    for (const double delta : {1e-4, 1e-6, 1e-10}) {
      task.loss = {epsilon, delta};
      task.noise = NoiseKind::gaussian;
      const auto gaussian = GroupDiscovery::plan(task);
      CHECK(gaussian.noise() == NoiseKind::gaussian);
      task.noise = std::nullopt;
      const auto chosen = GroupDiscovery::plan(task);
      CHECK(chosen.noise() == NoiseKind::laplace);
      CHECK(named_from(chosen, 0.95) < named_from(gaussian, 0.95));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::gaussian_spread_test
