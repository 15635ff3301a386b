// The window of a group with which a draw mostly takes one round trip.
//
// Privacy: none is spent; computed from public parameters, and for later levels from the engine's answers.
// Source: ours; docs/guarantees/windows.md. Any other window gives the same output distribution, in more
//   round trips.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/interior_point/rank/user_quantiles.hpp"
#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/windows/rank_proposals.hpp"
#include "logstar/windows/region_window.hpp"

namespace logstar {

struct WindowShape {
  QuantileFraction centre = {1, 2};  ///< the rank around which the rows matter
  /// The weight on either side of the centre that may be drawn; the rows beyond are two regions. Empty: all
  /// rows may be (cut choice, where any heavy prefix is a candidate).
  std::optional<std::uint64_t> margin;
  /// The maximum weight of a region of several keys.
  std::uint64_t bin = 1;
};

WindowShape window_shape(const UserRankTask& task, const UserRankRelease::Plan& plan);
/// For a rank among candidates, each with at least one part in `even_candidates` of their mass.
WindowShape window_shape(const RankCandidates& candidates, const Natural& even_candidates);

/// A request for finer regions. The region's first `from` units of weight may be one region, and so may those
/// from unit `to` on; the rows between them come as keys, or as regions of about `bin` units.
struct RegionCut {
  Region region;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t bin = 1;
};

/// Into a number of parts of about one weight.
RegionCut in_parts(const Region& region);

/// The regions of a window of several keys that are coarser than its shape requires; regions of points of keys
/// with `tie_bits`.
std::vector<RegionCut> too_coarse(const RegionWindow& window, const WindowShape& shape,
                                  unsigned tie_bits);

}  // namespace logstar
