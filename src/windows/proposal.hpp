// What a draw from a window is made of: candidates proposed with more than their weight, each of which is
// then accepted with the part of it that is its own, or the whole draw begins anew.
//
// Privacy: as the mechanism's that is drawn from: the law is that of its weights, whatever the bounds
//   (docs/guarantees/windows.md).
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
    std::optional<Natural> key = std::nullopt;  ///< nothing: "none", if it is accepted
  };

  virtual ~Proposal() = default;
  /// The regions that hide what its weight is. If there are none when it is proposed, it is accepted.
  virtual std::vector<Region> unresolved_ranges(const RegionWindow& window) const = 0;
  /// To be asked once, of a window in which none hides it: accepted with its weight over the bound.
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
