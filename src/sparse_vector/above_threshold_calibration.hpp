// From a privacy budget to the noise of AboveThreshold, and the accuracy of its answers.
//
// Privacy: each plan's parameters make AboveThreshold cost no more than the plan's `loss`, which
// is at most (epsilon, delta).
// Source: Lyu, Su, Li 2017, Section 4 for the split 1 : (2c)^(2/3) (the least variance of the
//   comparison); composition from privacy/best_per_step.hpp; docs/guarantees/above-threshold.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/sparse_vector/above_threshold.hpp"
#include "logstar/sparse_vector/threshold_accuracy.hpp"

namespace logstar {

/// How questions react to one record. general: by at most 1, any way. monotone: adding a record
/// moves all of them the same way, by 0 to 1 (counts of records do).
enum class QueryKind { general, monotone };

inline constexpr std::uint64_t kMaxAnswers = 1'000'000;

struct AboveThresholdOptions {
  double epsilon = 1;             // total, 1e-9 to 1e4
  double delta = 0;               // total, 0 <= delta < 1; helps from some 30 answers on
  std::uint64_t max_answers = 1;  // yeses, 1 to kMaxAnswers
  QueryKind queries = QueryKind::general;
  Neighbors neighbors = Neighbors::add_remove;
  QueryGrid grid = QueryGrid::counts;
  std::optional<NoiseShape> shape;  // default: one_sided where it is allowed
  /// The share of the budget for a number with each yes, 0 <= share < 1; 0: no numbers. With monotone questions
  /// and one answer, shares up to 1/2 do not reduce the accuracy of yeses.
  double numeric_share = 0;
  /// Whether the threshold is moved by half of the difference of both promises, in whole steps, so that yes and no
  /// are sure from one distance on, or one step more. It depends on these options only; numbers are not moved.
  bool centred = true;
  std::uint64_t expected_questions = 1000;  // for the accuracy statement and the choice only
  double confidence = 0.95;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("delta", delta);
    field("maxAnswers", max_answers);
    field("monotone", queries, QueryKind::general, QueryKind::monotone);
    field("neighbors", neighbors);
    field("weighted", grid, QueryGrid::counts, QueryGrid::fractions);
    field("numericShare", numeric_share);
    field("centred", centred);
    field("expectedQuestions", expected_questions);
    field("confidence", confidence);
  }
};

/// One way to answer max_answers times.
enum class AnswerForm {
  kept,                   ///< one noise on the threshold throughout; pure
  redrawn,                ///< a fresh run after each yes, composed as pure steps
  redrawn_bounded_range,  ///< the same, composed by the range of its loss (monotone questions)
};

/// Its plain name, for release records.
std::string_view name_of(AnswerForm form);

struct AboveThresholdPlan {
  AnswerForm form = AnswerForm::kept;
  AboveThresholdParameters parameters;
  Loss loss;  // for the options' neighbours
  ThresholdAccuracy accuracy;
  bool chosen = false;  // the least width of those possible
};

/// All forms the options allow. Under replace, questions are never monotone: one record is removed, one
/// is added. Errors: OutOfRange.
std::vector<AboveThresholdPlan> plan_above_threshold(const AboveThresholdOptions& options);

/// The chosen one. Errors: OutOfRange.
AboveThresholdPlan calibrate_above_threshold(const AboveThresholdOptions& options);

/// The accuracy of given parameters, of the threshold before it is moved. Errors: OutOfRange.
ThresholdAccuracy above_threshold_accuracy(const AboveThresholdParameters& parameters,
                                           std::uint64_t questions, double confidence);

/// With probability `confidence`, the numbers returned with a yes are all off by at most this many
/// records. Infinity without numbers. Errors: OutOfRange.
double above_threshold_answer_error(const AboveThresholdParameters& parameters, double confidence);

}  // namespace logstar
