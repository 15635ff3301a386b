// Cumulative TreeLog: its exact law, and a control.
#include "logstar/interior_point/tree/cumulative_tree_log.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "cumulative_distance.hpp"
#include "databases.hpp"
#include "divergence.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "sorted_keys.hpp"

namespace logstar::testing::cumulative_tree_log_test {
namespace {

using Database = std::vector<std::size_t>;

CumulativeTreeLogParameters small(unsigned levels) {
  CumulativeTreeLogParameters p;
  p.bits = 3;
  p.base_rate = 0.5;
  double d = 1;
  for (unsigned i = 0; i < levels; ++i, d *= 2) {
    CumulativeLevel level;
    const auto whole = static_cast<std::int64_t>(d);
    level.distance = d;
    level.border = 1;
    level.round_threshold = 2 * whole;
    level.round_threshold_rate = level.round_query_rate = level.test_rate = 2 / d;
    level.promise = 4 * whole;
    level.threshold = 7 * whole;
    level.deep = static_cast<std::uint64_t>(20 * whole);
    level.node =
        calibrate_moving_choice({4, 0.05}, static_cast<std::uint64_t>(2 * whole), level.deep);
    level.end_rate = 1 / d;
    p.levels.push_back(level);
    p.records += 2 * level.border + level.deep;
  }
  p.records += 6;
  return p;
}

auto mechanism(const CumulativeTreeLogParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    const auto z = cumulative_tree_log(sorted_keys(3, database), parameters, randomness);
    return z ? static_cast<int>(z->front()) : -1;
  };
}

constexpr long double kCut = 1e-3L;  // the mass of the noise's tails; carried as slack

TEST_CASE("Cumulative TreeLog keeps its stated loss if it stops, continues or its path tips") {
  const auto parameters = small(1);
  REQUIRE(parameters.records == 28);
  const Loss loss = cumulative_tree_log_loss(parameters);
  CHECK(loss.epsilon == Approx(4 + 4 + 2 + 12));
  CHECK(loss.delta < 0.3);
  PrivacyCheck check(loss.epsilon, "distance 1", "constructed pairs, 8 keys");
  const auto law = [&](const Database& d) {
    REQUIRE(d.size() == parameters.records);
    return enumerate([&](Randomness& r) { return mechanism(parameters)(d, r); }, kCut);
  };
  const auto pair = [&](const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
    REQUIRE(distance(sorted_keys(3, counts(a)), sorted_keys(3, counts(b)), 7) == 1);
    check.pair(law(counts(a)), law(counts(b)));
  };
  pair({28, 0, 0, 0, 0, 0, 0, 0}, {27, 1, 0, 0, 0, 0, 0, 0});
  pair({0, 14, 0, 0, 0, 14, 0, 0}, {0, 13, 1, 0, 0, 14, 0, 0});
  pair({1, 4, 4, 4, 4, 4, 4, 3}, {0, 5, 3, 5, 3, 5, 3, 4});
  pair({4, 0, 4, 0, 6, 0, 14, 0}, {3, 2, 2, 1, 6, 0, 13, 1});
  pair({1, 20, 0, 0, 0, 4, 2, 1}, {1, 19, 1, 0, 1, 3, 3, 0});
  pair({0, 3, 2, 1, 1, 20, 1, 0}, {0, 2, 3, 1, 0, 22, 0, 0});
  CHECK(check.report().within(loss.delta));
  CHECK(check.report().largest_log_ratio > 1);
}

TEST_CASE("Cumulative TreeLog keeps its stated loss two levels deep") {
  auto parameters = small(2);
  const std::size_t n = parameters.records;
  const Loss loss = cumulative_tree_log_loss(parameters);
  PrivacyCheck check(loss.epsilon, "distance 1", "constructed pairs, 8 keys");
  const auto law = [&](const Database& d) {
    return enumerate([&](Randomness& r) { return mechanism(parameters)(d, r); }, 0.02L);
  };
  const auto pair = [&](std::vector<std::size_t> a, std::vector<std::size_t> b) {
    a[2] = n - std::accumulate(a.begin(), a.end(), std::size_t(0));
    b[2] = n - std::accumulate(b.begin(), b.end(), std::size_t(0));
    REQUIRE(distance(sorted_keys(3, counts(a)), sorted_keys(3, counts(b)), 7) == 1);
    check.pair(law(counts(a)), law(counts(b)));
  };
  pair({2, 2, 0, 3, 0, 3, 0, 0}, {1, 3, 0, 3, 1, 1, 1, 0});
  pair({0, 0, 0, 30, 0, 0, 0, 0}, {0, 1, 0, 29, 0, 0, 0, 0});
  CHECK(check.report().within(loss.delta));
}

TEST_CASE("prefixes light enough for a neighbour to lack them are chosen with at most delta") {
  // A neighbour may lack any single one of the weights, as they move by 2.
  const KeyArray keys = sorted_keys(4, counts({2, 0, 2, 0, 2, 0, 2, 0, 2, 0, 2, 0}));
  for (const Loss claimed : {Loss{12, 0.01}, Loss{12, 1e-4}}) {
    const auto choice = calibrate_moving_choice(claimed, 2, keys.size());
    const auto chosen = enumerate(
        [&](Randomness& r) { return choose_prefix(keys, 3, choice, r).has_value(); }, 1e-16L);
    CHECK(chosen.of(true) <= claimed.delta);
    CHECK(chosen.of(true) > 0.4 * claimed.delta);
  }
}

TEST_CASE("control: Cumulative TreeLog that slices too little at its tipping point is rejected") {
  // One record crosses the middle, and the heaviest path moves to the other half.
  const Database before = counts({0, 9, 0, 1, 0, 0, 10, 0});
  const Database after = counts({0, 9, 0, 0, 1, 0, 10, 0});
  const double epsilon = 10;  // 8 for the prefix, which exceeds the loss of all other parts
  const auto worst = [&](std::uint64_t deep) {
    CumulativeTreeLogParameters p = small(1);
    p.records = before.size();
    p.base_rate = 0.05;
    CumulativeLevel& level = p.levels[0];
    level.border = 0;
    level.deep = deep;
    level.threshold = 1'000'000;  // never stops
    level.test_rate = 100;
    level.node = calibrate_moving_choice({8, 0.05}, 2, deep);
    level.end_rate = 0.05;
    PrivacyCheck check(epsilon, "distance 1", "a constructed pair, 8 keys");
    const auto law = [&](const Database& d) {
      return enumerate([&](Randomness& r) { return mechanism(p)(d, r); }, kCut);
    };
    check.pair(law(before), law(after));
    return check.report();
  };
  CHECK(worst(2 * 10 + 2).within(0.05));
  CHECK_FALSE(worst(12).within(0.05));
  CHECK(worst(12).worst_delta > 0.3);
}

TEST_CASE("calibrated Cumulative TreeLog keeps its privacy loss and fails with at most beta") {
  for (const std::uint32_t bits : {8u, 64u, 4096u}) {
    for (const unsigned distance : {1u, 2u}) {
      for (const unsigned levels : {1u, 2u}) {
        for (const Loss& loss : {Loss{1, 1e-6}, {0.1, 1e-9}, {5, 0.01}}) {
          CumulativeTreeLogRequest request;
          request.bits = bits;
          request.distance = distance;
          request.levels = levels;
          request.loss = loss;
          const auto p = calibrate_cumulative_tree_log(request);
          const Loss spent = cumulative_tree_log_loss(p);
          CHECK(spent.epsilon <= loss.epsilon);
          CHECK(spent.epsilon > 0.9 * loss.epsilon);
          CHECK(spent.delta <= loss.delta);
          CHECK(cumulative_tree_log_failure(p) <= 0.05);
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::cumulative_tree_log_test
