#include "selection_theorems.hpp"

#include <catch2/catch.hpp>

namespace logstar::testing {

Real laplace_tail(const Real& rate, std::int64_t k) {
  return k < 0 ? Real(1) : Real(real_exp(-rate * k) / (1 + real_exp(-rate)));
}

Real score_of(const BottomScore& bottom) {
  return Real(bottom.whole) + Real(bottom.fraction) / pow(Real(2), BottomScore::kFractionBits);
}

RealLoss stable_choice_price(const StableChoiceParameters& choice, std::uint64_t candidates,
                             bool both_ways) {
  const Real rate = choice.draw_epsilon;
  const Real delta = candidates * real_exp(-rate * (score_of(choice.bottom) - 1));
  if (!both_ways) return {rate, delta};
  CHECK(delta <= real_expm1(rate));
  return {2 * rate, delta};
}

RealLoss rec_concave_price(const RecConcaveParameters& parameters, int outermost) {
  RealLoss sum{0, 0};
  for (std::size_t i = 0; i < parameters.levels.size(); ++i) {
    const RecConcaveLevel& level = parameters.levels[i];
    const int g = i == 0 ? outermost : 2;
    sum.epsilon += g * Real(level.draw_epsilon);
    CHECK(level.gap.has_value() == (i + 1 < parameters.levels.size()));
    if (!level.gap) continue;
    sum.epsilon += 2 * g * Real(level.gap->noise_epsilon);
    sum.delta += 2 * laplace_tail(level.gap->noise_epsilon, level.gap->threshold - g);
  }
  return sum;
}

RealLoss group_price(const RealLoss& loss, unsigned g) {
  return {g * loss.epsilon, loss.delta * real_expm1(g * loss.epsilon) / real_expm1(loss.epsilon)};
}

}  // namespace logstar::testing
