
#include "logstar/privacy/ledger.hpp"

#include <catch2/catch.hpp>

#include "ledger_requests.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::ledger_test {
namespace {

TEST_CASE("0.1 fits into 1 exactly ten times, and is then spent to the last digit") {
  Ledger ledger(basic(1, 1e-6));
  CHECK(times(ledger, request(0.1)) == 10);
  CHECK(ledger.spent() == Loss{1, 0});
  CHECK(ledger.remaining() == Loss{0, 1e-6});
}

TEST_CASE("total/n fits exactly n times, for any n and total") {
  for (const double total : {0.3, 1.0, 2.7, 9.99, 1234.5}) {
    for (int n = 1; n <= 120; ++n) {
      Ledger ledger(basic(total, 0));
      CHECK(times(ledger, request(total / n)) == n);
      CHECK(ledger.remaining().epsilon == 0);
      CHECK(ledger.spent().epsilon == total);
    }
  }
}

TEST_CASE("the rest after 0.1 and 0.2 of 1 reads 0.7, and requesting it fits") {
  Ledger ledger(basic(1, 1e-6));
  ledger.spend(request(0.1, 1e-7));
  ledger.spend(request(0.2, 2e-7));
  CHECK(ledger.spent() == Loss{0.3, 3e-7});
  CHECK(ledger.remaining() == Loss{0.7, 7e-7});
  const Loss left = ledger.remaining();
  CHECK_NOTHROW(ledger.spend(request(left.epsilon, left.delta)));
  CHECK(ledger.remaining() == Loss{0, 0});
}

TEST_CASE("a ledger grants slightly less than a mechanism requests") {
  Ledger ledger(basic(1, 1e-6));
  const Loss granted = ledger.entries()[ledger.spend(request(0.5, 1e-7))].granted;
  CHECK(granted.epsilon < 0.5);
  CHECK(granted.epsilon > 0.5 * (1 - 1e-13));
  CHECK(granted.delta < 1e-7);
  CHECK(granted.delta > 1e-7 * (1 - 1e-13));
}

// Regression, found by a property test in JavaScript: slightly below the smallest delta is 0, which the
// mechanism then rejected after the charge.
TEST_CASE("a delta that vanishes when granted slightly less is rejected without a charge") {
  Ledger ledger(Budget{{1, 0.5}});
  CHECK_THROWS_AS(ledger.spend({"m", charge_of({0.5, 5e-324})}), OutOfRange);
  CHECK_THROWS_AS(ledger.open_session({"s", {0.1, 2, 1e-310, 3}}), OutOfRange);
  CHECK(ledger.entries().empty());
  CHECK(ledger.spend({"m", charge_of({0.5, 1e-300})}) == 0);
}

TEST_CASE("a rejection names the requested and the remaining loss, and changes nothing") {
  Ledger ledger(basic(1, 1e-6));
  ledger.spend(request(0.75));
  CHECK_THROWS_WITH(
      ledger.spend(request(0.5, 1e-7)),
      "median asks for epsilon 0.5 and delta 1e-07, but epsilon 0.25 and delta 1e-06 are left");
  CHECK(ledger.entries().size() == 1);
  CHECK(ledger.remaining() == Loss{0.25, 1e-6});
  CHECK_NOTHROW(ledger.spend(request(0.25, 1e-6)));
}

TEST_CASE("delta alone can exceed the budget") {
  Ledger ledger(basic(1, 0));
  CHECK_THROWS_AS(ledger.spend(request(0.1, 1e-300)), BudgetExceeded);
  CHECK_NOTHROW(ledger.spend(request(0.1)));
}

TEST_CASE("a reservation counts as spent until it is withdrawn, and cannot be once committed") {
  Ledger ledger(basic(1, 0));
  const auto first = ledger.reserve(request(0.6));
  CHECK(ledger.remaining().epsilon == 0.4);
  CHECK_THROWS_AS(ledger.reserve(request(0.6)), BudgetExceeded);
  ledger.withdraw(first);
  CHECK(ledger.remaining().epsilon == 1);
  const auto second = ledger.reserve(request(0.6));
  ledger.commit(second);
  CHECK_THROWS_WITH(ledger.withdraw(second), "entry must be a reservation, got entry 1");
  CHECK_THROWS_AS(ledger.withdraw(first), OutOfRange);
  CHECK_THROWS_AS(ledger.commit(first), OutOfRange);
  CHECK_THROWS_AS(ledger.commit(7), OutOfRange);
  CHECK(ledger.remaining().epsilon == 0.4);
}

TEST_CASE("a mechanism that throws after its reservation leaves it spent") {
  Ledger ledger(basic(1, 0));
  const auto mechanism = [&] {
    ledger.reserve(request(0.5));
    throw EntropyUnavailable("no random bits");
  };
  CHECK_THROWS_AS(mechanism(), EntropyUnavailable);
  CHECK(ledger.spent().epsilon == 0.5);
}

TEST_CASE("an open session is charged in full, and a settled one for its returned outcomes") {
  Ledger ledger(basic(1, 1e-6));
  const auto session = ledger.open_session({"top-k session", {0.05, 20, 1e-7, 10}});
  CHECK(ledger.spent() == Loss{1, 1e-6});
  ledger.settle(session, 7, 3);
  CHECK(ledger.spent() == Loss{0.35, 3e-7});
  CHECK(ledger.entries()[session].status == EntryStatus::settled);
  CHECK_THROWS_WITH(ledger.settle(session, 7, 3), "entry must be an open session, got entry 0");
}

TEST_CASE("a session cannot be settled beyond its terms") {
  Ledger ledger(basic(1, 1e-6));
  const auto session = ledger.open_session({"top-k session", {0.05, 20, 1e-7, 10}});
  CHECK_THROWS_WITH(ledger.settle(session, 21, 3),
                    "returned must be a whole number from 0 to 20, got 21");
  CHECK_THROWS_WITH(ledger.settle(session, 20, 11),
                    "called must be a whole number from 0 to 10, got 11");
  CHECK(ledger.spent() == Loss{1, 1e-6});
}

TEST_CASE("parallel parts cost their maximum, separately for each number") {
  Ledger ledger(basic(1, 1e-6));
  const auto cities = ledger.declare_parallel("every person lives in one city", 3);
  const auto in = [&](std::size_t part, double epsilon, double delta) {
    LedgerRequest wanted = request(epsilon, delta);
    wanted.part = Part{cities, part};
    return wanted;
  };
  ledger.spend(in(0, 0.5, 1e-7));
  ledger.spend(in(1, 0.25, 5e-7));
  CHECK(ledger.spent() == Loss{0.5, 5e-7});
  ledger.spend(in(1, 0.5, 0));
  CHECK(ledger.spent() == Loss{0.75, 5e-7});
  ledger.spend(request(0.25));  // on all the data
  CHECK(ledger.remaining().epsilon == 0);
  CHECK_NOTHROW(ledger.spend(in(2, 0.75, 0)));
  CHECK_THROWS_AS(ledger.spend(in(2, 0.01, 0)), BudgetExceeded);
  CHECK_THROWS_WITH(ledger.spend(in(3, 0.1, 0)), "part must be a whole number from 0 to 2, got 3");
}

TEST_CASE("withdrawing from a part lowers the maximum to the next largest part") {
  Ledger ledger(basic(1, 0));
  const auto group = ledger.declare_parallel("halves", 2);
  LedgerRequest first = request(0.5);
  first.part = Part{group, 0};
  LedgerRequest second = request(0.75);
  second.part = Part{group, 1};
  ledger.spend(first);
  const auto reserved = ledger.reserve(second);
  CHECK(ledger.spent().epsilon == 0.75);
  ledger.withdraw(reserved);
  CHECK(ledger.spent().epsilon == 0.5);
}

TEST_CASE("a saved ledger resumes its state, and nothing can be withdrawn") {
  Ledger ledger(basic(1, 1e-6));
  const auto group = ledger.declare_parallel("halves", 2);
  LedgerRequest half = request(0.25, 1e-7);
  half.part = Part{group, 0};
  ledger.spend(half);
  ledger.settle(ledger.open_session({"session", {0.01, 20, 1e-8, 5}}), 5, 2);
  const auto reserved = ledger.reserve(request(0.125));
  const auto open = ledger.open_session({"session", {0.01, 10, 1e-8, 5}});
  ledger.withdraw(ledger.reserve(request(0.1)));

  Ledger resumed = Ledger::resume(ledger.state());
  CHECK(resumed.spent() == ledger.spent());
  CHECK(resumed.remaining() == ledger.remaining());
  CHECK(resumed.entries().size() == ledger.entries().size());
  CHECK_THROWS_AS(resumed.withdraw(reserved), OutOfRange);
  CHECK_THROWS_AS(resumed.settle(open, 0, 0), OutOfRange);
  half.part = Part{group, 1};
  CHECK_NOTHROW(resumed.spend(half));  // the group resumes, too
  CHECK(resumed.spent() == ledger.spent());
}

TEST_CASE("a saved charge below its entry's cost is corrected, and one above it is kept") {
  Ledger ledger(basic(1, 1e-6));
  ledger.spend(request(0.5));
  LedgerState state = ledger.state();
  state.entries[0].charged = {0, 0, 0};
  CHECK(Ledger::resume(state).spent().epsilon == 0.5);
  state.entries[0].charged = {0.75, 0, 0.75 * 0.75 / 2};
  CHECK(Ledger::resume(state).spent().epsilon == 0.75);
}

TEST_CASE("resuming charges a settled session for its returned outcomes, even if saved with less") {
  Ledger ledger(basic(1, 1e-6));
  ledger.settle(ledger.open_session({"session", {0.05, 20, 1e-7, 10}}), 7, 3);
  LedgerState state = ledger.state();
  state.entries[0].charged = {0, 0, 0};
  CHECK(Ledger::resume(state).spent() == Loss{0.35, 3e-7});
  state.entries[0].returned = 21;
  CHECK_THROWS_AS(Ledger::resume(state), OutOfRange);
}

TEST_CASE("a saved ledger that exceeds its total, or is malformed, is rejected") {
  Ledger ledger(basic(1, 1e-6));
  ledger.spend(request(0.5));
  LedgerState state = ledger.state();
  state.entries.push_back(state.entries[0]);
  state.entries.push_back(state.entries[0]);
  CHECK_THROWS_WITH(Ledger::resume(state),
                    "the saved ledger must be within its total, got entries that exceed it");
  state = ledger.state();
  state.entries[0].asked.epsilon = -1;
  CHECK_THROWS_AS(Ledger::resume(state), OutOfRange);
  state = ledger.state();
  state.entries[0].charged.delta = std::nan("");
  CHECK_THROWS_AS(Ledger::resume(state), OutOfRange);
  state = ledger.state();
  state.entries[0].part = Part{0, 0};
  CHECK_THROWS_AS(Ledger::resume(state), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::ledger_test
