// Queries to AboveThreshold as pairs of values, one for each of two neighbours: the mechanism sees no more of a
// database. A list of such pairs represents every pair of neighbours and every query with these values.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <utility>
#include <vector>

#include "conversations.hpp"
#include "logstar/sparse_vector/above_threshold.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"

namespace logstar::testing {

struct ValuePair {
  std::int64_t here;
  std::int64_t there;
};

/// Values around a threshold of 0 that move by up to one step either way.
inline std::vector<ValuePair> general_questions() {
  return {{0, 1}, {1, 0}, {-1, 0}, {0, -1}, {0, 0}};
}

/// Values that one more record can only raise.
inline std::vector<ValuePair> rising_questions() { return {{0, 1}, {-1, 0}, {1, 2}, {0, 0}}; }

inline AboveThresholdOptions options_of(double epsilon, QueryKind queries,
                                        std::uint64_t answers = 1) {
  AboveThresholdOptions options;
  options.centred = false;  // queries lie around the given threshold, not around a shifted one
  options.epsilon = epsilon;
  options.queries = queries;
  options.max_answers = answers;
  return options;
}

/// The plan that the library calibrates for these options in this form.
inline AboveThresholdPlan plan_of(const AboveThresholdOptions& options, AnswerForm form) {
  for (const auto& plan : plan_above_threshold(options)) {
    if (plan.form == form) return plan;
  }
  FAIL("no such form");
  return {};
}

inline AboveThresholdParameters parameters_of(const AboveThresholdOptions& options,
                                              AnswerForm form) {
  return plan_of(options, form).parameters;
}

/// The answer of a mechanism of this family: yes (perhaps with a number), no, or stopped.
enum class Word { no, yes, stopped };
using SparseAnswer = std::pair<Word, std::int64_t>;

/// The worst case over all adaptive adversaries that ask `depth` of the queries. `turn(state, value,
/// randomness)` answers and moves on.
template <typename State, typename Start, typename Turn>
ConversationReport check_values(double epsilon, std::size_t depth,
                                const std::vector<ValuePair>& questions, const Start& start,
                                const Turn& turn, long double cut = 1e-12L) {
  Conversation<State, SparseAnswer> here(
      start,
      [&](const State& s, std::size_t q, Randomness& r) { return turn(s, questions[q].here, r); },
      cut);
  Conversation<State, SparseAnswer> there(
      start,
      [&](const State& s, std::size_t q, Randomness& r) { return turn(s, questions[q].there, r); },
      cut);
  const bool rising = std::all_of(questions.begin(), questions.end(),
                                  [](const ValuePair& pair) { return pair.here <= pair.there; });
  ConversationCheck check(epsilon, questions.size(), depth,
                          rising ? "add-remove" : "add-remove or replace",
                          rising ? "values that only rise" : "values that move by 1 either way");
  check.pair(here, there);
  return check.report();
}

/// The real mechanism, saved and resumed between turns.
inline ConversationReport check_above_threshold(double epsilon, std::size_t depth,
                                                const std::vector<ValuePair>& questions,
                                                const AboveThresholdParameters& parameters,
                                                long double cut = 1e-12L) {
  using State = AboveThresholdState;
  const auto start = [&](Randomness& r) { return AboveThreshold(parameters, 0, r).state(); };
  const auto turn = [&](const State& state, std::int64_t value, Randomness& r) {
    AboveThreshold mechanism(parameters, 0, state);
    if (mechanism.exhausted()) return std::pair(SparseAnswer(Word::stopped, 0), state);
    const AboveThresholdAnswer answer = mechanism.ask(value, r);
    return std::pair(SparseAnswer(answer.yes ? Word::yes : Word::no, answer.value.value_or(0)),
                     mechanism.state());
  };
  return check_values<State>(epsilon, depth, questions, start, turn, cut);
}

}  // namespace logstar::testing
