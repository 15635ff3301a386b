// Sessions through a ledger: their charges, their losses and their refunds.
#include "logstar/top_k/session_release.hpp"

#include <catch2/catch.hpp>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

const std::vector<std::int64_t> kTwo = {100'000, 90'000, 1};

TopKSessionRequest request(bool refundable, Neighbors neighbors = Neighbors::add_remove) {
  TopKSessionRequest result;
  result.terms.outcomes = 10;
  result.terms.calls = 4;
  result.terms.total = {1, 1e-6};
  result.terms.neighbors = neighbors;
  result.terms.refundable = refundable;
  return result;
}

Ledger ledger(Neighbors neighbors = Neighbors::add_remove) {
  return Ledger({{1, 1e-6}, neighbors, Composition::basic, 0});
}

TEST_CASE("a refundable session is charged in full and settled for its returned outcomes") {
  SeededBits source(51);
  ExactRandomness randomness(source);
  Ledger budget = ledger();
  auto [session, claim, entry] = release<TopKSessionRelease>(budget, request(true), {}, randomness);
  CHECK(budget.entries().at(*entry).status == EntryStatus::open);
  CHECK(budget.remaining().epsilon == 0);
  const Loss granted = budget.entries().at(*entry).granted;
  CHECK(session.session().parameters().item_epsilon == granted.epsilon);
  CHECK(session.session().parameters().call_delta == granted.delta);
  CHECK(claim.loss.epsilon == 1);
  const auto call = session.begin({5, 20, {}});
  const auto answer = session.answer(call, kTwo, Protects::users);
  CHECK(answer.answer.items.size() == 2);
  CHECK(answer.claim.loss.epsilon == 1);
  CHECK_FALSE(answer.claim.session.has_value());
  budget.settle(*entry, session.session().draws(), session.session().called());
  CHECK(budget.spent().epsilon == Approx(0.3));
  CHECK(budget.spent().delta == Approx(2.5e-7));
}

TEST_CASE("a refundable session under replace costs a replace ledger its total, not twice that") {
  SeededBits source(52);
  ExactRandomness randomness(source);
  Ledger budget = ledger(Neighbors::replace);
  const auto asked = request(true, Neighbors::replace);
  CHECK_NOTHROW(release<TopKSessionRelease>(budget, asked, {}, randomness));
  CHECK(budget.spent().epsilon == Approx(1));
}

TEST_CASE("a session without refunds is charged as a whole") {
  SeededBits source(53);
  ExactRandomness randomness(source);
  Ledger budget = ledger();
  const auto released = release<TopKSessionRelease>(budget, request(false), {}, randomness);
  CHECK(budget.entries().at(released.entry.value()).status == EntryStatus::spent);
  CHECK(budget.remaining().epsilon == 0);
  CHECK(released.answer.session().parameters().item_epsilon <
        TopKSessionRelease::plan(request(false)).item_epsilon);
}

TEST_CASE("a session rejects an answer to a call that has not begun or has been answered") {
  SeededBits source(54);
  ExactRandomness randomness(source);
  TopKConversation session(request(false), TopKSessionRelease::plan(request(false)), randomness);
  CHECK_THROWS_AS(session.answer(1, kTwo, Protects::users), OutOfRange);
  const auto first = session.begin({8, 20, {}});
  CHECK_THROWS_AS(session.begin({3, 20, {}}), BudgetExceeded);  // a begun call uses up its outcomes
  CHECK(session.answer(first, kTwo, Protects::users).answer.items.size() == 2);
  CHECK_THROWS_AS(session.answer(first, kTwo, Protects::users), OutOfRange);
  CHECK(session.session().returned() == 3);
  CHECK(session.session().called() == 1);
}

TEST_CASE("a saved session resumes, unless it claims more than its total allows") {
  SeededBits source(55);
  ExactRandomness randomness(source);
  const TopKSessionRequest saved = request(true);
  const TopKSessionParameters most = TopKSessionRelease::plan(saved);
  TopKConversation session(request(false), TopKSessionRelease::plan(request(false)), randomness);
  session.resume(saved, {{most.item_epsilon, most.call_delta}, 7, 2});
  CHECK(session.session().outcomes_left() == 3);
  CHECK(session.session().calls_left() == 2);
  CHECK(session.session().parameters().item_epsilon == most.item_epsilon);
  CHECK(session.session().state().returned == 7);
  for (const Loss& more :
       {Loss{2 * most.item_epsilon, most.call_delta}, Loss{most.item_epsilon, 2 * most.call_delta},
        Loss{0, most.call_delta}}) {
    CHECK_THROWS_AS(session.resume(saved, {more, 0, 0}), OutOfRange);
  }
  CHECK(session.session().outcomes_left() == 3);
}

}  // namespace
}  // namespace logstar::testing
