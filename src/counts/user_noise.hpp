// Noise for whole numbers that users add up to, as the releases of this room plan and draw it.
//
// Privacy: (epsilon, 0) by Laplace noise for numbers of which a user moves all together by at most `moved`;
//   (epsilon, delta) by Gaussian noise for numbers of which a user moves some, each by at most so much.
// Source: user_share.hpp, privacy/gaussian_shifts.hpp.
// Departures: none.
// Cost: one draw a number, and the calibration.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "logstar/privacy/gaussian_shifts.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/randomness/rational.hpp"
#include "logstar/release/claim.hpp"

namespace logstar {

/// How many groups there are; nothing where that is not known beforehand: then noise is for any number of
/// them, and what is said of errors is said of each by itself.
using GroupCount = std::optional<std::uint32_t>;

/// More groups than there can be, for what has to hold whatever their number.
inline constexpr std::uint64_t kAnyGroupCount = std::uint64_t(1) << 32;

/// How many there are, or could be.
inline std::uint64_t max_groups(const GroupCount& groups) {
  return groups ? *groups : kAnyGroupCount;
}

/// The law of the noise.
enum class NoiseKind { laplace, gaussian };
constexpr NoiseKind last_of(NoiseKind) { return NoiseKind::gaussian; }

/// "laplace", "gaussian".
std::string_view name_of(NoiseKind noise);

struct UserNoise {
  std::uint64_t sensitivity = 0;                  ///< by how much a user moves all numbers together
  Rational rate;                                  ///< of Laplace noise
  std::optional<double> variance = std::nullopt;  ///< of Gaussian noise, where it is that
  double delta = 0;                               ///< that it costs
  std::optional<double> rho = std::nullopt;  ///< of Gaussian noise: of zero-concentrated privacy
  std::int64_t error = 0;  ///< by which all numbers that are spoken of are off at most, at once
};

/// Errors: OutOfRange, as calibrate_user_noise and user_noise_error. `numbers`: that are spoken of.
UserNoise plan_user_noise(double epsilon, std::uint64_t sensitivity, std::uint64_t numbers,
                          double confidence);

/// What such numbers get noise for.
struct NoiseTask {
  Loss loss;                      ///< Laplace noise needs no delta, Gaussian noise one above 0
  std::uint64_t sensitivity = 1;  ///< by how much a user moves all numbers together
  /// The same one by one; nothing where they are not moved in whole steps of one size: then noise is Laplace.
  std::optional<Shifts> shifts = std::nullopt;
  std::uint64_t numbers = 1;  ///< that are spoken of
  double confidence = 0.95;
  std::optional<NoiseKind> noise =
      std::nullopt;  ///< nothing: that of the lesser error, Laplace if in doubt
};

/// Errors: OutOfRange, as plan_user_noise and least_gaussian_variance; noise, where Gaussian noise is asked for
/// without a delta or for numbers that have none.
UserNoise plan_user_noise(const NoiseTask& task);

/// For the claim of a release of numbers in parts of one: "scale" of Laplace noise, and of Gaussian noise "noise"
/// and "deviation".
Facts noise_facts(const UserNoise& noise, double epsilon, double parts);
/// "discrete Laplace noise", "discrete Gaussian noise".
const char* words_of(const UserNoise& noise);
/// Which it is.
NoiseKind kind_of(const UserNoise& noise);

/// The median of what one number is off, by the noise's law.
double usual_error(const UserNoise& noise);

/// Each number, cut off at +-2^61, with noise of its own, in their order.
std::vector<std::int64_t> add_user_noise(const std::vector<std::int64_t>& numbers,
                                         const UserNoise& noise, Randomness& randomness);

}  // namespace logstar
