// Learns from labelled records which single item has label 1, if any, among more items than anybody
// could list.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled record), for every data set.
// Source: BNS13 section 3.1 (class POINT): the item most frequent among the records of label 1.
// Departures: the paper's A_dist in its corrected form (selection/gap_test.hpp), or stable choice,
//   the default, which also answers when several items have label 1. Nothing found means "label 0
//   everywhere" (Remark 3.3); a caller who needs an item draws one himself.
// Cost: O(m) for m items with label 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "privacy/loss.hpp"
#include "randomness/randomness.hpp"
#include "selection/gap_test.hpp"
#include "selection/stable_choice.hpp"

namespace logstar {

enum class PointAlgorithm { stable_choice, gap_test };

struct PointParameters {
  Loss loss;
  std::variant<StableChoiceParameters, GapTestParameters> choice;
  /// If one item has label 1 and no other, in all records, then with probability at least 1 - beta
  /// the result labels at most so many of them wrongly.
  std::int64_t errors = 0;
};

/// Errors: OutOfRange for epsilon outside 1e-9..1e4, delta or beta outside (0, 1).
PointParameters calibrate_point(PointAlgorithm algorithm, const Loss& loss, Neighbors neighbors,
                                double beta);

/// The index of an item, or nothing. `ones`: how many records of label 1 each item has, at least 1;
/// there are further items, which have none.
std::optional<std::size_t> learn_point(std::span<const std::int64_t> ones,
                                       const PointParameters& parameters, Randomness& randomness);

}  // namespace logstar
