#include "logstar/selection/exponential.hpp"

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Privacy. Let w(f) = e^(e s(f)) and Z be their sum.
//   One way, a record added: w(f) and Z each grow by a factor in [1, e^e] (or each shrink), so w/Z
//     changes by a factor in [e^-e, e^e]: draw at e = epsilon.
//   Both ways: each factor lies in [e^-e, e^e], so w/Z changes by at most e^(2 e) either way: draw
//     at e = epsilon / 2. One-way scores under replace fall (first step) and rise (second step).
//   All log-ratios of one pair of neighbours differ from each other by the change of the scores
//   alone, because Z is common to them: an interval of length epsilon, which is bounded range.
//
// Accuracy. Candidates with score at most OPT - a weigh together at most |F| e^(e (OPT - a)), the
// best one e^(e OPT).

namespace logstar {
double calibrate_exponential_choice(double epsilon, ScoreMoves moves, Neighbors neighbors) {
  check_epsilon("epsilon", epsilon);
  const bool full = moves == ScoreMoves::one_way && neighbors == Neighbors::add_remove;
  return full ? epsilon : epsilon / 2;
}

std::size_t exponential_choice(std::span<const std::int64_t> scores, double draw_epsilon,
                               Randomness& randomness) {
  if (scores.empty()) reject("candidates", "a list of at least 1", "none");
  ScoreList candidates(scores);
  return randomness.weighted_choice(candidates, draw_epsilon, std::nullopt);
}

double exponential_choice_shortfall(const Natural& candidates, double draw_epsilon, double beta) {
  check_probability("beta", beta);
  if (candidates < 1) reject("candidates", "at least 1", to_text(candidates));
  return divide_up(subtract_up(log_natural_up(candidates), log_down(beta)), draw_epsilon);
}

double log_natural_up(const Natural& n) {
  const unsigned top = bit_width(n) - 1;
  if (top < 53) return log_up(static_cast<double>(static_cast<std::uint64_t>(n)));
  const auto leading = static_cast<std::uint64_t>(n >> (top - 52));
  constexpr double kLn2Up = 0x1.62e42fefa39f0p-1;
  return add_up(log_up(static_cast<double>(leading + 1)), multiply_up(top - 52, kLn2Up));
}

}  // namespace logstar
