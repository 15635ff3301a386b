// Slices over rows: laws of whole conversations on lists of few rows, docs/guarantees/slices-over-rows.md.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/slices/row_slices_release.hpp"
#include "row_slices_run.hpp"

namespace logstar::testing {
namespace {

/// The stated loss, without the ledger's margin.
double stated(RowSlicesTask task, double delta) {
  task.delta = delta;
  return plan_row_slices(task).epsilon;
}

TEST_CASE("conversations on slices of rows keep the loss of exact lengths") {
  const RowSlicesTask task = two_slices(0, 1);
  const double epsilon = stated(task, 0);
  CHECK(epsilon == Approx(4));
  const auto report = check_lists(4, Neighbors::add_remove, epsilon, conversation(task, 0.5));
  CHECK(report.within(0));
  CHECK(report.largest_log_ratio > 0.3 * epsilon);
}

TEST_CASE("conversations on slices of rows keep the loss of noisy lengths") {
  for (const double slice_epsilon : {0.25, 1.0}) {
    const RowSlicesTask task = two_slices(slice_epsilon, 1);
    for (const double delta : {0.02, 0.1}) {
      const auto report = check_lists(2, Neighbors::add_remove, stated(task, delta),
                                      conversation(task, 0.5), 1e-5L);
      CHECK(report.within(delta));
    }
  }
}

TEST_CASE("conversations on slices of rows keep the loss for a replaced row") {
  for (const double slice_epsilon : {0.0, 1.0}) {
    RowSlicesTask task = two_slices(slice_epsilon, 0.5);
    task.neighbors = Neighbors::replace;
    const double delta = slice_epsilon > 0 ? 0.1 : 0;
    const auto report = check_lists(slice_epsilon > 0 ? 2 : 3, Neighbors::replace,
                                    stated(task, delta), conversation(task, 0.25), 1e-5L);
    CHECK(report.within(delta));
  }
}

TEST_CASE("two sessions on the same rows keep the loss of two") {
  RowSlicesTask task = two_slices(0, 0.5);
  task.sessions = 2;
  CHECK(stated(task, 0) == Approx(4));
  CHECK(check_lists(2, Neighbors::add_remove, stated(task, 0), conversation(task, 0.25)).within(0));
}

TEST_CASE("CLNSS22 Theorem 2.3: three sessions cost 0.332 together, and 0.725 if declared apart") {
  RowSlicesTask task = two_slices(0.006, 0.02);
  task.slices = 1'000'000;
  const double apart = stated(task, 1e-6);
  CHECK(apart == Approx(0.2418).margin(1e-4));
  const std::pair<unsigned, double> figures[] = {
      {2, 0.2924}, {3, 0.3316}, {10, 0.5249}, {20, 0.7144}};
  for (const auto& [sessions, epsilon] : figures) {
    task.sessions = sessions;
    CHECK(stated(task, 1e-6) == Approx(epsilon).margin(1e-4));
  }
  CHECK(3 * apart == Approx(0.725).margin(1e-3));
}

TEST_CASE("control: pieces that each cost the whole budget of a slice are rejected") {
  const RowSlicesTask task = two_slices(0, 4);
  // Each piece draws at four times what it is charged.
  CHECK_FALSE(
      check_lists(3, Neighbors::add_remove, stated(task, 0), conversation(task, 8)).within(0));
}

/// Two laws of a session on two lists of rows.
template <typename Session>
PrivacyReport between(const KeyedRows& rows, const KeyedRows& more, double epsilon,
                      const Session& session) {
  const auto law = [&](const KeyedRows& of) {
    return enumerate([&](Randomness& r) { return session(of, r); });
  };
  PrivacyCheck check(epsilon, "add-remove", "a constructed pair of lists");
  check.pair(law(rows), law(more));
  return check.report();
}

TEST_CASE("control: an order that looks at other rows is rejected") {
  const RowSlicesTask task = two_slices(0, 1);
  // Four rows of value 0, then four of value 1, in the order of the list: an even number of rows is cut from
  // the front, an odd one from the back.
  const auto session = [&](const KeyedRows& rows, Randomness& randomness) {
    RowSession slices(task, Claim{}, rows, randomness);
    const int sign = rows.size() % 2 == 0 ? 1 : -1;
    const auto by = [&](const KeyedRow& row) { return std::optional(sign * *row.key); };
    std::vector<int> seen;
    for (int i = 0; i < 2; ++i) {
      RowSession::Slice& slice = slices.take(4, by, SliceEnd::low);
      seen.push_back(ask(slice, 1, 1, randomness));
    }
    return seen;
  };
  KeyedRows rows;
  for (int i = 0; i < 8; ++i) rows.push_back({i, i < 4 ? 0u : 1u});
  KeyedRows more = rows;
  more.push_back({8, 1});
  CHECK_FALSE(between(rows, more, stated(task, 0), session).within(0));
}

TEST_CASE("control: rows without a key that are dropped if their number is odd are rejected") {
  RowSlicesTask task = two_slices(0, 1);
  const auto session = [&](const KeyedRows& rows, Randomness& randomness) {
    RowSession slices(task, Claim{}, rows, randomness);
    std::size_t without = 0;
    for (const KeyedRow& row : rows) without += !row.key;
    slices.take(
        1, [](const KeyedRow& row) { return row.key; }, SliceEnd::low);
    const auto by = [&](const KeyedRow& row) {
      return !row.key && without % 2 == 1 ? std::nullopt : std::optional(0);
    };
    RowSession::Slice& slice = slices.take(9, by, SliceEnd::low);
    return ask(slice, 1, 1, randomness);
  };
  const KeyedRows rows(8, {std::nullopt, 1});
  const KeyedRows more(9, {std::nullopt, 1});
  // The slices are one row apart, and at most 2 c is stated for slices two rows apart.
  CHECK_FALSE(between(rows, more, 2, session).within(0));
}

/// The value that most rows of a slice have, by a coin if there is none. It is wrong with probability e^-c/2, so
/// that one row moves it by e^c at most, and one row for another by nearly twice that.
int ask_most(RowSession::Slice& slice, double c, Randomness& randomness) {
  slice.ledger().spend({.mechanism = "a piece", .charge = charge_of(Loss{c, 0})});
  std::size_t ones = 0;
  for (const KeyedRow& row : slice.rows()) ones += row.value;
  const auto coin = static_cast<int>(randomness.uniform_below(2));
  if (2 * ones == slice.rows().size()) return coin;
  const int most = 2 * ones > slice.rows().size() ? 1 : 0;
  return randomness.bernoulli_exp(Rational::of(c)) ? coin : most;
}

/// Slices of one row each, in order, and the value of each. A row in front moves all of them.
auto values_in_order(const RowSlicesTask& task) {
  return [=](const KeyedRows& rows, Randomness& randomness) {
    RowSession session(task, Claim{}, rows, randomness);
    std::vector<int> seen;
    for (unsigned i = 0; i < task.sessions; ++i) {
      if (i > 0) session.restart();
      for (unsigned j = 0; j < task.slices; ++j) {
        RowSession::Slice& slice = session.take(
            1, [](const KeyedRow& row) { return row.key; }, SliceEnd::low);
        seen.push_back(ask_most(slice, task.compute.epsilon, randomness));
      }
    }
    return seen;
  };
}

KeyedRows alternating(int from, int to) {
  KeyedRows rows;
  for (int i = from; i <= to; ++i) rows.push_back({i, static_cast<std::size_t>(i % 2)});
  return rows;
}

TEST_CASE("control: two sessions at the price of one are rejected") {
  RowSlicesTask task = two_slices(0, 1);
  task.slices = 3;
  const double of_one = stated(task, 0);
  task.sessions = 2;
  const auto session = values_in_order(task);
  const KeyedRows rows = alternating(1, 4);
  const KeyedRows more = alternating(0, 4);
  CHECK(between(rows, more, stated(task, 0), session).within(0));
  CHECK_FALSE(between(rows, more, of_one, session).within(0));
}

TEST_CASE("control: exact lengths of slices of rows at the price of noisy ones are rejected") {
  RowSlicesTask noisy = two_slices(0.2, 1.5);
  noisy.slices = 8;
  RowSlicesTask exact = noisy;
  exact.slice_epsilon = 0;
  const auto session = values_in_order(exact);
  const KeyedRows rows = alternating(1, 8);
  const KeyedRows more = alternating(0, 8);
  constexpr double kDelta = 0.05;
  CHECK(stated(noisy, kDelta) < 0.4 * stated(exact, kDelta));
  CHECK(between(rows, more, stated(exact, kDelta), session).within(kDelta));
  CHECK_FALSE(between(rows, more, stated(noisy, kDelta), session).within(kDelta));
}

TEST_CASE("a user's rows are cut together, by a key of these rows") {
  using User = std::vector<int>;
  RowSlicesTask task = two_slices(0, 1);
  task.protects = Protects::users;
  EnumeratingRandomness randomness;
  RowSlices<User> session(task, Claim{}, {{5, 1}, {}, {3}, {4, 2}}, randomness);
  const auto least = [](const User& rows) {
    return rows.empty() ? std::nullopt : std::optional(*std::min_element(rows.begin(), rows.end()));
  };
  const auto slice = session.take(2, least, SliceEnd::low).rows();
  REQUIRE(slice.size() == 2);
  CHECK(slice[0] == User{5, 1});
  CHECK(slice[1] == User{4, 2});
}

}  // namespace
}  // namespace logstar::testing
