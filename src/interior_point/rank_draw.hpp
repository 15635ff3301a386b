// Any of the algorithms for interior points and quantiles, by name, or the best of them.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set; (epsilon, 0) for the
//   exponential mechanism and for pure cut choice, also where a delta was given. Each algorithm's own header
//   and docs/guarantees/ page has the theorem.
// Source: as the algorithms. Quantiles by algorithms that find interior points only: rank_window.hpp.
// Departures: none. Under replace with a size, cut choice, TreeLog and HeavyPaths count a record
//   that the domain dropped as the lowest key: that it is missing would show.
// Cost: as the algorithm.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_source.hpp"
#include "logstar/interior_point/cut_forms.hpp"
#include "logstar/interior_point/planner.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

/// The public parameters of a draw.
struct RankTask {
  std::uint32_t bits = 64;  ///< width of the keys
  WideInterval domain = WideInterval::all(64);
  std::optional<QuantileFraction> quantile;  ///< which one; empty: any interior point
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  /// Interior points by TreeLog and HeavyPaths: at most this many records, 1 to 2^40; under replace exactly
  /// this many. By default little more than they need.
  /// Interior points by cut choice under replace: exactly this many; from some size on the answer then always
  /// exists.
  /// Quantiles by cut choice under add-remove: the declared number of records. If it is wrong, that costs
  /// accuracy, never privacy.
  std::optional<std::uint64_t> size;
  std::optional<InteriorAlgorithm> algorithm;  ///< default: best_algorithm (rank_release.hpp)
  AlgorithmChoice choice = AlgorithmChoice::usual_error;  ///< the criterion of best_algorithm
  /// Whether to abstain instead of returning an answer outside of few records, if the algorithm can abstain:
  /// the exponential mechanism, and cut choice for an interior point with a delta.
  bool abstain = false;
  bool must_abstain = false;  ///< with `abstain`: rejects an algorithm that cannot
  BaseMeasure measure =
      {};  ///< public weights of the keys, for the exponential mechanism; even above 64 bits
  bool text = false;  ///< whether keys are texts, whose usual errors are others
  /// How often the domain is shrunk, 1 to kMaxShrinkings; default 1, by HeavyPaths the cheapest. The exponential
  /// mechanism and cut choice shrink none.
  std::optional<std::uint32_t> levels = std::nullopt;
  /// For an interior point: at least this many records lie on either side, itself counted; 1 (default) to
  /// kMaxDepth. It needs 2 (depth - 1) records more (rank/rank_depth.hpp).
  std::optional<std::uint64_t> depth = std::nullopt;

  void describe(auto& field) {
    field("q", quantile);
    field("domain", bits, domain, measure);
    loss.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("size", size);
    field("algorithm", algorithm);
    field("leastPromise", choice, AlgorithmChoice::usual_error, AlgorithmChoice::least_promise);
    field("text", text);
    field("abstain", abstain);
    field("mustAbstain", must_abstain);
    field("levels", levels, kMaxShrinkings);
    field("depth", depth);
  }

  Natural size_of_domain() const;
};

/// An algorithm with its parameters.
struct RankDraw {
  std::variant<ExponentialParameters, CutChoiceParameters, TwoRatesParameters, RecConcaveParameters,
               TreeLogParameters, HeavyPathsParameters, TreeLogSlicesParameters>
      parameters;
  std::size_t window = 0;  ///< run on this many records around the rank; 0: on all of them
  /// The number of records that the draw is calibrated for. The window is what trimming leaves of them
  /// (cut_choice/quantile.hpp), or without a window the data have exactly this many.
  std::optional<std::uint64_t> size = std::nullopt;

  std::optional<CutForm> form = std::nullopt;    ///< of cut choice
  std::optional<NoneScore> none = std::nullopt;  ///< beside an exponential mechanism that abstains
  /// Whether it abstains: with the task's confidence, either the answer lies between the smallest and the
  /// largest record, however few there are, or the draw abstains.
  bool abstains = false;

  /// Whether it spends no delta; it is bounded-range then.
  bool is_pure() const;

  /// The statement that holds with the task's confidence: the rank error, or without a rank error that the
  /// result lies between the smallest and the largest record.
  std::optional<double> rank_error = std::nullopt;
  std::uint64_t least_records = 0;                           ///< from this many records on
  std::optional<std::uint64_t> most_records = std::nullopt;  ///< up to this many
  /// With a rank error: from this many records on, it implies that the result lies between the smallest and the
  /// largest record. With fewer it allows results outside the data. If it abstains: from this many on the
  /// answer exists, between them.
  std::optional<double> inside_from = std::nullopt;
  /// As above for records that all lie where the measure's guess expects them, if there is a guess.
  std::optional<double> expected_inside_from = std::nullopt;
  /// The median rank error on smooth data, or the records with which half of the interior points lie inside:
  /// no guarantee. Unknown for the exponential mechanism on keys of more than 64 bits that are not texts.
  std::optional<double> usual = std::nullopt;
};

/// Calibrates an algorithm. An obstacle if the algorithm promises nothing at the loss or size, does not fit
/// into memory, or cannot abstain where it must. Errors: as the calibrations; OutOfRange for a confidence
/// outside (0, 1).
Possible<RankDraw> possible_rank_draw(InteriorAlgorithm algorithm, const RankTask& task);

/// As above, but throws OutOfRange for an obstacle.
RankDraw calibrate_rank_draw(InteriorAlgorithm algorithm, const RankTask& task);

/// The algorithm by `task.choice`. The promise of an interior point is its number of records, the promise of a
/// quantile its rank error. AlgorithmChoice::usual_error takes the least promise among the algorithms whose
/// usual error is at most kUsualErrorMargin times the least one, its usual records kUsualRecordsMargin times;
/// if an algorithm's usual figure is unknown, and by AlgorithmChoice::least_promise, the least promise of all
/// decides. With unequal weights of keys AlgorithmChoice::usual_error takes the exponential mechanism, which
/// alone uses them. Among equals the exponential mechanism wins. An algorithm that needs a declared size takes
/// part if there is one. Depends on the task only.
/// Errors: OutOfRange.
InteriorAlgorithm best_algorithm(const RankTask& task);

/// A key of the domain, or empty. `keys`: any order, inside the domain, of the task's width.
std::optional<WideKey> draw_rank(const RankDraw& draw, const RankTask& task, KeyColumn keys,
                                 Randomness& randomness);

}  // namespace logstar
