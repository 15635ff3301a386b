// Several rankings of items of the same users, each by a threshold, as one release that pays for every question in
// full before anything is drawn, whatever it names.
//
// Privacy: everything a session answers together is (total.epsilon, total.delta)-DP for the declared neighbours, one
//   user with all rows being added, removed or changed, however questions, columns, k and per_user are chosen from
//   earlier answers. Every question is one step of the same loss, and steps are added up: as pure losses, or as
//   zero-concentrated ones with the chances that a step names what is one user's alone.
//   Preconditions of each question: those of ItemRanking by a threshold.
// Source: Bun, Steinke 2016 (approximate concentrated privacy); Theorem 7 of docs/guarantees/counts.md (ours).
// Departures: none.
// Cost: that of the questions.
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

/// One question: at most k items. What a user gives: 1 at each of at most `per_user` items, or one in all.
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

/// All that is public about a session before its first question.
struct ThresholdSessionTask {
  std::uint64_t outcomes = 1;  ///< items in all, 1 to 10^6
  std::uint64_t calls = 1;     ///< questions, 1 to 10^6
  Loss total;                  ///< epsilon 1e-9 to 1e4, 0 < delta < 1
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;  ///< of what its answers say of their accuracy
  /// How many items a question's user counts at, by which the sums are compared. Nothing: users are spread.
  std::optional<std::uint64_t> per_user = 1;
  /// Nothing: the one by which an item is named from fewer users on, basic in doubt.
  std::optional<StepSum> sum = std::nullopt;
  Protects protects = Protects::users;  ///< what a ledger is charged for

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

/// What every question runs with.
struct ThresholdSessionPlan {
  StepSum sum = StepSum::basic;
  /// Of sums that are basic the loss of a step; of concentrated ones delta alone, which bounds the chance that a step
  /// names what is one user's alone.
  Loss each;
  double rho = 0;  ///< of a step, of sums that are concentrated
};

/// What has been used of a session, and what it runs with: what it is saved as.
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

/// A session that was paid for, and where its randomness comes from.
class ThresholdConversation {
 public:
  ThresholdConversation(const ThresholdSessionTask& task, const ThresholdSessionPlan& plan,
                        Randomness& randomness);
  // A copy would be the same budget a second time.
  ThresholdConversation(const ThresholdConversation&) = delete;
  ThresholdConversation& operator=(const ThresholdConversation&) = delete;
  ThresholdConversation(ThresholdConversation&&) = default;
  ThresholdConversation& operator=(ThresholdConversation&&) = default;

  /// Goes on where a saved session stopped, in place of this one: who saved it has paid for it.
  /// Errors: OutOfRange for what claims more than its total allows.
  void resume(const ThresholdSessionTask& saved, const ThresholdSessionState& state);

  /// Throws BudgetExceeded if no call or fewer than k outcomes are left, OutOfRange for a question that is none; both
  /// depend on public values and earlier answers only, and change nothing.
  void check(const ThresholdQuestion& question) const;
  /// Uses up a call and k outcomes, before any data is read for it. Returns the call's number. Errors: as check.
  std::uint64_t begin(const ThresholdQuestion& question);
  /// The answer to what was begun, `counts` as ItemRanking::Data of a threshold; outcomes that did not come back are
  /// left to later questions, what the step cost is not. `protects`: `records` if every row is a user of its own.
  /// Errors: OutOfRange for what was not begun or is answered.
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
  using Data = std::monostate;  ///< each question brings its own
  using Answer = ThresholdConversation;
  using Plan = ThresholdSessionPlan;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness);
};

static_assert(Releasable<ThresholdSession>);

/// Whether questions above a threshold name an item from fewer users on with 95% than questions of a session that
/// draws, above an item that nobody has. Errors: OutOfRange.
bool threshold_names_more(const TopKSessionTask& draws, const ThresholdSessionTask& steps);

/// What a question is answered with; an obstacle where so little is left to each step that there is no such noise, and
/// for users that are spread where steps are added up as concentrated. Errors: OutOfRange.
Possible<GroupDiscovery::Plan> possible_step(const ThresholdSessionTask& task,
                                             const ThresholdSessionPlan& plan,
                                             const ThresholdQuestion& question);

/// The same where there is any. Errors: OutOfRange as above, and where there is an obstacle.
GroupDiscovery::Plan plan_step(const ThresholdSessionTask& task, const ThresholdSessionPlan& plan,
                               const ThresholdQuestion& question);

}  // namespace logstar
