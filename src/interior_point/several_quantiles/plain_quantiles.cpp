#include "logstar/interior_point/several_quantiles/plain_quantiles.hpp"

#include <algorithm>
#include <utility>

#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// Either may fail: the draws, or the random bits by coinciding too often.
double confidence_of_draws(const QuantilesTask& task) { return 1 - (1 - task.confidence) / 2; }

double inside_from(const std::vector<double>& errors, const std::vector<QuantileFraction>& taus) {
  double most = 0;
  for (std::size_t i = 0; i < errors.size(); ++i) {
    most = std::max(most, inside_from(errors[i], taus[i]));
  }
  return most;
}

/// Under replace levels get half of epsilon, so that one record more or less costs that.
RecursiveQuantiles calibrate_recursion(const QuantilesTask& task, double single) {
  const double epsilon = epsilon_within(task, single, 0.5);
  RecursiveQuantiles plan{
      task.domain, calibrate_quantiles(task.taus, epsilon, task.neighbors), epsilon, {}};
  plan.draws.measure = task.measure;
  const double each = confidence_of_draws(task);
  const auto coincident = coincident_records(kMaxEqualRecords, plan.draws.tie_bits, each);
  const auto errors = quantiles_rank_errors(task.domain.size(), plan.draws, each, coincident);
  plan.promise.rank_error = *std::max_element(errors.begin(), errors.end());
  plan.promise.inside_from = inside_from(errors, task.taus);
  if (task.measure.expected()) {
    plan.promise.expected_inside_from =
        inside_from(quantiles_rank_errors(task.domain.size(), plan.draws, each, coincident,
                                          DataPlace::as_expected),
                    task.taus);
  }
  plan.promise.ties_count = true;
  plan.promise.usual = usual_recursion_error(plan.draws);
  return plan;
}

}  // namespace

PlainQuantiles calibrate_plain_quantiles(const QuantilesTask& task, double of_use, double single) {
  check_quantiles_task(task);
  if (task.algorithm == QuantilesAlgorithm::recursion) return calibrate_recursion(task, single);
  if (task.algorithm == QuantilesAlgorithm::separate) {
    return calibrate_separate_quantiles(task, kInfinity, single);
  }
  RecursiveQuantiles recursion = calibrate_recursion(task, single);
  auto separate =
      possible_separate_quantiles(task, std::min(of_use, recursion.promise.rank_error), single);
  if (separate && separate->promise.rank_error <= recursion.promise.rank_error) {
    return *std::move(separate);
  }
  return recursion;
}

Possible<PlainQuantiles> with_none(const PlainQuantiles& plan, const QuantilesTask& task) {
  if (const auto* draws = std::get_if<SeparateQuantiles>(&plan)) {
    auto separate = with_none(*draws, task);
    if (!separate) return separate.obstacle();
    return *std::move(separate);
  }
  RecursiveQuantiles recursion = std::get<RecursiveQuantiles>(plan);
  const Natural size = task.domain.size();
  auto draws = with_none(recursion.draws, size, subtract_down(1, task.confidence));
  if (!draws) return draws.obstacle();
  recursion.draws = *std::move(draws);
  const double each = confidence_of_draws(task);
  const auto coincident = coincident_records(kMaxEqualRecords, recursion.draws.tie_bits, each);
  const auto answers_from = [&](DataPlace place) {
    return quantiles_answer_from(size, recursion.draws, each, count_up(coincident), 1, place);
  };
  recursion.promise.inside_from = answers_from(DataPlace::anywhere);
  if (task.measure.expected()) {
    recursion.promise.expected_inside_from = answers_from(DataPlace::as_expected);
  }
  return recursion;
}

QuantilesAlgorithm algorithm_of(const PlainQuantiles& plan) {
  return plan.index() == 0 ? QuantilesAlgorithm::recursion : QuantilesAlgorithm::separate;
}

double epsilon_of(const PlainQuantiles& plan) {
  return std::visit([](const auto& by) { return by.epsilon; }, plan);
}

const QuantilesPromise& promise_of(const PlainQuantiles& plan) {
  return std::visit([](const auto& by) -> const QuantilesPromise& { return by.promise; }, plan);
}

std::vector<std::uint64_t> draw_plain_quantiles(const PlainQuantiles& plan,
                                                std::vector<std::uint64_t> keys,
                                                Randomness& randomness) {
  if (const auto* recursion = std::get_if<RecursiveQuantiles>(&plan)) {
    return draw_quantiles(std::move(keys), recursion->domain, recursion->draws, randomness);
  }
  return draw_separate_quantiles(std::get<SeparateQuantiles>(plan), std::move(keys), randomness);
}

}  // namespace logstar
