// Ranks of users from a window.
#pragma once

#include <cstdint>

#include "engine_table.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/windows/user_rank_windows.hpp"
#include "logstar/windows/window_shape.hpp"
#include "scripted_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::user_rank_windows_test {

inline UserRankTask windowed(std::uint32_t bits, UserAlgorithm algorithm, double epsilon = 1) {
  UserRankTask task;
  task.bits = bits;
  task.domain = WideInterval::all(bits);
  task.algorithm = algorithm;
  task.loss = {epsilon, algorithm == UserAlgorithm::cut ? 1e-6 : 0};
  return task;
}

}  // namespace logstar::testing::user_rank_windows_test
