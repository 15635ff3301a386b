// All points of a domain, grouped in runs on which their rank among the data is constant.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/domain/key_source.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/candidate_runs.hpp"

namespace logstar {

/// The runs of a rank score over the domain: each key that occurs in the data, and each gap
/// between. Only the records near the centre are sorted at first; the rest is bounded, and sorted
/// only if a draw asks for it. Cost: O(n) to build, O(w log w) for the w ranks shown; memory 8
/// bytes a record in memory and 8 w; many equal records among those shown are one.
class RankRuns final : public RunsInBlocks {
 public:
  /// `keys`: one a record, in any order, all inside `domain`. `margin`: how many ranks on either
  /// side of the centre to show; it affects the cost of a draw, never its law. `weights`: the weight of each
  /// record in ranks and in the score's n, at least 1; empty: 1 each. `measure`: of the domain; a run has the
  /// mass of its keys as its multiplicity.
  RankRuns(std::vector<std::uint64_t> keys, const KeyInterval& domain, const RankScore& score,
           std::uint64_t margin, std::vector<std::uint32_t> weights = {}, BaseMeasure measure = {});
  /// As above for records of weight 1 that are read in one pass, which counts them: `score.n` is not read.
  RankRuns(std::unique_ptr<KeySource> records, const KeyInterval& domain, const RankScore& score,
           std::uint64_t margin, BaseMeasure measure = {});
  RankRuns(const RankRuns&) = delete;  // the segments point into the vectors
  RankRuns& operator=(const RankRuns&) = delete;

  /// The n of the score.
  std::int64_t records() const { return score_.n; }

  std::size_t size() const override;
  std::span<const CandidateRun> read(std::size_t first, std::size_t last,
                                     std::span<CandidateRun> buffer) const override;
  std::optional<std::int64_t> best() const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;

  /// Whether the hidden runs certainly weigh less than a hundredth of the shown ones, in a draw at `rate` a
  /// unit of score: then most draws do without them.
  bool hidden_is_negligible(double rate) const;
  /// Shows a window of this margin, unless all is shown.
  void show_around(std::uint64_t margin);

  /// The keys of a run of positive multiplicity.
  KeyInterval keys_of(std::size_t index) const;
  const BaseMeasure& measure() const { return measure_; }

 private:
  /// A stretch of the domain whose records are sorted: records[first..last) are all those with keys
  /// in `interval`, and `below` is the rank of the first of them.
  struct Segment {
    const std::uint64_t* first;
    const std::uint64_t* last;
    KeyInterval interval;
    std::int64_t below;
    /// With weights, or for keys that are there once: the ranks of them all, and the rank after the last.
    const std::uint64_t* before;

    std::size_t runs() const { return 2 * static_cast<std::size_t>(last - first) + 1; }
    std::int64_t rank(const std::uint64_t* record) const {
      return before == nullptr ? below + (record - first)
                               : static_cast<std::int64_t>(before[record - first]);
    }
    /// The record that counts for rank `at`, which the segment holds.
    const std::uint64_t* holding(std::int64_t at) const {
      if (before == nullptr) return first + (at - below);
      const auto behind =
          std::upper_bound(before, before + (last - first) + 1, static_cast<std::uint64_t>(at));
      return first + (behind - before - 1);
    }
  };
  class SegmentRecords;
  struct Located {
    const Segment* segment;
    std::size_t index;  // within the segment
  };

  void show_all();
  bool show_window(std::uint64_t margin);
  bool show_window_of_weights(std::uint64_t margin);
  bool show_sorted_window(std::uint64_t margin);
  /// Makes the window the only segment, with so many ranks before it.
  void show(std::uint64_t below);
  void sort_all();
  std::int64_t score(std::int64_t less, std::int64_t at_most) const {
    return weights_.empty() ? score_(less, at_most) : score_.of_weights(less, at_most);
  }
  Located locate(std::size_t index) const;

  std::unique_ptr<KeySource> records_;  // without weights
  std::vector<std::uint64_t> keys_;     // with weights, or of all records once these are sorted
  std::vector<std::uint32_t> weights_;
  std::vector<std::uint64_t> before_;
  std::vector<std::uint64_t> window_;
  std::vector<std::uint64_t> window_before_;
  KeyInterval domain_;
  RankScore score_;
  BaseMeasure measure_;
  std::vector<Segment> segments_;
  bool is_sorted_ = false;
  bool complete_ = false;
};

}  // namespace logstar
