// The candidates of cut choice, grouped in runs of equal score.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_view.hpp"
#include "logstar/domain/padded_keys.hpp"
#include "logstar/domain/prefix_tree.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The score of a candidate: a place z with `less` records strictly before it and `at_most` at or before it, at
/// a prefix (or a key) whose records are first..last - 1 of the sorted ones.
class CutScore {
 public:
  virtual ~CutScore() = default;
  /// Empty: the candidate is left out.
  virtual std::optional<std::int64_t> at(std::size_t first, std::size_t last, std::size_t less,
                                         std::size_t at_most) const = 0;
  /// An upper bound on the score of a candidate at a prefix whose records are among these.
  virtual std::int64_t limit(std::size_t first, std::size_t last) const = 0;
  /// The total weight of these records.
  virtual std::uint64_t weight(std::size_t first, std::size_t last) const { return last - first; }
};

/// min(weight, depth + offset), the weight of a prefix being the number of its records, copies included. A key's
/// depth is at least its weight, so a key's score is its weight.
class CutDepthScore final : public CutScore {
 public:
  /// `records` must outlive this object.
  CutDepthScore(const PaddedKeys& records, std::int64_t offset)
      : records_(records), offset_(offset) {}
  std::optional<std::int64_t> at(std::size_t first, std::size_t last, std::size_t less,
                                 std::size_t at_most) const override {
    const std::int64_t depth =
        std::min(before(at_most), static_cast<std::int64_t>(records_.size()) - before(less));
    return std::min(before(last) - before(first), depth + offset_);
  }
  std::int64_t limit(std::size_t first, std::size_t last) const override {
    return *at(first, last, first, last);
  }

 private:
  std::int64_t before(std::size_t i) const {
    return static_cast<std::int64_t>(records_.keys_before(i));
  }

  const PaddedKeys& records_;
  std::int64_t offset_;
};

/// Cuts: for every prefix u of length below L with records below it, the largest key of its left
/// child. Keys: every key that occurs. One candidate for each prefix that occurs, whole keys
/// included.
///
/// A chain of prefixes without a branch has one weight, and its cuts lie at most at three ranks: at
/// most four runs a chain. The chains of the highest possible scores are shown first; others stay
/// hidden, in one bound, until a draw asks for them. Cost: O(limbs + log n) a chain shown; n
/// distinct records have 2 n - 1 chains. Memory: 48 bytes a run shown.
class CutCandidates : public ThinnedRuns {
 public:
  /// The keys must stay where they are, and `score` must outlive this object. `margin`: how far below the best
  /// score to show;
  /// `floor`: a score that is there anyway (bottom's). They affect the cost of a draw, never its
  /// law.
  CutCandidates(const KeyView& sorted, const CutScore& score, std::int64_t margin,
                std::int64_t floor);

  std::size_t size() const override { return runs_.size(); }
  CandidateRun run(std::size_t index) const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;
  /// The number of records below the prefixes of a run, or the weight by CutScore::weight.
  std::uint64_t weight(std::size_t index) const override;

  /// The key of a uniformly drawn candidate of a run.
  WideKey draw_key(std::size_t index, Randomness& randomness) const;

 private:
  /// Cuts at the prefixes of lengths from..to of record `record` whose next bit is `bit`; or the record itself.
  struct Run {
    std::int64_t score;
    std::size_t record, last;
    std::uint32_t from, to, count;
    bool bit, key;
  };

  /// A hidden chain, and an upper bound on the scores on it.
  struct Waiting {
    std::int64_t limit;
    PrefixChain chain;
  };
  static bool later(const Waiting& a, const Waiting& b);

  void wait(const PrefixChain& chain);
  void show_next();
  void show_cuts(const PrefixChain& chain);
  void add(const PrefixChain& chain, Run run, std::size_t less, std::size_t at_most);
  std::size_t equal_to_last(std::size_t first, std::size_t last) const;

  KeyView keys_;
  const CutScore& score_;
  PrefixTree tree_;
  std::vector<Run> runs_;
  std::vector<Waiting> waiting_;  // a heap, the highest limit first
  std::int64_t best_;
};

/// The range of scores to show below the best, at `rate` a unit of score: lower scores weigh less than e^-78 of
/// it. `keys`: their number, of `bits` bits.
std::int64_t shown_cut_margin(std::uint64_t keys, std::uint32_t bits, double rate);

}  // namespace logstar
