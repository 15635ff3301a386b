// The most frequent items as a release.
//
// Privacy, source, cost: as top_k.hpp, which draws; the choice of "auto": choose.hpp.
// Departures: none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/top_k/choose.hpp"
#include "logstar/top_k/top_k.hpp"

namespace logstar {

/// The public parameters of a question for the most frequent items.
struct TopKRequest {
  TopKTask items;       ///< without a variant: the best one
  bool counts = false;  ///< whether to return noisy counts with the items; false: as `items` states
  double count_share =
      0.5;  ///< the share of epsilon for these counts, above 0 and below 1 in any case
  double confidence = 0.95;
  Protects protects = Protects::users;  ///< `records` if every row is a separate user
  std::optional<std::string> reason;    ///< why `items` has its variant; empty: the caller chose it

  void describe(auto& field) {
    items.describe(field);
    field("counts", counts);
    field("countShare", count_share);
    field("confidence", confidence);
    field("protects", protects);
    field("reason", reason);
  }

  /// The parameters of the draw. Errors: OutOfRange for an invalid share.
  TopKTask asked() const;
};

/// Places in the counts.
struct TopKRelease {
  using Task = TopKRequest;
  using Data = std::vector<std::int64_t>;  ///< as for draw_top_k: the highest kbar + 1
  using Answer = TopKResult;
  using Plan = TopKChoice;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  /// By the bound whose rho was charged: at the slightly smaller granted loss another bound may be the best.
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data counts, Randomness& randomness);
};

static_assert(Releasable<TopKRelease>);

}  // namespace logstar
