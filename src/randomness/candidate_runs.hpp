// The candidates of an exponential-mechanism draw, grouped in runs of equal score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/randomness/natural.hpp"

namespace logstar {

/// `multiplicity` candidates (possibly none) that share one integer score.
struct CandidateRun {
  std::int64_t score;
  Natural multiplicity;
};

/// The score of the extra candidate "bottom": whole + fraction / 2^20, a dyadic rational, because
/// it comes from a logarithm and must be rounded up to something exact.
struct BottomScore {
  std::int64_t whole = 0;
  std::uint32_t fraction = 0;  // in units of 2^-20, below 2^20

  static constexpr int kFractionBits = 20;

  /// The least such score that is >= base + margin. `margin` is a finite double >= 0; the addition
  /// and the rounding up are exact.
  static BottomScore above(std::int64_t base, double margin);
};

/// A score in the units of fractions, in which scores and bottom are compared.
inline Int128 in_units(std::int64_t score) {
  return Int128(score) * (Int128(1) << BottomScore::kFractionBits);
}
inline Int128 in_units(const BottomScore& bottom) {
  return in_units(bottom.whole) + bottom.fraction;
}

/// An ordered list of runs, read on demand, so that no list as long as the data has to be stored.
///
/// A list may be incomplete: it then shows its first runs and bounds the hidden ones. If the bound cannot
/// decide a draw, the draw calls `complete()`. The shown runs then keep their indices, and the hidden ones
/// follow. The law of a draw does not depend on how much was hidden; only its cost does.
class CandidateRuns {
 public:
  /// An upper bound on the hidden runs: at most `multiplicity` candidates, of score at most `score`.
  struct Hidden {
    std::int64_t score;
    Natural multiplicity;
  };

  virtual ~CandidateRuns() = default;
  virtual std::size_t size() const = 0;
  virtual CandidateRun run(std::size_t index) const = 0;
  /// Runs first..last - 1, written to the buffer, which holds that many, or where they are in a row already.
  virtual std::span<const CandidateRun> read(std::size_t first, std::size_t last,
                                             std::span<CandidateRun> buffer) const {
    for (std::size_t i = first; i < last; ++i) buffer[i - first] = run(i);
    return buffer.first(last - first);
  }
  /// A score that no run with candidates exceeds, and that one comes close to, if the list has it without run().
  virtual std::optional<std::int64_t> best() const { return std::nullopt; }
  virtual std::optional<Hidden> hidden() const { return std::nullopt; }
  virtual void complete() {}
  /// All scores in a row where every multiplicity is 1, or null: spares a million candidates a call
  /// each.
  virtual const std::int64_t* plain_scores() const { return nullptr; }
};

/// Runs that are made by the block, which costs less than one by one.
class RunsInBlocks : public CandidateRuns {
 public:
  CandidateRun run(std::size_t index) const final {
    CandidateRun run;
    read(index, index + 1, {&run, 1});
    return run;
  }
  std::span<const CandidateRun> read(std::size_t first, std::size_t last,
                                     std::span<CandidateRun> buffer) const override = 0;
};

/// A score that no run with candidates exceeds; the taken ones are left out. Empty if none is left.
std::optional<std::int64_t> best_score(const CandidateRuns& runs, const std::vector<bool>& taken);

/// Candidates with weights for thinned_choice; all candidates of a run have the same weight.
class ThinnedRuns : public CandidateRuns {
 public:
  virtual std::uint64_t weight(std::size_t index) const = 0;
};

/// One candidate per score.
class ScoreList final : public CandidateRuns {
 public:
  explicit ScoreList(std::span<const std::int64_t> scores) : scores_(scores) {}
  std::size_t size() const override { return scores_.size(); }
  CandidateRun run(std::size_t index) const override { return {scores_[index], 1}; }
  const std::int64_t* plain_scores() const override { return scores_.data(); }

 private:
  std::span<const std::int64_t> scores_;
};

/// Runs in memory.
class RunList final : public CandidateRuns {
 public:
  explicit RunList(std::span<const CandidateRun> runs) : runs_(runs) {}
  std::size_t size() const override { return runs_.size(); }
  CandidateRun run(std::size_t index) const override { return runs_[index]; }
  std::span<const CandidateRun> read(std::size_t first, std::size_t last,
                                     std::span<CandidateRun> /*buffer*/) const override {
    return runs_.subspan(first, last - first);
  }
  std::optional<std::int64_t> best() const override;

 private:
  std::span<const CandidateRun> runs_;
};

}  // namespace logstar
