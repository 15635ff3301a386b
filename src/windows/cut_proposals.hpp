// Interior points by cut choice, from a window.
//
// Privacy, source: as cut_choice/weighted.hpp, whose output distribution it has (docs/guarantees/windows.md).
// Departures: prefixes inside of one region are proposed as one candidate of each length.
// Cost: O(regions bits), in time and memory.
#pragma once

#include <cstdint>
#include <memory>

#include "logstar/interior_point/cut_choice/weighted.hpp"
#include "logstar/windows/cut_prefixes.hpp"
#include "logstar/windows/proposal.hpp"

namespace logstar {

/// Prefixes with rows in several regions, or in one that is a key, each at its maximum weight;
/// for those inside of a region one candidate a length, at the maximum weight of all of them; "none".
class CutProposals final : public Proposals {
 public:
  /// `bits`: width of the keys. `window` and `parameters` must outlive this object.
  CutProposals(const RegionWindow& window, std::uint32_t bits,
               const WeightedCutParameters& parameters);
  ~CutProposals() override;
  std::unique_ptr<Proposal> propose(Randomness& randomness) override;

 private:
  class Runs;

  const WeightedCutParameters& parameters_;
  CutPrefixes prefixes_;
  std::unique_ptr<Runs> runs_;
};

}  // namespace logstar
