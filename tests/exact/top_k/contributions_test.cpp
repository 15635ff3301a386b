// Contribution bounding: its exact law, and top-k on rows with user ids over all neighbours.
#include "logstar/top_k/contributions.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "divergence.hpp"
#include "enumerating_randomness.hpp"
#include "histogram_laws.hpp"
#include "logstar/top_k/calibration.hpp"

namespace logstar::testing {
namespace {

using Counts = std::vector<std::uint32_t>;
using Row = std::pair<std::uint32_t, std::uint32_t>;

template <typename Bound>
auto law_of(const std::vector<Row>& rows, std::uint32_t users, std::uint32_t items,
            const Bound& bound) {
  std::vector<std::uint32_t> user_column, item_column;
  for (const auto& [user, item] : rows) {
    user_column.push_back(user);
    item_column.push_back(item);
  }
  const EventColumns events{user_column, item_column, users, items};
  return enumerate([&](Randomness& r) { return bound(events, r); });
}

auto keeping(std::optional<std::uint64_t> per_user) {
  return [per_user](const EventColumns& events, Randomness& r) {
    return bound_contributions(events, per_user, r);
  };
}

TEST_CASE("all sets of per_user of a user's distinct items are equally likely") {
  // Four items, the first of them three times, in unsorted order.
  const std::vector<Row> rows{{0, 2}, {0, 0}, {0, 2}, {0, 3}, {0, 1}, {0, 2}};
  for (const std::uint64_t most : {1u, 2u, 3u}) {
    const auto law = law_of(rows, 1, 4, keeping(most));
    const std::size_t sets = most == 2 ? 6 : 4;
    REQUIRE(law.mass.size() == sets);
    for (const auto& [counts, mass] : law.mass) {
      CHECK(std::count(counts.begin(), counts.end(), 1u) == static_cast<std::ptrdiff_t>(most));
      CHECK(double(mass) == Approx(1.0 / static_cast<double>(sets)).epsilon(1e-12));
    }
  }
}

TEST_CASE("users choose independently, and each counts at most once for an item") {
  const std::vector<Row> rows{{1, 0}, {0, 0}, {1, 1}, {0, 1}, {0, 1}, {2, 1}};
  const auto law = law_of(rows, 3, 2, keeping(1));
  CHECK(law.mass ==
        std::map<Counts, long double>{{{0, 3}, 0.25L}, {{1, 2}, 0.5L}, {{2, 1}, 0.25L}});
}

TEST_CASE("all items count without a draw if there is no bound or a user has at most that many") {
  const std::vector<Row> rows{{0, 0}, {0, 1}, {1, 1}, {0, 1}};
  for (const std::optional<std::uint64_t> most : {std::optional<std::uint64_t>(2), {}}) {
    const auto law = law_of(rows, 2, 3, keeping(most));
    CHECK(law.mass == std::map<Counts, long double>{{{1, 2, 0}, 1.0L}});
  }
  CHECK(law_of({}, 0, 0, keeping(1)).mass.size() == 1);
}

TEST_CASE("mismatched columns are rejected by name") {
  const std::vector<std::uint32_t> one{0}, two{0, 1};
  const auto bound = [&](const EventColumns& events, std::uint64_t most) {
    return law_of({}, 0, 0, [&](const EventColumns&, Randomness& r) {
      return bound_contributions(events, most, r);
    });
  };
  CHECK_THROWS_WITH(bound({one, two, 1, 2}, 1), "items must be as many as users, 1, got 2");
  CHECK_THROWS_WITH(bound({two, two, 1, 2}, 1), "users must be below their count, got one beyond");
  CHECK_THROWS_WITH(bound({two, two, 2, 1}, 1), "items must be below their count, got one beyond");
  CHECK_THROWS_WITH(bound({two, two, 2, 2}, 0),
                    "perUser must be a whole number from 1 to 1000000000, got 0");
}

/// Top-1 of 3 items from rows, all subsets of items for each of two users, and one user less.
template <typename Bound>
PrivacyReport rows_against_one_user_less(const TopKParameters& parameters, double epsilon,
                                         const Bound& bound) {
  PrivacyCheck check(epsilon, "add-remove", "2 users with any of 3 items each");
  const auto answer = [&](const EventColumns& events, Randomness& r) {
    const Counts counts = bound(events, r);
    const Ranked rows = ranked(Histogram(counts.begin(), counts.end()), 4);
    return released(rows, draw_top_k(rows.counts, parameters, r));
  };
  for (unsigned stays = 0; stays < 8; ++stays) {
    for (unsigned leaves = 1; leaves < 8; ++leaves) {
      std::vector<Row> base, rows;
      for (std::uint32_t item = 0; item < 3; ++item) {
        if (stays >> item & 1) base.push_back({0, item});
        if (leaves >> item & 1) rows.push_back({1, item});
      }
      rows.insert(rows.end(), base.begin(), base.end());
      check.pair(law_of(base, 2, 3, answer), law_of(rows, 2, 3, answer));
    }
  }
  return check.report();
}

TEST_CASE("top-k for one item per user is private for bounded rows of users with up to 3") {
  const double delta = 0.2;
  const auto parameters =
      plain(TopKVariant::limited_domain, 1, 2, 1.0, delta, std::log(1 / delta) + 1e-12);
  const auto report = rows_against_one_user_less(parameters, 1.0, keeping(1));
  CHECK(report.within(delta / (1 + delta)));
  CHECK(report.worst_delta > 0.1);
}

TEST_CASE("control: unbounded rows are rejected") {
  const double delta = 0.2;
  const auto parameters =
      plain(TopKVariant::limited_domain, 1, 2, 1.0, delta, std::log(1 / delta) + 1e-12);
  CHECK_FALSE(rows_against_one_user_less(parameters, 1.0, keeping({})).within(delta));
}

TEST_CASE("control: keeping a user's rows without merging repeated ones is rejected") {
  // There, two rows of one item count twice.
  const auto broken = [](const EventColumns& events, Randomness&) {
    Counts counts(events.item_count, 0);
    for (const std::uint32_t item : events.items) ++counts[item];
    return counts;
  };
  const double delta = 0.2;
  const auto parameters =
      plain(TopKVariant::limited_domain, 1, 2, 1.0, delta, std::log(1 / delta) + 1e-12);
  PrivacyCheck check(1.0, "add-remove", "a user with 2 rows of one item");
  const auto answer = [&](const EventColumns& events, Randomness& r) {
    const Counts counts = broken(events, r);
    const Ranked rows = ranked(Histogram(counts.begin(), counts.end()), 4);
    return released(rows, draw_top_k(rows.counts, parameters, r));
  };
  check.pair(law_of({}, 1, 3, answer), law_of({{0, 0}, {0, 0}}, 1, 3, answer));
  CHECK_FALSE(check.report().within(delta));
}

/// Top-1 of 3 items from rows, with one user's rows replaced. That user and one more have any subsets of items;
/// `loyal` users have one item each.
PrivacyReport rows_with_a_user_replaced(const TopKTask& task, const Counts& loyal) {
  const TopKParameters parameters = calibrate_top_k(task);
  PrivacyCheck check(task.total.epsilon, "replace",
                     std::to_string(2 + loyal[0] + loyal[1]) + " users, 2 with any of 3 items");
  const auto bound = keeping(task.per_user);
  const auto answer = [&](const EventColumns& events, Randomness& r) {
    const Counts counts = bound(events, r);
    const Ranked rows = ranked(Histogram(counts.begin(), counts.end()), 4);
    return released(rows, draw_top_k(rows.counts, parameters, r));
  };
  const auto law_with = [&](unsigned stays, unsigned changes) {
    std::vector<Row> rows;
    for (std::uint32_t item = 0; item < 3; ++item) {
      if (stays >> item & 1) rows.push_back({0, item});
      if (changes >> item & 1) rows.push_back({1, item});
    }
    std::uint32_t user = 2;
    for (std::uint32_t item = 0; item < 3; ++item) {
      for (std::uint32_t i = 0; i < loyal[item]; ++i) rows.push_back({user++, item});
    }
    return law_of(rows, user, 3, answer);
  };
  for (unsigned stays = 0; stays < 8; ++stays) {
    std::vector<Law<Released>> laws;
    for (unsigned changes = 1; changes < 8; ++changes) {
      laws.push_back(law_with(stays, changes));
      for (std::size_t i = 0; i + 1 < laws.size(); ++i) check.pair(laws[i], laws.back());
    }
  }
  return check.report();
}

/// The task that the library calibrates for a bound on items per user.
TopKTask bounded_task(std::uint64_t per_user, Neighbors neighbors) {
  TopKTask task;
  task.k = 1;
  task.kbar = 2;
  task.per_user = per_user;
  task.total = {2, 0.05};
  task.neighbors = neighbors;
  return task;
}

/// No other users, or enough that the border is passed and the rarer item reveals the change.
const Counts kNobody = {0, 0, 0};
const Counts kOthers = {5, 8, 0};

TEST_CASE("top-k from bounded rows keeps (epsilon, delta) if one user's rows are replaced") {
  for (const std::uint64_t per_user : {1u, 2u}) {
    const auto task = bounded_task(per_user, Neighbors::replace);
    const auto alone = rows_with_a_user_replaced(task, kNobody);
    CHECK(alone.within(task.total.delta));
    CHECK(alone.worst_delta > 0.2 * task.total.delta);
    const auto among_others = rows_with_a_user_replaced(task, kOthers);
    CHECK(among_others.within(task.total.delta));
    CHECK(among_others.largest_log_ratio > 0.9 * task.total.epsilon);
  }
}

TEST_CASE("control: bounded rows at the price of an added user are rejected for a replaced one") {
  const auto task = bounded_task(1, Neighbors::add_remove);
  CHECK_FALSE(rows_with_a_user_replaced(task, kOthers).within(task.total.delta));
}

}  // namespace
}  // namespace logstar::testing
