// Scores that are any numbers, as the whole numbers that the mechanisms of this room take.
//
// Privacy: let one step to a neighbour move a score by at most `sensitivity`. Then its step,
//   floor(score / sensitivity), moves by at most 1, and in the same direction or not at all. So what
//   is (epsilon, delta)-DP for whole scores that move by 1 is so for the steps of these scores.
//   Proof in score_steps.cpp. It is about the doubles themselves: if a sum of the caller's rounds,
//   its rounding errors belong to what a record moves.
// Source: ours.
// Accuracy: a step of more than best - n belongs to a score of more than best - n sensitivity.
// Cost: a division a score.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace logstar {

/// A sensitivity has at most this many binary digits. So 0.1 is none: tenths as doubles differ by
/// more than the double 0.1.
inline constexpr int kSensitivityBits = 20;

/// The greatest step, either way.
inline constexpr double kMaxStep = 0x1p52;

/// Errors: OutOfRange for a number that is not above 0, is below 2^-1000 or above 2^1000, or has
/// more binary digits; it names the next greater number that has not.
void check_sensitivity(double sensitivity);

/// floor(score / sensitivity), exactly; empty for a score that is no number, or whose step is beyond kMaxStep.
/// `sensitivity`: passed check_sensitivity.
std::optional<std::int64_t> step_of(double score, double sensitivity);

/// The same of a public score. Errors: OutOfRange, by its name.
std::int64_t public_step_of(const char* name, double score, double sensitivity);

/// The same of the data, all of them. Errors: OutOfRange, which tells no score.
std::vector<std::int64_t> steps_of(const char* name, std::span<const double> scores,
                                   double sensitivity);

}  // namespace logstar
