// Quasi-concave optimisation as a release.
//
// Privacy, source, cost: as quasi_concave_max.hpp, which draws. Qualities of another sensitivity:
//   selection/score_steps.hpp.
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
  double sensitivity = 1;  ///< by how much one record moves a quality, at most (score_steps.hpp)
  /// A quality that some point is promised to have, public: the request's promise, in units of the quality.
  std::optional<double> promise = std::nullopt;
  /// The greatest error as a share of the promise, above 0, at most 1. Without a promise: it is the least that an
  /// error of this share needs.
  std::optional<double> approximation = std::nullopt;

  void describe(auto& field) {
    field("size", request.size);
    field("monotone", request.moves, ScoreMoves::both_ways, ScoreMoves::one_way);
    field("neighbors", request.neighbors);
    request.loss.describe(field);
    field("confidence", confidence);
    field("algorithm", algorithm);
    field("sensitivity", sensitivity);
    field("promise", promise);
    field("approximation", approximation);
    field("levels", request.levels, 3u);
  }
};

/// A point 0..size - 1, or empty if the algorithm found none.
struct QuasiConcaveRelease {
  using Task = QuasiConcaveTask;
  using Data = Quality;  ///< step_of each quality
  using Answer = std::optional<Natural>;

  struct Plan {
    QuasiConcaveAlgorithm algorithm = QuasiConcaveAlgorithm::exponential;
    QuasiConcaveParameters draw;
    std::optional<double> promise = std::nullopt;  ///< of the draw, in units of the quality
  };

  /// Errors: OutOfRange. A promise that is too low for the approximation is refused with the least one that is not.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data quality, Randomness& randomness);
};

static_assert(Releasable<QuasiConcaveRelease>);

}  // namespace logstar
