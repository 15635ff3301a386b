// Quasi-concave optimisation as a release.
//
// Privacy, source, cost: as quasi_concave_max.hpp, which draws.
// Departures: none.
#pragma once

#include <optional>

#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// "exponential", "rec-concave", "cumulative-tree-log".
const char* name_of(QuasiConcaveAlgorithm algorithm);

/// The public parameters of a search.
struct QuasiConcaveTask {
  QuasiConcaveRequest request;  ///< its beta is ignored
  double confidence = 0.95;
  /// Default: the algorithm with the least error; without a delta the exponential mechanism.
  std::optional<QuasiConcaveAlgorithm> algorithm;

  void describe(auto& field) {
    field("size", request.size);
    field("monotone", request.moves, ScoreMoves::both_ways, ScoreMoves::one_way);
    field("neighbors", request.neighbors);
    request.loss.describe(field);
    field("confidence", confidence);
    field("algorithm", algorithm);
    field("levels", request.levels, 3);
  }
};

/// A point 0..size - 1, or empty if the algorithm found none.
struct QuasiConcaveRelease {
  using Task = QuasiConcaveTask;
  using Data = Quality;
  using Answer = std::optional<Natural>;

  struct Plan {
    QuasiConcaveAlgorithm algorithm = QuasiConcaveAlgorithm::exponential;
    QuasiConcaveParameters draw;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data quality, Randomness& randomness);
};

static_assert(Releasable<QuasiConcaveRelease>);

}  // namespace logstar
