#include "logstar/windows/window_draw.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "logstar/windows/cut_proposals.hpp"
#include "logstar/windows/rank_proposals.hpp"

// Why the output distribution is the same for every window. Candidates z have weights v(z), and at each
// beginning bounds u(z) >= v(z). A proposal is z with probability u(z)/U, accepted with v(z)/u(z). Given the
// past, z ends the draw here with probability v(z)/U, in proportion to v(z) for all bounds. So it is when it
// ends, and it does: each beginning that does not end refines a region.
//
// Candidates proposed at a time are independent draws by the bounds of that time, judged in order until
// one is accepted: as if each had been proposed when those in front of it were not. A candidate that no region
// hides is accepted for sure, so the draw proposes none after it.

namespace logstar {
namespace {

struct MakeProposals {
  const RegionWindow& window;
  const UserRankTask& task;

  std::unique_ptr<Proposals> operator()(const UserRankParameters& parameters) const {
    return std::make_unique<RankProposals>(window, candidates_of(task.domain, parameters));
  }
  std::unique_ptr<Proposals> operator()(const WeightedCutParameters& parameters) const {
    return std::make_unique<CutProposals>(window, task.bits, parameters);
  }
};

}  // namespace

Propose proposing(const UserRankTask& task,
                  const decltype(UserRankRelease::Plan::parameters)& parameters) {
  return [&](const RegionWindow& window) {
    return std::visit(MakeProposals{window, task}, parameters);
  };
}

WindowDraw::WindowDraw(RegionWindow window, Propose propose, std::size_t ahead)
    : window_(std::move(window)), proposing_(std::move(propose)), ahead_(ahead) {}

void WindowDraw::propose(Randomness& randomness) {
  const auto proposals = proposing_(window_);
  proposed_.clear();
  judged_ = 0;
  do {
    proposed_.push_back(proposals->propose(randomness));
  } while (proposed_.size() < ahead_ && !proposed_.back()->unresolved_ranges(window_).empty());
}

void WindowDraw::advance(Randomness& randomness) {
  while (true) {
    if (judged_ == proposed_.size()) propose(randomness);
    list_wanted();
    if (!wanted_.empty()) return;
    while (judged_ < proposed_.size()) {
      const auto [accepted, key] = proposed_[judged_]->judge(window_, randomness);
      ++judged_;
      if (!accepted) continue;
      answer_ = key;
      return;
    }
  }
}

void WindowDraw::list_wanted() {
  wanted_.clear();
  for (std::size_t i = judged_; i < proposed_.size(); ++i) {
    for (Region& region : proposed_[i]->unresolved_ranges(window_)) {
      if (std::find(wanted_.begin(), wanted_.end(), region) == wanted_.end()) {
        wanted_.push_back(std::move(region));
      }
    }
  }
}

}  // namespace logstar
