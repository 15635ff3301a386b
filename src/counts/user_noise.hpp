// Noise for whole numbers that users add up to, as the releases of this room plan and draw it.
//
// Privacy: (epsilon, 0) for numbers of which a user moves all together by at most `moved`.
// Source: user_share.hpp.
// Departures: none.
// Cost: one draw a number.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/randomness/randomness.hpp"
#include "logstar/randomness/rational.hpp"

namespace logstar {

/// How many groups there are; nothing where that is not known beforehand: then noise is for any number of
/// them, and what is said of errors is said of each by itself.
using GroupCount = std::optional<std::uint32_t>;

/// More groups than there can be, for what has to hold whatever their number.
inline constexpr std::uint64_t kManyGroups = std::uint64_t(1) << 32;

/// How many there are, or could be.
inline std::uint64_t most_groups(const GroupCount& groups) {
  return groups ? *groups : kManyGroups;
}

struct UserNoise {
  std::uint64_t moved = 0;  ///< by how much a user moves all numbers together
  Rational rate;
  std::int64_t error = 0;  ///< by which all numbers that are spoken of are off at most, at once
};

/// Errors: OutOfRange, as calibrate_user_noise and user_noise_error. `numbers`: that are spoken of.
UserNoise plan_user_noise(double epsilon, std::uint64_t moved, std::uint64_t numbers,
                          double confidence);

/// Each number, cut off at +-2^61, with noise of its own, in their order.
std::vector<std::int64_t> with_user_noise(const std::vector<std::int64_t>& numbers,
                                          const UserNoise& noise, Randomness& randomness);

}  // namespace logstar
