#include "logstar/randomness/randomness.hpp"

#include <cmath>

namespace logstar {

std::int64_t Randomness::discrete_laplace_at_most(const Rational& rate, std::int64_t most) {
  while (true) {
    const std::int64_t drawn = discrete_laplace(rate);
    if (drawn <= most) return drawn;
  }
}

std::pair<std::int64_t, std::int64_t> Randomness::discrete_laplace_pair_at_most(
    const Rational& rate, std::int64_t most) {
  while (true) {
    const std::int64_t first = discrete_laplace(rate);
    const std::int64_t second = discrete_laplace(rate);
    if (second <= most - first) return {first, second};
  }
}

std::int64_t Randomness::discrete_gaussian(const Rational& variance) {
  // Any whole t is right; one next to the standard deviation keeps most draws.
  const Natural t = static_cast<std::uint64_t>(std::sqrt(variance.approximate())) + 1;
  const Natural& n = variance.numerator;
  const Natural& d = variance.denominator;
  while (true) {
    const std::int64_t drawn = discrete_laplace({1, t});
    // Kept with probability e^-((|k| - variance/t)^2/(2 variance)).
    const Natural size = Natural(drawn < 0 ? -drawn : drawn) * d * t;
    const Natural apart = size > n ? size - n : n - size;
    const bool kept = bernoulli_exp({apart * apart, n * d * t * t * 2});
    if (kept) return drawn;
  }
}

std::int64_t Randomness::discrete_gaussian_at_most(const Rational& variance, std::int64_t most) {
  while (true) {
    const std::int64_t noise = discrete_gaussian(variance);
    if (noise <= most) return noise;
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
