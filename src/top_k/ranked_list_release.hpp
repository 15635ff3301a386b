// The k best of a list that everybody knows, as a release.
//
// Privacy, source, cost: as ranked_list.hpp, which draws. Scores of another sensitivity:
//   selection/score_steps.hpp.
// Departures: none.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/top_k/ranked_list.hpp"

namespace logstar {

/// The public parameters.
struct RankedListTask {
  RankedListRequest request;
  /// Default: of `peel` and `laplace` the one with the smaller miss at confidence 0.95.
  std::optional<RankedListVariant> variant = std::nullopt;
  bool counts = false;     ///< whether noisy scores are wanted, which `laplace` alone has
  double sensitivity = 1;  ///< by how much one record moves a score, at most
  double confidence = 0.95;
  Protects protects = Protects::records;
  std::optional<std::string> reason =
      std::nullopt;  ///< for the variant; empty: the caller chose it

  void describe(auto& field) {
    field("k", request.k);
    field("candidates", request.candidates);
    request.loss.describe(field);
    field("neighbors", request.neighbors);
    field("monotone", request.moves, ScoreMoves::both_ways, ScoreMoves::one_way);
    field("perUser", request.per_user);
    field("variant", variant);
    field("counts", counts);
    field("sensitivity", sensitivity);
    field("confidence", confidence);
    field("protects", protects);
    field("reason", reason);
  }
};

/// Places in the list, the best first.
struct RankedListRelease {
  using Task = RankedListTask;
  using Data = std::vector<std::int64_t>;  ///< one score per candidate, step_of each
  using Answer = TopKResult;

  struct Plan {
    RankedListParameters draw;
    std::string reason;
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  /// By the bound of the charged plan: at the slightly smaller granted loss another may be the best.
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data scores, Randomness& randomness);
};

static_assert(Releasable<RankedListRelease>);

}  // namespace logstar
