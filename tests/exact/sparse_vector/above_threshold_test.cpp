// AboveThreshold against all adaptive adversaries that ask up to four queries.
#include "logstar/sparse_vector/above_threshold.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "value_questions.hpp"

namespace logstar::testing {
namespace {

/// KMS20's original noise: Lap(2/epsilon) on the threshold, Lap(4/epsilon) or Lap(2/epsilon) on the queries.
AboveThresholdParameters paper_parameters(double epsilon, QueryKind queries) {
  AboveThresholdParameters parameters;
  parameters.threshold_rate = epsilon / 2;
  parameters.query_rate = queries == QueryKind::general ? epsilon / 4 : epsilon / 2;
  return parameters;
}

TEST_CASE("AboveThreshold with KMS20's noise is (epsilon, 0)-DP on general questions") {
  for (const double epsilon : {1.0, 2.0}) {
    const auto report = check_above_threshold(
        epsilon, 3, general_questions(), paper_parameters(epsilon, QueryKind::general), 1e-11L);
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.6 * epsilon);
    CHECK(report.largest_log_ratio < 0.8 * epsilon);
  }
}

TEST_CASE("AboveThreshold with KMS20's noise for monotone questions is (epsilon, 0)-DP on those") {
  for (const double epsilon : {1.0, 2.0}) {
    const auto report = check_above_threshold(
        epsilon, 3, rising_questions(), paper_parameters(epsilon, QueryKind::monotone), 1e-11L);
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.75 * epsilon);
    CHECK(report.largest_log_ratio < epsilon);
  }
}

TEST_CASE("calibrated AboveThreshold is epsilon-DP for one yes, four questions deep") {
  CHECK(check_above_threshold(2, 4, general_questions(),
                              parameters_of(options_of(2, QueryKind::general), AnswerForm::kept),
                              1e-10L)
            .within(0));
  const auto one_sided =
      check_above_threshold(2, 4, rising_questions(),
                            parameters_of(options_of(2, QueryKind::monotone), AnswerForm::kept));
  CHECK(one_sided.within(0));
  CHECK(one_sided.largest_log_ratio > 1.6);
}

TEST_CASE("a query is answered yes as often as its noise reaches the noisy threshold") {
  AboveThresholdParameters parameters;
  parameters.threshold_rate = 1;
  for (const double rate : {0.25, 1.5}) {
    parameters.query_rate = rate;
    const long double q = std::exp(-static_cast<long double>(rate));
    for (std::int64_t missing = -4; missing <= 4; ++missing) {
      const auto yes = [&](NoiseShape shape) {
        parameters.shape = shape;
        const auto law = enumerate([&](Randomness& randomness) {
          return AboveThreshold(parameters, 0, {10, 1}).ask(10 - missing, randomness).yes;
        });
        CHECK(law.missing <= 1e-11L);
        return law.of(true);
      };
      const auto reached = [&](std::int64_t steps) {
        return std::pow(q, static_cast<long double>(steps)) / (1 + q);
      };
      const long double laplace = missing > 0 ? reached(missing) : 1 - reached(1 - missing);
      CHECK(std::fabs(yes(NoiseShape::laplace) - laplace) <= 1e-11L);
      const long double one_sided =
          std::pow(q, static_cast<long double>(std::max<std::int64_t>(missing, 0)));
      CHECK(std::fabs(yes(NoiseShape::one_sided) - one_sided) <= 1e-15L);
    }
  }
}

TEST_CASE("one-sided noise costs e1 + e2 when a record is added and only e2 when one is removed") {
  AboveThresholdParameters parameters;
  parameters.shape = NoiseShape::one_sided;
  parameters.threshold_rate = 1.5;
  parameters.query_rate = 0.5;
  using State = AboveThresholdState;
  const auto start = [&](Randomness& r) { return AboveThreshold(parameters, 0, r).state(); };
  const auto conversation = [&](std::vector<std::int64_t> values) {
    return Conversation<State, bool>(start,
                                     [&, values](const State& state, std::size_t q, Randomness& r) {
                                       AboveThreshold mechanism(parameters, 0, state);
                                       if (mechanism.exhausted()) return std::pair(false, state);
                                       const bool yes = mechanism.ask(values[q], r).yes;
                                       return std::pair(yes, mechanism.state());
                                     });
  };
  // Three queries that the record raises, then one that it does not.
  auto without = conversation({-1, -1, 0, 0});
  auto with = conversation({0, 0, 1, 0});
  long double rise = 0;
  long double fall = 0;
  for (std::size_t yes_at = 0; yes_at <= 4; ++yes_at) {  // the turn of the yes; 4: no yes
    long double p = 1;
    long double q = 1;
    auto in_p = without.start();
    auto in_q = with.start();
    for (std::size_t i = 0; i < 4 && i <= yes_at; ++i) {
      in_p = without.ask(in_p, i)[i == yes_at];
      in_q = with.ask(in_q, i)[i == yes_at];
    }
    p = q = 0;
    for (const auto& [state, mass] : in_p) p += mass;
    for (const auto& [state, mass] : in_q) q += mass;
    rise = std::max(rise, std::log(p / q));
    fall = std::max(fall, std::log(q / p));
  }
  CHECK(rise <= 2.0L + 1e-9L);
  CHECK(rise > 1.5L);
  CHECK(fall <= 0.5L + 1e-9L);
  CHECK(fall > 0.2L);
}

TEST_CASE("c answers with one noise on the threshold are epsilon-DP") {
  for (const std::uint64_t answers : {2u, 3u}) {
    for (const auto queries : {QueryKind::general, QueryKind::monotone}) {
      const auto report = check_above_threshold(
          3, 3, queries == QueryKind::general ? general_questions() : rising_questions(),
          parameters_of(options_of(3, queries, answers), AnswerForm::kept), 1e-10L);
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio > 0.3 * 3);
    }
  }
}

TEST_CASE("c answers with the threshold's noise redrawn are epsilon-DP as c pure runs") {
  for (const auto queries : {QueryKind::general, QueryKind::monotone}) {
    const auto report = check_above_threshold(
        4, 4, queries == QueryKind::general ? general_questions() : rising_questions(),
        parameters_of(options_of(4, queries, 2), AnswerForm::redrawn), 1e-12L);
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.4 * 4);
  }
}

TEST_CASE("c answers with redrawn noise keep (epsilon, delta) by the two compositions") {
  for (const auto form : {AnswerForm::redrawn, AnswerForm::redrawn_bounded_range}) {
    auto options = options_of(3, QueryKind::monotone, 3);
    options.delta = 0.2;
    const auto report =
        check_above_threshold(3, 4, rising_questions(), parameters_of(options, form), 1e-12L);
    CHECK(report.within(0.2));
    CHECK(report.worst_delta < 0.1);
  }
}

TEST_CASE("with monotone queries a number at half of epsilon comes free with the yes") {
  for (const auto shape : {NoiseShape::one_sided, NoiseShape::laplace}) {
    auto options = options_of(4, QueryKind::monotone);
    options.shape = shape;
    const auto without = parameters_of(options, AnswerForm::kept);
    options.numeric_share = 0.5;
    auto parameters = parameters_of(options, AnswerForm::kept);
    CHECK(parameters.threshold_rate == without.threshold_rate);
    CHECK(parameters.query_rate == without.query_rate);
    CHECK(parameters.answer_rate == 2);
    const std::vector<ValuePair> questions = {{0, 1}, {-1, 0}, {0, 0}};
    const auto report = check_above_threshold(4, 3, questions, parameters, 1e-12L);
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.9 * 4);

    parameters.answer_rate = 4;  // costs e1 + e3 = 6
    CHECK_FALSE(check_above_threshold(4, 3, questions, parameters, 1e-12L).within(0));
  }
}

TEST_CASE("numbers stay within the budget with general queries and with several answers") {
  auto options = options_of(4, QueryKind::general);
  options.numeric_share = 0.4;
  const std::vector<ValuePair> questions = {{0, 1}, {1, 0}};
  auto parameters = parameters_of(options, AnswerForm::kept);
  CHECK(check_above_threshold(4, 3, questions, parameters, 1e-12L).within(0));
  parameters.answer_rate *= 4;
  CHECK_FALSE(check_above_threshold(4, 3, questions, parameters, 1e-12L).within(0));

  options = options_of(6, QueryKind::monotone, 2);
  options.numeric_share = 0.3;
  options.delta = 0.2;
  const std::vector<ValuePair> rising = {{0, 1}, {0, 0}};
  for (const auto& plan : plan_above_threshold(options)) {
    CHECK(check_above_threshold(6, 2, rising, plan.parameters, 1e-11L).within(plan.loss.delta));
  }
}

TEST_CASE("noise of the rate per step covers all steps of a record") {
  // As for QueryGrid::fractions, with 3 steps a record instead of 2^20.
  for (const auto queries : {QueryKind::general, QueryKind::monotone}) {
    auto parameters = parameters_of(options_of(3, queries), AnswerForm::kept);
    parameters.threshold_rate /= 3;
    parameters.query_rate /= 3;
    const std::vector<ValuePair> general = {{0, 3}, {3, 0}, {-1, 1}, {1, -1}};
    const std::vector<ValuePair> rising = {{0, 3}, {-2, -1}, {-1, 1}, {1, 1}};
    const bool monotone = queries == QueryKind::monotone;
    CHECK(check_above_threshold(3, 3, monotone ? rising : general, parameters, 1e-10L).within(0));
    parameters.query_rate *= 3;  // as if a record were one step
    parameters.threshold_rate *= 3;
    CHECK_FALSE(
        check_above_threshold(3, 3, monotone ? rising : general, parameters, 1e-10L).within(0));
  }
}

TEST_CASE("a resumed session has the law of an uninterrupted one") {
  const auto parameters = parameters_of(options_of(4, QueryKind::monotone, 2), AnswerForm::kept);
  const std::vector<std::int64_t> values = {0, 1, -1};
  const auto whole = enumerate(
      [&](Randomness& r) {
        AboveThreshold mechanism(parameters, 0, r);
        std::vector<int> answers;
        for (const auto value : values) {
          answers.push_back(mechanism.exhausted() ? 2 : mechanism.ask(value, r).yes);
        }
        return answers;
      },
      1e-5L);
  const auto resumed = enumerate(
      [&](Randomness& r) {
        AboveThresholdState state = AboveThreshold(parameters, 0, r).state();
        std::vector<int> answers;
        for (const auto value : values) {
          AboveThreshold mechanism(parameters, 0, state);
          answers.push_back(mechanism.exhausted() ? 2 : mechanism.ask(value, r).yes);
          state = mechanism.state();
        }
        return answers;
      },
      1e-5L);
  CHECK(whole.mass == resumed.mass);
  CHECK(whole.mass.size() == 8 - 2 + 1);  // no query follows two yeses
}

}  // namespace
}  // namespace logstar::testing
