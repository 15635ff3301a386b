#include "logstar/privacy/binomial_bounds.hpp"

#include <cmath>

namespace logstar {
namespace {

std::uint64_t near_mode(std::uint64_t trials, double odds) {
  const double mode = static_cast<double>(trials) * (odds / (1 + odds));
  return std::min(trials, static_cast<std::uint64_t>(mode));
}

// C(k, l + 1)/C(k, l) without the odds.
double ratio_up(std::uint64_t trials, std::uint64_t l) {
  return divide_up(count_up(trials - l), count_down(l + 1));
}

double ratio_down(std::uint64_t trials, std::uint64_t l) {
  return divide_down(count_down(trials - l), count_up(l + 1));
}

}  // namespace

BinomialBounds::BinomialBounds(std::uint64_t trials, double odds_down, double odds_up,
                               double negligible) {
  const std::uint64_t mode = near_mode(trials, odds_up);

  // From the mode downwards, then turned round, then upwards.
  double up = 1;
  double total_down = 1;
  double down = 1;
  at_most_.push_back(1);
  std::uint64_t l = mode;
  while (l > 0 && up >= negligible) {
    --l;
    up = divide_up(up, multiply_down(ratio_down(trials, l), odds_down));
    down = divide_down(down, multiply_up(ratio_up(trials, l), odds_up));
    at_most_.push_back(up);
    total_down = add_down(total_down, down);
  }
  first_ = l;
  std::reverse(at_most_.begin(), at_most_.end());

  up = down = 1;
  for (l = mode; l < trials && up >= negligible; ++l) {
    up = multiply_up(up, multiply_up(ratio_up(trials, l), odds_up));
    down = multiply_down(down, multiply_down(ratio_down(trials, l), odds_down));
    at_most_.push_back(up);
    total_down = add_down(total_down, down);
  }

  for (double& weight : at_most_) weight = std::min(1.0, divide_up(weight, total_down));
}

}  // namespace logstar
