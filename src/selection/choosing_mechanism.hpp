// Finds a heavy item of an unlisted domain: first a noisy test for a heavy one, then an exponential draw among
// the occurring items. stable_choice.hpp needs one draw and fewer data; this is the published mechanism, for
// comparison.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set, provided that the score has
//   bounded growth: it is 0 for every solution on no data, and one more record adds 1 to the score of at most
//   `growth` solutions and leaves all others unchanged.
// Source: BNS13 section 4.1, Figure 8.
// Departures: BNS13 proves privacy only for databases larger than a bound, which a mechanism cannot
//   rely on: the threshold here is an absolute number, so the guarantee is unconditional. The noise
//   is discrete Laplace. If every score is below 1 the mechanism abstains. Proof, also for the tightened
//   constants, in choosing_mechanism.cpp.
// Cost: O(m) for m solutions that occur.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct ChoosingParameters {
  Loss loss;
  double noise_epsilon = 0;    ///< rate of the noise on the best score
  double draw_epsilon = 0;     ///< of the draw, per unit of score
  std::int64_t threshold = 0;  ///< that the noisy best score must reach
};

/// The obstacle to a delta so small that delta/growth is 0, or empty.
std::optional<Obstacle> choosing_obstacle(const Loss& loss, std::uint64_t growth);

/// The least threshold. Add-remove: noise and draw at epsilon/2, T = 1 + ln(K/((1 + q) delta)) /
/// (epsilon/2). Replace: both at epsilon/4, T = 1 + ln(K/delta) / (epsilon/4).
/// `growth` K: 1 to 2^50. Errors: OutOfRange for it, epsilon outside 1e-9..1e4, delta outside
/// (0, 1) or so small that delta/K is 0.
ChoosingParameters calibrate_choosing(const Loss& loss, std::uint64_t growth, Neighbors neighbors);

/// The paper's constants, with its alpha m / 2 replaced by T = (8/epsilon) ln(16 K/(beta epsilon
/// delta)) (or the least threshold for replace, if that is more: beyond epsilon 4.8 at the
/// earliest). Holds for both kinds of neighbours. `beta` in (0, 1): the failure probability that
/// the paper builds into its threshold. Errors: OutOfRange.
ChoosingParameters calibrate_choosing_paper(const Loss& loss, std::uint64_t growth, double beta);

/// The index of a solution, or empty if every score is too low. `scores`: the scores of the solutions with a
/// score of at least 1.
std::optional<std::size_t> choosing_mechanism(std::span<const std::int64_t> scores,
                                              const ChoosingParameters& parameters,
                                              Randomness& randomness);

/// The least best score at which something is returned with probability at least 1 - beta.
/// Errors: OutOfRange.
std::int64_t choosing_least_score(const ChoosingParameters& parameters, double beta);

}  // namespace logstar
