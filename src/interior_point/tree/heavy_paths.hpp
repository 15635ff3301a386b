// An interior point of data from a huge domain: embed the data again and again along the heaviest
// path, until many records fall on one key, and turn that key back level by level.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set. Under add-remove
//   a noisy test makes it abstain on more than `size` records; under replace the number of records
//   is public and must be `size`.
// Source: KLMNS20 Algorithms 2 to 6 (ConstructPaths, StoppingPoint, OneRandomPath, LevelUp,
//   HeavyPaths).
// Departures, all proved in docs/guarantees/heavy-paths.md:
//   - no halt at |S| <= 10 t: a neighbour with 10 t + 1 records would be treated differently, which
//     is not private. Sizes are clipped at 0, and no records have the greatest multiplicity 0.
//   - the stopping test is one-sided and discrete, because the greatest multiplicity moves one way;
//   - if the data themselves are the stopping point, stable choice among their keys; if the sequence has no
//     stopping point, or any draw returns bottom, the mechanism abstains.
//   - border and unassigned have their own sizes; constants for all of them.
// When: for comparison. On any domain a computer holds, cut choice needs less data.
// Cost: O(n log n) and O(limbs + log n) for each branch of a path; nothing of the domain's size.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/tree/declared_size.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct HeavyPathsParameters {
  Loss loss;
  std::uint32_t bits = 0;  ///< width of the keys
  unsigned databases = 2;  ///< m: the data and m - 1 embeddings
  DeclaredSize declared;
  std::uint64_t border = 0;      ///< t_b, trimmed on each side
  std::uint64_t unassigned = 0;  ///< t_u, left out of each embedding
  std::int64_t threshold = 0;    ///< T: stop at a greatest multiplicity + noise of T + noise
  double threshold_epsilon = 0;  ///< e1, of the threshold's noise, drawn once
  double query_epsilon = 0;      ///< e2, of the queries' noise
  double path_epsilon = 0;
  StableChoiceParameters choice;  ///< of a key, a level or a prefix
  double end_epsilon = 0;
  std::uint64_t least_records = 0;  ///< from this many to declared.most_records the promise holds
};

struct HeavyPathsRequest {
  std::uint32_t bits = 64;
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;
  std::optional<std::uint64_t> size;  ///< the declared size; by default the least that will do
  std::optional<unsigned> databases = std::nullopt;  ///< m, 2 to 6; by default the cheapest
};

/// Parameters that spend no more than the loss, with the number of databases (2 to 6) that needs
/// the least records; an obstacle for a loss that is too small to be divided. Errors: OutOfRange for epsilon outside
/// 1e-9..1e4, delta or beta outside (0, 1), bits outside 1..2^26, size outside 1..2^40, databases outside 2..6.
Possible<HeavyPathsParameters> possible_heavy_paths(const HeavyPathsRequest& request);

/// As above, but throws OutOfRange for an obstacle.
HeavyPathsParameters calibrate_heavy_paths(const HeavyPathsRequest& request);

/// The loss of parameters under add-remove: the theorem of docs/guarantees/heavy-paths.md, rounded up.
Loss heavy_paths_loss(const HeavyPathsParameters& parameters);

/// With n records the result is missing or outside the data with at most this probability.
double heavy_paths_failure(const HeavyPathsParameters& parameters, std::uint64_t n);

/// A key, or empty. `keys`: any order, inside `domain`, of the declared width.
/// Errors: under replace, OutOfRange unless there are as many as declared.
std::optional<WideKey> heavy_paths(KeyArray keys, const WideInterval& domain,
                                   const HeavyPathsParameters& parameters, Randomness& randomness);

/// How often the most frequent key occurs; 0 if there are none.
std::int64_t greatest_multiplicity(const KeyArray& sorted);

}  // namespace logstar
