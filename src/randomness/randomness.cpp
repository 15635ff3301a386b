#include "logstar/randomness/randomness.hpp"

namespace logstar {

std::int64_t Randomness::discrete_laplace_at_most(const Rational& rate, std::int64_t most) {
  while (true) {
    const std::int64_t drawn = discrete_laplace(rate);
    if (drawn <= most) return drawn;
  }
}

std::size_t Randomness::thinned_choice(ThinnedRuns& runs, double epsilon,
                                       const BottomScore& bottom) {
  const Rational rate = Rational::of(epsilon);
  while (true) {
    const std::size_t drawn = weighted_choice(runs, epsilon, bottom);
    if (drawn == runs.size()) return drawn;
    const bool falls = bernoulli_exp(rate * Rational{runs.weight(drawn), 1});
    if (!falls) return drawn;
  }
}

}  // namespace logstar
