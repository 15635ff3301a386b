#include "logstar/privacy/bounded_range.hpp"

#include <algorithm>

#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

void check_arguments(std::uint64_t count, double tail) {
  if (count == 0) reject("steps", "at least one", "none");
  check_delta("tail", tail);
}

void check_step(double epsilon) {
  if (!(epsilon >= 0)) reject("epsilon", "0 or more", epsilon);
}

Loss least_term(double sum, double means, double squares, double tail) {
  const double wide = sqrt_up(multiply_up(multiply_up(2, -log_down(tail)), squares));
  const double second = add_up(means, wide);
  // A range half as long deviates half as far: sqrt(squares ln(1/tail)/2) = wide/2.
  const double third = add_up(multiply_up(0.5, squares), multiply_up(0.5, wide));
  return {std::min({sum, second, third}), tail};
}

}  // namespace

Loss range_composition(double epsilon, std::uint64_t count, double tail) {
  check_arguments(count, tail);
  check_step(epsilon);
  const double k = count_up(count);
  return least_term(multiply_up(k, epsilon), multiply_up(k, mean_loss_up(epsilon)),
                    multiply_up(k, multiply_up(epsilon, epsilon)), tail);
}

Loss range_composition(std::span<const double> epsilons, double tail) {
  check_arguments(epsilons.size(), tail);
  double sum = 0;
  double means = 0;
  double squares = 0;
  for (const double epsilon : epsilons) {
    check_step(epsilon);
    sum = add_up(sum, epsilon);
    means = add_up(means, mean_loss_up(epsilon));
    squares = add_up(squares, multiply_up(epsilon, epsilon));
  }
  return least_term(sum, means, squares, tail);
}

Loss range_as_concentrated(double epsilon, std::uint64_t count, double tail) {
  check_arguments(count, tail);
  check_step(epsilon);
  const double rho = multiply_up(count_up(count), bounded_range_rho(epsilon));
  return {concentrated_epsilon(rho, tail), tail};
}

}  // namespace logstar
