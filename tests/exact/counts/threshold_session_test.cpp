// Sessions of rankings above a threshold: exact laws of two queries, the second chosen by the first answer.
#include "logstar/counts/threshold_session.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "divergence.hpp"
#include "enumerating_randomness.hpp"

namespace logstar::testing::threshold_session_test {
namespace {

using Told = std::vector<std::int64_t>;
using Plan = ThresholdSessionPlan;
using Task = ThresholdSessionTask;

Task task_of(StepSum sum, Neighbors neighbors) {
  Task task;
  task.outcomes = 4;
  task.calls = 2;
  task.total = {4, 0.2};
  task.neighbors = neighbors;
  task.sum = sum;
  return task;
}

/// The law of the answers to two queries. The first is about an item that only the user may have and an item of
/// many users. The second is about one of them alone: the item of many if the first query released only that
/// one. The user counts in both items, in the first, in the second or in none.
Law<Told> law_of(const Task& task, const Plan& plan, unsigned user) {
  const std::int64_t alone = user & 1;
  const std::int64_t of_many = 60 + (user >> 1 & 1);
  const auto ask = [&](ThresholdConversation& session, std::uint64_t per_user,
                       const std::vector<std::int64_t>& counts, Told& told) {
    const auto call = session.begin({2, per_user, false});
    const auto answer = session.answer(call, counts, Protects::users).answer;
    // The name alone identifies the item of the single user: no other result has it.
    for (const std::int64_t count : answer.noisy_counts) told.push_back(count < 30 ? -1 : count);
    told.push_back(-2);
  };
  return enumerate(
      [&](Randomness& randomness) {
        ThresholdConversation session(task, plan, randomness);
        Told told;
        ask(session, 2, alone == 0 ? Told{of_many} : Told{alone, of_many}, told);
        if (told.size() == 2) {
          ask(session, 1, {of_many}, told);
        } else {
          ask(session, 1, alone == 0 ? Told{} : Told{alone}, told);
        }
        return told;
      },
      1e-4L);
}

/// The largest delta over all neighbours, for sessions by this plan.
long double worst_delta(const Task& task, const Plan& plan) {
  std::vector<Law<Told>> laws;
  for (unsigned user = 0; user < 4; ++user) laws.push_back(law_of(task, plan, user));
  long double worst = 0;
  for (unsigned before = 0; before < 4; ++before) {
    for (unsigned after = 0; after < before; ++after) {
      if (task.neighbors == Neighbors::add_remove && after != 0) continue;
      const auto found = apart(laws[before], laws[after], task.total.epsilon);
      worst = std::max({worst, found.delta, found.reverse_delta});
    }
  }
  return worst;
}

TEST_CASE("sessions above a threshold keep their loss over two queries, the second adaptive") {
  for (const StepSum sum : {StepSum::basic, StepSum::concentrated}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const Task task = task_of(sum, neighbors);
      const long double found = worst_delta(task, ThresholdSession::plan(task));
      CHECK(found <= task.total.delta);
      CHECK(found > task.total.delta / 50);
    }
  }
}

TEST_CASE("controls: a session that charges one query of two, and one that does not charge names") {
  const Task basic = task_of(StepSum::basic, Neighbors::add_remove);
  Task once = basic;
  once.calls = 1;
  CHECK(worst_delta(basic, ThresholdSession::plan(once)) > basic.total.delta);
  const Task concentrated = task_of(StepSum::concentrated, Neighbors::add_remove);
  Plan plan = ThresholdSession::plan(concentrated);
  plan.each.delta = 0.4;
  CHECK(worst_delta(concentrated, plan) > concentrated.total.delta);
}

}  // namespace
}  // namespace logstar::testing::threshold_session_test
