// Learns from labelled records the single item with label 1, if any, in a domain too large to list.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled record), for every data set.
// Source: BNS13 section 3.1 (class POINT): the item most frequent among the records of label 1.
// Departures: the paper's A_dist in its corrected form (selection/gap_test.hpp), or stable choice,
//   the default, which also answers when several items have label 1. Without an item the rule is "label 0
//   everywhere" (Remark 3.3), or, for a proper learner, a uniformly random item.
// Cost: O(m) for m items with label 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/gap_test.hpp"
#include "logstar/selection/stable_choice.hpp"

namespace logstar {

enum class PointAlgorithm { stable_choice, gap_test };
constexpr PointAlgorithm last_of(PointAlgorithm) { return PointAlgorithm::gap_test; }

struct PointParameters {
  Loss loss;
  std::variant<StableChoiceParameters, GapTestParameters> choice;
  /// If one item has label 1 and no other, in all records, then with probability at least 1 - beta the result
  /// mislabels at most this many of them.
  std::int64_t errors = 0;
};

/// Errors: OutOfRange for epsilon outside 1e-9..1e4, delta or beta outside (0, 1).
PointParameters calibrate_point(PointAlgorithm algorithm, const Loss& loss, Neighbors neighbors,
                                double beta);

/// The index of an item, or empty. `ones`: how many records of label 1 each item has, at least 1;
/// there are further items, which have none.
std::optional<std::size_t> learn_point(std::span<const std::int64_t> ones,
                                       const PointParameters& parameters, Randomness& randomness);

/// A learner that always returns an item of the domain: the index of one of `ones`, or, if it finds none, a
/// uniformly random key. Items of `ones` should lie in the domain.
using ProperPoint = std::variant<std::size_t, WideKey>;
ProperPoint learn_proper_point(std::span<const std::int64_t> ones,
                               const PointParameters& parameters, const WideInterval& domain,
                               Randomness& randomness);

/// A uniformly random key.
WideKey random_key(const WideInterval& domain, Randomness& randomness);

/// For any n records (or their distribution), a random item has at most `accuracy` n of them with probability
/// at least 1 - beta if the domain has 1/(accuracy beta) keys or more.
/// Errors: OutOfRange if it has fewer, accuracy outside 1e-4..1/2, beta outside (0, 1).
void check_proper_point(const WideInterval& domain, double accuracy, double beta);

/// The public parameters of a point that is to be learned.
struct PointTask {
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;  ///< how often a promise may be broken

  void describe(auto& field) {
    loss.describe(field);
    field("neighbors", neighbors);
  }
};

struct PointPlan {
  PointAlgorithm algorithm = PointAlgorithm::stable_choice;
  std::int64_t errors = 0;
  std::uint64_t least_records = 0;  ///< for an error rate of at most `accuracy` on the data
  std::uint64_t generalisation_records = 0;  ///< and below it on fresh samples, with probability
                                             ///< 1 - 2 beta
  bool chosen = false;
  std::string reason;
};

/// The records that either algorithm needs if one item has label 1 and no other. Chosen is stable choice, which
/// promises something for other data too. accuracy: 1e-4 to 1/2. Errors: OutOfRange.
std::vector<PointPlan> plan_point(const PointTask& task, double accuracy);

}  // namespace logstar
