// Random numbers, and equally spaced quantiles of doubles.
#pragma once

#include <span>

#include "logstar/domain/likely_values.hpp"
#include "logstar/interior_point/quantiles_release.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/interior_point/rank_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::usual_error_test {

/// A number in (0, 1).
inline double unit(SeededBits& source) {
  std::uint64_t word = 0;
  source.fill(std::as_writable_bytes(std::span(&word, 1)));
  return (static_cast<double>(word >> 11) + 0.5) * 0x1p-53;
}

inline QuantilesTask quantiles_task(std::uint32_t parts, const Loss& loss) {
  QuantilesTask task;
  for (std::uint32_t i = 1; i < parts; ++i) task.taus.push_back({i, parts});
  task.domain = {0, ~std::uint64_t(0)};
  task.loss = loss;
  return task;
}

}  // namespace logstar::testing::usual_error_test
