// Streams of questions to AboveThreshold, and two variants of Lyu, Su and Li's list.
#include "audit.hpp"
#include "sparse_vector/above_threshold.hpp"
#include "sparse_vector/above_threshold_calibration.hpp"

namespace logstar::testing {
namespace {

std::string neighbors_of(QueryKind queries) {
  return queries == QueryKind::monotone ? "add-remove" : "add-remove or replace";
}

AboveThresholdParameters parameters_of(AnswerForm form, const AboveThresholdOptions& options) {
  for (const auto& plan : plan_above_threshold(options)) {
    if (plan.form == form) return plan.parameters;
  }
  throw std::logic_error("no such form of answers");
}

/// Two questions with counts at the threshold, of the neighbour 1 below it, then as many as may
/// have a yes 1 below it, of the neighbour at it. Of monotone questions, only those after the first
/// two (all would have to move the same way), 2 below it, of the neighbour 1. The answer: what was
/// answered, and which numbers were high.
AuditCase stream_case(const std::string& mode, AnswerForm form, QueryKind queries,
                      std::uint64_t answers, double numeric_share = 0) {
  AboveThresholdOptions options;
  options.epsilon = 4;
  options.max_answers = answers;
  options.queries = queries;
  options.numeric_share = numeric_share;
  const AboveThresholdParameters parameters = parameters_of(form, options);
  const bool monotone = queries == QueryKind::monotone;
  return {"AboveThreshold",
          mode,
          neighbors_of(queries),
          {options.epsilon, 0},
          [=](bool second, Randomness& r) {
            AboveThreshold mechanism(parameters, 1000, r);
            std::int64_t seen = 1;
            const auto ask = [&](std::int64_t value, std::int64_t step) {
              if (mechanism.exhausted()) return;
              const auto answer = mechanism.ask(value + (second ? step : 0), r);
              seen = seen * 3 + answer.yes + (answer.value && *answer.value > value);
            };
            for (int i = 0; !monotone && i < 2; ++i) ask(1000, -1);
            for (std::uint64_t i = 0; i < answers; ++i) ask(monotone ? 998 : 999, 1);
            return seen;
          }};
}

/// A mistake, on questions of which every other one is worth 1 more to the neighbour and the others
/// 1 less. The answer: how many more of the first kind were a yes.
AuditCase mistaken(const std::string& mode, const AboveThresholdParameters& parameters,
                   int questions, const char* mistake) {
  return {"AboveThreshold",
          mode,
          "add-remove or replace",
          {1, 0},
          [=](bool second, Randomness& r) {
            AboveThreshold mechanism(parameters, 1000, r);
            std::int64_t more = 0;
            for (int question = 0; question < questions; ++question) {
              const bool rises = question % 2 == 0;
              const std::int64_t value = 1000 + (second == rises ? 1 : 0);
              const bool yes = mechanism.exhausted() ? false : mechanism.ask(value, r).yes;
              more += yes ? (rises ? 1 : -1) : 0;
            }
            return more;
          },
          mistake};
}

}  // namespace

AuditCases above_threshold_cases() {
  using enum AnswerForm;
  AuditCases cases;
  for (const QueryKind queries : {QueryKind::general, QueryKind::monotone}) {
    cases.push_back(stream_case("one yes", kept, queries, 1));
    cases.push_back(stream_case("several, one noisy threshold", kept, queries, 3));
    cases.push_back(stream_case("several, redrawn", redrawn, queries, 3));
    cases.push_back(stream_case("with numbers", kept, queries, 1, 0.5));
  }
  AboveThresholdOptions options;
  AboveThresholdParameters dry = parameters_of(kept, options);
  dry.query_rate = 64;  // as good as no noise
  cases.push_back(mistaken("one yes, without noise on questions", dry, 2,
                           "sparse vector, variant 5 of Lyu, Su, Li"));
  AboveThresholdParameters endless = parameters_of(kept, options);
  endless.max_answers = 1000;
  cases.push_back(mistaken("one yes, which never stops", endless, 600,
                           "sparse vector, variant 6 of Lyu, Su, Li"));
  return cases;
}

}  // namespace logstar::testing
