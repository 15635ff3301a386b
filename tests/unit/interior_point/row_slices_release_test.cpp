// The contract of sessions over rows: what a cut takes, what a slice pays for, what its releases claim, and
// what is saved.
#include "logstar/interior_point/slices/row_slices_release.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "logstar/interior_point/rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/selection/count_release.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"
#include "unsaid.hpp"

namespace logstar::testing {
namespace {

using Session = RowSlices<double>;
using Catch::Matchers::Contains;

RowSlicesTask terms() {
  RowSlicesTask task;
  task.compute = {0.25, 1e-7};
  task.slices = 2;
  task.delta = 1e-4;
  return task;
}

std::vector<double> rows_of(const Session::Slice& slice) {
  return {slice.rows().begin(), slice.rows().end()};
}

const auto kOwn = [](double row) { return std::optional(row); };

struct Drawn {
  explicit Drawn(std::uint64_t seed = 1) : bits(seed), randomness(bits) {}
  SeededBits bits;
  ExactRandomness randomness;
};

TEST_CASE("a slice has the first rows of the order, in the order of all rows") {
  Drawn by;
  RowSlicesTask task = terms();
  task.slices = 4;
  Session session(task, Claim{}, {3, 1, NAN, 2, 1, 5}, by.randomness);
  CHECK(rows_of(session.take(2, kOwn, SliceEnd::low)) == std::vector<double>{1, 1});
  CHECK(rows_of(session.take(1, kOwn, SliceEnd::high)) == std::vector<double>{5});
  // A row without a key stays for a later cut.
  const auto any = [](double) { return std::optional(0); };
  CHECK(rows_of(session.take(2, any, SliceEnd::high))[0] == 3);
  CHECK(rows_of(session.take(9, any, SliceEnd::low)) == std::vector<double>{2});
  CHECK_THROWS_WITH(session.take(1, kOwn, SliceEnd::low), "no slice is left of the declared 4");
}

TEST_CASE("rows of one key are cut in the order of all rows, from either end") {
  Drawn by;
  for (const SliceEnd end : {SliceEnd::low, SliceEnd::high}) {
    Session session(terms(), Claim{}, {4, 3, 2, 1}, by.randomness);
    const auto same = [](double) { return std::optional(std::string("same")); };
    CHECK(rows_of(session.take(2, same, end)) == std::vector<double>{4, 3});
  }
}

TEST_CASE("a slice that was cut earlier stays open, and pays until its budget is spent") {
  Drawn by;
  Ledger ledger({.total = {10, 1e-3}});
  const auto session =
      release<RowSlicesRelease<double>>(ledger, terms(), {1, 2, 3, 4}, by.randomness);
  Session::Slice& first = session.answer->take(2, kOwn, SliceEnd::low);
  session.answer->take(2, kOwn, SliceEnd::low);
  CHECK(first.ledger().budget().total == Loss{0.25, 1e-7});
  CountRelease::Task count;
  count.epsilon = 0.2;
  const auto piece = first.release<CountRelease>(count, 2);
  CHECK(piece.claim.loss == session.claim.loss);
  CHECK_THAT(piece.claim.mechanism, Contains(", part of a session of 2 slices"));
  CHECK_THAT(to_text(piece.claim), Contains("computeEpsilon: 0.2"));
  CHECK(first.ledger().remaining().epsilon == Approx(0.05));
  CHECK_THROWS_AS(first.release<CountRelease>(count, 2), BudgetExceeded);
  CHECK(ledger.entries().size() == 1);
}

TEST_CASE("a slice with a number of pieces allows each the whole loss, and no further one") {
  Drawn by;
  RowSlicesTask task = terms();
  task.computes = 2;
  Session session(task, Claim{}, {1, 2, 3}, by.randomness);
  Session::Slice& slice = session.take(2, kOwn, SliceEnd::low);
  CHECK_THROWS_AS(slice.ledger(), WrongState);
  CountRelease::Task count;
  count.epsilon = 0.3;
  CHECK_THROWS_AS(slice.release<CountRelease>(count, 2), BudgetExceeded);
  count.epsilon = 0.25;
  slice.release<CountRelease>(count, 2);
  slice.release<CountRelease>(count, 2);
  CHECK_THROWS_WITH(slice.release<CountRelease>(count, 2), Contains("used-up"));
}

TEST_CASE(
    "a slice of rows rejects pieces for a replaced row, and a slice of users those for a row") {
  Drawn by;
  CountRelease::Task count;
  count.epsilon = 0.1;
  RowSlicesTask task = terms();
  task.protects = Protects::users;
  Session users(task, Claim{}, {1, 2, 3}, by.randomness);
  CHECK_THROWS_AS(users.take(1, kOwn, SliceEnd::low).release<CountRelease>(count, 1), WrongType);
  Session rows(terms(), Claim{}, {1, 2, 3}, by.randomness);
  count.neighbors = Neighbors::replace;
  CHECK_THROWS_AS(rows.take(1, kOwn, SliceEnd::low).release<CountRelease>(count, 1), OutOfRange);
}

TEST_CASE(
    "a restarted session has all rows again, as often as declared, and keeps earlier slices") {
  Drawn by;
  RowSlicesTask task = terms();
  task.sessions = 2;
  task.slices = 1;
  Session session(task, Claim{}, {1, 2, 3}, by.randomness);
  Session::Slice& before = session.take(2, kOwn, SliceEnd::low);
  session.restart();
  CHECK(rows_of(session.take(2, kOwn, SliceEnd::low)) == rows_of(before));
  CHECK_THROWS_AS(session.take(1, kOwn, SliceEnd::low), BudgetExceeded);
  CHECK_THROWS_WITH(session.restart(), "no session is left of the declared 2");
}

TEST_CASE("a saved session of slices goes on with its rows, slices and budgets") {
  using Release = RowSlicesRelease<double>;
  Drawn by;
  for (const bool pieces : {false, true}) {
    RowSlicesTask task = terms();
    if (pieces) task.computes = 1;
    const auto plan = Release::plan(task);
    const std::vector<double> all = {4, 2, 3, 1};
    const auto session = Release::draw(task, plan, all, by.randomness);
    CountRelease::Task count;
    count.epsilon = 0.25;
    session->take(2, kOwn, SliceEnd::low).release<CountRelease>(count, 2);
    const auto again = Release::resume(task, plan, {all, session->state()}, by.randomness);
    CHECK(rows_of(again->slice(0)) == std::vector<double>{2, 1});
    CHECK_THROWS_AS(again->slice(0).release<CountRelease>(count, 2), BudgetExceeded);
    CHECK(rows_of(again->take(9, kOwn, SliceEnd::low)) == std::vector<double>{4, 3});
    CHECK_THROWS_AS(again->take(1, kOwn, SliceEnd::low), BudgetExceeded);
    RowSlicesState wrong = session->state();
    wrong.left = {1, 4};
    CHECK_THROWS_AS(Release::resume(task, plan, {all, wrong}, by.randomness), OutOfRange);
  }
}

TEST_CASE("a session under replace costs twice an add-remove session, at a delta for both steps") {
  for (const double slice_epsilon : {0.0, 0.01, 1.0}) {
    RowSlicesTask task = terms();
    task.slice_epsilon = slice_epsilon;
    task.compute.delta = 0;
    task.neighbors = Neighbors::replace;
    const double replaced = plan_row_slices(task).epsilon;
    RowSlicesTask one = task;
    one.neighbors = Neighbors::add_remove;
    one.delta = task.delta / (1 + std::exp(replaced / 2));
    CHECK(replaced == Approx(2 * plan_row_slices(one).epsilon).epsilon(1e-3));
    CHECK(replaced >= 2 * plan_row_slices(one).epsilon * (1 - 1e-9));
  }
}

TEST_CASE("another value of any field of a session over rows changes its claim") {
  RowSlicesTask task = terms();
  task.slice_epsilon = 0.1;
  CHECK(unsaid<RowSlicesRelease<std::uint32_t>>({task}) == Names{});
}

}  // namespace
}  // namespace logstar::testing
