// TreeLog by slices with parameters small enough to enumerate.
#pragma once

#include <cstdint>

#include "logstar/interior_point/slices/tree_log_slices.hpp"

namespace logstar::testing {

inline TreeLogSlicesParameters small_tree_log_slices(std::uint32_t bits, unsigned levels,
                                                     double epsilon, double delta) {
  TreeLogSlicesParameters p;
  p.bits = bits;
  p.levels = levels;
  p.border = 1;
  p.round = {epsilon, 2, 2};
  p.threshold = 4;
  p.deep = 10;
  p.threshold_epsilon = epsilon;
  p.query_epsilon = epsilon;
  p.node = calibrate_stable_choice({epsilon, delta}, 1, Neighbors::replace);
  p.end_epsilon = epsilon / 2;
  p.base_epsilon = epsilon;
  return p;
}

}  // namespace logstar::testing
