// A median, a quantile or an interior point as a release: `release<RankRelease>(ledger, task, keys,
// randomness)` charges, draws and claims.
//
// Privacy, source, cost: as rank_draw.hpp, which draws.
// Departures: none.
#pragma once

#include <optional>

#include "logstar/interior_point/rank_draw.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// A key of the domain; empty if the algorithm found none or abstains. Without `abstain`, the exponential
/// mechanism and all forms of cut choice but the stable one always return a key.
struct RankRelease {
  using Task = RankTask;
  using Data = KeyColumn;  ///< any order, inside the domain, of the task's width
  using Answer = std::optional<WideKey>;

  struct Plan {
    InteriorAlgorithm algorithm = InteriorAlgorithm::exponential;
    RankDraw draw;
  };

  /// `task.algorithm`: default: the best one. Errors: as calibrate_rank_draw.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data keys, Randomness& randomness);
};

static_assert(Releasable<RankRelease>);

}  // namespace logstar
