#include "logstar/privacy/loss.hpp"

#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

// At least 1 + e^epsilon + ... + e^((records - 1) epsilon).
double chain_factor_up(double epsilon, std::uint64_t records) {
  const double count = count_up(records);
  if (records == 1) return 1;
  if (records == 2) return add_up(1, exp_up(epsilon));
  const double one_step = expm1_down(epsilon);
  if (one_step <= 0) return count;  // epsilon = 0: every term is 1
  // Where e^(count epsilon) overflows the factor itself may not: it is at most
  // e^((count - 1) epsilon)/(1 - e^-epsilon), which is nearly it.
  if (multiply_up(count, epsilon) > 700) {
    return divide_up(exp_up(multiply_up(count_up(records - 1), epsilon)), -expm1_up(-epsilon));
  }
  // Where e^x - 1 is nearly x the quotient below is `count` up to its rounding error.
  return divide_up(expm1_up(multiply_up(count, epsilon)), one_step);
}

}  // namespace

void check_loss(const Loss& loss) {
  if (!(loss.epsilon >= 0)) reject("epsilon", "0 or more", loss.epsilon);
  if (!(loss.delta >= 0 && loss.delta <= 1)) {
    reject("delta", "a number from 0 to 1", loss.delta);
  }
}

Loss group_loss(const Loss& loss, std::uint64_t records) {
  check_loss(loss);
  if (records == 0) reject("records", "at least 1", "0");
  const double factor = chain_factor_up(loss.epsilon, records);
  return {multiply_up(count_up(records), loss.epsilon),
          std::fmin(1, multiply_up(factor, loss.delta))};
}

Loss loss_for_group(const Loss& target, std::uint64_t records) {
  check_loss(target);
  if (records == 0) reject("records", "at least 1", "0");
  const double epsilon = divide_down(target.epsilon, count_up(records));
  // The factor is the one group_loss will use, so multiplying back cannot exceed the target.
  const double factor = chain_factor_up(epsilon, records);
  return {epsilon, divide_down(target.delta, factor)};
}

Loss to_replace(const Loss& add_remove) { return group_loss(add_remove, 2); }

Loss add_remove_for_replace(const Loss& replace) { return loss_for_group(replace, 2); }

}  // namespace logstar
