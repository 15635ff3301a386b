// The choosing mechanism of BNS13 as printed, for any number of records. For the verifier and the auditor.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "laplace_noise.hpp"
#include "logstar/selection/choosing_mechanism.hpp"

namespace logstar::testing {

/// best score + Laplace(4/epsilon) >= alpha m / 2 for m records, with continuous noise, then a draw
/// at epsilon / 4. Lemma 4.4 needs choosing_size_bound records.
inline std::optional<std::size_t> printed_choosing(std::span<const std::int64_t> scores,
                                                   const Loss& loss, double alpha, double beta,
                                                   std::size_t records, Randomness& randomness) {
  ChoosingParameters parameters = calibrate_choosing_paper(loss, 1, beta);
  parameters.threshold = 0;  // it is in the noise
  LaplaceNoise noise(randomness, 4 / loss.epsilon, alpha * static_cast<double>(records) / 2,
                     static_cast<std::int64_t>(records));
  return choosing_mechanism(scores, parameters, noise);
}

inline double choosing_size_bound(const Loss& loss, double alpha, double beta) {
  return 16 / (alpha * loss.epsilon) * std::log(16 / (alpha * beta * loss.epsilon * loss.delta));
}

}  // namespace logstar::testing
