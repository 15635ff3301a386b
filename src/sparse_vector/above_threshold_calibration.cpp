#include "logstar/sparse_vector/above_threshold_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// Rates per record: of the threshold's noise, of a question's, of a number's.
struct Rates {
  double threshold = 0;
  double query = 0;
  double number = 0;
};

/// The part of epsilon for a threshold whose noise has weight 1 if questions have weight w, so
/// that 1/a^2 + (w/b)^2 is least for a + b = epsilon. Any part is private.
double threshold_part(double weight) { return 1 / (1 + std::cbrt(weight * weight)); }

/// A run of `yeses` general questions with one threshold noise e1: each yes moves its own noise by
/// up to 2 records and its number by 1, so e1 + yeses (2 e2 + e3) = epsilon.
Rates general_rates(double epsilon, double yeses, double share) {
  Rates rates;
  const double numbers = multiply_down(share, epsilon);
  const double tests = subtract_down(epsilon, numbers);
  rates.number = divide_down(numbers, yeses);
  rates.threshold = short_rate_down(tests * threshold_part(2 * yeses));
  rates.query = divide_down(subtract_down(tests, rates.threshold), 2 * yeses);
  return rates;
}

/// For monotone questions: one way they cost e1 + yeses max(e2, e3), the other way yeses (e2 + e3). Small
/// shares for numbers are free.
Rates monotone_rates(double epsilon, double yeses, double share) {
  Rates rates;
  const double numbers = multiply_down(share, epsilon);
  const double queries =
      std::fmin(epsilon * (1 - threshold_part(yeses)), subtract_down(epsilon, numbers));
  rates.number = divide_down(numbers, yeses);
  rates.query = divide_down(queries, yeses);
  rates.threshold = subtract_down(epsilon, std::fmax(queries, numbers));
  return rates;
}

/// For one monotone yes, from the range of its loss: e1 + max(e2, e3) + e2 + e3 = range.
Rates monotone_rates_of_range(double range, double share) {
  Rates rates;
  rates.number = multiply_down(share, range) / 2;
  double rest = subtract_down(range, rates.number);  // e1 + 2 e2
  rates.threshold = short_rate_down(rest * threshold_part(2));
  rates.query = subtract_down(rest, rates.threshold) / 2;
  if (rates.query >= rates.number) return rates;
  rest = subtract_down(rest, rates.number);  // e1 + e2
  rates.threshold = short_rate_down(rest / 2);
  rates.query = subtract_down(rest, rates.threshold);
  return rates;
}

/// The distances from the moved threshold, in steps, from which on a yes and a no have the requested
/// confidence.
struct Distances {
  std::int64_t yes_above = 0;
  std::int64_t no_below = 0;
};

// Half of the failure probability goes to the threshold's noises, half to the questions'. A
// question is either to be a yes or a no, so only one tail of its noise can hurt.
Distances distances(const AboveThresholdParameters& parameters, std::uint64_t questions,
                    double confidence) {
  check_count("questions", questions, 1, kMaxQuestions);
  check_confidence(confidence);
  const double half = subtract_down(1, confidence) / 2;
  const std::uint64_t thresholds =
      parameters.threshold_noise == ThresholdNoise::kept ? 1 : parameters.max_answers;
  const double per_threshold = divide_down(half, count_up(thresholds));
  const double per_question = divide_down(half, count_up(questions));
  if (parameters.shape == NoiseShape::one_sided) {
    return {geometric_tail_steps(parameters.threshold_rate, parameters.grid, per_threshold),
            geometric_tail_steps(parameters.query_rate, parameters.grid, per_question) + 1};
  }
  const std::int64_t threshold =
      laplace_tail_steps(parameters.threshold_rate, parameters.grid, per_threshold / 2);
  const std::int64_t question =
      laplace_tail_steps(parameters.query_rate, parameters.grid, per_question);
  return {threshold + question, threshold + question + 1};
}

class Planner {
 public:
  explicit Planner(const AboveThresholdOptions& options) : options_(options) {
    check_epsilon("epsilon", options.epsilon);
    check_delta_or_zero("delta", options.delta);
    check_count("maxAnswers", options.max_answers, 1, kMaxAnswers);
    if (!(options.numeric_share >= 0 && options.numeric_share < 1)) {
      reject("numericShare", "a number from 0 to below 1", options.numeric_share);
    }
    check_count("expectedQuestions", options.expected_questions, 1, kMaxQuestions);
    check_confidence(options.confidence);
    monotone_ =
        options.queries == QueryKind::monotone && options.neighbors == Neighbors::add_remove;
    shape_ = options.shape.value_or(monotone_ ? NoiseShape::one_sided : NoiseShape::laplace);
    if (shape_ == NoiseShape::one_sided && !monotone_) {
      reject("shape", "laplace, unless questions are monotone under add-remove", "one_sided");
    }
  }

  AboveThresholdPlan kept() const {
    const Rates rates = rates_of(options_.epsilon, count_up(options_.max_answers));
    return finish(AnswerForm::kept, rates, CompositionBound::basic);
  }

  AboveThresholdPlan redrawn() const {
    const PerStep run = best_per_step(total(), options_.max_answers, StepDelta::none);
    return finish(AnswerForm::redrawn, rates_of(run.epsilon, 1), run.bound);
  }

  AboveThresholdPlan redrawn_bounded_range() const {
    const PerStep run = best_bounded_range_per_step(total(), options_.max_answers, StepDelta::none);
    return finish(AnswerForm::redrawn_bounded_range,
                  monotone_rates_of_range(run.epsilon, options_.numeric_share), run.bound);
  }

  bool monotone() const { return monotone_; }

 private:
  Loss total() const { return {options_.epsilon, options_.delta}; }

  Rates rates_of(double epsilon, double yeses) const {
    return monotone_ ? monotone_rates(epsilon, yeses, options_.numeric_share)
                     : general_rates(epsilon, yeses, options_.numeric_share);
  }

  AboveThresholdPlan finish(AnswerForm form, const Rates& rates, CompositionBound bound) const {
    AboveThresholdPlan plan;
    plan.form = form;
    AboveThresholdParameters& p = plan.parameters;
    p.grid = options_.grid;
    p.shape = shape_;
    p.threshold_noise = form == AnswerForm::kept ? ThresholdNoise::kept : ThresholdNoise::redrawn;
    p.max_answers = options_.max_answers;
    p.threshold_rate = short_rate_down(rates.threshold);
    p.query_rate = short_rate_down(rates.query);
    p.answer_rate = short_rate_down(rates.number);
    check_rate("epsilon", options_.epsilon, std::fmin(p.threshold_rate, p.query_rate), p.grid);
    if (options_.numeric_share > 0) {
      check_rate("numericShare", options_.numeric_share, p.answer_rate, p.grid);
    }
    plan.loss = {options_.epsilon, bound == CompositionBound::basic ? 0 : options_.delta};
    if (options_.centred) {
      const auto [yes_above, no_below] =
          distances(p, options_.expected_questions, options_.confidence);
      p.shift = (no_below - yes_above) / 2;
    }
    plan.accuracy = above_threshold_accuracy(p, options_.expected_questions, options_.confidence);
    return plan;
  }

  AboveThresholdOptions options_;
  bool monotone_ = false;
  NoiseShape shape_ = NoiseShape::laplace;
};

}  // namespace

std::string_view name_of(AnswerForm form) {
  switch (form) {
    case AnswerForm::kept:
      return "one noisy threshold for all answers";
    case AnswerForm::redrawn:
      return "a fresh run for each answer, composed";
    case AnswerForm::redrawn_bounded_range:
      return "a fresh run for each answer, composed by bounded range";
  }
  return "";
}

std::vector<AboveThresholdPlan> plan_above_threshold(const AboveThresholdOptions& options) {
  const Planner planner(options);
  std::vector<AboveThresholdPlan> plans = {planner.kept()};
  if (options.max_answers > 1) {
    plans.push_back(planner.redrawn());
    if (planner.monotone()) plans.push_back(planner.redrawn_bounded_range());
  }
  const auto narrower = [](const AboveThresholdPlan& a, const AboveThresholdPlan& b) {
    return a.accuracy.width() < b.accuracy.width();
  };
  std::min_element(plans.begin(), plans.end(), narrower)->chosen = true;
  return plans;
}

AboveThresholdPlan calibrate_above_threshold(const AboveThresholdOptions& options) {
  const std::vector<AboveThresholdPlan> plans = plan_above_threshold(options);
  return *std::find_if(plans.begin(), plans.end(), [](const auto& plan) { return plan.chosen; });
}

ThresholdAccuracy above_threshold_accuracy(const AboveThresholdParameters& parameters,
                                           std::uint64_t questions, double confidence) {
  const auto [yes_above, no_below] = distances(parameters, questions, confidence);
  return {records_of_steps(yes_above + parameters.shift, parameters.grid),
          records_of_steps(no_below - parameters.shift, parameters.grid), confidence, questions};
}

double above_threshold_answer_error(const AboveThresholdParameters& parameters, double confidence) {
  check_confidence(confidence);
  if (parameters.answer_rate == 0) return kInfinity;
  const double per_answer =
      divide_down(subtract_down(1, confidence), count_up(parameters.max_answers)) / 2;
  return records_of_steps(laplace_tail_steps(parameters.answer_rate, parameters.grid, per_answer),
                          parameters.grid);
}

}  // namespace logstar
