// Finds a point of high quality among exponentially many, if the quality rises and then falls
// ("quasi-concave"), by first finding the scale at which good points lie.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set and every quality that one step to
//   a neighbour changes by at most 1 at each point (by 0 or 1, all the same way, if declared so). This holds
//   for qualities that are not quasi-concave or break the promise too. With N levels, 3 N - 2 mechanisms of
//   epsilon / (3 N - 2) each, 2 N - 2 of them with a delta of delta / (2 N - 2).
// Source: BNS13 section 3.3, Figure 5 (RecConcave); BNS13's Lemmas 3.12 and 3.14.
// Departures: A_dist in its corrected form (selection/gap_test.hpp), the printed one is not private;
//   the top level draws one-way qualities at full epsilon; the promises are whole numbers and their
//   constants re-derived (docs/guarantees/rec-concave.md). Points of the padding count as T. A single interval
//   in a partition is taken without a draw; without an interval, or without a clear winner in both, the
//   mechanism abstains.
// When: for comparison. On any domain a computer holds, cut choice needs less data.
// Cost: O(r) big-integer steps for r runs of equal quality, nothing proportional to T.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/padded_keys.hpp"
#include "logstar/interior_point/rank/quality_runs.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/selection/gap_test.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// One level of the recursion: find a point of quality at least `accept` if some point has at least
/// `promise`.
struct RecConcaveLevel {
  Natural size;              ///< number of points
  std::int64_t promise = 0;  ///< r
  std::int64_t accept = 0;   ///< (1 - accuracy) r
  double draw_epsilon = 0;
  std::optional<GapTestParameters> gap;  ///< at every level but the last
};

struct RecConcaveParameters {
  Loss loss;
  std::vector<RecConcaveLevel> levels;  ///< outermost first
};

struct RecConcaveRequest {
  Natural size;                            ///< number of points T + 1, at least 1
  ScoreMoves moves = ScoreMoves::one_way;  ///< of the quality
  Neighbors neighbors = Neighbors::add_remove;
  Loss loss;
  unsigned levels = 2;  ///< N, 2 to 5; fewer are used if a level has at most 33 points
};

/// An inner level's `accept` as a share of its promise. The paper has 3/4 throughout;
/// balanced is the share (of 1/20, ..., 19/20) with which the stated failure probability is least.
enum class RecConcaveCalibration { paper, balanced };

/// The obstacle to any promise, or empty: some step has no share of the loss. Errors: OutOfRange, as
/// calibrate_rec_concave.
std::optional<Obstacle> rec_concave_obstacle(const RecConcaveRequest& request);

/// Parameters for a promise r and a quality that is good enough, 0 < accept <= promise <= 2^40.
/// Errors: OutOfRange for these, for epsilon outside 1e-9..1e4, delta outside (0, 1), levels
/// outside 2..5, size 0, and for rec_concave_obstacle.
RecConcaveParameters calibrate_rec_concave(const RecConcaveRequest& request, std::int64_t promise,
                                           std::int64_t accept, RecConcaveCalibration calibration);

/// Calibrated parameters with another promise, by the paper's share. What takes long is kept, so that searches for
/// a promise are quick. Errors: OutOfRange for promise and accept, as calibrate_rec_concave.
RecConcaveParameters with_paper_promise(RecConcaveParameters parameters, std::int64_t promise,
                                        std::int64_t accept);

/// If the quality is quasi-concave and some point has at least the promise, the result is missing
/// or has less than `accept` with at most this probability. (Lemma 3.14 with its constants.)
double rec_concave_failure(const RecConcaveParameters& parameters);

/// The least promise at which a point of quality at least 1 is found with probability 1 - beta; an obstacle if
/// a step has no share of the loss, or if the promise exceeds 2^40. Errors: OutOfRange.
Possible<std::int64_t> possible_rec_concave_promise(const RecConcaveRequest& request, double beta,
                                                    RecConcaveCalibration calibration);

/// As above, but throws OutOfRange for an obstacle.
std::int64_t rec_concave_least_promise(const RecConcaveRequest& request, double beta,
                                       RecConcaveCalibration calibration);

/// The promise that BNS13 Lemma 3.14 requires as printed, divided as in Theorem 3.15
/// (epsilon/3N, delta/3N, beta/2N) at accuracy 1/2: 8^N (24 N/epsilon) (ln(192 N^2/(beta delta)) +
/// lg^(N) T). For comparison only: it relies on the printed A_dist. Errors: OutOfRange.
double rec_concave_printed_promise(const RecConcaveRequest& request, double beta);

/// A point 0..T, or empty. `quality` covers exactly the points of the outermost level.
/// Errors: OutOfRange if it does not.
std::optional<Natural> rec_concave(const Quality& quality, const RecConcaveParameters& parameters,
                                   Randomness& randomness);

/// An interior point: the quality is the depth, which is at least ceil(n / 2) somewhere, so n >= 2
/// promise - 1 records keep the promise. `keys`: any order, inside `domain`.
std::optional<WideKey> draw_rec_concave_interior(KeyArray keys, const WideInterval& domain,
                                                 const RecConcaveParameters& parameters,
                                                 Randomness& randomness);
/// The same for a window of which the copies of an end take no time.
std::optional<WideKey> draw_rec_concave_interior(const PaddedKeys& keys, const WideInterval& domain,
                                                 const RecConcaveParameters& parameters,
                                                 Randomness& randomness);

}  // namespace logstar
