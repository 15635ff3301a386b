// A rank drawn by rejection: no record is sorted and hardly a weight computed, where what all records
// weigh is worth few factors of e, so that most of them would have to be.
//
// Privacy: none of its own: the law is that of a draw among the runs of the score (rank_runs.hpp).
// Source: von Neumann's rejection; the bounds are ours.
// Departures: none.
// Cost: a sample to divide the domain by, one pass to weigh its parts, and one for each round; where all
//   weighs many factors, another sample and pass, and rounds that look at the records near the best rank.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// Records that a draw is from: one key and one weight each, in any order, all inside `domain`.
struct WeighedRecords {
  std::span<const std::uint64_t> keys;
  std::span<const std::uint32_t> weights;
  KeyInterval domain;
  BaseMeasure measure = {};  ///< of the domain
};

/// The domain in parts, on each of which the score has a bound. A round draws a part by its bound, a
/// point of it, and keeps that with the probability that its own score has beside the bound. So each
/// key comes out of a round with a probability proportional to its weight times e^(rate score), and "none" likewise.
class RankEnvelope {
 public:
  /// `ends`: where parts begin, besides the domain's lowest key; any keys in increasing order. They
  /// affect the cost of a draw, never its law. `records` outlive this object.
  RankEnvelope(const WeighedRecords& records, const RankScore& score,
               std::span<const std::uint64_t> ends);

  /// Divides what parts `first` to `last` hold anew, once. The records there are copied, and keys drawn
  /// there are compared with no others. `ends_among`, given these records and what weighs before them,
  /// says where the new parts begin, as above.
  void refine(std::size_t first, std::size_t last,
              const std::function<std::vector<std::uint64_t>(const WeighedRecords&, std::int64_t)>&
                  ends_among);

  /// A key, or none.
  struct Drawn {
    std::optional<std::uint64_t> key;
  };
  /// Nothing if the round does not keep what it drew.
  std::optional<Drawn> round(double rate, const std::optional<BottomScore>& none,
                             Randomness& randomness) const;

  /// Where parts begin.
  const std::vector<std::uint64_t>& starts() const { return starts_; }
  /// What weighs before each of them.
  const std::vector<std::int64_t>& below() const { return below_; }

 private:
  /// Parts of `records`, behind those that there are.
  void divide(const WeighedRecords& records, std::span<const std::uint64_t> ends,
              std::int64_t below);
  std::int64_t score_in(std::size_t part, std::uint64_t key) const;

  WeighedRecords records_;
  RankScore score_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::int64_t> below_;
  std::vector<CandidateRun> parts_;
  /// Parts that were refined, from one to before another, and what they hold.
  std::size_t near_begin_ = 0;
  std::size_t near_end_ = 0;
  std::vector<std::uint64_t> near_keys_;
  std::vector<std::uint32_t> near_weights_;
};

/// Parts between whose ends scores differ by about one factor of e near the best rank, and by more the
/// further away: from samples. Nothing where rounds are not quicker than runs: of few records, or of
/// many factors.
std::optional<RankEnvelope> likely_envelope(const WeighedRecords& records, const RankScore& score,
                                            double rate);

}  // namespace logstar
