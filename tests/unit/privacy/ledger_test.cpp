#include "logstar/privacy/ledger.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/support/errors.hpp"

using namespace logstar;

namespace {

Budget basic(double epsilon, double delta, Neighbors neighbors = Neighbors::add_remove) {
  return {{epsilon, delta}, neighbors, Composition::basic, 0};
}

Budget concentrated(double epsilon, double delta, double tail) {
  return {{epsilon, delta}, Neighbors::add_remove, Composition::concentrated, tail};
}

LedgerRequest request(double epsilon, double delta = 0,
                      Neighbors neighbors = Neighbors::add_remove) {
  return {"median", charge_of({epsilon, delta}), neighbors};
}

// The number of times that the same request fits.
int times(Ledger& ledger, const LedgerRequest& wanted, int most = 1000) {
  for (int i = 0; i < most; ++i) {
    try {
      ledger.spend(wanted);
    } catch (const BudgetExceeded&) {
      return i;
    }
  }
  return most;
}

}  // namespace

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

TEST_CASE("in a replace ledger an add-remove entry costs (2 epsilon, (1 + e^epsilon) delta)") {
  Ledger ledger(basic(1, 1e-6, Neighbors::replace));
  ledger.spend(request(0.25, 1e-7));
  CHECK(ledger.spent().epsilon == 0.5);
  CHECK(ledger.spent().delta == Approx((1 + std::exp(0.25)) * 1e-7).epsilon(1e-9));
  CHECK_THROWS_AS(ledger.spend(request(0.3)), BudgetExceeded);
  CHECK_NOTHROW(ledger.spend(request(0.5, 1e-7, Neighbors::replace)));
  CHECK(ledger.remaining().epsilon == 0);
}

TEST_CASE("a replace entry in an add-remove ledger or a parallel part is rejected") {
  Ledger add_remove(basic(1, 0));
  CHECK_THROWS_WITH(add_remove.spend(request(0.1, 0, Neighbors::replace)),
                    "neighbors must be add-remove, as the ledger's are, got replace");
  Ledger replace(basic(1, 0, Neighbors::replace));
  LedgerRequest wanted = request(0.1, 0, Neighbors::replace);
  wanted.part = Part{replace.declare_parallel("halves", 2), 0};
  CHECK_THROWS_WITH(replace.spend(wanted),
                    "neighbors must be add-remove for a parallel part, got replace");
}

TEST_CASE("a concentrated ledger grants many small requests, and one request of the whole total") {
  Ledger sums(basic(1, 1e-6));
  Ledger squares(concentrated(1, 1e-6, 5e-7));
  CHECK(times(sums, request(0.01)) == 100);
  const int more = times(squares, request(0.01));
  CHECK(more > 400);
  CHECK(squares.spent().epsilon <= 1);
  CHECK(squares.spent().delta == 5e-7);  // the tail
  Ledger one(concentrated(1, 1e-6, 5e-7));
  CHECK(one.remaining() == Loss{1, 5e-7});
  CHECK(times(one, request(1)) == 1);
  CHECK(one.spent() == Loss{1, 0});
}

TEST_CASE("in a concentrated ledger a request for the remaining loss fits too") {
  Ledger ledger(concentrated(1, 1e-6, 5e-7));
  for (int i = 0; i < 300; ++i) ledger.spend(request(0.01, 1e-10));
  CHECK(ledger.spent().epsilon < 1);
  CHECK(ledger.remaining().epsilon > 0.1);  // though the epsilons add up to 3
  for (int i = 0; i < 5; ++i) {
    CHECK_NOTHROW(ledger.spend(request(ledger.remaining().epsilon / 2)));
    const Loss left = ledger.remaining();
    CHECK(left.epsilon > 0);
    CHECK_NOTHROW(ledger.withdraw(ledger.reserve(request(left.epsilon, left.delta))));
    CHECK_THROWS_AS(ledger.spend(request(left.epsilon * (1 + 1e-9))), BudgetExceeded);
  }
}

TEST_CASE("bounded-range draws cost a concentrated ledger a quarter of other steps") {
  Ledger any(concentrated(1, 1e-6, 5e-7));
  Ledger range(concentrated(1, 1e-6, 5e-7));
  const int draws = times(range, {"select", bounded_range_charge(0.02, 1, 0)}, 10000);
  CHECK(draws == Approx(4 * times(any, request(0.02), 10000)).margin(4));
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

TEST_CASE("an invalid budget is rejected by name") {
  CHECK_THROWS_WITH(Ledger(basic(0, 0)), "epsilon must be a number from 1e-9 to 10000, got 0");
  CHECK_THROWS_WITH(Ledger(basic(std::nan(""), 0)),
                    "epsilon must be a number from 1e-9 to 10000, got nan");
  CHECK_THROWS_WITH(Ledger(basic(1, 1)), "delta must be 0 or a number above 0 and below 1, got 1");
  CHECK_THROWS_WITH(Ledger(concentrated(1, 1e-6, 0)),
                    "tail must be above 0 and at most delta (1e-06), got 0");
  CHECK_THROWS_WITH(Ledger(concentrated(1, 1e-6, 1e-5)),
                    "tail must be above 0 and at most delta (1e-06), got 1e-05");
  CHECK_THROWS_WITH(Ledger(Budget{{1, 1e-6}, Neighbors::add_remove, Composition::basic, 1e-7}),
                    "tail must be 0 for basic composition, got 1e-07");
}

TEST_CASE("an invalid request is rejected and changes nothing") {
  Ledger ledger(basic(1, 1e-6));
  for (const Charge& bad : {Charge{-1, 0, 0}, Charge{std::nan(""), 0, 0}, Charge{INFINITY, 0, 0},
                            Charge{0.1, -1e-9, 0}, Charge{0.1, std::nan(""), 0}, Charge{0.1, 2, 0},
                            Charge{0.1, 0, -1}, Charge{0.1, 0, std::nan("")}}) {
    CHECK_THROWS_AS(ledger.spend({"bad", bad}), OutOfRange);
  }
  CHECK_THROWS_AS(ledger.open_session({"bad", {0.1, 0, 0, 1}}), OutOfRange);
  CHECK_THROWS_AS(ledger.open_session({"bad", {0, 1, 0, 1}}), OutOfRange);
  CHECK_THROWS_AS(ledger.declare_parallel("none", 0), OutOfRange);
  CHECK(ledger.entries().empty());
  CHECK(ledger.remaining() == Loss{1, 1e-6});
}

TEST_CASE("tiny and large budgets work to the last request") {
  for (const double epsilon : {1e-9, 1e-3, 10000.0}) {
    for (const double delta : {1e-300, 1e-6, 0.5}) {
      Ledger ledger(basic(epsilon, delta));
      CHECK(times(ledger, request(epsilon / 7, delta / 7)) == 7);
      CHECK(ledger.remaining() == Loss{0, 0});
    }
  }
}
