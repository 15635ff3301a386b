// An interior point of a data set of known size. It is private even if one step to a neighbour can change every
// record, as long as every count of records up to a point changes by at most `distance`.
//
// Privacy: (epsilon, delta) for data sets of the same size whose counts #{x <= y} differ by at most
//   `distance` for every y.
// Source: CLNSS22 section 4.1, Definition 4.1, Algorithm 8 (Cumulative TreeLog).
// Departures, all proved in docs/guarantees/quasi-concave.md: the deep slice is a range of the sorted records,
//   so that its weights move by 2 distances (by more in the printed order; the paper counts one). Each level
//   has a noisy test instead of one AboveThreshold; stable choice is for scores that move both ways;
//   OneHeavyRound queries every node.
// When: inside quasi_concave_max.hpp.
// Cost: O(n log n), and O(1) for each bit of a key.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The parameters of one embedding. All sizes count records; all rates are the noise's own.
struct CumulativeLevel {
  double distance = 1;         ///< of the data at this level
  std::uint64_t border = 0;    ///< t_b, trimmed on each side
  std::uint64_t deep = 0;      ///< t_d, the deep slice
  std::int64_t threshold = 0;  ///< T: stop at a balance + noise of T
  double test_rate = 0;
  std::int64_t round_threshold = 0;  ///< of OneHeavyRound
  std::int64_t promise = 0;          ///< h: the balance at which OneHeavyRound starts
  double round_threshold_rate = 0;
  double round_query_rate = 0;
  StableChoiceParameters node;  ///< for weights that move by 2 distance; `loss` is its privacy loss
  double end_rate = 0;
};

struct CumulativeTreeLogParameters {
  Loss loss;
  std::uint32_t bits = 0;
  std::vector<CumulativeLevel> levels;  ///< outermost first
  double base_rate = 0;
  std::uint64_t records = 0;  ///< the known number of records
};

struct CumulativeTreeLogRequest {
  std::uint32_t bits = 64;
  Loss loss;
  unsigned distance = 1;  ///< 1 to 16
  double beta = 0.05;
  unsigned levels = 1;  ///< 1 to 3
};

/// Parameters that spend no more than the loss, with the least number of records at which an
/// interior point is found with probability at least 1 - beta; an obstacle for a loss or a beta that is too small to
/// be divided. Errors: OutOfRange for epsilon outside 1e-9..1e4, delta or beta outside (0, 1), bits outside
/// 1..2^20, distance outside 1..16, levels outside 1..3.
Possible<CumulativeTreeLogParameters> possible_cumulative_tree_log(
    const CumulativeTreeLogRequest& request);

/// As above, but throws OutOfRange for an obstacle.
CumulativeTreeLogParameters calibrate_cumulative_tree_log(const CumulativeTreeLogRequest& request);

/// The loss of parameters: the theorem of docs/guarantees/quasi-concave.md, rounded up.
Loss cumulative_tree_log_loss(const CumulativeTreeLogParameters& parameters);

/// The result is missing or outside the data with at most this probability.
double cumulative_tree_log_failure(const CumulativeTreeLogParameters& parameters);

/// Stable choice among at most `candidates` scores of at least 1 that each move by up to `moves`,
/// either way, any number of them: draws at epsilon/(2 moves), bottom at moves + ln(candidates/
/// delta)/that.
StableChoiceParameters calibrate_moving_choice(const Loss& loss, std::uint64_t moves,
                                               std::uint64_t candidates);

/// A key, or empty. Errors: OutOfRange unless there are as many keys as declared.
std::optional<WideKey> cumulative_tree_log(KeyArray keys,
                                           const CumulativeTreeLogParameters& parameters,
                                           Randomness& randomness);

}  // namespace logstar
