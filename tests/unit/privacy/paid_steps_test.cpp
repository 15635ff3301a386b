// Grants and refusals of steps that a ledger has charged.
#include "logstar/privacy/paid_steps.hpp"

#include <catch2/catch.hpp>
#include <string>
#include <variant>

#include "logstar/support/errors.hpp"

namespace logstar::testing::paid_steps_test {
namespace {

PaidSteps paid_for(StepKind kind, std::uint64_t used = 0) {
  return {3, kind, {0.1, 1e-7}, used, Neighbors::add_remove, std::nullopt};
}

CostRequest asking(const Loss& loss) { return {"a draw", {loss}, Neighbors::add_remove}; }

std::string refusal(const PaidSteps& paid, const CostRequest& asked) {
  const auto outcome = use_step(paid, asked);
  const auto* refused = std::get_if<RefusedStep>(&outcome);
  return refused == nullptr ? "" : name_of(refused->why);
}

TEST_CASE("a step gets its requested loss, up to its part, and counts as used") {
  for (const Loss& loss : {Loss{0.1, 1e-7}, Loss{0.05, 0}}) {
    const auto outcome = use_step(paid_for(StepKind::approximate, 2), asking(loss));
    const auto& used = std::get<UsedStep>(outcome);
    CHECK(used.granted.epsilon == loss.epsilon);
    CHECK(used.granted.delta == loss.delta);
    CHECK(used.used == 3);
  }
}

TEST_CASE("a refusal states the first reason that applies") {
  CostRequest wrong = asking({0.2, 0});
  wrong.neighbors = Neighbors::replace;
  CHECK(refusal(paid_for(StepKind::bounded_range, 3), wrong) == "used-up");
  CHECK(refusal(paid_for(StepKind::bounded_range), wrong) == "too-large");
  wrong.cost.loss = {0.1, 2e-7};
  CHECK(refusal(paid_for(StepKind::bounded_range), wrong) == "too-large");
  wrong.cost.loss = {0.1, 0};
  CHECK(refusal(paid_for(StepKind::bounded_range), wrong) == "not-bounded-range");
  wrong.cost.bounded_range = true;
  CHECK(refusal(paid_for(StepKind::bounded_range), wrong) == "other-neighbors");
  wrong.neighbors = Neighbors::add_remove;
  CHECK(refusal(paid_for(StepKind::bounded_range), wrong).empty());
}

TEST_CASE("a refusal states the loss left to one step, and 0 once all are used") {
  const auto left_of = [](std::uint64_t used) {
    return std::get<RefusedStep>(use_step(paid_for(StepKind::pure, used), asking({1, 0}))).left;
  };
  CHECK(left_of(2).epsilon == 0.1);
  CHECK(left_of(2).delta == 1e-7);
  CHECK(left_of(3).epsilon == 0);
  CHECK(left_of(3).delta == 0);
}

TEST_CASE("steps reject an invalid charge, another unit, and more uses than steps") {
  CHECK_THROWS_AS(use_step(paid_for(StepKind::pure), asking({-1, 0})), OutOfRange);
  CHECK_THROWS_AS(use_step(paid_for(StepKind::pure, 4), asking({0.1, 0})), OutOfRange);
  PaidSteps of_users = paid_for(StepKind::pure);
  of_users.unit = Unit::user;
  CHECK_THROWS_AS(use_step(of_users, asking({0.1, 0})), WrongType);
}

}  // namespace
}  // namespace logstar::testing::paid_steps_test
