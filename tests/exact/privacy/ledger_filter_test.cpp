// The filter against adversaries who choose each mechanism's parameters, and when to stop, after seeing earlier
// results. Computes the largest divergence on an actual ledger, over all strategies that request one of a few
// epsilons at a time.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/support/errors.hpp"

using namespace logstar;

namespace {

// One kind of mechanism: its charge, its probability of revealing D, and otherwise two outcomes with their
// probabilities on D and losses ln(P/Q).
struct Move {
  Charge charge;
  double p;  // of the first outcome
  double first_loss;
  double second_loss;
  double leak = 0;
};

Move randomised_response(double epsilon, double delta = 0) {
  return {charge_of({epsilon, delta}), 1 / (1 + std::exp(-epsilon)), epsilon, -epsilon, delta};
}

// The bounded-range pair with losses t and t - epsilon.
Move range_draw(double epsilon, double t) {
  return {bounded_range_charge(epsilon, 1, 0), std::expm1(t - epsilon) / std::expm1(-epsilon), t,
          t - epsilon};
}

// The best expected excess max(0, 1 - e^(claimed - loss)) from here on; stopping is always
// possible. Entries are withdrawn on the way back, so one ledger serves the whole tree.
double reached(Ledger& ledger, const std::vector<Move>& moves, int depth, double claimed,
               double loss = 0) {
  double best = std::max(0.0, 1 - std::exp(claimed - loss));
  if (depth == 0) return best;
  for (const Move& move : moves) {
    Ledger::EntryId id = 0;
    try {
      id = ledger.reserve({"move", move.charge});
    } catch (const BudgetExceeded&) {
      continue;
    }
    const double kept_secret =
        move.p * reached(ledger, moves, depth - 1, claimed, loss + move.first_loss) +
        (1 - move.p) * reached(ledger, moves, depth - 1, claimed, loss + move.second_loss);
    const double value = move.leak + (1 - move.leak) * kept_secret;
    ledger.withdraw(id);
    best = std::max(best, value);
  }
  return best;
}

const std::vector<Move> kResponses = {randomised_response(1), randomised_response(0.5),
                                      randomised_response(0.25)};
const std::vector<Move> kDraws = {range_draw(1, 0.5), range_draw(1, 0.75), range_draw(0.5, 0.25),
                                  range_draw(0.5, 0.4), range_draw(0.5, 0.1)};
const std::vector<Move> kLeaks = {randomised_response(1, 0.01), randomised_response(0.5, 0.03),
                                  randomised_response(0.25)};
// Tolerance: the rounding of a few doubles of size 1, plus the 2^-44 that a ledger reserves and a move does
// not.
constexpr double kFilterArithmetic = 1e-12;

Ledger with(Composition composition, double epsilon, double delta) {
  return Ledger(Budget{{epsilon, delta},
                       Neighbors::add_remove,
                       composition,
                       composition == Composition::basic ? 0 : delta});
}

}  // namespace

TEST_CASE("basic: no adaptive strategy of depth 6 has a loss beyond the total") {
  Ledger ledger = with(Composition::basic, 1.5, 0);
  CHECK(reached(ledger, kResponses, 6, 1.5) <= kFilterArithmetic);
  CHECK(reached(ledger, kResponses, 6, 1.45) > 0.01);  // and they use up the total
}

TEST_CASE("concentrated: no adaptive strategy exceeds the tail, for responses and for draws") {
  for (const double tail : {0.3, 0.1, 0.02}) {
    Ledger ledger = with(Composition::concentrated, 1.5, tail);
    CHECK(reached(ledger, kResponses, 6, 1.5) <= tail);
    CHECK(reached(ledger, kDraws, 5, 1.5) <= tail);
  }
}

TEST_CASE("concentrated: the tail is needed, as strategies exceed the sum of epsilon") {
  Ledger ledger = with(Composition::concentrated, 1.5, 0.3);
  CHECK(reached(ledger, kResponses, 6, 1.5) > 0.01);
  CHECK(reached(ledger, kDraws, 5, 1.5) > 0.01);
}

TEST_CASE("deltas add up: strategies reach nearly all of the total delta, and no more") {
  Ledger sums = with(Composition::basic, 1.5, 0.06);
  CHECK(reached(sums, kLeaks, 6, 1.5) <= 0.06);
  CHECK(reached(sums, kLeaks, 6, 1.5) > 0.055);
  Ledger squares(Budget{{1.5, 0.16}, Neighbors::add_remove, Composition::concentrated, 0.1});
  CHECK(reached(squares, kLeaks, 6, 1.5) <= 0.16);
  CHECK(reached(squares, kLeaks, 6, 1.5) > 0.06);
}

// Controls.

TEST_CASE("control: leaks that the ledger does not charge are rejected") {
  std::vector<Move> untold = kLeaks;
  for (Move& move : untold) move.charge.delta /= 2;
  Ledger ledger = with(Composition::basic, 1.5, 0.06);
  CHECK(reached(ledger, untold, 6, 1.5) > 0.06);
}

TEST_CASE("control: charging randomised response as a bounded-range draw is rejected") {
  std::vector<Move> underpriced = kResponses;
  for (Move& move : underpriced) {
    move.charge = bounded_range_charge(move.charge.epsilon, 1, 0);
  }
  Ledger ledger = with(Composition::concentrated, 1.5, 0.1);
  CHECK(reached(ledger, underpriced, 7, 1.5) > 0.1);
}

TEST_CASE("control: a total spent once in each currency is rejected") {
  // The grants of a ledger that kept two budgets: the moves of one ledger, then the same total again.
  std::vector<Move> half_price = kResponses;
  for (Move& move : half_price) {
    move.charge.epsilon /= 2;
    move.charge.rho /= 2;
  }
  Ledger ledger = with(Composition::basic, 1.5, 0);
  CHECK(reached(ledger, half_price, 6, 1.5) > 0.1);
}
