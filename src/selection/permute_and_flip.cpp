#include "logstar/selection/permute_and_flip.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "logstar/support/errors.hpp"

// Law and privacy. In a uniformly random order each candidate is accepted with probability e^(-e (best -
// score)), and the first accepted one is the result. So it is a uniform draw from the accepted set, which
// always holds the best. Now let candidate i have independent exponential noise X_i of rate e. The candidates
// with s_i + X_i >= best form a set with the same law, and by lack of memory their excess over best is again
// exponential of rate e for all alike: the largest s_i + X_i is a uniform draw from the set as well. So the
// result is the noisy maximum.
//   Fix all noise except X_i: i wins iff X_i >= c - s_i, c the largest other noisy score. One-way scores under
//   add-remove: c - s_i changes by at most 1, and P[X >= t - 1] <= e^e P[X >= t]: e-DP. Both ways: by at most
//   2.

namespace logstar {

std::size_t permute_and_flip(std::span<const std::int64_t> scores, double draw_epsilon,
                             Randomness& randomness) {
  if (scores.empty()) reject("candidates", "a list of at least 1", "none");
  const std::int64_t best = *std::max_element(scores.begin(), scores.end());
  const Rational per_unit = Rational::of(draw_epsilon);
  std::vector<std::size_t> untried(scores.size());
  std::iota(untried.begin(), untried.end(), std::size_t(0));
  while (true) {
    const auto position = static_cast<std::size_t>(randomness.uniform_below(untried.size()));
    const std::size_t candidate = untried[position];
    const Natural behind =
        static_cast<std::uint64_t>(best) - static_cast<std::uint64_t>(scores[candidate]);
    if (randomness.bernoulli_exp(per_unit * Rational{behind})) return candidate;
    untried[position] = untried.back();
    untried.pop_back();
  }
}

}  // namespace logstar
