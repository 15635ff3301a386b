// Intervals from an engine: what is requested, and what is rejected.
#include "logstar/windows/user_interval_windows.hpp"

#include <catch2/catch.hpp>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::user_interval_windows_test {
namespace {

UserIntervalWindows::Task median_task() {
  UserIntervalWindows::Task task;
  UserRankTask& each = task.points.each;
  each.bits = 7;
  each.domain = {{0}, {99}};
  each.quantile = QuantileFraction{1, 2};
  each.loss = {100, 0};
  each.user_weight = 1;
  task.intervals.scale = IntegerDomain(0, 99);
  return task;
}

/// A hundred keys of weight 1 each, known one by one.
std::vector<std::vector<std::vector<Region>>> known_keys() {
  std::vector<Region> regions;
  for (std::uint64_t key = 0; key < 100; ++key) regions.push_back({key, key, 1});
  return {{regions}};
}

/// Their weights around a chain.
IntervalWeights weights_round(const std::vector<KeyInterval>& chain) {
  IntervalWeights weights;
  weights.total = 100;
  for (const KeyInterval& one : chain) {
    weights.below.push_back(static_cast<std::int64_t>(one.lowest));
    weights.above.push_back(static_cast<std::int64_t>(99 - one.highest));
  }
  return weights;
}

struct Opened {
  SeededBits bits{5};
  ExactRandomness randomness{bits};
  std::unique_ptr<IntervalsSession> session;

  Opened() {
    const auto task = median_task();
    session = UserIntervalWindows::draw(task, UserIntervalWindows::plan(task), {4}, randomness);
    REQUIRE(session->points().open(known_keys()));
    REQUIRE(session->points().wanted().empty());
    session->begin();
    REQUIRE(session->wanted().size() == 1);
  }

  IntervalWeights weights() const { return weights_round(*session->wanted().front().chain); }
};

TEST_CASE("an interval from an engine asks for the weights round the chain of its point") {
  Opened opened;
  const std::vector<KeyInterval> chain = *opened.session->wanted().front().chain;
  CHECK(chain.front().lowest == chain.front().highest);
  CHECK(chain.back().lowest == 0);
  CHECK(chain.back().highest == 99);
  REQUIRE(opened.session->provide({opened.weights()}));
  const auto answers = opened.session->answers();
  REQUIRE(answers.size() == 1);
  const PointWithInterval& median = answers.front().points.front();
  CHECK(median.point == chain.front().lowest);
  CHECK(answers.front().count.has_value());
  REQUIRE(median.interval.has_value());
  CHECK(*median.interval->low <= 49);
  CHECK(*median.interval->high >= 50);
}

TEST_CASE("an interval from an engine rejects weights of another table") {
  const std::vector<void (*)(IntervalWeights&)> changes = {
      [](IntervalWeights& one) { ++one.total; },
      [](IntervalWeights& one) { one.below.back() = -1; },
      [](IntervalWeights& one) { one.above.back() = -1; },
      [](IntervalWeights& one) { one.below.back() = one.below.front() + 1; },
      [](IntervalWeights& one) { one.above.back() = one.above.front() + 1; },
      [](IntervalWeights& one) { one.below.front() = one.total - one.above.front() + 1; }};
  for (const auto change : changes) {
    Opened opened;
    IntervalWeights weights = opened.weights();
    change(weights);
    CHECK_FALSE(opened.session->provide({weights}));
    CHECK(opened.session->wanted().empty());
    CHECK_THROWS_AS(opened.session->answers(), WrongState);
  }
}

TEST_CASE("a conversation about an interval rejects steps out of their order, and stays usable") {
  const auto task = median_task();
  SeededBits bits{5};
  ExactRandomness randomness{bits};
  const auto session =
      UserIntervalWindows::draw(task, UserIntervalWindows::plan(task), {4}, randomness);
  CHECK_THROWS_AS(session->begin(), WrongState);
  CHECK_THROWS_AS(session->answers(), WrongState);
  REQUIRE(session->points().open(known_keys()));
  session->begin();
  CHECK_THROWS_AS(session->begin(), WrongState);
  CHECK_THROWS_AS(session->answers(), WrongState);
  CHECK_THROWS_AS(session->provide({}), OutOfRange);
  IntervalWeights weights = weights_round(*session->wanted().front().chain);
  IntervalWeights shorter = weights;
  shorter.above.pop_back();
  CHECK_THROWS_AS(session->provide({shorter}), OutOfRange);
  shorter = weights;
  shorter.below.pop_back();
  CHECK_THROWS_AS(session->provide({shorter}), OutOfRange);
  CHECK(session->provide({weights}));
  CHECK(session->answers().size() == 1);
  CHECK_THROWS_AS(UserIntervalWindows::draw(task, UserIntervalWindows::plan(task), {0}, randomness),
                  OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::user_interval_windows_test
