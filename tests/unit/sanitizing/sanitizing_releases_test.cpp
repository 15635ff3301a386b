// The sanitizers as releases: their charges, their runs and their claims.
#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <variant>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sanitizing/distribution_release.hpp"
#include "logstar/sanitizing/points_release.hpp"
#include "logstar/sanitizing/san_thresholds_release.hpp"
#include "logstar/sanitizing/value_counts_release.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr Loss kLoss{0.5, 1e-6};
/// A loss that a ledger may grant instead.
constexpr Loss kGranted{0.5 * (1 - 0x1p-10), 1e-6 * (1 - 0x1p-10)};
constexpr PointsMethod kMethods[] = {PointsMethod::stable, PointsMethod::rounds,
                                     PointsMethod::paper};
constexpr Neighbors kNeighbors[] = {Neighbors::add_remove, Neighbors::replace};

PointsTask points_task(std::optional<PointsMethod> method,
                       Neighbors neighbors = Neighbors::add_remove, Loss loss = kLoss) {
  PointsTask task;
  task.loss = loss;
  task.neighbors = neighbors;
  task.method = method;
  return task;
}

DistributionTask distribution_task(Neighbors neighbors, double epsilon = kLoss.epsilon) {
  DistributionTask task;
  task.domain = {0, 999};
  task.epsilon = epsilon;
  task.neighbors = neighbors;
  return task;
}

SanThresholdsTask intervals_task(std::uint64_t size, Neighbors neighbors = Neighbors::add_remove,
                                 Loss loss = kLoss) {
  SanThresholdsTask task;
  task.request.size = size;
  task.request.bits = 10;
  task.request.loss = loss;
  task.request.neighbors = neighbors;
  task.domain = {0, 999};
  return task;
}

/// The fact with this name.
template <typename T>
T fact(const Facts& facts, const std::string& name) {
  const auto found =
      std::find_if(facts.begin(), facts.end(), [&](const Fact& one) { return one.name == name; });
  REQUIRE(found != facts.end());
  return std::get<T>(found->value);
}

/// Draws with one fixed seed.
template <typename Draw>
auto seeded(Draw draw) {
  SeededBits bits(7);
  ExactRandomness randomness(bits);
  return draw(randomness);
}

std::vector<std::int64_t> some_counts() {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < 50; ++i) counts.push_back(1 + i * i * i);
  return counts;
}

TEST_CASE("sanitizers charge a ledger their loss, as plain mechanisms do") {
  for (const Neighbors neighbors : kNeighbors) {
    const auto plain = [&](const Claim& claim, const Loss& loss) {
      CHECK(claim.loss == loss);
      CHECK(charge_of(claim) == charge_of(loss));
      CHECK(claim.neighbors == neighbors);
      CHECK(claim.protects == Protects::records);
    };
    for (const PointsMethod method : kMethods) {
      plain(Release<PointsRelease>(points_task(method, neighbors)).claim(), kLoss);
    }
    plain(Release<DistributionRelease>(distribution_task(neighbors)).claim(), {kLoss.epsilon, 0});
    plain(Release<ValueCountsRelease>({{0, 99}, kLoss.epsilon, neighbors, 0.95}).claim(),
          {kLoss.epsilon, 0});
    plain(Release<SanThresholdsRelease>(intervals_task(100'000, neighbors)).claim(), kLoss);
  }
}

TEST_CASE("counts of items run with the granted loss, by the claimed method") {
  const auto counts = some_counts();
  for (const Neighbors neighbors : kNeighbors) {
    for (const PointsMethod method : kMethods) {
      INFO(name_of(method));
      const auto released = seeded([&](Randomness& randomness) {
        return Release<PointsRelease>(points_task(method, neighbors))
            .draw(kGranted, counts, randomness);
      });
      const auto granted = points_task(method, neighbors, kGranted);
      const auto plan = PointsRelease::plan(granted);
      const auto drawn = seeded([&](Randomness& randomness) {
        return PointsRelease::draw(granted, plan, counts, randomness);
      });
      CHECK(released.answer == drawn);
      CHECK(released.claim.loss == kLoss);
      CHECK(fact<std::string>(released.claim.parameters, "method") == name_of(method));
      const double rate = std::visit([](const auto& p) { return p.noise_epsilon; }, plan.draw);
      CHECK(fact<double>(released.claim.parameters, "noiseEpsilon") == rate);
    }
  }
}

TEST_CASE("counts of all values run with the granted loss, and state twice a sum's error") {
  const std::vector<std::uint64_t> keys{1, 2, 2, 9};
  ValueCountsRelease::Task task{{0, 9}, 1, Neighbors::replace, 0.9};
  auto granted = task;
  granted.epsilon = 0.5;
  const auto released = seeded([&](Randomness& randomness) {
    return Release<ValueCountsRelease>(task).draw({0.5, 0}, keys, randomness);
  });
  const auto plan = ValueCountsRelease::plan(granted);
  const auto drawn = seeded([&](Randomness& randomness) {
    return ValueCountsRelease::draw(granted, plan, keys, randomness);
  });
  CHECK(released.answer == drawn);
  CHECK(released.claim.accuracy.error == 2 * static_cast<double>(plan.error));
  CHECK(released.claim.loss == Loss{1, 0});
  CHECK(released.claim.neighbors == Neighbors::replace);
}

TEST_CASE("a distribution runs with the granted loss") {
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < 5000; ++i) keys.push_back(i * i % 1000);
  const auto granted = distribution_task(Neighbors::add_remove, kGranted.epsilon);
  const auto released = seeded([&](Randomness& randomness) {
    return Release<DistributionRelease>(distribution_task(Neighbors::add_remove))
        .draw({kGranted.epsilon, 0}, keys, randomness);
  });
  const auto plan = DistributionRelease::plan(granted);
  const auto drawn = seeded([&](Randomness& randomness) {
    return DistributionRelease::draw(granted, plan, keys, randomness);
  });
  CHECK(released.answer == drawn);
  CHECK(released.claim.accuracy.error == plan.rank_error);
  CHECK(fact<double>(released.claim.conditions, "halfStep") == 0.5 / 32);
}

TEST_CASE("SanThresholds runs with the granted loss") {
  GroupedKeys data;
  for (std::uint64_t i = 0; i < 100; ++i) {
    data.keys.push_back(9 * i);
    data.counts.push_back(1'000'000);
  }
  const auto released = seeded([&](Randomness& randomness) {
    return Release<SanThresholdsRelease>(intervals_task(100'000'000))
        .draw(kGranted, data, randomness);
  });
  const auto granted = intervals_task(100'000'000, Neighbors::add_remove, kGranted);
  const auto drawn = seeded([&](Randomness& randomness) {
    return SanThresholdsRelease::draw(granted, SanThresholdsRelease::plan(granted), data,
                                      randomness);
  });
  CHECK(released.answer.records == drawn.records);
  CHECK(released.answer.complete == drawn.complete);
}

TEST_CASE("without a method counts of items use a stable histogram") {
  const Release<PointsRelease> any(points_task(std::nullopt));
  CHECK(fact<std::string>(any.claim().parameters, "method") == "stable");
  CHECK_FALSE(fact<bool>(any.claim().conditions, "namedOnly"));
  CHECK(to_text(any.claim()) ==
        to_text(Release<PointsRelease>(points_task(PointsMethod::stable)).claim()));
}

TEST_CASE("no released count of an item lies below 0") {
  bool below = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    // Enough noise that a count of 1 is sometimes released and sometimes below 0.
    const auto task = points_task(PointsMethod::rounds, Neighbors::add_remove, {0.1, 0.9});
    const auto plan = PointsRelease::plan(task);
    const std::vector<std::int64_t> counts(20, 1);
    SeededBits bits(seed);
    ExactRandomness noise(bits);
    for (const NoisyPoint& point :
         san_points(counts, std::get<SanPointsParameters>(plan.draw), noise)) {
      below = below || point.count < 0;
    }
    SeededBits again(seed);
    ExactRandomness same(again);
    for (const NoisyPoint& point : PointsRelease::draw(task, plan, counts, same)) {
      CHECK(point.count >= 0);
    }
  }
  CHECK(below);
}

TEST_CASE("SanThresholds without a promise states the size from which it has one") {
  const SanThresholdsTask small = intervals_task(100'000);
  const Claim nothing = Release<SanThresholdsRelease>(small).claim();
  CHECK_FALSE(fact<bool>(nothing.conditions, "kept"));
  CHECK(nothing.accuracy.error == 100'000);
  const auto least = SanThresholdsRelease::least_size(small);
  REQUIRE(least);
  CHECK(fact<double>(nothing.conditions, "leastSize") == static_cast<double>(*least));
  const auto plan = SanThresholdsRelease::plan(intervals_task(*least));
  const Claim kept = SanThresholdsRelease::claim(intervals_task(*least), plan);
  CHECK(fact<bool>(kept.conditions, "kept"));
  CHECK(kept.accuracy.error == 17 * static_cast<double>(plan.draw.unit));
  CHECK_FALSE(SanThresholdsRelease::least_size(
      intervals_task(100'000, Neighbors::add_remove, {1e-9, 1e-6})));
}

TEST_CASE("sanitizers reject invalid options by name, before the charge") {
  PointsTask points = points_task(std::nullopt);
  points.items = 0;
  CHECK_THROWS_WITH(Release<PointsRelease>(points),
                    "items must be a whole number from 1 to 1099511627776, got 0");
  DistributionTask distribution = distribution_task(Neighbors::add_remove);
  distribution.confidence = 1;
  CHECK_THROWS_AS(Release<DistributionRelease>(distribution), OutOfRange);
  SanThresholdsTask intervals = intervals_task(100'000);
  intervals.confidence = 0;
  CHECK_THROWS_AS(Release<SanThresholdsRelease>(intervals), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing
