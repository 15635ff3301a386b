// Medians, quantiles and interior points of users with several rows, by group too: enough users with equal rows
// to be found sometimes, and one more.
#include <algorithm>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "audit.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

/// Leading bits of keys near the upper end, so that a row at 0 makes nearly all of the domain interior.
constexpr std::uint64_t kHigh = 0xf5a5'5a5a'1234'5678;

struct UserCase {
  std::string mechanism;
  std::string mode;
  UserRanksTask task;
  std::size_t users = 0;  ///< in each group, with one row each

  std::uint64_t key() const { return kHigh >> (64 - task.each.bits); }
};

/// The rows of one user, each a group and a key.
using Belongings = std::vector<std::pair<std::uint32_t, std::uint64_t>>;

/// One more user, of two rows in each group; a replaced user's rows come from 0.
std::vector<Belongings> users_of(const UserCase& one, bool second) {
  std::vector<Belongings> users;
  Belongings last;
  for (std::uint32_t group = 0; group < one.task.each.groups; ++group) {
    users.insert(users.end(), one.users, {{group, one.key()}});
    last.insert(last.end(), 2, {group, second ? one.key() : 0});
  }
  if (second || one.task.each.neighbors == Neighbors::replace) users.push_back(last);
  return users;
}

UserRows rows_of(const UserCase& one, bool second) {
  UserRows rows{{}, {}, KeyArray(one.task.each.bits)};
  std::uint32_t user = 0;
  for (const Belongings& own : users_of(one, second)) {
    for (const auto& [group, key] : own) {
      rows.users.push_back(user);
      if (one.task.each.list != GroupList::none) rows.groups.push_back(group);
      rows.keys.append(WideKey{key});
    }
    ++user;
  }
  return rows;
}

/// The number of answers, and the number of them that are the common key.
std::int64_t found(const UserRanks::Answer& answers, std::uint64_t key) {
  std::int64_t given = 0;
  std::int64_t exact = 0;
  for (const GroupRanks& one : answers) {
    for (const auto& value : one.values) {
      given += value.has_value();
      exact += value && value->front() == key;
    }
  }
  return 100 * given + exact;
}

AuditCase audited(const UserCase& one) {
  const Neighbors neighbors = one.task.each.neighbors;
  require_neighbors(users_of(one, false), users_of(one, true), neighbors);
  return {one.mechanism, one.mode, text_of(neighbors), one.task.each.loss,
          [one, plan = UserRanks::plan(one.task)](bool second, Randomness& randomness) {
            auto answers = UserRanks::draw(one.task, plan, rows_of(one, second), randomness);
            return found(answers, one.key());
          }};
}

UserRanksTask task_of(const Loss& loss, Neighbors neighbors, GroupList list,
                      std::uint32_t bits = 64) {
  UserRanksTask task;
  task.each.bits = bits;
  task.each.domain = WideInterval::all(bits);
  task.each.loss = loss;
  task.each.neighbors = neighbors;
  task.each.list = list;
  task.each.groups = list == GroupList::none ? 1 : 2;
  return task;
}

}  // namespace

AuditCases user_rank_cases() {
  AuditCases cases;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const double times = neighbors == Neighbors::replace ? 2 : 1;
    const auto at = [&](double users) { return static_cast<std::size_t>(users * times); };
    const auto median = task_of({1, 0}, neighbors, GroupList::none);
    cases.push_back(audited({"median", "rows of users", median, at(42)}));

    // Two rows of a user count fully: it takes twice the users, one row each.
    auto of_rows = median;
    of_rows.each.most_rows = 2;
    cases.push_back(audited({"median", "rows of users, at most g each", of_rows, at(84)}));

    // Abstaining outweighs about the same number.
    auto rather_none = median;
    rather_none.unit_is_record = true;
    rather_none.each.abstain = true;
    cases.push_back(audited({"median", "abstain, records", rather_none, at(47)}));

    // In two groups, a user with rows in both counts by half in each.
    auto several = task_of({8, 0}, neighbors, GroupList::declared);
    several.quantiles = {{1, 4}, {3, 4}};
    cases.push_back(audited({"quantiles", "rows of users", several, at(63)}));

    // The median and the quartile above it have half of epsilon each.
    auto by_recursion = task_of({8, 0}, neighbors, GroupList::none, 12);
    by_recursion.quantiles = {{1, 2}, {3, 4}};
    by_recursion.several = SeveralRanks::recursion;
    cases.push_back(audited({"quantiles", "rows of users, recursion", by_recursion, at(5)}));

    const auto inside = task_of({1, 1e-6}, neighbors, GroupList::none);
    cases.push_back(audited({"interiorPoint", "rows of users, cut", inside, at(17)}));

    // Half of the groups are released; the domain is so narrow that these few users' key is found sometimes.
    auto searched = task_of({5, 1e-3}, neighbors, GroupList::occurring, 40);
    searched.each.quantile = QuantileFraction{1, 2};
    const UserRanks::Plan plan = UserRanks::plan(searched);
    const double half =
        static_cast<double>(plan.found->half_released_at) / searched.each.user_weight;
    const double each = plan.tasks.front().loss.epsilon / times;
    const auto bits = static_cast<std::uint32_t>(half * each / 0.6931);
    searched.each.bits = bits;
    searched.each.domain = WideInterval::all(bits);
    cases.push_back(audited(
        {"median", "rows of users, private groups", searched, static_cast<std::size_t>(half)}));
  }
  return cases;
}

}  // namespace logstar::testing
