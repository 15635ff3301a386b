// The book-keeping of sessions: remaining outcomes, rejected calls, and the ledger's view.
#include "logstar/top_k/session.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TopKSessionTask task(std::uint64_t outcomes, std::uint64_t calls, bool refundable = false) {
  TopKSessionTask result;
  result.outcomes = outcomes;
  result.calls = calls;
  result.total = {1.0, 1e-6};
  result.refundable = refundable;
  return result;
}

TEST_CASE("a session's parameters add up to its total") {
  const auto sums = calibrate_top_k_session(task(10, 4, true));
  CHECK(sums.item_epsilon * 10 <= 1.0);
  CHECK(sums.item_epsilon == Approx(0.1));
  CHECK(sums.call_delta * 4 <= 1e-6);
  CHECK(sums.call_delta == Approx(2.5e-7));
  const auto tighter = calibrate_top_k_session(task(100, 4));
  CHECK(tighter.item_epsilon > 0.04);  // not 0.01
  CHECK(tighter.call_delta == Approx(1.25e-7));
  auto optimised = task(10, 10, true);
  optimised.optimised = true;
  CHECK(calibrate_top_k_session(optimised).item_epsilon == Approx(0.05));
}

TEST_CASE("an answer costs its returned outcomes, bottom included, and one call") {
  SeededBits source(21);
  ExactRandomness randomness(source);
  TopKSession session(task(10, 3, true));
  const std::vector<std::int64_t> two{100'000, 90'000, 1};
  CHECK(session.ask(two, {5, 20, {}}, randomness).items.size() == 2);
  CHECK(session.returned() == 3);
  CHECK(session.called() == 1);
  CHECK(session.ask(two, {2, 20, 1}, randomness).complete);
  CHECK(session.outcomes_left() == 5);
  CHECK(session.calls_left() == 1);
  CHECK(session.ask({}, {5, 20, 1}, randomness).items.empty());
  CHECK(session.returned() == 6);
  CHECK_THROWS_WITH(session.ask(two, {1, 20, 1}, randomness), "the session's 3 calls are used up");
}

TEST_CASE("a session grants all remaining outcomes and never more") {
  SeededBits source(22);
  ExactRandomness randomness(source);
  TopKSession session(task(3, 9));
  CHECK_THROWS_WITH(session.ask({}, {4, 20, {}}, randomness),
                    "the call asks for 4 outcomes, but the session has 3 left");
  CHECK(session.called() == 0);
  for (int i = 0; i < 3; ++i) session.ask({}, {1, 20, {}}, randomness);
  CHECK(session.outcomes_left() == 0);
  CHECK_THROWS_AS(session.ask({}, {1, 20, {}}, randomness), BudgetExceeded);
}

TEST_CASE("a failing call is not free") {
  class NoBits final : public BitSource {
    void fill(std::span<std::byte>) override { throw EntropyUnavailable("none"); }
  } none;
  ExactRandomness randomness(none);
  TopKSession session(task(5, 2));
  const std::vector<std::int64_t> counts{50, 40, 30};
  CHECK_THROWS_AS(session.ask(counts, {3, 3, {}}, randomness), EntropyUnavailable);
  CHECK(session.returned() == 3);
  CHECK(session.called() == 1);
}

TEST_CASE("a session in a ledger is charged in full and settled for its returned outcomes") {
  Ledger ledger(Budget{{1.0, 1e-6}, Neighbors::add_remove, Composition::basic, 0});
  auto settled = task(10, 4, true);
  const auto parameters = calibrate_top_k_session(settled);
  const auto entry = ledger.open_session({"session", session_terms(settled, parameters)});
  const Loss granted = ledger.entries()[entry].granted;
  CHECK(granted.epsilon <= parameters.item_epsilon);
  CHECK(ledger.remaining().epsilon == 0);
  SeededBits source(23);
  ExactRandomness randomness(source);
  TopKSession session(settled, {granted.epsilon, granted.delta, parameters.composition, 0}, 0, 0);
  const std::vector<std::int64_t> two{100'000, 90'000, 1};
  session.ask(two, {5, 20, {}}, randomness);
  ledger.settle(entry, session.draws(), session.called());
  CHECK(ledger.spent().epsilon == Approx(0.3));
  CHECK(ledger.spent().delta == Approx(2.5e-7));
}

TEST_CASE("sessions: bad parameters are rejected by name") {
  CHECK_THROWS_WITH(calibrate_top_k_session(task(0, 1)),
                    "outcomes must be a whole number from 1 to 1000000, got 0");
  CHECK_THROWS_WITH(calibrate_top_k_session(task(1, 0)),
                    "calls must be a whole number from 1 to 1000000, got 0");
  auto pure = task(1, 1);
  pure.total.delta = 0;
  CHECK_THROWS_WITH(calibrate_top_k_session(pure),
                    "delta must be a number above 0 and below 1, got 0");
  const auto good = task(5, 2);
  CHECK_THROWS_WITH(TopKSession(good, calibrate_top_k_session(good), 6, 0),
                    "returned must be a whole number from 0 to 5, got 6");
  TopKSession session(good);
  CHECK_THROWS_WITH(session.check({0, 10, {}}),
                    "k must be a whole number from 1 to 1000000, got 0");
  CHECK_THROWS_WITH(session.check({3, 2, {}}),
                    "kBar must be a whole number from 3 to 10000000, got 2");
  CHECK_THROWS_WITH(session.check({3, 3, 0}),
                    "perUser must be a whole number from 1 to 1000000000, got 0");
}

}  // namespace
}  // namespace logstar::testing
