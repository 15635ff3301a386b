// Rejection sampling from a window: proposes a candidate by an upper bound on its weight and accepts it with
// probability weight / bound; otherwise the draw starts again.
//
// Privacy: as the mechanism that the draw samples from: the distribution is given by its weights, whatever the
//   bounds (docs/guarantees/windows.md).
// Departures: none.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "logstar/randomness/randomness.hpp"
#include "logstar/windows/region_window.hpp"

namespace logstar {

/// A candidate that was drawn by a bound on its weight.
class Proposal {
 public:
  struct Verdict {
    bool accepted;
    std::optional<Natural> key = std::nullopt;  ///< empty: "none", if accepted
  };

  virtual ~Proposal() = default;
  /// The regions that hide its weight. If there are none when it is proposed, it is accepted.
  virtual std::vector<Region> unresolved_ranges(const RegionWindow& window) const = 0;
  /// Call once, for a window in which no region hides it: accepts with probability weight / bound.
  virtual Verdict judge(const RegionWindow& window, Randomness& randomness) const = 0;
};

/// All that may be proposed from a window as it is.
class Proposals {
 public:
  virtual ~Proposals() = default;
  /// In proportion to the bounds.
  virtual std::unique_ptr<Proposal> propose(Randomness& randomness) = 0;
};

/// "None", whose weight is known.
class NoneProposal final : public Proposal {
 public:
  std::vector<Region> unresolved_ranges(const RegionWindow&) const override { return {}; }
  Verdict judge(const RegionWindow&, Randomness&) const override { return {true}; }
};

}  // namespace logstar
