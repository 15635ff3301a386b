// One draw for a group with a window; requests finer regions where they affect the result.
//
// Privacy: as the mechanism with these parameters; its output distribution is that of the whole data
//   (docs/guarantees/windows.md).
// Source: rejection sampling (von Neumann 1951).
// Departures: the contents fetched for a rejected candidate stay known, so that the bounds get
//   better from one beginning to the next and there is an end.
// Cost: as RankProposals and CutProposals, each time that candidates are proposed.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/windows/proposal.hpp"

namespace logstar {

/// Makes the proposals of a window as it is. The window outlives the proposals.
using Propose = std::function<std::unique_ptr<Proposals>(const RegionWindow& window)>;

/// By the draw of a plan. `task` and `parameters` must outlive the function.
Propose proposing(const UserRankTask& task,
                  const decltype(UserRankRelease::Plan::parameters)& parameters);

class WindowDraw {
 public:
  /// `ahead`: how many candidates are proposed at a time, at least 1. With more, a rejected candidate
  /// seldom takes another round trip.
  WindowDraw(RegionWindow window, Propose propose, std::size_t ahead);

  /// Continues until there is an answer, or regions are requested.
  void advance(Randomness& randomness);
  /// The regions to be refined, each once; empty once the draw has an answer.
  const std::vector<Region>& wanted() const { return wanted_; }
  /// As RegionWindow::refine, for one of the requested regions.
  void refine(const Region& region, const std::vector<Region>& parts) {
    window_.refine(region, parts);
  }
  /// As far as known.
  const RegionWindow& window() const { return window_; }

  /// A key or "none", once no region is requested.
  const std::optional<Natural>& answer() const { return answer_; }

 private:
  void propose(Randomness& randomness);
  void list_wanted();

  RegionWindow window_;
  Propose proposing_;
  std::size_t ahead_;
  std::vector<std::unique_ptr<Proposal>> proposed_;
  std::size_t judged_ = 0;  // the number of proposals judged so far
  std::vector<Region> wanted_;
  std::optional<Natural> answer_;
};

}  // namespace logstar
