// Which window of a group is enough for a draw to take one trip, mostly.
//
// Privacy: none is spent; computed from public parameters, and for what an engine has told from that.
// Source: ours; docs/guarantees/windows.md. Any other window gives the same law, in more trips.
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
  /// So much weight on either side of it may be drawn; what lies further out are two regions. Nothing: all
  /// rows may be (cut choice, of which any heavy prefix is a candidate).
  std::optional<std::uint64_t> margin;
  /// What a region weighs at most, if it is no key by itself.
  std::uint64_t bin = 1;
};

WindowShape window_shape(const UserRankTask& task, const UserRankRelease::Plan& plan);
/// Of a rank among candidates, of which the lightest has at least one part in `even_candidates` of their mass.
WindowShape window_shape(const RankCandidates& candidates, const Natural& even_candidates);

/// A region that is to be known better: rows of its first `from` units may be one region, so may be those from unit `to`
/// on; those between them are keys, or regions of about `bin` units.
struct RegionCut {
  Region region;
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t bin = 1;
};

/// Into a number of parts of about one weight.
RegionCut in_parts(const Region& region);

/// What of a window is coarser than its shape says, and is no single key; regions of points of keys with `tie_bits`.
std::vector<RegionCut> too_coarse(const RegionWindow& window, const WindowShape& shape,
                                  unsigned tie_bits);

}  // namespace logstar
