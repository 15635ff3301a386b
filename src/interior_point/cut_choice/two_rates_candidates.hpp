// The candidates of a quantile at two rates, those near its rank first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/cut_choice/candidates.hpp"
#include "logstar/interior_point/cut_choice/known_records.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"

namespace logstar {

/// Cuts and keys of the data E between their copies of the domain's ends (two_rates.cpp), in two lists. The
/// first has those whose place is near the rank, found from the records around it alone; the second has all
/// others, which a draw hardly ever needs. Keys are selected and not sorted until then. A list has at
/// most one of the copies of an end. Cost: O(n limbs); the records around the rank are few more than the error and those equal to
/// them.
class TwoRatesCandidates final : public ThinnedRuns {
 public:
  /// `parameters` must outlive this object.
  TwoRatesCandidates(KeyArray keys, const WideInterval& domain,
                     const TwoRatesParameters& parameters);
  TwoRatesCandidates(const TwoRatesCandidates&) = delete;  // the lists point into it
  TwoRatesCandidates& operator=(const TwoRatesCandidates&) = delete;

  std::size_t size() const override;
  CandidateRun run(std::size_t index) const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;
  /// The excess of a score over that of no record, at least 0.
  std::uint64_t weight(std::size_t index) const override;

  /// The key of a uniformly drawn candidate of a run.
  WideKey draw_key(std::size_t index, Randomness& randomness) const;

 private:
  using Position = KnownRecords::Position;  // in E

  /// Places with from <= less and at_most <= to.
  struct Near {
    Position from = 0;
    Position to = -1;
    bool contains(Position less, Position at_most) const { return from <= less && at_most <= to; }
  };

  /// The score of two_rates.cpp, of the near places only or of the others only.
  class Score final : public CutScore {
   public:
    /// For the list of the records begin..end - 1 of E.
    Score(const TwoRatesCandidates& owner, Position begin, Position end, bool is_near)
        : owner_(owner), begin_(begin), end_(end), is_near_(is_near) {}
    std::optional<std::int64_t> at(std::size_t first, std::size_t last, std::size_t less,
                                   std::size_t at_most) const override;
    std::int64_t limit(std::size_t first, std::size_t last) const override;
    /// Whether all scores so far are right although records of a prefix may lie outside the list.
    bool is_exact() const { return exact_; }

   private:
    /// The position of record i of the list in E; for the list's end, the position after its last record.
    Position in_all(std::size_t i) const;
    bool may_go_on(Position first, Position last) const;

    const TwoRatesCandidates& owner_;
    Position begin_;
    Position end_;
    bool is_near_;
    mutable bool exact_ = true;
  };

  std::int64_t by_weight(Position weight) const;
  std::int64_t by_rank(Position less, Position at_most) const;
  bool show_near();
  void show_others();

  const TwoRatesParameters& p_;
  std::uint32_t bits_;
  Position copies_;
  Int128 target_;         // tau n in parts of a rank
  std::int64_t margin_;   // how far below the best score to show
  KnownRecords records_;  // E
  Position total_;        // of them
  Near near_;
  std::int64_t beyond_ = 0;  // what no candidate elsewhere exceeds

  std::optional<Score> near_score_, other_score_;
  std::optional<CutCandidates> shown_, others_;
};

}  // namespace logstar
