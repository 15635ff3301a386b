// Draws a rank by rejection, without sorting and with few computed weights. It suits records whose weight spans
// few factors of e, where runs would need most of the weights.
//
// Privacy: none is spent: the output distribution is that of a draw among the runs of the score
// (rank_runs.hpp).
// Source: von Neumann's rejection; the bounds are ours.
// Departures: none.
// Cost: a sample to divide the domain by, one pass to weigh its parts, and one pass a round. For a weight of
//   many factors, another sample and pass, and rounds that examine only the records near the best rank.
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

/// The domain in parts, on each of which the score has a bound. A round draws a part by its bound, then a
/// point of it, and keeps the point with probability e^(rate (score - bound)). So a round returns each key
/// with a probability proportional to its weight times e^(rate score), and "none" in the same way.
class RankEnvelope {
 public:
  /// `ends`: where parts begin, in addition to the domain's lowest key; any keys in increasing order. They
  /// affect the cost of a draw, never its law. `records` outlive this object.
  RankEnvelope(const WeighedRecords& records, const RankScore& score,
               std::span<const std::uint64_t> ends);

  /// Divides the parts `first` to `last` again, once. Copies their records; keys drawn there are compared
  /// with no others. `ends_among`, given these records and the weight before them, returns where the new
  /// parts begin, as above.
  void refine(std::size_t first, std::size_t last,
              const std::function<std::vector<std::uint64_t>(const WeighedRecords&, std::int64_t)>&
                  ends_among);

  /// A key, or none.
  struct Drawn {
    std::optional<std::uint64_t> key;
  };
  /// Empty if the round rejects its key.
  std::optional<Drawn> round(double rate, const std::optional<BottomScore>& none,
                             Randomness& randomness) const;

  /// Where parts begin.
  const std::vector<std::uint64_t>& starts() const { return starts_; }
  /// The weight before each of them.
  const std::vector<std::int64_t>& below() const { return below_; }

 private:
  /// Appends the parts of `records`.
  void divide(const WeighedRecords& records, std::span<const std::uint64_t> ends,
              std::int64_t below);
  std::int64_t score_in(std::size_t part, std::uint64_t key) const;

  WeighedRecords records_;
  RankScore score_;
  std::vector<std::uint64_t> starts_;
  std::vector<std::int64_t> below_;
  std::vector<CandidateRun> parts_;
  /// The refined parts (from the first to before the second index), and their records.
  std::size_t near_begin_ = 0;
  std::size_t near_end_ = 0;
  std::vector<std::uint64_t> near_keys_;
  std::vector<std::uint32_t> near_weights_;
};

/// Parts between whose ends scores differ by about one factor of e near the best rank, and by more the
/// further away: from samples. Empty if runs are as quick: for few records, or for many factors.
std::optional<RankEnvelope> likely_envelope(const WeighedRecords& records, const RankScore& score,
                                            double rate);

}  // namespace logstar
