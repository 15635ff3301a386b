// The slow path of weighted choice: weights m e^(epsilon s) as certified fixed-point intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/natural.hpp"
#include "logstar/randomness/rational.hpp"

namespace logstar {

/// A number known to lie in [low, high], both in units of 2^-precision.
struct FixedInterval {
  Natural low;
  Natural high;
};

/// e^-y for the exact y = numerator / 2^shift, in units of 2^-precision.
FixedInterval exp_minus(const Natural& numerator, unsigned shift, unsigned precision);

/// Some of the candidates of a draw: runs first..last-1 without those already taken, and maybe
/// bottom.
struct CandidateGroup {
  std::size_t first = 0;
  std::size_t last = 0;
  bool with_bottom = false;
};

/// Decides exactly which of two groups a uniform number falls in.
class ExactWeights {
 public:
  /// `taken[i]` excludes run i; it may be shorter than the list of runs.
  ExactWeights(const CandidateRuns& runs, double epsilon, const std::optional<BottomScore>& bottom,
               const std::vector<bool>& taken);

  /// True with probability W(a) / (W(a) + W(b)), where W is the sum of a group's exact weights: it tests
  /// u < W(a) / (W(a) + W(b)) for a uniform u in [0, 1). The binary digits of u are the 64 bits of `word` and
  /// then, as needed, those of `next_word()`. W(a) + W(b) must be positive.
  bool falls_in_first(const CandidateGroup& a, const CandidateGroup& b, std::uint64_t word,
                      const std::function<std::uint64_t()>& next_word) const;

 private:
  /// The highest score in the group, in units of 2^-20; empty if the group is empty.
  std::optional<Int128> top_score(const CandidateGroup& group) const;
  FixedInterval weight(const CandidateGroup& group, Int128 reference, unsigned precision) const;
  FixedInterval exp_of_gap(Int128 gap, unsigned precision) const;
  bool is_taken(std::size_t index) const { return index < taken_.size() && taken_[index]; }

  const CandidateRuns& runs_;
  Natural epsilon_numerator_;  // epsilon 2^-20 = epsilon_numerator_ / 2^epsilon_shift_
  unsigned epsilon_shift_;
  std::optional<BottomScore> bottom_;
  const std::vector<bool>& taken_;
};

}  // namespace logstar
