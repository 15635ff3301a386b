// TreeLog with parameters small enough to enumerate.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clipped_noise.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"

namespace logstar::testing {

using Database = std::vector<std::size_t>;

inline TreeLogParameters small(std::uint32_t bits, unsigned levels, double epsilon, double delta) {
  TreeLogParameters p;
  p.bits = bits;
  p.levels = levels;
  p.declared = public_size(8);
  p.border = 1;
  p.unassigned = 2;
  p.path_epsilon = epsilon;
  p.node = calibrate_stable_choice({epsilon, delta}, 1, Neighbors::add_remove);
  p.end_epsilon = epsilon;
  p.base_epsilon = epsilon;
  return p;
}

/// Parameters for a public number of records, with a choice of a prefix that spends nearly all of the loss. A
/// moved record changes two prefixes and reveals more than an added one.
inline TreeLogParameters sharp(std::size_t records) {
  TreeLogParameters p = small(3, 1, 0.1, 0.05);
  p.declared = public_size(records);
  p.unassigned = 6;
  p.path_epsilon = 0.5;
  p.node = calibrate_stable_choice({8, 0.05}, 1, Neighbors::add_remove);
  return p;
}

/// Passes every size test: for databases no larger than the declared size.
inline auto unrefused(TreeLogParameters parameters) {
  parameters.declared = {8, 1, 1000, 8};
  return [=](const Database& database, Randomness& randomness) {
    ClippedNoise noise(randomness, 0);
    const KeyArray keys(parameters.bits, {database.begin(), database.end()});
    const auto z = tree_log(keys, WideInterval::all(parameters.bits), parameters, noise);
    return z ? static_cast<int>(z->front()) : -1;
  };
}

}  // namespace logstar::testing
