// Several top-k queries about one set of users, which are charged for their results: an answer of few items
// leaves outcomes for later queries.
//
// Privacy: everything a session answers together is (total.epsilon, total.delta)-DP, for one user
//   more or fewer or one changed as declared, however questions, columns, k, kbar and per_user are
//   chosen from earlier answers. Each returned item and each bottom is one item_epsilon-bounded-range draw; a
//   session has at most `outcomes` of them. The leaks of a call have probability at most call_delta/(1 +
//   call_delta); a session has at most `calls`. docs/guarantees/top-k.md, Theorem 5. Preconditions of each
//   call: as for draw_top_k.
// Source: DR19 Algorithm 2 and Theorem 2.
// Departures: DR19 charges call_delta twice a call under a concentrated bound; once is enough. Draws
//   are composed by the best bound for adaptive bounded-range steps unless they must add up.
// Cost: as its calls.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>

#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/ledger_entry.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/top_k/calibration.hpp"
#include "logstar/top_k/top_k_result.hpp"

namespace logstar {

struct TopKSessionTask {
  std::uint64_t outcomes = 1;  ///< items and bottoms in all, k* in DR19; 1 to 10^6
  std::uint64_t calls = 1;     ///< l* in DR19; 1 to 10^6
  Loss total;                  ///< epsilon 1e-9 to 1e4, 0 < delta < 1
  Neighbors neighbors = Neighbors::add_remove;
  /// Each call draws its kbar first (optimised_threshold.hpp), which takes one draw more a call.
  bool optimised = false;
  /// Whether a ledger may refund outcomes that are not returned. Then the losses of draws are added up: bounds
  /// for a fixed number of draws cost the same for fewer draws.
  bool refundable = false;
  /// Which bound composes the draws, if they need not add up. Default: the best one.
  std::optional<CompositionBound> composition = std::nullopt;

  void describe(auto& field) {
    field("outcomes", outcomes);
    field("calls", calls);
    total.describe(field);
    field("neighbors", neighbors);
    field("optimised", optimised);
    field("refundable", refundable);
  }
};

struct TopKSessionParameters {
  double item_epsilon = 0;  ///< of each draw
  double call_delta = 0;    ///< for the threshold of each call
  std::string_view composition;
  double tail = 0;  ///< the part of delta for unlikely large losses
};

/// Errors: OutOfRange, naming outcomes, calls, epsilon or delta.
TopKSessionParameters calibrate_top_k_session(const TopKSessionTask& task);

/// The ledger's view of a refundable session, for add-remove neighbours.
SessionTerms session_terms(const TopKSessionTask& task, const TopKSessionParameters& parameters);

/// One question: at most k items of the kbar most frequent; `per_user` as in TopKTask. Without it the
/// candidates are as for `strict`.
struct TopKQuestion {
  std::uint64_t k = 1;
  std::uint64_t kbar = 10;
  std::optional<std::uint64_t> per_user;

  void describe(auto& field) {
    field("k", k);
    field("kBar", kbar);
    field("perUser", per_user);
  }
};

/// The saved form of a session: its used outcomes and calls, and its parameters.
struct TopKSessionState {
  Loss each;  ///< of each draw, and of each call
  std::uint64_t returned = 0;
  std::uint64_t called = 0;

  void describe(auto& field) {
    field("itemEpsilon", each.epsilon);
    field("callDelta", each.delta);
    field("returned", returned);
    field("called", called);
  }
};

class TopKSession {
 public:
  /// A fresh session.
  explicit TopKSession(const TopKSessionTask& task);
  /// Resumes a session, or runs one with a granted loss, after `returned` outcomes and `called` calls.
  /// Precondition: the parameters are at most the task's.
  TopKSession(const TopKSessionTask& task, const TopKSessionParameters& parameters,
              std::uint64_t returned, std::uint64_t called);
  // A copy would be the same budget a second time.
  TopKSession(const TopKSession&) = delete;
  TopKSession& operator=(const TopKSession&) = delete;
  TopKSession(TopKSession&&) = default;
  TopKSession& operator=(TopKSession&&) = default;

  /// Throws BudgetExceeded if no call or fewer than k outcomes are left, OutOfRange for an invalid query. Both
  /// depend on public values and earlier answers only, and change nothing.
  void check(const TopKQuestion& question) const;

  /// The parameters of a query, for its accuracy.
  TopKParameters parameters_for(const TopKQuestion& question) const;

  /// Uses up a call and k outcomes for a query, before reading its data. So a failing call is charged, and
  /// further queries cannot start while the data are read. Returns the call's number. Errors: as check.
  std::uint64_t begin(const TopKQuestion& question);
  /// The open query with that number. Errors: OutOfRange for a query that has not begun or has its answer.
  const TopKQuestion& begun(std::uint64_t call) const;
  /// Answers it, and frees the outcomes that are not returned. `counts` as for draw_top_k, kbar + 1 of
  /// them. Errors: as begun.
  TopKResult answer(std::uint64_t call, std::span<const std::int64_t> counts,
                    Randomness& randomness);
  /// begin and answer.
  TopKResult ask(std::span<const std::int64_t> counts, const TopKQuestion& question,
                 Randomness& randomness);

  TopKSessionState state() const {
    return {{parameters_.item_epsilon, parameters_.call_delta}, returned_, called_};
  }

  const TopKSessionTask& task() const { return task_; }
  const TopKSessionParameters& parameters() const { return parameters_; }
  std::uint64_t returned() const { return returned_; }  ///< outcomes used, bottoms included
  std::uint64_t called() const { return called_; }
  std::uint64_t outcomes_left() const { return task_.outcomes - returned_; }
  std::uint64_t calls_left() const { return task_.calls - called_; }
  /// The number of draws, with the draws of kbar, for which the ledger charges when the session is settled.
  std::uint64_t draws() const { return returned_ + (task_.optimised ? called_ : 0); }

 private:
  TopKSessionTask task_;
  TopKSessionParameters parameters_;
  std::uint64_t returned_ = 0;
  std::uint64_t called_ = 0;
  std::map<std::uint64_t, TopKQuestion> begun_;  // by call
};

}  // namespace logstar
