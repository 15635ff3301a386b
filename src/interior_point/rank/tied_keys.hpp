// Records in order, equal keys told apart by fresh random bits; and the runs of a rank score among
// a part of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/interior_point/rank/stretches.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The most bits a tie can be broken with.
inline constexpr unsigned kMostTieBits = 32;

/// Records in order, each its key and then its random bits as one number: those of a stretch of ranks.
class TiedRecords {
 public:
  TiedRecords() = default;
  TiedRecords(const RankRange& ranks, const std::uint64_t* keys, const std::uint32_t* ties,
              unsigned tie_bits)
      : ranks_(ranks), keys_(keys), ties_(ties), tie_bits_(tie_bits) {}

  const RankRange& ranks() const { return ranks_; }

  /// The record of this rank, one of the stretch.
  Uint128 operator[](std::size_t rank) const {
    const std::size_t i = rank - ranks_.first;
    return Uint128(keys_[i]) << tie_bits_ | ties_[i];
  }

  /// The first rank in first..last - 1, all in the stretch, whose record is not below z (above z).
  std::size_t not_below(Uint128 z, std::size_t first, std::size_t last) const;
  std::size_t first_above(Uint128 z, std::size_t first, std::size_t last) const;

 private:
  RankRange ranks_;
  const std::uint64_t* keys_ = nullptr;
  const std::uint32_t* ties_ = nullptr;
  unsigned tie_bits_ = 0;
};

/// Keys with `tie_bits` random bits appended to each. The bits are independent of the data and of
/// each other: whatever else would tell equal records apart (their rank, their position) would let
/// one record more move others across a released point. As they are independent and have the same
/// law, it does not matter when they are drawn: those of records that nobody looks at never are.
/// Cost: O(n) and the sort of the ranks that are looked at; 12 bytes for each of these, where they are
/// not all.
class TiedKeys {
 public:
  /// `likely`: ranks that will be asked for, increasing, inside 0..keys.size(); asking for others
  /// sorts all. `randomness` must outlive this.
  TiedKeys(std::vector<std::uint64_t> keys, unsigned tie_bits, const std::vector<RankRange>& likely,
           Randomness& randomness);
  TiedKeys(const TiedKeys&) = delete;  // records point into the vectors
  TiedKeys& operator=(const TiedKeys&) = delete;

  std::size_t size() const { return size_; }

  /// A stretch of ranks that holds all of these; until the next call, which may sort more.
  TiedRecords of(const RankRange& ranks);

 private:
  void draw_ties(std::size_t first, std::size_t last);
  void sort_ties_of_equals(std::size_t first, std::size_t last);
  void sort_all();

  std::size_t size_;
  unsigned tie_bits_;
  Randomness& randomness_;
  std::vector<std::uint64_t> unsorted_;  // nothing once all are sorted
  Stretches sorted_;
  std::vector<std::uint32_t> ties_;  // of those sorted
};

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
class TiedRankRuns final : public CandidateRuns {
 public:
  /// `score.n` is the part's size. `margin`: how many ranks on either side of the centre to show;
  /// it affects the cost of a draw, never its law.
  TiedRankRuns(TiedKeys& keys, const TiedPart& part, const RankScore& score, std::uint64_t margin);

  std::size_t size() const override;
  CandidateRun run(std::size_t index) const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;

  /// One of the points of a run of positive multiplicity.
  Uint128 draw_point(std::size_t index, Randomness& randomness) const;

  /// The part's records below a point that was drawn, and those above it.
  std::pair<TiedPart, TiedPart> sides(Uint128 z) const;

 private:
  struct Points {
    Uint128 lowest;
    Uint128 highest;
    bool empty;
  };

  Points points_of(const TiedPart& segment, std::size_t inside) const;
  /// The segment that holds run `index`, and where in it.
  std::pair<TiedPart, std::size_t> locate(std::size_t index) const;

  TiedKeys& all_;
  TiedRecords keys_;
  TiedPart part_;
  RankScore score_;
  std::vector<TiedPart> segments_;
};

}  // namespace logstar
