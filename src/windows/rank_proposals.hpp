// Medians, quantiles and interior points by the exponential mechanism, from a window.
//
// Privacy, source, departures: as rank/user_exponential.hpp and rank/user_quantiles.hpp, whose laws are drawn by
//   (docs/guarantees/windows.md).
// Cost: O(regions), one exponential a region.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "logstar/interior_point/rank/user_exponential.hpp"
#include "logstar/windows/proposal.hpp"

namespace logstar {

/// The candidates of a rank, and their scores. A candidate is a key, or a point: a key with `tie_bits` more
/// bits.
struct RankCandidates {
  Natural lowest;
  Natural highest;
  unsigned tie_bits = 0;
  RankScore::Kind kind = RankScore::Kind::depth;
  QuantileFraction tau = {};
  double rate = 0;  ///< per unit of score
  BaseMeasure measure = {};
  std::optional<NoneScore> none = {};  ///< if it takes part
};

RankCandidates candidates_of(const WideInterval& domain, const UserRankParameters& parameters);

/// The candidates, each at the best score possible in its region, and "none".
class RankProposals final : public Proposals {
 public:
  /// `window`: all its regions are among the candidates.
  RankProposals(const RegionWindow& window, const RankCandidates& candidates);
  std::unique_ptr<Proposal> propose(Randomness& randomness) override;

 private:
  void add(const Natural& first, const Natural& end, std::int64_t score);

  double rate_;
  unsigned tie_bits_;
  BaseMeasure measure_;
  RankScore score_;
  std::optional<BottomScore> none_;
  std::vector<CandidateRun> runs_;
  std::vector<Natural> starts_;
};

}  // namespace logstar
