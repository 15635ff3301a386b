// Every calibration and planner at its border: arbitrary public parameters are either refused by name or give
// numbers that keep the promises of their headers. Here composition, choices and top-k.
#include <cmath>

#include "any_task.hpp"
#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/privacy/per_step.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/choosing_mechanism.hpp"
#include "logstar/selection/gap_test.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/choose.hpp"
#include "logstar/top_k/session.hpp"

namespace logstar::testing {
namespace {

/// Next to the smallest doubles, rounding up skips more than one neighbour (rounding.hpp).
bool rounds_back(double x) { return x == 0 || x > 1e-280; }

void check_selection(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const Neighbors neighbors = any_neighbors(input);
  const double beta = input.probability();
  const std::uint64_t growth = input.count();
  accepts([&] {
    const auto choice = calibrate_stable_choice(loss, growth, neighbors);
    require(positive(choice.draw_epsilon), "stable choice has an epsilon");
    const std::int64_t least = stable_choice_least_score(choice, beta);
    require(stable_choice_failure(choice, least) <= beta || !rounds_back(beta),
            "the least score is enough");
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

void check_top_k(FuzzInput& input) {
  const auto task = any_task<TopKTask>(input);
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
  const auto session = any_task<TopKSessionTask>(input);
  accepts([&] {
    const auto parameters = calibrate_top_k_session(session);
    require(positive(parameters.item_epsilon) && positive(parameters.call_delta),
            "a session shares its loss");
  });
}

void check_composition(FuzzInput& input) {
  const Loss loss = any_loss(input);
  const std::uint64_t count = input.coin() ? 1 + input.word(2) % 2000 : input.count();
  const double tail = input.probability();
  const double epsilon = input.epsilon();
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
  return run_one_of({check_selection, check_top_k, check_composition}, data, size);
}
