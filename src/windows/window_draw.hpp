// One draw of a group of which a window is known, and more of it where that turns out to matter.
//
// Privacy: as the mechanism's whose parameters it has; its law is that of the whole data
//   (docs/guarantees/windows.md).
// Source: rejection sampling (von Neumann 1951).
// Departures: what was fetched for a candidate that was not accepted stays known, so that the bounds get
//   better from one beginning to the next and there is an end.
// Cost: what RankProposals and CutProposals cost, each time that candidates are proposed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "logstar/interior_point/user_rank_release.hpp"
#include "logstar/windows/proposal.hpp"

namespace logstar {

class WindowDraw {
 public:
  using Parameters = decltype(UserRankRelease::Plan::parameters);

  /// `ahead`: how many candidates are proposed at a time, at least 1, so that it seldom takes another
  /// trip if one is not accepted. `task` and `parameters` must outlive this object.
  WindowDraw(RegionWindow window, const UserRankTask& task, const Parameters& parameters,
             std::size_t ahead);

  /// Until there is an answer, or regions are wanted.
  void go_on(Randomness& randomness);
  /// The regions to be known better, none of them twice; none when there is an answer.
  const std::vector<Region>& wanted() const { return wanted_; }
  /// As RegionWindow::refine, of one of them.
  void refine(const Region& region, const std::vector<Region>& parts) {
    window_.refine(region, parts);
  }

  /// A key or "none", once nothing is wanted.
  const std::optional<Natural>& answer() const { return answer_; }

 private:
  void propose(Randomness& randomness);
  void list_wanted();

  RegionWindow window_;
  const UserRankTask& task_;
  const Parameters& parameters_;
  std::size_t ahead_;
  std::vector<std::unique_ptr<Proposal>> proposed_;
  std::size_t judged_ = 0;  // so many of the proposed ones were not accepted
  std::vector<Region> wanted_;
  std::optional<Natural> answer_;
};

}  // namespace logstar
