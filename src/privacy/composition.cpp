#include "logstar/privacy/composition.hpp"

#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_steps(std::uint64_t count) {
  if (count == 0) reject("steps", "at least one", "none");
}

// At least epsilon (e^epsilon - 1).
double crude_mean_loss_up(double epsilon) { return multiply_up(epsilon, expm1_up(epsilon)); }

// At least sqrt(2 ln(1/tail) squares).
double deviation_up(double squares, double tail) {
  return sqrt_up(multiply_up(multiply_up(2, -log_down(tail)), squares));
}

struct Sums {
  double means = 0;    // of the mean losses
  double squares = 0;  // of epsilon squared
  double deltas = 0;
  double log_no_accident = 0;  // of ln(1 - delta), rounded down
};

template <typename Mean>
Sums sum_steps(std::span<const Loss> steps, double tail, Mean mean) {
  check_steps(steps.size());
  check_delta("tail", tail);
  Sums sums;
  for (const Loss& step : steps) {
    check_loss(step);
    sums.means = add_up(sums.means, mean(step.epsilon));
    sums.squares = add_up(sums.squares, multiply_up(step.epsilon, step.epsilon));
    sums.deltas = add_up(sums.deltas, step.delta);
    sums.log_no_accident = add_down(sums.log_no_accident, log1p_down(-step.delta));
  }
  return sums;
}

template <typename Mean>
Sums sum_steps(const Loss& step, std::uint64_t count, double tail, Mean mean) {
  check_steps(count);
  check_delta("tail", tail);
  check_loss(step);
  const double k = count_up(count);
  return {multiply_up(k, mean(step.epsilon)),
          multiply_up(k, multiply_up(step.epsilon, step.epsilon)), multiply_up(k, step.delta),
          multiply_down(k, log1p_down(-step.delta))};
}

// 1 - e^log_no_accident (1 - tail), or the union bound where rounding makes that the smaller one
// (it is exact for a single step).
double accident_up(double log_no_accident, double sum_of_deltas, double tail) {
  const double independent = -expm1_down(add_down(log_no_accident, log1p_down(-tail)));
  return std::fmin(1, std::fmin(independent, add_up(sum_of_deltas, tail)));
}

Loss advanced_from(const Sums& sums, double tail) {
  return {add_up(deviation_up(sums.squares, tail), sums.means),
          std::fmin(1, add_up(sums.deltas, tail))};
}

Loss drift_from(const Sums& sums, double tail) {
  return {add_up(sums.means, deviation_up(sums.squares, tail)),
          accident_up(sums.log_no_accident, sums.deltas, tail)};
}

}  // namespace

double any_failure_up(double step, std::uint64_t count, double tail) {
  const double k = count_up(count);
  return accident_up(multiply_down(k, log1p_down(-step)), multiply_up(k, step), tail);
}

double mean_loss_up(double epsilon) {
  const double growth = expm1_up(epsilon);
  if (!std::isfinite(growth)) return epsilon;
  // growth/(growth + 2) increases with growth, so rounding growth up is the safe side.
  const double ratio = divide_up(growth, add_down(growth, 2));
  return multiply_up(epsilon, std::fmin(1, ratio));
}

Loss basic_composition(std::span<const Loss> steps) {
  check_steps(steps.size());
  Loss sum;
  for (const Loss& step : steps) {
    check_loss(step);
    sum = {add_up(sum.epsilon, step.epsilon), add_up(sum.delta, step.delta)};
  }
  return {sum.epsilon, std::fmin(1, sum.delta)};
}

Loss basic_composition(const Loss& step, std::uint64_t count) {
  check_steps(count);
  check_loss(step);
  const double k = count_up(count);
  return {multiply_up(k, step.epsilon), std::fmin(1, multiply_up(k, step.delta))};
}

Loss advanced_composition(std::span<const Loss> steps, double tail) {
  return advanced_from(sum_steps(steps, tail, crude_mean_loss_up), tail);
}

Loss advanced_composition(const Loss& step, std::uint64_t count, double tail) {
  return advanced_from(sum_steps(step, count, tail, crude_mean_loss_up), tail);
}

Loss drift_composition(std::span<const Loss> steps, double tail) {
  return drift_from(sum_steps(steps, tail, mean_loss_up), tail);
}

Loss drift_composition(const Loss& step, std::uint64_t count, double tail) {
  return drift_from(sum_steps(step, count, tail, mean_loss_up), tail);
}

}  // namespace logstar
