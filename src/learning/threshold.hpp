// Learns a threshold from labelled records by any of the algorithms; by default the one that usually errs
// least.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set; each algorithm's own
//   header has its theorem. Neighbours differ in one labelled record.
// Source: as the algorithms.
// Departures: none.
// Cost: as the algorithm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "logstar/learning/threshold_cut.hpp"
#include "logstar/learning/threshold_exponential.hpp"
#include "logstar/learning/threshold_rec_concave.hpp"
#include "logstar/learning/threshold_reduction.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

enum class ThresholdAlgorithm { exponential, cut, interior_point, rec_concave };
constexpr ThresholdAlgorithm last_of(ThresholdAlgorithm) { return ThresholdAlgorithm::rec_concave; }

/// "exponential", "cut", "interior-point", "rec-concave".
std::string_view name_of(ThresholdAlgorithm algorithm);

/// The public parameters of a draw.
struct ThresholdTask {
  std::uint32_t bits = 64;  ///< width of the keys, 1 to 2^26 - 1
  WideInterval domain = WideInterval::all(64);
  Loss loss;  ///< delta 0 leaves the exponential mechanism only
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;           ///< how often a promise may be broken
  std::uint64_t tolerance = 0;  ///< errors that the best threshold may make
  /// For ThresholdAlgorithm::interior_point alone: the algorithm that finds the point; default cut choice.
  std::optional<InteriorAlgorithm> search = std::nullopt;
  std::optional<std::uint32_t> levels = std::nullopt;  ///< of that algorithm, as of RankTask

  void describe(auto& field) {
    field("domain", bits, domain);
    loss.describe(field);
    field("neighbors", neighbors);
    field("tolerance", tolerance);
    field("by", search);
    field("levels", levels, kMaxShrinkings);
  }

  Natural domain_size() const { return natural_of(domain.highest) - natural_of(domain.lowest) + 1; }
};

struct ThresholdDraw {
  ThresholdAlgorithm algorithm = ThresholdAlgorithm::exponential;
  std::variant<ThresholdExponentialParameters, ThresholdCutParameters, ThresholdReductionParameters,
               ThresholdRecConcaveParameters>
      parameters;
  Loss loss;  ///< its loss
  /// The promise: if the best threshold makes at most `tolerance` errors, the result makes at most this
  /// many, with probability 1 - beta.
  std::int64_t errors = 0;
  bool agnostic = false;        ///< for any best threshold: at most errors - tolerance more
  std::optional<double> usual;  ///< the median error on smooth data without wrong labels, if known
};

/// Errors: OutOfRange for the task's values; for an algorithm that needs a delta if there is none;
/// for a tolerance above 0 with rec_concave, which has none; for a search or levels of another algorithm than
/// interior_point.
ThresholdDraw calibrate_threshold(ThresholdAlgorithm algorithm, const ThresholdTask& task);

/// As above; a loss that is too small to be divided is an obstacle.
Possible<ThresholdDraw> possible_threshold(ThresholdAlgorithm algorithm, const ThresholdTask& task);

/// The exponential mechanism up to 64 bits, whatever the delta: its promise holds for any labels, and on usual
/// data it errs less. On wider keys it takes the one of the exponential mechanism and cut choice with the
/// smaller error bound. It never takes the other two: a few dozen wrong labels beyond the tolerance make their
/// answers arbitrary.
ThresholdAlgorithm best_threshold_algorithm(const ThresholdTask& task);

/// Empty if the algorithm found none, as only RecConcave and some searches for interior points may do. `data`:
/// keys of the task's width, inside its domain.
std::optional<ThresholdHypothesis> learn_threshold(const ThresholdDraw& draw,
                                                   const ThresholdTask& task, LabelledKeys data,
                                                   Randomness& randomness);

struct ThresholdPlan {
  ThresholdAlgorithm algorithm = ThresholdAlgorithm::exponential;
  std::optional<InteriorAlgorithm> search = std::nullopt;  ///< of an interior point
  std::uint32_t levels = 0;                                ///< of the search; 0 if it has none
  bool available = false;
  Loss spent;
  std::int64_t errors = 0;
  std::uint64_t least_records = 0;           ///< for an error rate below `accuracy` on the data
  std::uint64_t generalisation_records = 0;  ///< and on fresh samples, with probability 1 - 2 beta
  /// For an error rate on fresh samples at most `accuracy` above that of the best threshold, whatever the labels,
  /// with probability 1 - 2 beta. Cut choice then runs with half of them as its tolerance. 0: no such bound.
  std::uint64_t agnostic_records = 0;
  std::optional<double> usual;  ///< the median error on smooth data, if known: no guarantee
  bool chosen = false;
  std::string reason;
};

/// The records that every algorithm needs for an error rate below `accuracy`, an interior point by every search at
/// the task's levels. Errors: OutOfRange.
std::vector<ThresholdPlan> plan_threshold(const ThresholdTask& task, double accuracy);

}  // namespace logstar
