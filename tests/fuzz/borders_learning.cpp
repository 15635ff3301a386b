// The borders of learners and sanitizers; see borders.cpp.

#include "any_task.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/learning/rectangle.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/learning/rule_sizes.hpp"
#include "logstar/learning/threshold.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"

namespace logstar::testing {
namespace {

/// The common options of all learners.
struct Asked {
  Loss loss;
  Neighbors neighbors;
  double beta;
  double accuracy;
};

Asked any_asked(FuzzInput& input) {
  Asked asked;
  asked.loss = any_loss(input);
  asked.neighbors = any_neighbors(input);
  asked.beta = input.probability();
  asked.accuracy = input.coin() ? input.probability() : input.number();
  return asked;
}

void check_points(FuzzInput& input) {
  const Asked asked = any_asked(input);
  const auto algorithm = static_cast<PointAlgorithm>(input.choice(2));
  accepts([&] {
    const auto point = calibrate_point(algorithm, asked.loss, asked.neighbors, asked.beta);
    require(point.errors >= 0 && within(point.loss, asked.loss), "a point costs what it may");
  });
  accepts([&] {
    for (const PointPlan& plan :
         plan_point({asked.loss, asked.neighbors, asked.beta}, asked.accuracy)) {
      require(plan.generalisation_records >= plan.least_records, "fresh samples ask for more");
    }
  });
  accepts([&] {
    check_proper_point(WideInterval::all(1 + input.choice(200)), asked.accuracy, asked.beta);
  });
}

void check_thresholds(FuzzInput& input) {
  auto task = any_task<ThresholdTask>(input);
  task.beta = input.probability();
  task.search = static_cast<InteriorAlgorithm>(input.choice(6));
  accepts([&] {
    const auto algorithm = static_cast<ThresholdAlgorithm>(input.choice(4));
    const ThresholdDraw draw = calibrate_threshold(algorithm, task);
    require(within(draw.loss, task.loss) && draw.errors >= 0, "a draw costs what it may");
    if (input.coin()) plan_threshold(task, input.probability());
  });
  accepts([&] { best_threshold_algorithm(task); });
}

void check_rectangles(FuzzInput& input) {
  auto task = any_task<RectangleTask>(input);
  task.beta = input.probability();
  accepts([&] {
    constexpr RectangleAlgorithm kAll[] = {RectangleAlgorithm::outermost,
                                           RectangleAlgorithm::slices,
                                           RectangleAlgorithm::axis_by_axis};
    const auto algorithm = kAll[input.choice(3)];
    require(calibrate_rectangle(algorithm, task).errors >= 0, "errors are a number");
    if (input.coin()) plan_rectangle(task, input.probability());
  });
}

void check_rules(FuzzInput& input) {
  RuleTask task;
  task.rules.kind = static_cast<RuleClass::Kind>(input.choice(3));
  task.rules.dimensions = input.choice(8);
  task.rules.vc_dimension = input.count();
  task.protects = input.coin() ? Protects::labels : Protects::records;
  task.epsilon = input.epsilon();
  task.neighbors = any_neighbors(input);
  task.beta = input.probability();
  accepts([&] {
    const double draw = calibrate_rule_choice(task.protects, task.epsilon, task.neighbors);
    require(positive(draw) && draw <= task.epsilon, "a draw is within its epsilon");
    require(rule_choice_excess(Natural(input.count()) + 1, draw, task.beta) >= 0, "an excess");
  });
  accepts([&] {
    std::size_t chosen = 0;
    for (const RulePlan& plan : plan_rules(task, input.probability())) chosen += plan.chosen;
    require(chosen <= 1, "at most one plan is chosen");
  });
}

void check_learning_by_sanitizers(FuzzInput& input) {
  const Asked asked = any_asked(input);
  const double records = std::abs(input.number());
  accepts([&] {
    const auto parameters = calibrate_threshold_by_sanitizer(asked.loss, asked.neighbors);
    require(within(parameters.sanitizer, asked.loss) && positive(parameters.count_epsilon),
            "the sanitizer has a part of the loss");
    if (!(records < 1e15)) return;
    const auto excess = threshold_by_sanitizer_excess(parameters, records, 0.1, asked.beta);
    require(excess.records >= 0 && excess.share >= 0, "an excess is not negative");
  });
  accepts([&] {
    const auto parameters = calibrate_rectangle_by_sanitizer(
        input.choice(70), input.count(), asked.loss, asked.neighbors, asked.beta);
    require(within(parameters.sanitizer, asked.loss) && parameters.significant >= 1,
            "each sanitizer has a part of the loss");
    if (!(records < 1e15)) return;
    require(rectangle_by_sanitizer_errors(parameters, records, 0.1).records >= 0, "errors");
  });
}

void check_san_thresholds(FuzzInput& input) {
  SanThresholdsRequest request;
  request.accuracy = input.coin() ? input.probability() : input.number();
  request.size = input.count();
  request.bits = input.choice(70);
  request.loss = any_loss(input);
  request.neighbors = any_neighbors(input);
  request.calls = input.coin() ? 0 : input.count();
  accepts([&] {
    const auto parameters = calibrate_san_thresholds(request);
    require(within(parameters.loss, request.loss) && parameters.unit >= 1, "a unit of records");
    require(san_thresholds_failure(parameters) >= 0, "a failure has a bound");
  });
}

void check_sanitizers(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const Neighbors neighbors = any_neighbors(input);
  const double beta = input.probability();
  const double accuracy = input.probability();
  accepts([&] {
    const auto histogram = calibrate_stable_histogram(loss, neighbors);
    require(histogram.threshold >= 1 && positive(histogram.noise_epsilon), "a histogram");
    require(stable_histogram_error(histogram, beta, input.count()) >= 0, "its error");
  });
  accepts([&] {
    const auto points = calibrate_san_points(
        input.coin() ? SanPointsCalibration::paper : SanPointsCalibration::tight, accuracy, loss,
        neighbors, beta);
    require(points.rounds >= 2 && positive(points.noise_epsilon), "rounds");
  });
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  return run_one_of({check_points, check_thresholds, check_rectangles, check_rules,
                     check_learning_by_sanitizers, check_san_thresholds, check_sanitizers},
                    data, size);
}
