// HeavyPaths with parameters small enough to enumerate.
#pragma once

#include <cstdint>

#include "logstar/interior_point/tree/heavy_paths.hpp"

namespace logstar::testing {

inline HeavyPathsParameters small_heavy_paths(std::uint32_t bits, unsigned databases,
                                              double epsilon, double delta) {
  HeavyPathsParameters p;
  p.bits = bits;
  p.databases = databases;
  p.declared = public_size(9);
  p.border = 1;
  p.unassigned = 3;
  p.threshold = 3;
  p.threshold_epsilon = epsilon;
  p.query_epsilon = epsilon;
  p.path_epsilon = epsilon;
  p.choice = calibrate_stable_choice({epsilon, delta}, 1, Neighbors::add_remove);
  p.end_epsilon = epsilon;
  return p;
}

}  // namespace logstar::testing
