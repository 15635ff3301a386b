// Interactive mechanisms against all adaptive adversaries of a given depth, exactly.
//
// A mechanism's turn depends only on its state, the query and fresh randomness. So it is enumerated once per
// state and query (by saving and resuming the real object), and a conversation's law is the product of its
// turns. The worst adversary that chooses each query from the answers so far is found by recursion. The
// hockey-stick divergence of a transcript is the sum over the next answer, so the best next query can be chosen
// for each history separately. For q queries and depth d, (2 q)^d transcripts represent q^(2^d - 1)
// adversaries.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "enumerating_randomness.hpp"
#include "passing_randomness.hpp"
#include "privacy_report.hpp"

namespace logstar::testing {

/// Makes the loop of a charging test small enough to walk: its k-th turn continues if uniform_below(k) is 0.
/// Branches only on whether it is 0, so the mechanism must depend on that alone. Beyond kLastTurn, which is
/// reached with probability below 1/17! < 3e-15, it is never 0. All other draws are passed on.
class CutLoops final : public PassingRandomness {
 public:
  static constexpr std::uint64_t kLastTurn = 17;

  using PassingRandomness::PassingRandomness;
  using PassingRandomness::uniform_below;

  std::uint64_t uniform_below(std::uint64_t n) override {
    if (n == 1) return 0;
    if (n > kLastTurn) return n - 1;
    const bool zero = inner_.bernoulli_exp(Rational::of(std::log(static_cast<double>(n))));
    return zero ? 0 : n - 1;
  }
};

/// A mechanism on one database: its start, and its answer to query number q in a state.
template <typename State, typename Answer>
class Conversation {
 public:
  using Start = std::function<State(Randomness&)>;
  using Turn = std::function<std::pair<Answer, State>(const State&, std::size_t, Randomness&)>;

  Conversation(const Start& start, Turn turn, long double cut = 1e-12L)
      : turn_(std::move(turn)), cut_(cut) {
    const Law<State> law = enumerate(
        [&](Randomness& r) {
          CutLoops loops(r);
          return start(loops);
        },
        cut_);
    start_ = {law.mass.begin(), law.mass.end()};
    start_missing_ = law.missing;
  }

  /// A distribution over states, with a total that may differ from 1.
  using States = std::vector<std::pair<State, long double>>;

  const States& start() const { return start_; }

  /// The successor states of each answer to `question`.
  std::map<Answer, States> ask(const States& states, std::size_t question) {
    std::map<Answer, std::map<State, long double>> next;
    for (const auto& [state, mass] : states) {
      for (const auto& [outcome, p] : outcomes(state, question)) {
        next[outcome.first][outcome.second] += mass * p;
      }
    }
    std::map<Answer, States> result;
    for (auto& [answer, after] : next) result[answer] = {after.begin(), after.end()};
    return result;
  }

  /// The mass cut from conversations of `turns` turns is at most this.
  long double missing(std::size_t turns) const {
    return start_missing_ + static_cast<long double>(turns) * turn_missing_;
  }

 private:
  /// The possible results of a turn, in a vector: it is read many times, and a map is slow at that.
  using Outcomes = std::vector<std::pair<std::pair<Answer, State>, long double>>;

  const Outcomes& outcomes(const State& state, std::size_t question) {
    const auto key = std::make_pair(state, question);
    const auto found = turns_.find(key);
    if (found != turns_.end()) return found->second;
    const auto law = enumerate(
        [&](Randomness& r) {
          CutLoops loops(r);
          return turn_(state, question, loops);
        },
        cut_);
    turn_missing_ = std::max(turn_missing_, law.missing);
    return turns_.emplace(key, Outcomes(law.mass.begin(), law.mass.end())).first->second;
  }

  Turn turn_;
  long double cut_;
  States start_;
  std::map<std::pair<State, std::size_t>, Outcomes> turns_;
  long double start_missing_ = 0;
  long double turn_missing_ = 0;
};

using ConversationReport = PrivacyReport;

/// Collects both directions of every pair.
class ConversationCheck {
 public:
  /// `scope` describes the queries; their number and depth are added.
  ConversationCheck(double epsilon, std::size_t questions, std::size_t depth, std::string neighbors,
                    const std::string& scope)
      : factor_(std::exp(static_cast<long double>(epsilon))), questions_(questions), depth_(depth) {
    report_.epsilon = epsilon;
    report_.neighbors = std::move(neighbors);
    report_.scope =
        scope + ", " + counted(questions, "question") + ", depth " + std::to_string(depth);
  }

  template <typename State, typename Answer>
  void pair(Conversation<State, Answer>& p, Conversation<State, Answer>& q) {
    const Worst worst = search(p, q, p.start(), q.start(), depth_);
    report_.worst_delta = std::max({report_.worst_delta, worst.forward, worst.backward});
    const long double missing = std::max(p.missing(depth_), q.missing(depth_));
    report_.hidden = std::max(report_.hidden, missing);
    report_.overstated = std::max(report_.overstated, factor_ * missing);
    ++report_.pairs;
  }

  /// The worst adversary's result; log-ratios of transcripts of probability above 1e-6.
  const PrivacyReport& report() const { return report_; }

 private:
  struct Worst {
    long double forward = 0;
    long double backward = 0;
  };

  template <typename States>
  static long double total(const States& states) {
    long double sum = 0;
    for (const auto& [state, mass] : states) sum += mass;
    return sum;
  }

  template <typename State, typename Answer>
  Worst search(Conversation<State, Answer>& p, Conversation<State, Answer>& q,
               const typename Conversation<State, Answer>::States& in_p,
               const typename Conversation<State, Answer>::States& in_q, std::size_t turns) {
    // Further queries never lower the divergence, so every adversary may ask up to the end.
    if (turns == 0) {
      const long double a = total(in_p);
      const long double b = total(in_q);
      if (a > 1e-6L && b > 1e-6L) {
        report_.largest_log_ratio = std::max(report_.largest_log_ratio, std::fabs(std::log(a / b)));
      }
      return {std::max(0.0L, a - factor_ * b), std::max(0.0L, b - factor_ * a)};
    }
    Worst worst;
    for (std::size_t question = 0; question < questions_; ++question) {
      auto after_p = p.ask(in_p, question);
      auto after_q = q.ask(in_q, question);
      for (const auto& [answer, states] : after_q) after_p[answer];  // every answer of either
      Worst sum;
      for (const auto& [answer, states] : after_p) {
        const Worst rest = search(p, q, states, after_q[answer], turns - 1);
        sum.forward += rest.forward;
        sum.backward += rest.backward;
      }
      worst.forward = std::max(worst.forward, sum.forward);
      worst.backward = std::max(worst.backward, sum.backward);
    }
    return worst;
  }

  long double factor_;
  std::size_t questions_;
  std::size_t depth_;
  PrivacyReport report_;
};

}  // namespace logstar::testing
