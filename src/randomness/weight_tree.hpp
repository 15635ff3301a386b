// Sums of candidate weights in a binary tree, for drawing one candidate after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/exact_weights.hpp"
#include "logstar/randomness/scaled.hpp"
#include "logstar/randomness/scaled_exponential.hpp"

namespace logstar {

/// The weights of runs first..last-1 without the taken ones. Each leaf covers a block of runs and is recomputed
/// on demand, so the tree takes 1/2 byte a run.
class WeightTree {
 public:
  /// Decides between two groups of candidates whose approximate weights are given: true for a.
  using Decide = std::function<bool(const CandidateGroup& a, const Scaled& weight_a,
                                    const CandidateGroup& b, const Scaled& weight_b)>;

  /// `reference`: a score, in units of 2^-20, that no run of the range exceeds.
  WeightTree(const CandidateRuns& runs, std::size_t first, std::size_t last,
             const ScaledExponential& exponential, Int128 reference,
             const std::vector<bool>& taken);

  Scaled total() const { return nodes_.empty() ? Scaled{} : nodes_[1]; }
  CandidateGroup group() const { return {first_, last_}; }

  /// Walks from the root to one run, one decision a level.
  std::size_t descend(const Decide& decide) const;

  /// Recomputes what depends on run `index`, after it was taken.
  void update(std::size_t index);

 private:
  /// So many runs are a leaf, and are read at once.
  static constexpr std::size_t kBlock = 64;

  /// The weight of one candidate of a score.
  struct OfScore {
    std::int64_t score;
    Scaled weight;
  };

  /// Writes the weights of runs first..last - 1, of one block.
  void weigh(std::size_t first, std::size_t last, Scaled* out) const;
  Int128 gap_of(std::int64_t score) const { return reference_ - in_units(score); }
  Scaled block_sum(std::size_t block) const;
  std::size_t descend_block(std::size_t block, const Decide& decide) const;
  CandidateGroup blocks_group(std::size_t first_block, std::size_t last_block) const;

  const CandidateRuns& runs_;
  const std::int64_t* plain_scores_;
  std::size_t first_;
  std::size_t last_;
  const ScaledExponential& exponential_;
  Int128 reference_;
  const std::vector<bool>& taken_;
  std::size_t leaves_ = 1;     // number of blocks, rounded up to a power of two
  std::vector<Scaled> nodes_;  // a heap: node i has children 2i and 2i + 1, leaves come last
};

}  // namespace logstar
