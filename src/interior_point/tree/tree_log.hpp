// An interior point of data from a huge domain by embedding it, along a random path of the prefix
// tree, into the levels of the tree: a domain that is logarithmically smaller.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set. Under add-remove
//   a noisy test makes it abstain on more than `size` records; under replace the number of records
//   is public and must be `size`.
// Source: KLMNS20 Algorithm 1 (TreeLog).
// Departures, all proved in docs/guarantees/tree-log.md:
//   - the levels' data set has max(0, |S| - 2 border - unassigned) records, for the
//     real, private |S|; nothing is rejected because of |S|. (With a public size instead it is not
//     private at all.)
//   - the path costs epsilon_p times the number of nearly balanced steps, lg n at most, with
//     neither a factor e^(3 epsilon N lg n) nor a condition on delta;
//   - trimming and unassigned records have their own sizes; stable choice instead of the choosing
//     mechanism; one-way scores at full epsilon; if any draw returns bottom, it abstains.
// When: for comparison. On any domain a computer holds, cut choice needs less data.
// Cost: O(n log n) and O(limbs + log n) for each branch on the path; nothing of the domain's size.
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

/// The parameters of a run. All sizes count records.
struct TreeLogParameters {
  Loss loss;
  std::uint32_t bits = 0;        ///< width of the keys
  unsigned levels = 1;           ///< embeddings before the base case
  DeclaredSize declared;         ///< no more records than its size
  std::uint64_t border = 0;      ///< t_b, trimmed on each side
  std::uint64_t unassigned = 0;  ///< t_u, left out of the embedded data
  double path_epsilon = 0;
  StableChoiceParameters node;
  double end_epsilon = 0;
  double base_epsilon = 0;
  std::uint64_t least_records = 0;  ///< from this many to declared.most_records the promise of the
                                    ///< calibration holds; 0: for no n
};

struct TreeLogRequest {
  std::uint32_t bits = 64;
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;
  unsigned levels = 1;                ///< 1 to 3; 1 is best up to 2^20 bits and beyond
  std::optional<std::uint64_t> size;  ///< the declared size; by default the least that will do
};

/// Parameters that spend no more than the loss; an obstacle for a loss that is too small to be divided. Errors:
/// OutOfRange for epsilon outside 1e-9..1e4, delta or beta outside (0, 1), bits outside 1..2^26, levels
/// outside 1..3, size outside 1..2^40.
Possible<TreeLogParameters> possible_tree_log(const TreeLogRequest& request);

/// As above, but throws OutOfRange for an obstacle.
TreeLogParameters calibrate_tree_log(const TreeLogRequest& request);

/// The loss of parameters under add-remove: the theorem of docs/guarantees/tree-log.md, rounded up. Infinite
/// unless e^(-path_epsilon unassigned) <= e^path_epsilon - 1, which the proof needs.
Loss tree_log_loss(const TreeLogParameters& parameters);

/// The cost of one random path among at most `records` records, per record removed.
double random_path_loss(std::uint64_t records, std::uint64_t stop, double path_epsilon);

/// With n records the result is missing or outside the data with at most this probability.
double tree_log_failure(const TreeLogParameters& parameters, std::uint64_t n);

/// How many records KLMNS20's own constants require (Lemma 3.6; t = ceil((2/e0) ln(1/d0)), 3 t a
/// level). For comparison. Errors: as calibrate_tree_log.
double tree_log_printed_records(const TreeLogRequest& request);

/// A key, or empty. `keys`: any order, inside `domain`, of the declared width.
/// Errors: under replace, OutOfRange unless there are `size` of them.
std::optional<WideKey> tree_log(KeyArray keys, const WideInterval& domain,
                                const TreeLogParameters& parameters, Randomness& randomness);

}  // namespace logstar
