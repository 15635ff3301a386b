// One way to plan and to run every algorithm for interior points and quantiles.
#pragma once

#include <emscripten/val.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>

#include "bindings/domains.hpp"
#include "interior_point/exponential.hpp"
#include "interior_point/heavy_paths.hpp"
#include "interior_point/planner.hpp"
#include "interior_point/prefix_choice.hpp"
#include "interior_point/rec_concave.hpp"
#include "interior_point/tree_log.hpp"
#include "privacy/loss.hpp"
#include "randomness/randomness.hpp"

namespace logstar::bindings {

/// All that is public about a draw.
struct RankTask {
  KeySpace space;
  std::optional<QuantileFraction> rank;  ///< which quantile; nothing: any interior point
  Loss loss;
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
  std::optional<std::uint64_t> size;  ///< declared number of records, for those that need one
};

/// An algorithm with its parameters.
struct RankDraw {
  std::variant<ExponentialParameters, PrefixChoiceParameters, RecConcaveParameters,
               TreeLogParameters, HeavyPathsParameters>
      parameters;
  std::size_t window = 0;  ///< run on so many records around the rank; 0: on all of them

  /// What holds with the task's confidence: the rank error, or without one that the result lies
  /// between the smallest and the largest record.
  std::optional<double> rank_error = std::nullopt;
  std::uint64_t least_records = 0;                           ///< from so many records on
  std::optional<std::uint64_t> most_records = std::nullopt;  ///< up to so many
};

/// Calibrates an algorithm. Errors: as the calibrations; OutOfRange for a confidence outside (0, 1)
/// and for a size with which it promises nothing.
RankDraw calibrate(InteriorAlgorithm algorithm, const RankTask& task);

/// What "auto" takes: for an interior point the planner's choice among those that need no declared
/// size, or have one; for a quantile prefix choice if it promises an error at least a tenth smaller
/// than the exponential mechanism, which always answers. Depends on the task only.
InteriorAlgorithm best_algorithm(const RankTask& task);

/// A key, or nothing. `keys`: any order.
std::optional<WideKey> draw_key(const RankDraw& draw, const RankTask& task, KeyArray keys,
                                Randomness& randomness);

/// The parameters' numbers by name.
emscripten::val parameters_of(const RankDraw& draw);

}  // namespace logstar::bindings
