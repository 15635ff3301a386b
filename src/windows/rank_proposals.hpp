// Medians, quantiles and interior points by the exponential mechanism, from a window.
//
// Privacy, source, departures: as rank/user_exponential.hpp, whose law is drawn by
//   (docs/guarantees/windows.md).
// Cost: O(regions), one exponential a region.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/rank/user_exponential.hpp"
#include "logstar/windows/proposal.hpp"

namespace logstar {

/// The keys of a domain, each at the best score that a key of its region can have, and "none".
class RankProposals final : public Proposals {
 public:
  /// `window`: all its regions inside `domain`. `parameters` must outlive this object.
  RankProposals(const RegionWindow& window, const WideInterval& domain,
                const UserRankParameters& parameters);
  std::unique_ptr<Proposal> draw(Randomness& randomness) override;

 private:
  void add(const Natural& first, const Natural& end, std::int64_t score);

  const UserRankParameters& parameters_;
  RankScore score_;
  std::vector<CandidateRun> runs_;
  std::vector<Natural> starts_;
};

}  // namespace logstar
