// Sessions of rankings above a threshold: their charges, their losses, and the calls that they reject.
#include "logstar/counts/threshold_session.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::threshold_session_test {
namespace {

ThresholdSessionTask task_of(std::uint64_t calls, const Loss& loss = {1, 1e-6}) {
  ThresholdSessionTask task;
  task.outcomes = 10 * calls;
  task.calls = calls;
  task.total = loss;
  return task;
}

TEST_CASE("the steps of a session add up to its loss") {
  for (const std::uint64_t calls : {1u, 6u, 100u}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      ThresholdSessionTask task = task_of(calls);
      task.neighbors = neighbors;
      task.sum = StepSum::basic;
      const auto basic = ThresholdSession::plan(task);
      const auto times = static_cast<double>(calls);
      CHECK(basic.each.epsilon * times <= 1);
      CHECK(basic.each.delta * times <= 1e-6);
      task.sum = StepSum::concentrated;
      const auto plan = ThresholdSession::plan(task);
      const double alone = plan.each.delta;
      const double left = 1 + times * std::log1p(-alone);
      CHECK(times * alone + concentrated_delta(times * plan.rho, left) <= 1e-6);
      CHECK(times * alone + concentrated_delta(times * plan.rho, left) > 0.99e-6);
      for (const std::uint64_t per_user : {1u, 5u}) {
        const auto step = plan_step(task, plan, {1, per_user, false});
        REQUIRE(step.gaussian);
        const std::uint64_t sensitivity = neighbors == Neighbors::replace ? 2 * per_user : per_user;
        CHECK(gaussian_rho(step.gaussian->variance, {sensitivity, 1}) <= plan.rho * (1 + 1e-12));
        const double named = gaussian_tail(step.gaussian->variance, step.gaussian->threshold);
        CHECK(1 - std::pow(1 - named, per_user) <= alone);
        const double lower = gaussian_tail(step.gaussian->variance, step.gaussian->threshold - 1);
        CHECK(1 - std::pow(1 - lower, per_user) > alone);
      }
    }
  }
}

TEST_CASE("a session adds up by the sum that releases from fewer users on, by default basic") {
  CHECK(ThresholdSession::plan(task_of(1)).sum == StepSum::basic);
  CHECK(ThresholdSession::plan(task_of(6)).sum == StepSum::concentrated);
  for (const std::uint64_t calls : {1u, 2u, 6u, 40u}) {
    ThresholdSessionTask task = task_of(calls);
    const auto from = [&](std::optional<StepSum> sum) {
      task.sum = sum;
      return named_from(plan_step(task, ThresholdSession::plan(task), {1, 1, false}), 0.95);
    };
    CHECK(from({}) == std::min(from(StepSum::basic), from(StepSum::concentrated)));
  }
  ThresholdSessionTask spread = task_of(6);
  spread.per_user = std::nullopt;
  CHECK(ThresholdSession::plan(spread).sum == StepSum::basic);
}

TEST_CASE("queries above a threshold release more than draws if users have few items") {
  for (const auto& [calls, per_user, threshold] :
       {std::tuple{6u, 1u, true}, {6u, 3u, true}, {1u, 500u, false}}) {
    TopKSessionTask draws;
    draws.outcomes = 10 * calls;
    draws.calls = calls;
    draws.total = {1, 1e-8};
    ThresholdSessionTask steps = task_of(calls, {1, 1e-8});
    steps.per_user = per_user;
    CHECK(threshold_names_more(draws, steps) == threshold);
  }
}

ThresholdConversation conversation(const ThresholdSessionTask& task, Randomness& randomness) {
  return ThresholdSession::draw(task, ThresholdSession::plan(task), {}, randomness);
}

TEST_CASE("a query reserves its outcomes when it begins, and its answer returns the unused ones") {
  SeededBits source(61);
  ExactRandomness randomness(source);
  auto session = conversation(task_of(2), randomness);
  const auto call = session.begin({20, 1, false});
  CHECK(session.state().returned == 20);
  CHECK_THROWS_AS(session.begin({1, 1, false}), BudgetExceeded);
  const auto answer = session.answer(call, {1000, 1, 900}, Protects::users);
  CHECK(answer.answer.items == std::vector<std::size_t>{0, 2});
  CHECK(answer.claim.loss == Loss{1, 1e-6});
  CHECK(answer.claim.protects == Protects::users);
  CHECK(session.state().returned == 2);
  CHECK(session.state().called == 1);
  CHECK_THROWS_AS(session.answer(call, {1000}, Protects::users), OutOfRange);
  session.answer(session.begin({1, 1, false}), {}, Protects::users);
  CHECK_THROWS_AS(session.check({1, 1, false}), BudgetExceeded);
}

TEST_CASE("a session above a threshold rejects invalid queries without a change") {
  SeededBits source(62);
  ExactRandomness randomness(source);
  ThresholdSessionTask task = task_of(6);
  task.sum = StepSum::concentrated;
  auto session = conversation(task, randomness);
  CHECK_THROWS_AS(session.begin({0, 1, false}), OutOfRange);
  CHECK_THROWS_AS(session.begin({1, 0, false}), OutOfRange);
  CHECK_THROWS_AS(session.begin({1, std::nullopt, false}), OutOfRange);
  CHECK_THROWS_AS(session.begin({1, std::nullopt, true}), OutOfRange);
  CHECK(session.state().called == 0);
  task.sum = StepSum::basic;
  CHECK_NOTHROW(conversation(task, randomness).begin({1, std::nullopt, true}));
  for (const auto& wrong : {task_of(0), task_of(1, {0, 1e-6}), task_of(1, {1, 0})}) {
    CHECK_THROWS_AS(ThresholdSession::plan(wrong), OutOfRange);
  }
}

TEST_CASE("a session above a threshold charges a ledger at once, and runs with slightly less") {
  SeededBits source(63);
  ExactRandomness randomness(source);
  Ledger ledger({{1, 1e-6}, Neighbors::add_remove, Composition::basic, 0});
  const auto released = release<ThresholdSession>(ledger, task_of(6), {}, randomness);
  CHECK(ledger.remaining().epsilon == 0);
  const Loss granted = ledger.entries().at(*released.entry).granted;
  CHECK(released.answer.state().granted == granted);
  CHECK(granted.epsilon < 1);
  CHECK(released.claim.loss == Loss{1, 1e-6});
}

TEST_CASE("a session above a threshold resumes its saved state, but never with a larger loss") {
  SeededBits source(64);
  ExactRandomness randomness(source);
  auto session = conversation(task_of(6), randomness);
  const ThresholdSessionState state{{0.9, 9e-7}, StepSum::concentrated, 7, 2};
  session.resume(task_of(6), state);
  CHECK(session.state().granted == Loss{0.9, 9e-7});
  CHECK(session.state().returned == 7);
  CHECK(session.state().called == 2);
  for (const ThresholdSessionState& wrong :
       {ThresholdSessionState{{1.1, 1e-6}, StepSum::basic, 0, 0},
        {{1, 2e-6}, StepSum::basic, 0, 0},
        {{0, 1e-6}, StepSum::basic, 0, 0},
        {{1, 1e-6}, StepSum::basic, 61, 0},
        {{1, 1e-6}, StepSum::basic, 0, 7}}) {
    CHECK_THROWS_AS(session.resume(task_of(6), wrong), OutOfRange);
  }
}

}  // namespace
}  // namespace logstar::testing::threshold_session_test
