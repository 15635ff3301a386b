// The candidates of prefix choice, grouped in runs of equal score.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/prefix_tree.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The score g of a place z, told how many records lie strictly before it and how many at or before
/// it. These are positions in the sorted data, so sums over any payload can be looked up by them.
using PlaceScore = std::function<std::int64_t(std::size_t less, std::size_t at_most)>;

/// An upper bound of the score of all places between two positions, both included. Where it is 0
/// the candidates need not be looked at before a draw asks for them: it affects the cost only.
using PlaceBound = std::function<std::int64_t(std::size_t first, std::size_t last)>;

/// Pairs (v, end): every prefix v with records below it, of length 0..L, and the leftmost key below
/// v, the rightmost one, and (for lengths below L) the rightmost one below v's left child. The
/// score is min(w(v), max(0, g(end))), w(v) the number of records below v.
///
/// A chain of prefixes without a branch has one w, and each kind of end takes at most two scores on
/// it: at most seven runs a chain. The chains of the highest possible scores are shown first;
/// others stay hidden, in one bound, until a draw asks for them. Cost: O(limbs + log n) a chain
/// shown; n distinct records have 2 n - 1 chains. Memory: 48 bytes a run shown.
class PrefixChoiceRuns final : public CandidateRuns {
 public:
  /// `sorted`, `score` and `bound` must outlive this object. `margin`: how far below the best score
  /// to show; `floor`: a score that is there anyway (bottom's); `bound`: may be null. They affect
  /// the cost of a draw, never its law.
  PrefixChoiceRuns(const KeyArray& sorted, const PlaceScore& score, std::int64_t margin,
                   std::int64_t floor, const PlaceBound* bound = nullptr);

  std::size_t size() const override { return runs_.size(); }
  CandidateRun run(std::size_t index) const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;

  /// The key of a uniformly drawn candidate of a run.
  WideKey draw_key(std::size_t index, Randomness& randomness) const;

 private:
  enum class End { left, right, inner };

  /// The ends of one kind of the prefixes of lengths from..to of record `record`; inner ends only
  /// of those whose next bit is `bit`.
  struct Run {
    std::int64_t score;
    std::size_t record;
    std::uint32_t from, to, count;
    End end;
    bool bit;
  };

  /// A chain that is not shown yet, and what no score on it exceeds.
  struct Waiting {
    std::int64_t limit;
    PrefixChain chain;
  };
  static bool later(const Waiting& a, const Waiting& b);

  void wait(const PrefixChain& chain);
  void show_next();
  void show_outer_ends(const PrefixChain& chain);
  void show_inner_ends(const PrefixChain& chain);
  void add(const PrefixChain& chain, Run run, std::size_t less, std::size_t at_most);
  std::size_t equal_to_first(std::size_t first, std::size_t last) const;
  std::size_t equal_to_last(std::size_t first, std::size_t last) const;

  const KeyArray& keys_;
  const PlaceScore& score_;
  PrefixTree tree_;
  std::vector<Run> runs_;
  const PlaceBound* bound_;
  std::vector<Waiting> waiting_;  // a heap, the highest limit first
  std::int64_t best_;
};

}  // namespace logstar
