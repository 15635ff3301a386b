#include "logstar/selection/discrete_tail.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

std::int64_t laplace_tail_start(double rate, double probability) {
  // q^k / (1 + q) <= p  iff  k >= -ln((1 + q) p) / rate.
  const double log_one_plus_q = log1p_down(exp_down(-rate));
  const double needed = divide_up(-add_down(log_one_plus_q, log_down(probability)), rate);
  // A delta divided down to 0 would need an infinite threshold.
  if (!(needed < 0x1p62)) {
    reject("epsilon and delta",
           "such that every step has a share of either (a larger delta, and an epsilon "
           "neither near 1e-9 nor in the hundreds)",
           "no number for one of them");
  }
  return static_cast<std::int64_t>(std::ceil(std::max(needed, 0.0)));
}

}  // namespace logstar
