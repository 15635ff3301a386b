// Lyu, Su, Li 2017, Figure 1: six published variants of the sparse vector technique. 1 and 2 are
// correct (our `kept` and `redrawn`), 3 to 6 are not. For the verifier and the auditor.
#pragma once

#include <cmath>
#include <compare>
#include <cstdint>
#include <limits>
#include <optional>

#include "logstar/randomness/randomness.hpp"

namespace logstar::testing {

/// All add noise of rate threshold_rate to the threshold, 0, once.
struct SparseVariant {
  double threshold_rate;
  double query_rate;          // infinity: no noise
  std::uint64_t answers;      // yeses before it stops
  bool releases_noisy_value;  // a yes comes with the compared value itself
};

inline constexpr auto kNoEnd = std::numeric_limits<std::uint64_t>::max();

/// Roth's lecture notes of 2011: Lap(c/e2) on queries, and it releases the compared value.
inline SparseVariant variant3(double epsilon, double c) {
  return {epsilon / 2, epsilon / 2 / c, static_cast<std::uint64_t>(c), true};
}
/// Lee, Clifton 2014: a quarter of epsilon for the threshold, and all of the rest for each yes.
inline SparseVariant variant4(double epsilon, std::uint64_t c) {
  return {epsilon / 4, 3 * epsilon / 4, c, false};
}
/// Stoddard, Chen, Machanavajjhala 2014: no noise on queries and no limit.
inline SparseVariant variant5(double epsilon) {
  return {epsilon / 2, std::numeric_limits<double>::infinity(), kNoEnd, false};
}
/// Chen, Xiao, Zhang, Xu 2015: noise on the queries, no limit of answers.
inline SparseVariant variant6(double epsilon) { return {epsilon / 2, epsilon / 2, kNoEnd, false}; }

struct SparseVariantState {
  std::int64_t noisy_threshold;
  std::uint64_t left;
  friend auto operator<=>(const SparseVariantState&, const SparseVariantState&) = default;
};

inline SparseVariantState start_of(const SparseVariant& variant, Randomness& randomness) {
  return {randomness.discrete_laplace(Rational::of(variant.threshold_rate)), variant.answers};
}

/// Empty for a no; for a yes the compared value, or 0. `state` has answers left.
inline std::optional<std::int64_t> answer_of(const SparseVariant& variant,
                                             SparseVariantState& state, std::int64_t value,
                                             Randomness& randomness) {
  const bool noisy = std::isfinite(variant.query_rate);
  const std::int64_t noise =
      noisy ? randomness.discrete_laplace(Rational::of(variant.query_rate)) : 0;
  if (value + noise < state.noisy_threshold) return std::nullopt;
  if (state.left != kNoEnd) --state.left;
  return variant.releases_noisy_value ? value + noise : 0;
}

}  // namespace logstar::testing
