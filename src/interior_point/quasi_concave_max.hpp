// Nearly the best of exponentially many points, for a quality that rises and then falls
// ("quasi-concave") and moves by at most 1 with one record.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set and every quality that
//   one step changes by at most 1 at each point (by 0 or 1, all the same way, if declared so), whether it keeps
//   a promise or not.
//   Privacy does not rest on quasi-concavity, the promise on accuracy does.
// Source: CLNSS22 section 4.1 (reduction to interior points, Algorithm 8); BNS13 (RecConcave);
//   McSherry, Talwar 2007.
// Departures: the data set of the reduction is made from the running greatest quality, so that its distance is
//   bounded for every quality; with the printed differences it is not. A promise (BNS13 Definition 3.7) is optional. The noisy test on the range of qualities
//   is unnecessary and left out. Proofs in docs/guarantees/quasi-concave.md.
// Cost: O(r log r + n) for r runs and an error n; nothing proportional to the number of points.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "logstar/interior_point/rank/quality_runs.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/tree/cumulative_tree_log.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

enum class QuasiConcaveAlgorithm { exponential, rec_concave, tree_log };
constexpr QuasiConcaveAlgorithm last_of(QuasiConcaveAlgorithm) {
  return QuasiConcaveAlgorithm::tree_log;
}

struct QuasiConcaveRequest {
  Natural size;                              ///< number of points, 2 to 2^(2^20)
  ScoreMoves moves = ScoreMoves::both_ways;  ///< of the quality
  Neighbors neighbors = Neighbors::add_remove;
  Loss loss;
  double beta = 0.05;
  /// A public r, within +-kMaxPromisedQuality: if some point has a quality of at least r, the result has more than r -
  /// error. Then RecConcave and tree_log pay nothing for the best quality. Empty: r is the best quality.
  std::optional<std::int64_t> promise = std::nullopt;
  /// How often RecConcave and Cumulative TreeLog shrink the points, 1 (default) to 3.
  std::optional<std::uint32_t> levels = std::nullopt;
};

inline constexpr std::int64_t kMaxPromisedQuality = std::int64_t(1) << 40;

struct QuasiConcaveParameters {
  Loss loss;
  Natural size;
  /// With probability at least 1 - beta the result has a quality of more than the best one minus
  /// this, if the quality is quasi-concave (for the exponential mechanism: always). With a promise: of more than
  /// that minus this, if some point keeps it.
  std::int64_t error = 0;
  /// The rate of the exponential draw, or the parameters of the other two.
  std::variant<double, RecConcaveParameters, CumulativeTreeLogParameters> draw;
  std::optional<std::int64_t> promise = std::nullopt;  ///< of the request
};

/// How often a draw shrinks the points; 0 for the exponential mechanism.
std::uint32_t levels_of(const QuasiConcaveParameters& parameters);

/// An obstacle if the exponential mechanism is asked for levels, if some step of an algorithm has no share of the
/// loss, or if the data set of tree_log would not
/// fit into memory. Errors: OutOfRange for epsilon outside 1e-9..1e4, beta outside (0, 1), delta outside (0, 1)
/// (the exponential mechanism does not look at it), a size outside 2..2^(2^20).
Possible<QuasiConcaveParameters> possible_quasi_concave(QuasiConcaveAlgorithm algorithm,
                                                        const QuasiConcaveRequest& request);

/// As above, but throws OutOfRange for an obstacle.
QuasiConcaveParameters calibrate_quasi_concave(QuasiConcaveAlgorithm algorithm,
                                               const QuasiConcaveRequest& request);

/// The data set of the reduction: exactly `error` keys, of which #{s <= y} is the greatest of
/// max(0, f(z) - OPT + error) over z <= y. Between its least and its greatest key a quasi-concave f
/// is more than OPT - error. With a promise r in place of OPT: of min(error, max(0, f(z) - r + error)), and
/// the last point has the keys that are left.
KeyArray quality_steps(const Quality& quality, std::int64_t error,
                       const std::optional<std::int64_t>& promise = std::nullopt);

/// A point 0..size - 1, or empty. Errors: OutOfRange unless the quality covers `size` points.
std::optional<Natural> quasi_concave_max(const Quality& quality,
                                         const QuasiConcaveParameters& parameters,
                                         Randomness& randomness);

}  // namespace logstar
