// Exact draws with probability proportional to m e^(epsilon s): filtered arithmetic.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/exact_weights.hpp"
#include "logstar/randomness/scaled_exponential.hpp"
#include "logstar/randomness/weight_tree.hpp"

namespace logstar {

/// Draws from runs, once or repeatedly without replacement.
class WeightedSampler {
 public:
  /// All references must outlive the sampler. `filter_width`: half the width of the band
  /// around a computed probability in which 64 random bits do not decide (kFilterWidth).
  WeightedSampler(CandidateRuns& runs, double epsilon, const std::optional<BottomScore>& bottom,
                  double filter_width, BitPool& bits);

  /// The drawn index; runs.size() for bottom; empty if every candidate is taken.
  std::optional<std::size_t> draw_candidate();

  /// Takes run `index` out of all later draws.
  void take(std::size_t index);

 private:
  void build();
  bool decide(const CandidateGroup& a, const Scaled& weight_a, const CandidateGroup& b,
              const Scaled& weight_b);
  bool falls_in_hidden(std::size_t shown);
  std::size_t descend(const WeightTree& tree);

  CandidateRuns& runs_;
  std::optional<BottomScore> bottom_;
  double filter_width_;
  BitPool& bits_;
  ScaledExponential exponential_;
  std::vector<bool> taken_;
  ExactWeights exact_;
  Int128 reference_ = 0;
  bool any_ = false;
  std::optional<WeightTree> tree_;
  Scaled bottom_weight_;
};

}  // namespace logstar
