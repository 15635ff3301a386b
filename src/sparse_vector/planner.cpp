#include "logstar/sparse_vector/planner.hpp"

#include <algorithm>

#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/support/checks.hpp"

namespace logstar {
namespace {

ThresholdChoice above_threshold(const ThresholdStream& stream) {
  AboveThresholdOptions options;
  options.epsilon = stream.budget.epsilon;
  options.delta = stream.budget.delta;
  options.max_answers = stream.answers;
  options.queries = QueryKind::monotone;
  options.neighbors = stream.budget.neighbors;
  options.grid = stream.budget.grid;
  options.expected_questions = stream.budget.expected_questions;
  options.confidence = stream.budget.confidence;
  const AboveThresholdPlan plan = calibrate_above_threshold(options);
  ThresholdChoice choice;
  choice.name = "AboveThreshold";
  choice.loss = plan.loss;
  choice.noise_scale = 1 / plan.parameters.query_rate;
  choice.accuracy = plan.accuracy;
  choice.why = "pays for each yes of the stream and then stops: " + std::string(name_of(plan.form));
  return choice;
}

}  // namespace

std::string_view when_to_use(MonitorMethod method) {
  switch (method) {
    case MonitorMethod::charging:
      return "pays for the yeses that one record takes part in, however many the stream has";
    case MonitorMethod::sampled:
      return "needs no delta; the sampling error grows with the square root of the count, so for "
             "small thresholds and few yeses a record";
    case MonitorMethod::laplace:
      return "for comparison: charging with more noise";
    case MonitorMethod::paper:
      return "for reference: the constants as published";
  }
  return "";
}

std::vector<ThresholdChoice> plan_threshold_questions(const ThresholdStream& stream) {
  check_count("answers", stream.answers, 1, kMaxAnswers);
  check_count("questions", stream.budget.expected_questions, 1, kMaxQuestions);
  std::vector<ThresholdChoice> choices = {above_threshold(stream)};
  for (const MonitorPlan& plan : plan_monitor(stream.budget)) {
    const MonitorMethod method = plan.parameters.method;
    choices.push_back({std::string(words_of(method)), plan.loss, plan.noise_scale, plan.accuracy,
                       false, std::string(when_to_use(method))});
  }
  const auto narrower = [](const ThresholdChoice& a, const ThresholdChoice& b) {
    return a.accuracy.width() < b.accuracy.width();
  };
  std::min_element(choices.begin(), choices.end(), narrower)->chosen = true;
  return choices;
}

}  // namespace logstar
