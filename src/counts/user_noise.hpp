// Noise for sums of user contributions, as the releases of this room plan and draw it.
//
// Privacy: (epsilon, 0) by Laplace noise for numbers of L1 sensitivity at most `sensitivity`;
//   (epsilon, delta) by Gaussian noise for numbers of which a user moves at most `shifts.numbers`, each by at
//   most `shifts.by`.
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

/// The number of groups; empty if it is unknown beforehand. Then noise is for any number of them, and errors
/// are stated for each separately.
using GroupCount = std::optional<std::uint32_t>;

/// More groups than possible, for guarantees that hold for every number of groups.
inline constexpr std::uint64_t kAnyGroupCount = std::uint64_t(1) << 32;

/// Their number, or its bound.
inline std::uint64_t max_groups(const GroupCount& groups) {
  return groups ? *groups : kAnyGroupCount;
}

/// The law of the noise.
enum class NoiseKind { laplace, gaussian };
constexpr NoiseKind last_of(NoiseKind) { return NoiseKind::gaussian; }

/// "laplace", "gaussian".
std::string_view name_of(NoiseKind noise);

struct UserNoise {
  std::uint64_t sensitivity = 0;                  ///< L1 sensitivity of the numbers
  Rational rate;                                  ///< of Laplace noise
  std::optional<double> variance = std::nullopt;  ///< of Gaussian noise, if chosen
  double delta = 0;                               ///< the noise's loss
  std::optional<double> rho = std::nullopt;  ///< of Gaussian noise: of zero-concentrated privacy
  std::int64_t error = 0;                    ///< bounds the errors of the stated numbers jointly
};

/// Errors: OutOfRange, as calibrate_user_noise and user_noise_error. `numbers`: how many the accuracy statement
/// covers.
UserNoise plan_user_noise(double epsilon, std::uint64_t sensitivity, std::uint64_t numbers,
                          double confidence);

/// The numbers that get noise.
struct NoiseTask {
  Loss loss;                      ///< Laplace noise needs no delta, Gaussian noise one above 0
  std::uint64_t sensitivity = 1;  ///< L1 sensitivity of the numbers
  /// The sensitivity of single numbers; empty if they do not move in whole steps of one size: then noise is
  /// Laplace.
  std::optional<Shifts> shifts = std::nullopt;
  std::uint64_t numbers = 1;  ///< that the accuracy statement covers
  double confidence = 0.95;
  std::optional<NoiseKind> noise =
      std::nullopt;  ///< default: the noise of the lesser error, Laplace in doubt
};

/// Errors: OutOfRange, as plan_user_noise and least_gaussian_variance; noise, if Gaussian noise is requested
/// without a delta or without shifts.
UserNoise plan_user_noise(const NoiseTask& task);

/// For the claim of a release of numbers in parts of one: "scale" of Laplace noise, and of Gaussian noise "noise"
/// and "deviation".
Facts noise_facts(const UserNoise& noise, double epsilon, double parts);
/// "discrete Laplace noise", "discrete Gaussian noise".
const char* words_of(const UserNoise& noise);
/// Which it is.
NoiseKind kind_of(const UserNoise& noise);

/// The median error of one number, by the noise's law.
double usual_error(const UserNoise& noise);

/// Each number, clamped to +-2^61, with independent noise, in their order.
std::vector<std::int64_t> add_user_noise(const std::vector<std::int64_t>& numbers,
                                         const UserNoise& noise, Randomness& randomness);

}  // namespace logstar
