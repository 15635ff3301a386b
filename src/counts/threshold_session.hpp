// Several rankings of items of the same users, each by a threshold, as one release. Each question is charged
// in full before its draws, however few items it returns.
//
// Privacy: everything a session answers together is (total.epsilon, total.delta)-DP for the declared neighbours, one
//   user with all rows being added, removed or changed, however questions, columns, k and per_user are chosen from
//   earlier answers. Every question is one step of the same loss. Steps compose as pure losses, or as
//   zero-concentrated ones with the probabilities that a step returns an item of a single user. Preconditions
//   of each question: as ItemRanking with a threshold.
// Source: Bun, Steinke 2016 (approximate concentrated privacy); Theorem 7 of docs/guarantees/counts.md (ours).
// Departures: none.
// Cost: as its questions.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "logstar/counts/item_ranking.hpp"
#include "logstar/support/possible.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar {

/// How the steps of a session are added up.
enum class StepSum { basic, concentrated };
constexpr StepSum last_of(StepSum) { return StepSum::concentrated; }

/// "basic", "concentrated".
std::string_view name_of(StepSum sum);

/// One question: at most k items. A user's weights: 1 at each of at most `per_user` items, or one in total.
struct ThresholdQuestion {
  std::uint64_t k = 1;
  std::optional<std::uint64_t> per_user = 1;  ///< 1 to 10^9; needed unless users are spread
  bool spread = false;                        ///< for sums that are basic

  void describe(auto& field) {
    field("k", k);
    field("perUser", per_user);
    field("spread", spread);
  }
};

/// The public parameters of a session before its first question.
struct ThresholdSessionTask {
  std::uint64_t outcomes = 1;  ///< items in all, 1 to 10^6
  std::uint64_t calls = 1;     ///< questions, 1 to 10^6
  Loss total;                  ///< epsilon 1e-9 to 1e4, 0 < delta < 1
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;  ///< of its answers' accuracy statements
  /// How many items a question's user counts at, by which the sums are compared. Empty: users are spread.
  std::optional<std::uint64_t> per_user = 1;
  /// Default: the sum with which an item is returned from fewer users on, basic in doubt.
  std::optional<StepSum> sum = std::nullopt;
  Protects protects = Protects::users;  ///< the unit that the ledger protects

  void describe(auto& field) {
    field("outcomes", outcomes);
    field("calls", calls);
    total.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("perUser", per_user);
    field("sum", sum);
    field("protects", protects);
  }
};

/// The parameters of every question.
struct ThresholdSessionPlan {
  StepSum sum = StepSum::basic;
  /// For basic sums the loss of a step. For concentrated ones delta alone, a bound on the probability that a
  /// step returns an item of a single user.
  Loss each;
  double rho = 0;  ///< of a step, of sums that are concentrated
};

/// The saved state of a session: its loss, its sum, and the outcomes and calls used.
struct ThresholdSessionState {
  Loss granted;  ///< of the whole session
  StepSum sum = StepSum::basic;
  std::uint64_t returned = 0;
  std::uint64_t called = 0;

  void describe(auto& field) {
    field("grantedEpsilon", granted.epsilon);
    field("grantedDelta", granted.delta);
    field("sum", sum);
    field("returned", returned);
    field("called", called);
  }
};

/// A session that has been charged, and the source of its randomness.
class ThresholdConversation {
 public:
  ThresholdConversation(const ThresholdSessionTask& task, const ThresholdSessionPlan& plan,
                        Randomness& randomness);
  // A copy would be the same budget a second time.
  ThresholdConversation(const ThresholdConversation&) = delete;
  ThresholdConversation& operator=(const ThresholdConversation&) = delete;
  ThresholdConversation(ThresholdConversation&&) = default;
  ThresholdConversation& operator=(ThresholdConversation&&) = default;

  /// Resumes a saved session in this object; the saved session has been charged.
  /// Errors: OutOfRange for a state that claims more than its total allows.
  void resume(const ThresholdSessionTask& saved, const ThresholdSessionState& state);

  /// Throws BudgetExceeded if no call or fewer than k outcomes are left, OutOfRange for an invalid question.
  /// Both depend on public values and earlier answers only, and change nothing.
  void check(const ThresholdQuestion& question) const;
  /// Uses up a call and k outcomes, before any data is read for it. Returns the call's number. Errors: as check.
  std::uint64_t begin(const ThresholdQuestion& question);
  /// Answers a begun question, with `counts` as ItemRanking::Data of a threshold. Later questions may use
  /// outcomes that were not returned; the loss of the step stays charged. `protects`: `records` if every row is
  /// a user of its own.
  /// Errors: OutOfRange for a question that has not begun or already has an answer.
  Released<TopKResult> answer(std::uint64_t call, const std::vector<std::int64_t>& counts,
                              Protects protects);

  ThresholdSessionState state() const { return {task_.total, plan_.sum, returned_, called_}; }

 private:
  ThresholdSessionTask task_;
  ThresholdSessionPlan plan_;
  Loss asked_;  ///< of the whole session, as claims say it
  std::uint64_t returned_ = 0;
  std::uint64_t called_ = 0;
  std::map<std::uint64_t, ThresholdQuestion> begun_;  // by call
  Randomness* randomness_;
};

struct ThresholdSession {
  using Task = ThresholdSessionTask;
  using Data = std::monostate;  ///< each question has its own
  using Answer = ThresholdConversation;
  using Plan = ThresholdSessionPlan;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness);
};

static_assert(Releasable<ThresholdSession>);

/// Whether threshold questions return an item from fewer users on with 95% than questions of a drawing session
/// do above an item of count 0. Errors: OutOfRange.
bool threshold_names_more(const TopKSessionTask& draws, const ThresholdSessionTask& steps);

/// Plans the draw that answers a question. An obstacle if each step has too little loss for any noise, or if
/// users are spread and steps are added up as concentrated. Errors: OutOfRange.
Possible<GroupDiscovery::Plan> possible_step(const ThresholdSessionTask& task,
                                             const ThresholdSessionPlan& plan,
                                             const ThresholdQuestion& question);

/// As above, but throws OutOfRange for an obstacle.
GroupDiscovery::Plan plan_step(const ThresholdSessionTask& task, const ThresholdSessionPlan& plan,
                               const ThresholdQuestion& question);

}  // namespace logstar
