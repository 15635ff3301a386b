// A choice of the best among candidates by their scores, as a release.
//
// Privacy, source, cost: as permute_and_flip.hpp, exponential.hpp, stable_choice.hpp, gap_test.hpp and
//   choosing_mechanism.hpp (with its least threshold), which draw. Scores of another sensitivity: score_steps.hpp.
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
#include "logstar/selection/choosing_mechanism.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/selection/gap_test.hpp"
#include "logstar/selection/stable_choice.hpp"

namespace logstar {

enum class ChoiceMethod {
  permute_and_flip,  ///< from a list that everybody may know
  exponential,       ///< the same; bounded-range
  stable,            ///< from the candidates that occur in the data; needs a delta
  gap,               ///< the best one if it is clearly better than all others; needs a delta
  choosing           ///< as `stable`, by a noisy test and a draw; needs a delta
};
constexpr ChoiceMethod last_of(ChoiceMethod) { return ChoiceMethod::choosing; }

/// "permute-and-flip", "exponential", "stable", "gap", "choosing".
const char* name_of(ChoiceMethod method);

/// The public parameters of a choice. Where the list is private, the number of candidates is too.
struct ChoiceTask {
  ChoiceMethod method = ChoiceMethod::permute_and_flip;
  Loss loss;  ///< delta is of `stable`, `gap` and `choosing` only
  Neighbors neighbors = Neighbors::add_remove;
  ScoreMoves moves = ScoreMoves::both_ways;  ///< of lists and `gap`
  std::uint64_t candidates = 1;              ///< of public lists: how many, at least 1
  std::uint64_t growth =
      1;  ///< of `stable` and `choosing`: to how many scores one record can add 1
  /// Of `gap`: the score of every candidate that is not listed, if there are any. The list is private
  /// then, and candidates of no more than this score do not count as listed.
  std::optional<double> others = std::nullopt;
  double sensitivity = 1;  ///< by how much one record moves a score, at most (score_steps.hpp)
  double confidence = 0.95;

  void describe(auto& field) {
    field("method", method);
    loss.describe(field);
    field("neighbors", neighbors);
    field("monotone", moves, ScoreMoves::both_ways, ScoreMoves::one_way);
    field("candidates", candidates);
    field("growth", growth);
    field("others", others);
    field("sensitivity", sensitivity);
    field("confidence", confidence);
  }

  /// Whether everybody may know the list of candidates.
  bool is_list_public() const;
};

/// The index of a candidate, or empty: `stable` and `choosing` find none frequent enough, `gap` none that
/// leads by enough.
struct ChoiceRelease {
  using Task = ChoiceTask;
  /// One score per candidate, step_of each: for public lists, as many as the task states; for private ones, each
  /// candidate once. `stable` and `choosing` ignore scores below 1.
  using Data = std::vector<std::int64_t>;
  using Answer = std::optional<std::size_t>;

  struct Plan {
    double draw_epsilon = 0;                            ///< of lists
    StableChoiceParameters stable;                      ///< of `stable`
    GapTestParameters gap;                              ///< of `gap`
    ChoosingParameters choosing;                        ///< of `choosing`
    std::optional<std::int64_t> others = std::nullopt;  ///< its step
    /// How far the chosen one may fall short of the best; for `stable` and `choosing` the best score at
    /// which an item is surely returned, for `gap` its lead. In units of the score.
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
