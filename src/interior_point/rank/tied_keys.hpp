// Records in order, equal keys told apart by fresh random bits; and the runs of a rank score among
// a part of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The most bits a tie can be broken with.
inline constexpr unsigned kMostTieBits = 32;

/// Keys with `tie_bits` random bits appended to each, sorted. The bits are independent of the data
/// and of each other: whatever else would tell equal records apart (their rank, their position)
/// would let one record more move others across a released point.
/// Cost: O(n log n), 12 bytes a record.
class TiedKeys {
 public:
  TiedKeys(std::vector<std::uint64_t> keys, unsigned tie_bits, Randomness& randomness);

  std::size_t size() const { return keys_.size(); }
  unsigned tie_bits() const { return tie_bits_; }

  /// Record i's key and bits as one number.
  Uint128 operator[](std::size_t i) const { return Uint128(keys_[i]) << tie_bits_ | ties_[i]; }

  /// The first of the records first..last - 1 that is not below z (above z).
  std::size_t not_below(Uint128 z, std::size_t first, std::size_t last) const;
  std::size_t first_above(Uint128 z, std::size_t first, std::size_t last) const;

 private:
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> ties_;
  unsigned tie_bits_;
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
  TiedRankRuns(const TiedKeys& keys, const TiedPart& part, const RankScore& score,
               std::uint64_t margin);

  std::size_t size() const override;
  CandidateRun run(std::size_t index) const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;

  /// One of the points of a run of positive multiplicity.
  Uint128 draw_point(std::size_t index, Randomness& randomness) const;

 private:
  struct Points {
    Uint128 lowest;
    Uint128 highest;
    bool empty;
  };

  Points points_of(const TiedPart& segment, std::size_t inside) const;
  /// The segment that holds run `index`, and where in it.
  std::pair<TiedPart, std::size_t> locate(std::size_t index) const;

  const TiedKeys& keys_;
  TiedPart part_;
  RankScore score_;
  std::vector<TiedPart> segments_;
};

}  // namespace logstar
