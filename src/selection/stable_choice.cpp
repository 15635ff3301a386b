#include "logstar/selection/stable_choice.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"

// Privacy. Write e for draw_epsilon, K for growth, b for the weight of bottom, b >= e^e K/delta.
// Let D' be D and one record more, C and C' the weights of all candidates of D on either side, N <=
// K e^e the weight of the new ones; Z = C + b and Z' = C' + N + b are the normalisers, C <= C' <=
// e^e C.
//
//   From D' to D: the new candidates are drawn with probability N/Z' <= N/(N + b) <= delta/(1 +
//   delta). Every other result has grown by a factor of at most e^e in weight, and Z <= Z'.
//
//   From D to D': Z' <= e^e C + b (1 + delta), so Z'/Z <= r = max(e^e, 1 + delta), and no weight
//   has fallen. If delta <= e^e - 1 all ratios are at most e^e. Otherwise the excess over e^e is at
//   most 1 - e^e/r <= delta - (e^e - 1).
//
// So (e, delta) under add-remove, for every delta. Under replace let D = A + x, D' = A + y. Results
// that D' cannot give are new from A to D: probability at most delta. For the others the weights
// differ by at most e^e, and Z'/Z <= Z'/Z(A) <= r: (2 e, delta) if delta <= e^e - 1.
//
// Utility: P[bottom] <= b / (weight of the best) = e^(e (bottom - OPT)).

namespace logstar {

StableChoiceParameters calibrate_stable_choice(const Loss& loss, std::uint64_t growth,
                                               Neighbors neighbors) {
  check_epsilon("epsilon", loss.epsilon);
  check_delta("delta", loss.delta);
  check_count("growth", growth, 1, kMaxGrowth);
  StableChoiceParameters parameters;
  parameters.loss = loss;
  parameters.draw_epsilon = loss.epsilon;
  double delta = loss.delta;
  if (neighbors == Neighbors::replace) {
    parameters.draw_epsilon = loss.epsilon / 2;
    delta = std::min(delta, expm1_down(parameters.draw_epsilon));
  }
  const double ratio = subtract_up(log_up(static_cast<double>(growth)), log_down(delta));
  parameters.bottom =
      BottomScore::above(1, divide_up(std::max(ratio, 0.0), parameters.draw_epsilon));
  return parameters;
}

std::optional<std::size_t> stable_choice(CandidateRuns& candidates,
                                         const StableChoiceParameters& parameters,
                                         Randomness& randomness) {
  const std::size_t drawn =
      randomness.weighted_choice(candidates, parameters.draw_epsilon, parameters.bottom);
  if (drawn == candidates.size()) return std::nullopt;
  return drawn;
}

double stable_choice_failure(const StableChoiceParameters& parameters, std::int64_t best) {
  const double ahead =
      subtract_down(static_cast<double>(best - parameters.bottom.whole),
                    std::ldexp(parameters.bottom.fraction, -BottomScore::kFractionBits));
  return std::min(1.0, exp_up(-multiply_down(parameters.draw_epsilon, ahead)));
}

std::int64_t stable_choice_least_score(const StableChoiceParameters& parameters, double beta) {
  check_probability("beta", beta);
  const double margin = divide_up(-log_down(beta), parameters.draw_epsilon);
  const double fraction = std::ldexp(parameters.bottom.fraction, -BottomScore::kFractionBits);
  return parameters.bottom.whole + static_cast<std::int64_t>(std::ceil(add_up(margin, fraction)));
}

}  // namespace logstar
