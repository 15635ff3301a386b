// A release is planned once, for the loss that it will be granted.
#include <catch2/catch.hpp>
#include <optional>

#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/release/release.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/top_k/session_release.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

int plans = 0;

struct Part {
  double delta = 0;
  void describe(auto& field) { field("delta", delta); }
};

struct CountedTask {
  double epsilon = 0;
  std::optional<Part> search;
  double other = 0;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("search", search);
    field("other", other);
  }
};

/// Answers with the loss that it is planned for.
struct Counted {
  using Task = CountedTask;
  using Plan = Loss;
  using Data = int;
  using Answer = Loss;

  static Plan plan(const Task& task) {
    ++plans;
    return {task.epsilon, task.search ? task.search->delta : 0};
  }
  static Claim claim(const Task& asked, const Plan&) {
    Claim claim;
    claim.mechanism = "counted";
    claim.loss = {asked.epsilon, asked.search ? asked.search->delta : 0};
    return claim;
  }
  static Task with_loss(const Task& task, const Plan&, const Loss& granted) {
    Task run = task;
    run.epsilon = granted.epsilon;
    if (run.search) run.search->delta = granted.delta;
    return run;
  }
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness&) {
    CHECK(task.epsilon == plan.epsilon);
    CHECK(task.other == 0.5);
    return plan;
  }
};

const CountedTask kTask{1, Part{1e-6}, 0.5};

TEST_CASE("a release is planned once, for the loss that its ledger grants") {
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  Budget budget;
  budget.total = {1, 1e-6};
  Ledger ledger(budget);
  plans = 0;
  const auto released = release<Counted>(ledger, kTask, 0, randomness);
  CHECK(plans == 1);
  CHECK(released.answer == ledger.entries().front().granted);
  CHECK(released.answer == grant_for({1, 1e-6}));
  CHECK(released.claim.loss == Loss{1, 1e-6});
}

TEST_CASE("a release without a ledger is planned once, for all of its loss") {
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  plans = 0;
  const Release<Counted> checked(kTask);
  CHECK(checked.draw({1, 1e-6}, 0, randomness).answer == Loss{1, 1e-6});
  CHECK(plans == 1);
}

TEST_CASE("a release is planned anew if it is granted less than it was planned for") {
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  plans = 0;
  const Release<Counted> checked(kTask);
  CHECK(checked.draw({0.5, 1e-7}, 0, randomness).answer == Loss{0.5, 1e-7});
  CHECK(plans == 2);
}

TEST_CASE("a release rejects a loss above what it was planned for") {
  SeededBits bits(1);
  ExactRandomness randomness(bits);
  const Release<Counted> checked(kTask, Grant::held_back);
  CHECK_THROWS_AS(checked.draw({1, 1e-6}, 0, randomness), OutOfRange);
}

TEST_CASE("a loss that no ledger takes is planned as the caller wrote it") {
  for (const double epsilon : {-1.0, 0.0, 1e-10, 10'001.0, 1e300}) {
    CHECK(held_back_epsilon(epsilon) == epsilon);
  }
  for (const double delta : {-1.0, 0.0, 1e-310, 1.0, 2.0}) CHECK(held_back_delta(delta) == delta);
  CHECK(held_back_epsilon(1e-9) == grant_for({1e-9, 0}).epsilon);
  CHECK(held_back_delta(0.5) == grant_for({0, 0.5}).delta);
}

TEST_CASE("a loss is held back as a ledger grants it") {
  Budget budget;
  budget.total = {1e4, 0.9};
  for (double epsilon = kMinEpsilon; epsilon < budget.total.epsilon; epsilon *= 1.7) {
    for (double delta = kMinLedgerDelta; delta < budget.total.delta; delta *= 1e17) {
      Ledger ledger(budget);
      const auto entry =
          ledger.spend({.mechanism = "any", .charge = charge_of(Loss{epsilon, delta})});
      CHECK(Loss{held_back_epsilon(epsilon), held_back_delta(delta)} ==
            ledger.entries()[entry].granted);
    }
  }
}

TEST_CASE("a refundable session is planned for what a ledger grants each outcome and call") {
  TopKSessionRequest task;
  task.terms.outcomes = 3;
  task.terms.calls = 7;
  task.terms.total = {1, 1e-6};
  task.terms.refundable = true;
  const auto plan = TopKSessionRelease::plan(held_back<TopKSessionRelease>(task));
  const Loss asked = max_grant(TopKSessionRelease::claim(task, plan));
  CHECK(asked == max_grant(TopKSessionRelease::claim(task, TopKSessionRelease::plan(task))));
  CHECK(Loss{plan.item_epsilon, plan.call_delta} == grant_for(asked));
}

}  // namespace
}  // namespace logstar::testing
