// Every calibration and planner at its border: arbitrary public parameters are either refused by
// name or give numbers that keep what their headers say.
#include <algorithm>
#include <cmath>

#include "fuzz_input.hpp"
#include "interior_point/planner.hpp"
#include "interior_point/quantiles.hpp"
#include "interior_point/quasi_concave_max.hpp"
#include "interior_point/rank_draw.hpp"
#include "interior_point/slice_loss.hpp"
#include "learning/point.hpp"
#include "learning/rectangle.hpp"
#include "learning/threshold.hpp"
#include "privacy/best_per_step.hpp"
#include "privacy/composition.hpp"
#include "privacy/concentrated.hpp"
#include "privacy/optimal_composition.hpp"
#include "privacy/per_step.hpp"
#include "privacy/rounding.hpp"
#include "sanitizing/distribution.hpp"
#include "sanitizing/san_points.hpp"
#include "sanitizing/stable_histogram.hpp"
#include "selection/choosing_mechanism.hpp"
#include "selection/laplace_count.hpp"
#include "sparse_vector/above_threshold_calibration.hpp"
#include "sparse_vector/heavy_hitters_calibration.hpp"
#include "sparse_vector/planner.hpp"
#include "top_k/accuracy.hpp"
#include "top_k/choose.hpp"
#include "top_k/session.hpp"

namespace logstar::testing {
namespace {

Loss any_loss(FuzzInput& input) {
  const double epsilon = input.epsilon();
  const double delta = input.choice(4) == 0 ? 0 : input.probability();
  return {epsilon, delta};
}

Neighbors any_neighbors(FuzzInput& input) {
  return input.coin() ? Neighbors::add_remove : Neighbors::replace;
}

ScoreMoves any_moves(FuzzInput& input) {
  return input.coin() ? ScoreMoves::both_ways : ScoreMoves::one_way;
}

/// A mechanism that needs no delta need not look at it.
bool within(const Loss& spent, const Loss& allowed) {
  if (spent.delta == 0) return spent.epsilon >= 0 && spent.epsilon <= allowed.epsilon;
  return spent.epsilon >= 0 && spent.epsilon <= allowed.epsilon && spent.delta >= 0 &&
         spent.delta <= allowed.delta;
}

bool positive(double number) { return number > 0 && std::isfinite(number); }

void check_selection(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const Neighbors neighbors = any_neighbors(input);
  const double beta = input.probability();
  const std::uint64_t growth = input.count();
  accepts([&] {
    const auto choice = calibrate_stable_choice(loss, growth, neighbors);
    require(positive(choice.draw_epsilon), "stable choice has an epsilon");
    const std::int64_t least = stable_choice_least_score(choice, beta);
    require(stable_choice_failure(choice, least) <= beta, "the least score is enough");
  });
  accepts([&] {
    const auto choice = input.coin() ? calibrate_choosing(loss, growth, neighbors)
                                     : calibrate_choosing_paper(loss, growth, beta);
    require(
        positive(choice.noise_epsilon) && positive(choice.draw_epsilon) && choice.threshold >= 1,
        "the choosing mechanism has its parameters");
    require(choosing_least_score(choice, beta) >= 0, "scores are not negative");
  });
  accepts([&] {
    const auto gap = calibrate_gap_test(loss, any_moves(input), neighbors);
    require(positive(gap.noise_epsilon) && gap.threshold >= 1, "a gap test has its parameters");
    require(gap_test_least_gap(gap, beta) >= gap.threshold || beta > 0.5, "noise needs room");
  });
  accepts([&] {
    const double epsilon = calibrate_exponential_choice(loss.epsilon, any_moves(input), neighbors);
    require(positive(epsilon) && epsilon <= loss.epsilon, "a draw is within its loss");
    require(exponential_choice_shortfall(Natural(input.count()) + 1, epsilon, beta) >= 0,
            "a shortfall is none");
  });
  accepts([&] {
    const Rational rate = calibrate_laplace_count(loss.epsilon, growth);
    require(laplace_count_error(rate, beta) >= 0, "an error is not negative");
  });
}

RankTask any_rank_task(FuzzInput& input) {
  RankTask task;
  task.bits =
      static_cast<std::uint32_t>(input.choice(4) == 0 ? input.count() : 1 + input.choice(200));
  const std::uint32_t bits = std::clamp<std::uint32_t>(task.bits, 1, 1000);
  task.domain = WideInterval::all(bits);
  if (task.bits != bits) task.domain = WideInterval::all(1);
  if (input.coin()) task.rank = {1 + input.choice(20), 1 + input.choice(20)};
  task.loss = any_loss(input);
  task.neighbors = any_neighbors(input);
  task.confidence = 1 - input.probability();
  if (input.coin()) task.size = input.count();
  return task;
}

void check_rank_draw(FuzzInput& input) {
  const RankTask task = any_rank_task(input);
  if (task.bits > 1000 || task.bits == 0) return;  // refused by the domains
  const auto algorithm = static_cast<InteriorAlgorithm>(input.choice(6));
  accepts([&] {
    const RankDraw draw = calibrate_rank_draw(algorithm, task);
    require(!draw.rank_error || *draw.rank_error >= 0, "a rank error is none or a number");
  });
  accepts([&] { best_algorithm(task); });
}

void check_interior_plan(FuzzInput& input) {
  InteriorRequest request;
  request.bits = static_cast<std::uint32_t>(input.coin() ? input.count() : 1 + input.choice(128));
  if (request.bits > 1 << 16 && request.bits <= kMostKeyBits) request.bits >>= 10;  // to be quick
  if (input.coin()) request.domain_size = Natural(input.count());
  request.loss = any_loss(input);
  request.neighbors = any_neighbors(input);
  request.beta = input.probability();
  accepts([&] {
    for (const InteriorPlan& plan : plan_interior_point(request).algorithms) {
      if (plan.available) require(within(plan.spent, request.loss), "a plan is within its loss");
    }
  });
}

void check_quasi_concave(FuzzInput& input) {
  QuasiConcaveRequest request;
  request.size = input.coin() ? Natural(input.count()) : Natural(1) << input.word(2);
  request.moves = any_moves(input);
  request.neighbors = any_neighbors(input);
  request.loss = any_loss(input);
  request.beta = input.probability();
  accepts([&] {
    const auto parameters =
        calibrate_quasi_concave(static_cast<QuasiConcaveAlgorithm>(input.choice(3)), request);
    require(within(parameters.loss, request.loss), "it costs what it may");
    require(parameters.error >= 1, "an error is positive");
  });
}

void check_quantiles(FuzzInput& input) {
  std::vector<QuantileFraction> taus(input.choice(40));
  for (auto& tau : taus) tau = {input.choice(60), static_cast<std::uint32_t>(input.count())};
  const double epsilon = input.epsilon();
  const double confidence = 1 - input.probability();
  const Natural size = Natural(input.count()) + 1;
  accepts([&] {
    const auto parameters =
        calibrate_quantiles(taus, epsilon, any_neighbors(input), 16 + input.choice(20));
    require(positive(parameters.level_epsilon) && parameters.level_epsilon <= epsilon,
            "levels share the epsilon");
    const std::uint64_t equal = input.count();
    const auto coincident = coincident_records(equal, parameters.tie_bits, confidence);
    require(coincident <= equal, "no more coincide than there are");
    for (const double error : quantiles_rank_errors(size, parameters, confidence, coincident)) {
      require(error >= 0, "an error is not negative");
    }
  });
  accepts([&] {
    const auto points = static_cast<std::uint32_t>(input.count());
    const auto parameters =
        calibrate_distribution(points, size, epsilon, any_neighbors(input), confidence);
    require(parameters.rank_error >= 0, "an error is not negative");
  });
}

void check_slices(FuzzInput& input) {
  SliceBudget budget;
  budget.slice_epsilon = input.coin() ? 0 : input.epsilon();
  budget.compute = any_loss(input);
  budget.computes = static_cast<unsigned>(input.count());
  budget.slices = static_cast<unsigned>(input.coin() ? input.choice(64) : input.word(2));
  const double delta = input.probability();
  accepts([&] {
    check_slice_budget(budget);
    require(slice_epsilon_of(budget, delta) >= 0, "a session has a cost");
  });
}

void check_top_k(FuzzInput& input) {
  TopKTask task;
  task.k = input.count();
  task.kbar = input.coin() ? task.k + input.byte() : input.count();
  if (input.coin()) task.per_user = input.count();
  task.total = any_loss(input);
  task.neighbors = any_neighbors(input);
  if (input.coin()) task.variant = static_cast<TopKVariant>(input.choice(5));
  task.count_share = input.coin() ? 0 : input.probability();
  const double confidence = 1 - input.probability();
  accepts([&] {
    const TopKParameters parameters = choose_top_k(task).parameters;
    require(positive(parameters.item_epsilon), "an item is drawn with an epsilon");
    require(parameters.margin >= 0, "bottom stands above");
    const Charge charge = charge_of_top_k(task, parameters);
    require(within({charge.epsilon, charge.delta}, task.total), "an answer costs what it may");
    require(top_k_accuracy(parameters, confidence) >= 0, "an accuracy is not negative");
    require(top_k_sure_gap(parameters, confidence) >= 0, "a gap is not negative");
    require(top_k_count_error(parameters, confidence) >= 0, "an error is not negative");
  });
  TopKSessionTask session;
  session.outcomes = input.count();
  session.calls = input.count();
  session.total = task.total;
  session.neighbors = task.neighbors;
  session.optimised = input.coin();
  session.refundable = input.coin();
  accepts([&] {
    const auto parameters = calibrate_top_k_session(session);
    require(positive(parameters.item_epsilon) && positive(parameters.call_delta),
            "a session shares its loss");
  });
}

void check_sparse_vector(FuzzInput& input) {
  AboveThresholdOptions above;
  above.epsilon = input.epsilon();
  above.delta = input.coin() ? 0 : input.probability();
  above.max_answers = input.count();
  above.queries = input.coin() ? QueryKind::general : QueryKind::monotone;
  above.neighbors = any_neighbors(input);
  above.grid = input.coin() ? QueryGrid::counts : QueryGrid::fractions;
  if (input.coin()) above.shape = input.coin() ? NoiseShape::laplace : NoiseShape::one_sided;
  above.numeric_share = input.coin() ? 0 : input.probability();
  above.expected_questions = input.count();
  above.confidence = 1 - input.probability();
  accepts([&] {
    std::size_t chosen = 0;
    for (const AboveThresholdPlan& plan : plan_above_threshold(above)) {
      require(within(plan.loss, {above.epsilon, above.delta}), "a plan costs what it may");
      require(positive(plan.parameters.threshold_rate) && positive(plan.parameters.query_rate),
              "noise has rates");
      chosen += plan.chosen;
    }
    require(chosen == 1, "one plan is chosen");
  });
  HeavyHitterOptions heavy;
  heavy.epsilon = above.epsilon;
  heavy.delta = input.probability();
  heavy.per_user = input.coin() ? input.word(2) : input.count();
  heavy.steps = input.count();
  if (input.coin()) heavy.threshold = input.number();
  heavy.neighbors = above.neighbors;
  heavy.expected_steps = input.count();
  heavy.expected_users = input.count();
  heavy.confidence = above.confidence;
  accepts([&] {
    for (const HeavyHitterPlan& plan : plan_heavy_hitters(heavy)) {
      require(within(plan.loss, {heavy.epsilon, heavy.delta}), "a plan costs what it may");
      require(plan.parameters.threshold >= 1, "a threshold is at least 1");
    }
  });
}

void check_monitor(FuzzInput& input) {
  ThresholdStream stream;
  stream.budget.epsilon = input.epsilon();
  stream.budget.delta = input.coin() ? 0 : input.probability();
  stream.budget.per_record = input.coin() ? input.word(2) : input.count();
  stream.budget.neighbors = any_neighbors(input);
  stream.budget.grid = input.coin() ? QueryGrid::counts : QueryGrid::fractions;
  stream.budget.threshold = input.number();
  stream.budget.expected_questions = input.count();
  stream.budget.confidence = 1 - input.probability();
  stream.answers = input.count();
  if (input.coin()) stream.budget.method = static_cast<MonitorMethod>(input.choice(4));
  const Loss total{stream.budget.epsilon, stream.budget.delta};
  accepts([&] {
    for (const MonitorPlan& plan : plan_monitor(stream.budget)) {
      require(within(plan.loss, total), "a plan costs what it may");
      check_monitor_parameters(plan.parameters);
    }
  });
  accepts([&] {
    for (const ThresholdChoice& choice : plan_threshold_questions(stream)) {
      require(within(choice.loss, total), "a choice costs what it may");
    }
  });
}

void check_learners(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const Neighbors neighbors = any_neighbors(input);
  const double beta = input.probability();
  const double accuracy = input.coin() ? input.probability() : input.number();
  ThresholdTask task;
  task.bits = 1 + input.choice(200);
  task.domain = WideInterval::all(task.bits);
  task.loss = loss;
  task.neighbors = neighbors;
  task.beta = beta;
  task.tolerance = input.coin() ? 0 : input.count();
  task.search = static_cast<InteriorAlgorithm>(input.choice(6));
  accepts([&] {
    const auto algorithm = static_cast<ThresholdAlgorithm>(input.choice(4));
    const ThresholdDraw draw = calibrate_threshold(algorithm, task);
    require(within(draw.loss, loss) && draw.errors >= 0, "a draw costs what it may");
    if (input.coin()) plan_threshold(task, accuracy);
  });
  accepts([&] { best_threshold_algorithm(task); });
  accepts([&] {
    const auto point =
        calibrate_point(static_cast<PointAlgorithm>(input.choice(2)), loss, neighbors, beta);
    require(point.errors >= 0, "errors are a number");
  });
  accepts([&] {
    RectangleTask task;
    task.axes.resize(input.choice(66));
    for (auto& axis : task.axes) {
      axis.bits = 1 + input.choice(128);
      axis.domain = WideInterval::all(axis.bits);
    }
    task.loss = loss;
    task.neighbors = neighbors;
    task.beta = beta;
    const auto algorithm =
        input.coin() ? RectangleAlgorithm::outermost : RectangleAlgorithm::slices;
    require(calibrate_rectangle(algorithm, task).errors >= 0, "errors are a number");
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

void check_composition(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const std::uint64_t count = input.coin() ? 1 + input.word(2) % 2000 : input.count();
  const double tail = input.probability();
  const double epsilon = input.epsilon();
  const auto rounds_back = [](double x) { return x == 0 || x > 1e-280; };  // rounding.hpp
  const bool exactly_rounded = rounds_back(loss.epsilon) && rounds_back(loss.delta);
  accepts([&] { require(basic_composition(loss, count).epsilon >= loss.epsilon, "sums"); });
  accepts([&] { require(advanced_composition(loss, count, tail).epsilon >= 0, "advanced"); });
  accepts([&] { require(drift_composition(loss, count, tail).epsilon >= 0, "drift"); });
  accepts([&] {
    const double delta = optimal_delta(loss, count, epsilon);
    require(delta >= 0 && delta <= 1, "a delta is a probability");
  });
  accepts([&] { require(optimal_epsilon(loss, count, tail) >= 0, "an epsilon is not negative"); });
  accepts([&] {
    const Loss each = basic_per_step(loss, count);
    if (!exactly_rounded) return;
    require(within(basic_composition(each, count), loss), "basic steps are within the total");
  });
  accepts([&] {
    const Loss each = advanced_per_step(loss, count, tail);
    if (!exactly_rounded) return;
    require(within(advanced_composition(each, count, tail), loss), "so are advanced ones");
  });
  accepts([&] {
    const auto deltas = input.coin() ? StepDelta::none : StepDelta::needed;
    const bool ranges = input.coin();
    const PerStep step = ranges ? best_bounded_range_per_step(loss, count, deltas)
                                : best_per_step(loss, count, deltas);
    require(step.epsilon >= 0 && step.tail + step.delta_for_steps <= loss.delta * (1 + 1e-12),
            "the best steps share the delta");
    if (step.bound != CompositionBound::optimal || count > 10000) return;
    const double each = divide_down(step.delta_for_steps, count_up(count));
    require(optimal_delta({step.epsilon, ranges ? 0 : each}, count, loss.epsilon) <=
                (ranges ? step.tail : loss.delta),
            "the best steps are within the total");
  });
  accepts([&] {
    const Loss group = group_loss(loss, count);
    require(group.epsilon >= loss.epsilon && group.delta >= loss.delta, "a group costs more");
    if (exactly_rounded) {
      require(within(group_loss(loss_for_group(loss, count), count), loss), "and backwards");
    }
  });
  accepts([&] {
    const Loss back = to_replace(add_remove_for_replace(loss));
    if (exactly_rounded) require(within(back, loss), "replace and backwards");
  });
  accepts([&] {
    const double rho = largest_rho(loss);
    if (std::isfinite(loss.epsilon)) {
      require(concentrated_delta(rho, loss.epsilon) <= loss.delta, "the largest rho is within");
    }
    require(concentrated_epsilon(input.epsilon(), tail) >= 0, "an epsilon is not negative");
  });
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace logstar::testing;
  FuzzInput input(data, size);
  constexpr void (*kChecks[])(FuzzInput&) = {
      check_selection, check_rank_draw, check_interior_plan, check_quasi_concave,
      check_quantiles, check_slices,    check_top_k,         check_sparse_vector,
      check_monitor,   check_learners,  check_sanitizers,    check_composition};
  kChecks[input.choice(std::size(kChecks))](input);
  return 0;
}
