// Budgets of ledgers: total losses, neighbours, concentrated ledgers, and rejected requests.
#include <catch2/catch.hpp>
#include <cmath>

#include "ledger_requests.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::ledger_test {
namespace {

Budget concentrated(double epsilon, double delta, double tail) {
  return {{epsilon, delta}, Neighbors::add_remove, Composition::concentrated, tail};
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

}  // namespace
}  // namespace logstar::testing::ledger_test
