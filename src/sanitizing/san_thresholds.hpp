// Synthetic records with about the true number of records at or below every value. This is the published
// sanitizer, which cuts the domain into intervals with neither too many nor too few records.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set, of whatever size: at
//   most 4 mechanisms in each of at most `calls` calls, composed.
// Source: BNS13 section 4.3, Figure 11 (SanThresholds), Lemma 4.8.
// Departures: `size` m in the thresholds is a declared number; the data's own size stays private under
//   add-remove. RecConcave with the gap test in its corrected form. The choosing mechanism with an absolute
//   threshold, the least one: as printed it is private only for data of a least size
//   (selection/choosing_mechanism.hpp). Noise is discrete; counts are cut off at 0. Where a step finds nothing,
//   which the figure leaves open, the range stays one interval, of the noisy count it has already. Smaller
//   constants for utility; proofs in docs/guarantees/san-thresholds.md.
// When: for comparison. distribution.hpp does with thousands of records what takes many millions
//   here.
// Cost: O(v bits) a call for v distinct values in its range; at most `calls` calls.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/domain/grouped_keys.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/choosing_mechanism.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct SanThresholdsRequest {
  double accuracy = 0.1;    ///< alpha: by which share of `size` any threshold may be off; 1e-3 to 1
  std::uint64_t size = 0;   ///< the declared number of records, 32/accuracy to 2^45
  std::uint32_t bits = 64;  ///< of the keys, 1 to 64
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  std::uint64_t calls = 0;  ///< 0: the paper's, 77/accuracy
};

struct SanThresholdsParameters {
  Loss loss;
  Loss step;                ///< of each of the 4 calls mechanisms
  std::uint64_t size = 0;   ///< as declared
  std::uint64_t calls = 0;  ///< the maximum number of calls
  std::int64_t unit = 0;    ///< u = alpha m / 32, rounded down
  ChoosingParameters choice;
  /// For a range of more than 2^(t-1) and at most 2^t keys: finds the scale j <= t at which some
  /// interval of 2^j keys holds more than u records and none of 2^(j-1) more than 3 u.
  std::vector<RecConcaveParameters> scale;
};

/// Errors: OutOfRange for the request's values; for epsilon outside 1e-9..1e4 or too small to be
/// divided, delta outside (0, 1).
SanThresholdsParameters calibrate_san_thresholds(const SanThresholdsRequest& request);

/// With at most this probability the promise is broken. The promise: if there are at most `size` records, n of
/// them, then at every value the number of synthetic records at or below it is within 17 u of the true one. The
/// total number is within 8 u, and so the share within 25 u / n.
double san_thresholds_failure(const SanThresholdsParameters& parameters);

/// The least declared size for which that probability is at most beta, to one part in 1000; ignores the
/// request's size. An obstacle if it exceeds 2^45, or if the loss is too small to be divided.
/// Errors: OutOfRange.
Possible<std::uint64_t> possible_san_thresholds_size(SanThresholdsRequest request, double beta);

/// As above, but throws OutOfRange for an obstacle.
std::uint64_t san_thresholds_least_size(SanThresholdsRequest request, double beta);

struct SanitizedThresholds {
  GroupedKeys records;  ///< synthetic ones
  /// Whether every range was cut as intended: false if `calls` were too few for the ranges, or if a step found
  /// nothing. Depends on released numbers only.
  bool complete = true;
};

/// `data`: keys inside `domain`, which has keys of the request's bits.
SanitizedThresholds san_thresholds(const GroupedKeys& data, const KeyInterval& domain,
                                   const SanThresholdsParameters& parameters,
                                   Randomness& randomness);

}  // namespace logstar
