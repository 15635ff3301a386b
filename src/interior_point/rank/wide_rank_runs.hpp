// All points of a domain of keys of any width, grouped in runs on which their rank among the data is constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/rank/quality_runs.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/natural.hpp"

namespace logstar {

/// As RankRuns (rank_runs.hpp) for keys of any width, all of the same weight. Cost: O(n limbs) to build, and big
/// numbers for the ranks shown.
class WideRankRuns final : public CandidateRuns {
 public:
  /// `keys`: in any order, all inside `domain`; `score.n` of them. `margin`: how many ranks on either side of the
  /// centre to show; it affects the cost of a draw, never its law.
  WideRankRuns(KeyArray keys, WideInterval domain, const RankScore& score, std::uint64_t margin);

  std::size_t size() const override;
  CandidateRun run(std::size_t index) const override;
  std::optional<std::int64_t> best() const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;

  /// The points of a run of positive multiplicity begin here.
  Natural start_of(std::size_t index) const;

 private:
  /// The runs of an interval that begins at `lowest`.
  struct Segment {
    Natural lowest;
    Quality runs;
  };
  void sort();
  /// Keys first..last - 1 of the array, or others, are those of the interval; `below` records lie before it.
  void show(const KeyView& sorted, const WideInterval& interval, std::size_t below);
  std::pair<const Segment*, std::size_t> locate(std::size_t index) const;

  KeyArray keys_;
  WideInterval domain_;
  RankScore score_;
  /// The window shown at first: its ends, and the records before it and before what follows it.
  WideInterval window_;
  std::size_t below_ = 0;
  std::size_t below_next_ = 0;
  bool is_sorted_ = false;
  bool complete_ = false;
  std::vector<Segment> segments_;
};

}  // namespace logstar
