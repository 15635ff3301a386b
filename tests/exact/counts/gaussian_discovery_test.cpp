// Groups released by noise drawn once: exact laws over all small tables, and controls.
#include "logstar/counts/gaussian_discovery.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "clipped_noise.hpp"
#include "gaussian_law.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "small_users.hpp"
#include "three_items.hpp"

namespace logstar::testing::gaussian_discovery_test {
namespace {

using Named = std::vector<NamedGroup>;
using Parameters = GaussianDiscoveryParameters;

/// Neighbours differ in one user, who counts in at most `groups` of three items.
template <typename Discover>
long double worst_of(const Discover& discover, const Weights& levels, std::size_t groups,
                     double epsilon, Neighbors neighbors) {
  return worst_delta(discover, levels, gifts(groups, 1), epsilon, neighbors);
}

/// Discovery by these parameters, without outcomes of 1e-9 together.
auto discovery(const Parameters& parameters) {
  return [=](const Weights& counts) {
    return enumerate([&](Randomness& r) { return discover_groups(counts, parameters, r); }, 1e-10L);
  };
}

/// The theorem as stated. `named` is P[a group of a single user is released]; `moved(m, a)` is the delta at
/// epsilon a of m counts that move by 1.
template <typename Moved>
long double theorem(int groups, long double named, double epsilon, Neighbors neighbors,
                    const Moved& sensitivity) {
  const bool replace = neighbors == Neighbors::replace;
  const long double x = -std::log1p(-named);
  long double largest = 0;
  for (int own = 0; own <= groups; ++own) {
    for (int other = 0; other <= groups; ++other) {
      if (!replace && own > 0 && other > 0) continue;
      const int others = (replace ? 2 : 1) * groups - own - other;
      const long double unnamed = std::exp(-own * x);
      const long double delta =
          1 - unnamed + unnamed * sensitivity(others, epsilon + (own - other) * x);
      largest = std::max(largest, delta);
    }
  }
  return largest;
}

TEST_CASE("Gaussian discovery on three items costs the delta of its theorem, to six digits") {
  const Parameters parameters{4, 3};
  for (const std::size_t groups : {1u, 2u, 3u}) {
    const double stated = gaussian_discovery_delta(parameters, groups, 0.7, Neighbors::add_remove);
    const long double found =
        worst_of(discovery(parameters), levels_at(3, 40), groups, 0.7, Neighbors::add_remove);
    CHECK(static_cast<double>(found) == Approx(stated).epsilon(1e-6));
  }
}

TEST_CASE(
    "Gaussian discovery keeps its delta for users who change, tightly for one group per user") {
  const Parameters parameters{4, 3};
  for (const std::size_t groups : {1u, 2u}) {
    const double stated = gaussian_discovery_delta(parameters, groups, 0.7, Neighbors::replace);
    const long double found =
        worst_of(discovery(parameters), levels_at(3, 40), groups, 0.7, Neighbors::replace);
    CHECK(found <= stated * (1 + 1e-6L));
    // Two groups before and two others after need more than three items.
    if (groups == 1) CHECK(static_cast<double>(found) == Approx(stated).epsilon(1e-6));
  }
}

TEST_CASE("the stated delta equals the theorem up to eight groups a user, and bounds it above") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const int groups : {1, 4, 8, 12}) {
      const Parameters parameters{10, 9};
      const long double named = GaussianSum(10, 1).from(9);
      const long double exact = theorem(groups, named, 1, neighbors, [](int m, long double a) {
        return delta_of_shifts(10, m, 1, a);
      });
      const double stated =
          gaussian_discovery_delta(parameters, static_cast<std::uint64_t>(groups), 1, neighbors);
      CHECK(stated >= exact * (1 - 1e-12L));
      if (groups <= 8) CHECK(stated <= exact * (1 + 1e-6L));
    }
  }
}

TEST_CASE("the theorem holds for Laplace noise drawn once, to six digits") {
  const double rate = 0.5;
  const std::int64_t threshold = 3;
  constexpr std::int64_t kFar = 44;
  const long double named = std::exp(-rate * threshold) / (1 + std::exp(-rate));
  const auto discover = [&](const Weights& counts) {
    return enumerate([&](Randomness& randomness) {
      Named all;
      for (std::uint32_t group = 0; group < counts.size(); ++group) {
        if (counts[group] == 0) continue;
        // Far above the threshold, all counts beyond the tables' range have one likelihood ratio at either end.
        // Near it, all released counts have one ratio.
        const auto count = static_cast<std::int64_t>(counts[group]);
        const bool is_far = count >= kFar;
        ClippedNoise noise(randomness, is_far ? 3 : threshold + 1);
        const std::int64_t noisy = laplace_count(count, Rational::of(rate), noise);
        if (noisy <= threshold) continue;
        all.push_back({group, is_far ? in_window(noisy, kFar, kFar + 1) : threshold + 1});
      }
      return all;
    });
  };
  for (const std::size_t groups : {1u, 2u, 3u}) {
    const long double exact = theorem(
        static_cast<int>(groups), named, 0.7, Neighbors::add_remove,
        [&](int m, long double a) -> long double {
          if (m == 0) return a < 0 ? -std::expm1(a) : 0;
          return optimal_delta({rate, 0}, static_cast<std::uint64_t>(m), static_cast<double>(a));
        });
    const long double found = worst_of(discover, {0, 1, kFar}, groups, 0.7, Neighbors::add_remove);
    CHECK(static_cast<double>(found) == Approx(static_cast<double>(exact)).epsilon(1e-6));
  }
}

TEST_CASE(
    "the calibrated threshold is the least for its variance and keeps the loss on three items") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::uint64_t groups : {1u, 3u}) {
      const Loss loss{1.5, 0.05};
      Parameters parameters = calibrate_gaussian_discovery(loss, groups, neighbors);
      CHECK(worst_of(discovery(parameters), levels_at(parameters.threshold, 40), groups,
                     loss.epsilon, neighbors) <= loss.delta);
      --parameters.threshold;
      CHECK(gaussian_discovery_delta(parameters, groups, loss.epsilon, neighbors) > loss.delta);
    }
  }
}

TEST_CASE(
    "controls: Laplace noise for one group, groups ignored, the counts' delta, half a variance") {
  const Loss loss{1.5, 0.05};
  const auto rejected = [&](const auto& discover, std::int64_t threshold) {
    return worst_of(discover, levels_at(threshold, 40), 3, loss.epsilon, Neighbors::add_remove) >
           loss.delta;
  };
  // Noise for users in one group, where users are in three.
  const auto laplace = calibrate_group_discovery(loss, {1, 1}, Neighbors::add_remove);
  CHECK(rejected(
      [&](const Weights& counts) {
        return enumerate([&](Randomness& r) { return discover_groups(counts, laplace, r); }, 1e-7L);
      },
      laplace.threshold));
  const Parameters one = calibrate_gaussian_discovery(loss, 1, Neighbors::add_remove);
  CHECK(rejected(discovery(one), one.threshold));
  // A threshold for names alone, without delta for the counts of groups that other users name.
  const Parameters names{4, 7};
  CHECK(1 - std::pow(1 - GaussianSum(4, 1).from(names.threshold), 3) <= 0.01L);
  CHECK(worst_of(discovery(names), levels_at(7, 40), 3, 0.5, Neighbors::add_remove) > 0.01);
  Parameters half = calibrate_gaussian_discovery({1, 0.01}, 3, Neighbors::add_remove);
  half.variance /= 2;
  CHECK(worst_of(discovery(half), levels_at(half.threshold, 40), 3, 1, Neighbors::add_remove) >
        0.01);
}

TEST_CASE("Gaussian discovery keeps its loss for users of any rows in at most g groups") {
  GroupDiscoveryTask task;
  task.loss = {1.5, 0.05};
  task.noise = NoiseKind::gaussian;
  for (const std::uint64_t groups : {1u, 2u}) {
    task.per_user = {groups};
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      task.neighbors = neighbors;
      const auto plan = GroupDiscovery::plan(task);
      REQUIRE(plan.gaussian);
      const auto users = small_users(2, {0}, 2);
      std::vector<SmallUser> base(static_cast<std::size_t>(plan.threshold()), {{1, 0}});
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

Law<std::int64_t> told_of(std::int64_t count, const Parameters& parameters) {
  return enumerate([&](Randomness& randomness) {
    const Weights counts{static_cast<std::uint64_t>(count)};
    const Named named = discover_groups(counts, parameters, randomness);
    return named.empty() ? std::int64_t(0) : named.front().weight;
  });
}

long double off_by_more(std::int64_t count, std::int64_t error, const Parameters& parameters) {
  const auto law = told_of(count, parameters);
  long double mass = law.missing;
  for (const auto& [told, p] : law.mass) {
    if (std::abs(told - count) > error) mass += p;
  }
  return mass;
}

TEST_CASE("Gaussian discovery releases from exactly the stated count on, within the stated error") {
  for (const Parameters& parameters : {Parameters{4, 5}, Parameters{20, 12}}) {
    for (const double confidence : {0.6, 0.9, 0.999}) {
      const long double wrong = 1 - static_cast<long double>(confidence);
      const std::int64_t from = named_from(parameters, confidence);
      CHECK(told_of(from, parameters).of(0) <= wrong + 1e-11L);
      CHECK(told_of(from - 1, parameters).of(0) > wrong - 1e-11L);
      const std::int64_t error = group_discovery_error(parameters, confidence);
      for (std::int64_t count = 1; count <= 2 * error; ++count) {
        CHECK(off_by_more(count, error, parameters) <= wrong + 1e-11L);
      }
      if (error > parameters.threshold) {
        CHECK(off_by_more(error, error - 1, parameters) > wrong - 1e-11L);
      }
    }
  }
}

TEST_CASE("auto uses Gaussian noise if it releases groups of fewer users, otherwise Laplace") {
  GroupDiscoveryTask task;
  task.loss = {1, 1e-6};
  for (const auto& [groups, gaussian] :
       {std::pair{1u, false}, {2u, false}, {5u, true}, {20u, true}}) {
    task.per_user.groups = groups;
    task.noise = std::nullopt;
    const auto chosen = GroupDiscovery::plan(task);
    CHECK(chosen.gaussian.has_value() == gaussian);
    task.noise = NoiseKind::laplace;
    const auto laplace = GroupDiscovery::plan(task);
    task.noise = NoiseKind::gaussian;
    const auto other = GroupDiscovery::plan(task);
    CHECK(chosen.named_from == std::min(laplace.named_from, other.named_from));
  }
}

}  // namespace
}  // namespace logstar::testing::gaussian_discovery_test
