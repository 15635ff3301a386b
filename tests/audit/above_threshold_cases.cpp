// Streams of queries to AboveThreshold.
#include "audit.hpp"
#include "logstar/sparse_vector/above_threshold.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "neighbors.hpp"

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

/// Two queries with counts at the threshold (1 below it for the neighbour), then as many as may have a yes, 1
/// below it (at it for the neighbour). For monotone queries, only the queries after the first two (all must
/// move the same way), 2 below it, for the neighbour 1. The output: the answers, and the numbers that were
/// high.
AuditCase stream_case(const std::string& mode, AnswerForm form, QueryKind queries,
                      std::uint64_t answers, double numeric_share = 0) {
  AboveThresholdOptions options;
  options.centred = false;  // queries are about counts at the threshold
  options.epsilon = 4;
  options.max_answers = answers;
  options.queries = queries;
  options.numeric_share = numeric_share;
  const AboveThresholdParameters parameters = parameters_of(form, options);
  const bool monotone = queries == QueryKind::monotone;
  const auto values = [=](bool second) {
    std::vector<std::int64_t> questions(monotone ? 0 : 2, second ? 999 : 1000);
    questions.resize(questions.size() + answers, (monotone ? 998 : 999) + (second ? 1 : 0));
    return questions;
  };
  require_counts_of_neighbors(values(false), values(true),
                              monotone ? Neighbors::add_remove : Neighbors::replace);
  return {"AboveThreshold",
          mode,
          neighbors_of(queries),
          {options.epsilon, 0},
          [=](bool second, Randomness& r) {
            AboveThreshold mechanism(parameters, 1000, r);
            const auto usual = values(false);
            const auto asked = values(second);
            std::int64_t seen = 1;
            for (std::size_t i = 0; i < asked.size() && !mechanism.exhausted(); ++i) {
              const auto answer = mechanism.ask(asked[i], r);
              seen = seen * 3 + answer.yes + (answer.value && *answer.value > usual[i]);
            }
            return seen;
          }};
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
  return cases;
}

}  // namespace logstar::testing
