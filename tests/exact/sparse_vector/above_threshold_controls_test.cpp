// Published and easily made mistakes in sparse vector mechanisms: the verifier has to reject each,
// on the questions that the correct one passes.
#include <catch2/catch.hpp>
#include <cmath>
#include <compare>
#include <limits>

#include "sparse_vector/above_threshold_calibration.hpp"
#include "value_questions.hpp"

namespace logstar::testing {
namespace {

// Lyu, Su, Li 2017, Figure 1: six published variants. 1 and 2 are correct (our `kept` and
// `redrawn`), 3 to 6 are not. All add noise of rate threshold_rate to the threshold once.
struct Variant {
  double threshold_rate;
  double query_rate;          // infinity: no noise
  std::uint64_t answers;      // yeses before it stops
  bool releases_noisy_value;  // a yes comes with the very value that was compared
};

constexpr auto kNoEnd = std::numeric_limits<std::uint64_t>::max();

/// Roth's lecture notes of 2011: Lap(c/e2) on questions, and the compared value is released.
Variant variant3(double epsilon, double c) {
  return {epsilon / 2, epsilon / 2 / c, static_cast<std::uint64_t>(c), true};
}
/// Lee, Clifton 2014: a quarter of epsilon for the threshold, the rest, undivided, for each yes.
Variant variant4(double epsilon, std::uint64_t c) {
  return {epsilon / 4, 3 * epsilon / 4, c, false};
}
/// Stoddard, Chen, Machanavajjhala 2014: no noise on questions, no end.
Variant variant5(double epsilon) {
  return {epsilon / 2, std::numeric_limits<double>::infinity(), kNoEnd, false};
}
/// Chen, Xiao, Zhang, Xu 2015: noise on questions, no end.
Variant variant6(double epsilon) { return {epsilon / 2, epsilon / 2, kNoEnd, false}; }

struct VariantState {
  std::int64_t noisy_threshold;
  std::uint64_t left;
  friend auto operator<=>(const VariantState&, const VariantState&) = default;
};

ConversationReport check_variant(double epsilon, std::size_t depth,
                                 const std::vector<ValuePair>& questions, const Variant& variant,
                                 long double cut = 1e-11L) {
  const auto start = [&](Randomness& r) {
    return VariantState{r.discrete_laplace(Rational::of(variant.threshold_rate)), variant.answers};
  };
  const auto turn = [&](const VariantState& state, std::int64_t value, Randomness& r) {
    if (state.left == 0) return std::pair(SparseAnswer(Word::stopped, 0), state);
    const bool noisy = std::isfinite(variant.query_rate);
    const std::int64_t noise = noisy ? r.discrete_laplace(Rational::of(variant.query_rate)) : 0;
    if (value + noise < state.noisy_threshold) return std::pair(SparseAnswer(Word::no, 0), state);
    VariantState after = state;
    if (after.left != kNoEnd) --after.left;
    return std::pair(SparseAnswer(Word::yes, variant.releases_noisy_value ? value + noise : 0),
                     after);
  };
  return check_values<VariantState>(epsilon, depth, questions, start, turn, cut);
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
