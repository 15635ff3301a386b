// Published and other easy mistakes in sparse vector mechanisms: the verifier has to reject each, on the
// queries that the correct mechanism passes.
#include <catch2/catch.hpp>

#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "mistakes/sparse_vector.hpp"
#include "value_questions.hpp"

namespace logstar::testing {
namespace {

ConversationReport check_variant(double epsilon, std::size_t depth,
                                 const std::vector<ValuePair>& questions,
                                 const SparseVariant& variant, long double cut = 1e-11L) {
  const auto start = [&](Randomness& r) { return start_of(variant, r); };
  const auto turn = [&](const SparseVariantState& state, std::int64_t value, Randomness& r) {
    if (state.left == 0) return std::pair(SparseAnswer(Word::stopped, 0), state);
    SparseVariantState after = state;
    const auto yes = answer_of(variant, after, value, r);
    return std::pair(yes ? SparseAnswer(Word::yes, *yes) : SparseAnswer(Word::no, 0), after);
  };
  return check_values<SparseVariantState>(epsilon, depth, questions, start, turn, cut);
}

TEST_CASE("control: Lyu-Su-Li variant 3, which releases the compared value, is rejected") {
  const auto report = check_variant(2, 4, {{0, 1}, {1, 0}}, variant3(2, 1), 1e-9L);
  CHECK_FALSE(report.within(0));
  CHECK(report.largest_log_ratio > 1.2 * 2);
}

TEST_CASE("control: Lyu-Su-Li variant 4 reaches up to 1.75 epsilon on general questions") {
  const auto report = check_variant(2, 4, general_questions(), variant4(2, 1));
  CHECK_FALSE(report.within(0));
  CHECK(report.largest_log_ratio > 1.25 * 2);
  CHECK(report.largest_log_ratio <= 1.75 * 2);
  // With one yes and monotone questions its scales happen to be right; with two they are not.
  CHECK(check_variant(2, 4, rising_questions(), variant4(2, 1)).within(0));
  CHECK_FALSE(check_variant(2, 4, rising_questions(), variant4(2, 2)).within(0));
}

TEST_CASE("control: Lyu-Su-Li variant 5, without noise on questions, is rejected") {
  const auto report = check_variant(2, 2, general_questions(), variant5(2));
  CHECK_FALSE(report.within(0));
  CHECK(report.worst_delta > 0.1);  // some transcripts are impossible on one side
}

TEST_CASE("control: Lyu-Su-Li variant 6, which never stops, is rejected") {
  CHECK(check_variant(2, 1, rising_questions(), variant6(2)).within(0));
  CHECK_FALSE(check_variant(2, 3, general_questions(), variant6(2)).within(0));
  CHECK_FALSE(check_variant(2, 6, {{0, 1}, {0, 0}}, variant6(2)).within(0));
}

TEST_CASE("control: the noise for monotone questions is too little for general ones") {
  for (const double epsilon : {1.0, 2.0}) {
    AboveThresholdParameters parameters;
    parameters.threshold_rate = epsilon / 2;
    parameters.query_rate = epsilon / 2;
    const auto report = check_above_threshold(epsilon, 3, general_questions(), parameters, 1e-11L);
    CHECK_FALSE(report.within(0));
    CHECK(report.largest_log_ratio > 1.1 * epsilon);
    CHECK(report.largest_log_ratio <= 1.5 * epsilon);
  }
}

TEST_CASE("control: one-sided noise is too little for general questions") {
  AboveThresholdParameters parameters;
  parameters.shape = NoiseShape::one_sided;
  parameters.threshold_rate = 1;
  parameters.query_rate = 1;
  CHECK_FALSE(check_above_threshold(2, 3, general_questions(), parameters).within(0));
  CHECK(check_above_threshold(2, 3, rising_questions(), parameters).within(0));
}

TEST_CASE("control: Laplace noise with scale and rate mixed up is rejected") {
  const double epsilon = 0.5;
  AboveThresholdParameters parameters;
  parameters.threshold_rate = 2 / epsilon;  // meant as the scale
  parameters.query_rate = 4 / epsilon;
  CHECK_FALSE(check_above_threshold(epsilon, 2, general_questions(), parameters).within(0));
}

TEST_CASE("control: c answers for the price of one are rejected") {
  AboveThresholdOptions options;
  options.centred = false;
  options.epsilon = 3;
  options.queries = QueryKind::monotone;
  auto parameters = calibrate_above_threshold(options).parameters;
  for (const auto noise : {ThresholdNoise::kept, ThresholdNoise::redrawn}) {
    parameters.max_answers = 3;
    parameters.threshold_noise = noise;
    CHECK_FALSE(check_above_threshold(3, 4, rising_questions(), parameters).within(0));
  }
}

}  // namespace
}  // namespace logstar::testing
