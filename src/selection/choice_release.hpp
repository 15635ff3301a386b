// A choice of the best among candidates by their scores, as a release.
//
// Privacy, source, cost: as permute_and_flip.hpp, exponential.hpp and stable_choice.hpp, which draw.
// Departures: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/selection/stable_choice.hpp"

namespace logstar {

enum class ChoiceMethod {
  permute_and_flip,  ///< from a list that everybody may know
  exponential,       ///< the same; bounded-range
  stable             ///< from the candidates that occur in the data; needs a delta
};
constexpr ChoiceMethod last_of(ChoiceMethod) { return ChoiceMethod::stable; }

/// "permute-and-flip", "exponential", "stable".
const char* name_of(ChoiceMethod method);

/// The public parameters of a choice. For `stable` the number of candidates is private.
struct ChoiceTask {
  ChoiceMethod method = ChoiceMethod::permute_and_flip;
  Loss loss;  ///< delta is of `stable` only
  Neighbors neighbors = Neighbors::add_remove;
  ScoreMoves moves = ScoreMoves::both_ways;  ///< of lists
  std::uint64_t candidates = 1;              ///< of lists: how many, at least 1
  std::uint64_t growth = 1;  ///< of `stable`: to how many scores one record can add 1
  double confidence = 0.95;

  void describe(auto& field) {
    field("method", method);
    loss.describe(field);
    field("neighbors", neighbors);
    field("monotone", moves, ScoreMoves::both_ways, ScoreMoves::one_way);
    field("candidates", candidates);
    field("growth", growth);
    field("confidence", confidence);
  }
};

/// The index of a candidate, or empty if `stable` finds none frequent enough.
struct ChoiceRelease {
  using Task = ChoiceTask;
  /// One score per candidate: for lists, as many as the task states; for `stable`, each candidate once.
  /// `stable` ignores scores below 1.
  using Data = std::vector<std::int64_t>;
  using Answer = std::optional<std::size_t>;

  struct Plan {
    double draw_epsilon = 0;        ///< of lists
    StableChoiceParameters stable;  ///< of `stable`
    /// How far the chosen one may fall short of the best; for `stable` the best score at which
    /// an item is surely returned.
    double error = 0;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data scores, Randomness& randomness);
};

static_assert(Releasable<ChoiceRelease>);

}  // namespace logstar
