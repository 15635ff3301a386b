// An interior point of data from a huge domain. Trims both ends, removes the records deepest along the heaviest
// path, and continues with the levels at which the others left it. If the path is balanced somewhere, it stops
// there.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set. The number of records may be
//   unknown.
// Source: CLNSS22 Algorithms 4, 5 and 7 (E_embed, TreeLog, OneHeavyRound).
// Departures, all proved in docs/guarantees/tree-log-slices.md:
//   - slices have exact lengths, each costs twice its computation: with the one or two levels that
//     a domain on a computer needs this is cheaper than noisy lengths (slice_loss.hpp);
//   - the test for balance is one-sided and discrete, OneHeavyRound has no noise on its threshold;
//   - the prefix comes from the choosing step, a level l has l bits; if data run out or bottom is
//     drawn, it abstains;
//   - explicit constants; border and deep slice have their own sizes.
// When: for comparison. On any domain a computer holds, cut choice needs less data.
// Cost: O(n log n) and O(limbs + log n) for each branch on the path; nothing of the domain's size.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/tree/heavy_path_steps.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The parameters of a run. All sizes count records.
struct TreeLogSlicesParameters {
  Loss loss;
  std::uint32_t bits = 0;    ///< width of the keys
  unsigned levels = 1;       ///< embeddings before the base case
  std::uint64_t border = 0;  ///< t_b, trimmed on each side
  /// The deep slice; at least twice the balance at which the path continues.
  std::uint64_t deep = 0;
  std::int64_t threshold = 0;    ///< T: stop at a balance + noise of T + noise
  double threshold_epsilon = 0;  ///< e1, of the threshold's noise, drawn once
  double query_epsilon = 0;      ///< e2, of the noise on the balance
  HeavyRound round;
  StableChoiceParameters node;  ///< calibrated for replace: a slice can have one record replaced
  double end_epsilon = 0;       ///< at which ends are drawn; costs twice this
  double base_epsilon = 0;
  std::uint64_t least_records = 0;  ///< from this many on the promise of the calibration holds
};

struct TreeLogSlicesRequest {
  std::uint32_t bits = 64;
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;
  unsigned levels = 1;  ///< 1 to 3
};

/// Parameters that spend no more than the loss; an obstacle for a loss that is too small to be divided. Errors:
/// OutOfRange for epsilon outside 1e-9..1e4, delta or beta outside (0, 1), bits outside 1..2^26, levels outside 1..3.
Possible<TreeLogSlicesParameters> possible_tree_log_slices(const TreeLogSlicesRequest& request);

/// As above, but throws OutOfRange for an obstacle.
TreeLogSlicesParameters calibrate_tree_log_slices(const TreeLogSlicesRequest& request);

/// The loss of parameters under add-remove: the theorem of docs/guarantees/tree-log-slices.md, rounded up.
Loss tree_log_slices_loss(const TreeLogSlicesParameters& parameters);

/// With n records the result is missing or outside the data with at most this probability.
double tree_log_slices_failure(const TreeLogSlicesParameters& parameters, std::uint64_t n);

/// How many records CLNSS22's own constants require: n = 10 t log*|X|, t = (100/e0) ln(1/d0) with
/// e0 = epsilon/(C ln(1/delta)), d0 = delta^C, for the least C it can mean, 1. For comparison.
double tree_log_slices_printed_records(std::uint32_t bits, const Loss& loss);

/// A key, or empty. `keys`: any order, inside `domain`, of the declared width.
std::optional<WideKey> tree_log_slices(KeyArray keys, const WideInterval& domain,
                                       const TreeLogSlicesParameters& parameters,
                                       Randomness& randomness);

}  // namespace logstar
