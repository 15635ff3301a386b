#include "selection/discrete_tail.hpp"

#include <algorithm>
#include <cmath>

#include "privacy/rounding.hpp"

namespace logstar {

std::int64_t laplace_tail_start(double rate, double probability) {
  // q^k / (1 + q) <= p  iff  k >= -ln((1 + q) p) / rate.
  const double log_one_plus_q = log1p_down(exp_down(-rate));
  const double needed = divide_up(-add_down(log_one_plus_q, log_down(probability)), rate);
  return static_cast<std::int64_t>(std::ceil(std::max(needed, 0.0)));
}

}  // namespace logstar
