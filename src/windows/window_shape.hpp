// Which window of a group is enough for a draw to take one trip, mostly.
//
// Privacy: none is spent; computed from public parameters alone.
// Source: ours; docs/guarantees/windows.md. Any other window gives the same law, in more trips.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/interior_point/user_rank_release.hpp"

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

}  // namespace logstar
