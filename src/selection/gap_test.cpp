#include "logstar/selection/gap_test.hpp"

#include <algorithm>

#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/checks.hpp"

// Privacy. One step to a neighbour changes the difference of two scores by at most g (1 if both
// move the same way by 0 or 1, else 2), so the gap between the best and the second best as well.
//   If both neighbours have the same best solution h: the results are h and nothing, decided by the
//   noisy gap, whose law changes by a factor of at most e^(g rate) = e^epsilon.
//   If D has h and D' another one, h': h leads h' by gap(D) or more in D and does not lead it in
//   D', so gap(D) <= g, and likewise gap(D') <= g. D gives h with probability at most P[noise >= T
//   - g] = q^(T - g)/(1 + q) <= delta, and the probability of nothing changes by at most e^epsilon.
// Equality: gaps g (best h) in D and 0 in D' with another first-of-equals.
//
// Solutions of one common score that are not listed count as the second best. If they are best
// (nothing is listed) the result is nothing: the test with gap 0 whose success, of probability at
// most P[noise >= T] <= delta, is reported as nothing, and on neighbours the gap is at most g.

namespace logstar {

GapTestParameters calibrate_gap_test(const Loss& loss, ScoreMoves moves, Neighbors neighbors) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  const bool one_way = moves == ScoreMoves::one_way && neighbors == Neighbors::add_remove;
  const std::int64_t sensitivity = one_way ? 1 : 2;
  GapTestParameters parameters;
  parameters.loss = loss;
  parameters.noise_epsilon = loss.epsilon / static_cast<double>(sensitivity);
  parameters.threshold = sensitivity + laplace_tail_start(parameters.noise_epsilon, loss.delta);
  return parameters;
}

std::optional<std::size_t> gap_test(std::span<const std::int64_t> scores,
                                    const std::optional<std::int64_t>& unlisted,
                                    const GapTestParameters& parameters, Randomness& randomness) {
  if (scores.empty()) return std::nullopt;
  const auto best = std::max_element(scores.begin(), scores.end());
  std::optional<std::int64_t> second = unlisted;
  for (auto score = scores.begin(); score != scores.end(); ++score) {
    if (score != best) second = second ? std::max(*second, *score) : *score;
  }
  const auto index = static_cast<std::size_t>(best - scores.begin());
  if (!second) return index;
  const std::int64_t noise = randomness.discrete_laplace(Rational::of(parameters.noise_epsilon));
  if (*best - *second + noise < parameters.threshold) return std::nullopt;
  return index;
}

std::int64_t gap_test_least_gap(const GapTestParameters& parameters, double beta) {
  check_probability("beta", beta);
  // Fails if noise < T - gap, of probability P[noise >= gap - T + 1].
  return parameters.threshold - 1 + laplace_tail_start(parameters.noise_epsilon, beta);
}

}  // namespace logstar
