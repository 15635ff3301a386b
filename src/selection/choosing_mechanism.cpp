#include "logstar/selection/choosing_mechanism.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/selection/discrete_tail.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. Let e be the rate of both the noise and the draw, q = e^-e, M the best score, p(M) =
// P[M + noise >= T], Z the sum of e^(e score) over the solutions of score >= 1, so Z >= e^(e M).
//
// Lemma: p(M) e^(-e M) <= e^(-e T)/(1 + q) for every M. For M <= T this is the tail, p(M) =
// q^(T-M)/(1 + q), with equality. For M = T + j, p = 1 - q^(j+1)/(1 + q), and the claim becomes
// q^j + q^(j+1) - q^(2j+1) <= 1, that is (1 - q^j)(1 - q^(j+1)) >= 0.
//
// Add-remove, D' = D + x; M' - M is 0 or 1, so p(M) <= p(M') <= e^e p(M) and the probability of
// nothing changes by at most e^e. At most K solutions are new in D', with score 1.
//   From D' to D: the new ones have probability at most p(M') K e^e/Z' <= K e^(-e (T-1))/(1 + q).
//   For an old one p grows by at most e^e, its weight too, and Z <= Z': at most e^(2 e).
//
//   From D to D': p and weights only grow, Z' <= e^e (Z + K). The excess of all old solutions over
//   e^(2 e) is at most p(M) (1 - e^(2 e) Z/Z') <= p(M) K/Z <= K e^(-e T)/(1 + q).
//
//   So (2 e, delta) if T >= 1 + ln(K/((1 + q) delta))/e. It is the larger of the two, not the sum.
//
// Replace, D = A + x, D' = A + y: p, the probability of nothing and each weight change by at most
// e^e. Solutions that only D has: at most p(M) K e^e/Z. The others: their ratio is at most
// e^(3 e) (1 + K/Z), so their excess over e^(4 e) is at most p(M) K/Z. Together at most
// p(M) K (1 + e^e)/Z <= K e^(-e (T-1)) (q + 1)/(1 + q): (4 e, delta) if T >= 1 + ln(K/delta)/e.
//
// No solution at all: the mechanism that tests with M = 0 and returns nothing either way; its
// success, p(0) = q^T/(1 + q) <= delta, is the only excess.
//
// A higher T only lowers these bounds, so any T above is private; the paper's is above for epsilon
// <= 4.8 because (16/(beta epsilon))^2 K/delta >= e^(epsilon/4). With its e = epsilon/4 the add-
// remove guarantee is (epsilon/2, delta).

namespace logstar {
namespace {

void check_parameters(const Loss& loss, std::uint64_t growth) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_count("growth", growth, 1, std::uint64_t(1) << 50);
}

double share_of_delta(const Loss& loss, std::uint64_t growth) {
  return divide_down(loss.delta, static_cast<double>(growth));
}

std::int64_t least_threshold(double rate, double delta_per_solution) {
  const double needed = divide_up(-log_down(delta_per_solution), rate);
  return 1 + static_cast<std::int64_t>(std::ceil(std::max(needed, 0.0)));
}

}  // namespace

std::optional<Obstacle> choosing_obstacle(const Loss& loss, std::uint64_t growth) {
  if (share_of_delta(loss, growth) > 0) return std::nullopt;
  return Obstacle{"delta", "above 0 when divided by growth", loss.delta};
}

ChoosingParameters calibrate_choosing(const Loss& loss, std::uint64_t growth, Neighbors neighbors) {
  check_parameters(loss, growth);
  if (const auto obstacle = choosing_obstacle(loss, growth)) refuse(*obstacle);
  const double share = share_of_delta(loss, growth);
  ChoosingParameters parameters;
  parameters.loss = loss;
  if (neighbors == Neighbors::add_remove) {
    parameters.noise_epsilon = loss.epsilon / 2;
    parameters.threshold = 1 + laplace_tail_start(parameters.noise_epsilon, share);
  } else {
    parameters.noise_epsilon = loss.epsilon / 4;
    parameters.threshold = least_threshold(parameters.noise_epsilon, share);
  }
  parameters.draw_epsilon = parameters.noise_epsilon;
  return parameters;
}

ChoosingParameters calibrate_choosing_paper(const Loss& loss, std::uint64_t growth, double beta) {
  check_parameters(loss, growth);
  check_probability("beta", beta);
  ChoosingParameters parameters = calibrate_choosing(loss, growth, Neighbors::replace);
  const double log_up_of_k = log_up(16 * static_cast<double>(growth));
  const double log_down_of_rest =
      add_down(add_down(log_down(beta), log_down(loss.epsilon)), log_down(loss.delta));
  const double printed =
      divide_up(multiply_up(8, subtract_up(log_up_of_k, log_down_of_rest)), loss.epsilon);
  parameters.threshold =
      std::max(parameters.threshold, static_cast<std::int64_t>(std::ceil(std::max(printed, 0.0))));
  return parameters;
}

std::optional<std::size_t> choosing_mechanism(std::span<const std::int64_t> scores,
                                              const ChoosingParameters& parameters,
                                              Randomness& randomness) {
  if (scores.empty()) return std::nullopt;
  const std::int64_t best = *std::max_element(scores.begin(), scores.end());
  const std::int64_t noise = randomness.discrete_laplace(Rational::of(parameters.noise_epsilon));
  if (best + noise < parameters.threshold) return std::nullopt;
  ScoreList candidates(scores);
  return randomness.weighted_choice(candidates, parameters.draw_epsilon, std::nullopt);
}

std::int64_t choosing_least_score(const ChoosingParameters& parameters, double beta) {
  check_probability("beta", beta);
  // Fails if noise < T - M, of probability P[noise >= M - T + 1].
  return parameters.threshold - 1 + laplace_tail_start(parameters.noise_epsilon, beta);
}

}  // namespace logstar
