// The runs of a rank score over a part of the records, with ties broken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/interior_point/rank/tied_keys.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The records first..last - 1 and the points lowest..highest (both included) around them.
struct TiedPart {
  std::size_t first;
  std::size_t last;
  Uint128 lowest;
  Uint128 highest;

  std::size_t size() const { return last - first; }
};

/// The runs of a rank score over the points of a part. At first those around the best ranks are
/// shown, the others bounded.
class TiedRankRuns final : public RunsInBlocks {
 public:
  /// `score.n` is the weight of the part's records. `margin`: how much on either side of the centre to show;
  /// it affects the cost of a draw, never its law. `measure`: of all keys; a point weighs what its key does.
  TiedRankRuns(TiedKeys& keys, const TiedPart& part, const RankScore& score, std::uint64_t margin,
               BaseMeasure measure = {});

  std::size_t size() const override;
  std::span<const CandidateRun> read(std::size_t first, std::size_t last,
                                     std::span<CandidateRun> buffer) const override;
  std::optional<std::int64_t> best() const override { return score_.highest(); }
  std::optional<Hidden> hidden() const override;
  void complete() override;

  /// A random point of a run of positive multiplicity.
  Uint128 draw_point(std::size_t index, Randomness& randomness) const;

  /// The part's records below a point that was drawn, and those above it.
  std::pair<TiedPart, TiedPart> sides(Uint128 z) const;

 private:
  Natural mass(Uint128 lowest, Uint128 highest) const {
    return measure_.mass_of_points(lowest, highest, all_.tie_bits());
  }
  /// The weight of the part's records before this rank.
  std::int64_t rank_of(std::size_t record) const {
    return static_cast<std::int64_t>(all_.before(record) - all_.before(part_.first));
  }
  std::int64_t score(std::int64_t less, std::int64_t at_most) const {
    return all_.has_weights() ? score_.of_weights(less, at_most) : score_(less, at_most);
  }
  class SegmentRecords;
  /// The segment that holds run `index`, and where in it.
  std::pair<TiedPart, std::size_t> locate(std::size_t index) const;

  TiedKeys& all_;
  TiedRecords keys_;
  TiedPart part_;
  RankScore score_;
  BaseMeasure measure_;
  std::vector<TiedPart> segments_;
};

}  // namespace logstar
