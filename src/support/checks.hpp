// The checks that every mechanism makes of its public parameters, once, at its border.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "logstar/support/possible.hpp"

namespace logstar {

/// A double as a person would write it: with the fewest digits that read back as the same number
/// (decimal.hpp).
std::string to_text(double value);

/// Throws OutOfRange unless `epsilon` lies in [kMinEpsilon, kMaxEpsilon].
void check_epsilon(std::string_view option, double epsilon);

/// Throws OutOfRange unless 0 < delta < 1 (`check_delta`), or 0 <= delta < 1
/// (`check_delta_or_zero`).
void check_delta(std::string_view option, double delta);
void check_delta_or_zero(std::string_view option, double delta);

/// Throws OutOfRange unless 0 < probability < 1.
void check_probability(std::string_view option, double probability);

/// Throws OutOfRange unless a statement's confidence and its failure probability lie in (0, 1), far enough from
/// the ends for doubles to tell both from 0 and 1.
void check_confidence(double confidence);

/// The obstacle in a share of a checked parameter, or empty.
std::optional<Obstacle> epsilon_obstacle(std::string_view option, double epsilon);
std::optional<Obstacle> delta_obstacle(std::string_view option, double delta);
std::optional<Obstacle> confidence_obstacle(double confidence);

/// Throws OutOfRange unless lowest <= value <= highest.
void check_count(std::string_view option, std::uint64_t value, std::uint64_t lowest,
                 std::uint64_t highest);

/// An epsilon outside of these is a mistake: smaller ones release pure noise, larger ones protect no user. They
/// also keep every product with a score far from overflow. (Slightly below 1e-9, because a ledger grants
/// slightly less than a requested 1e-9.)
inline constexpr double kMinEpsilon = 1e-9 * (1 - 0x1p-40);
inline constexpr double kMaxEpsilon = 1e4;

}  // namespace logstar
