#include "logstar/interior_point/quantile_slices/truncated_noise.hpp"

#include <cmath>
#include <cstdlib>

#include "logstar/privacy/rounding.hpp"

// With r = e^-epsilon and B = most the weights add up to 1 + 2 (r + ... + r^B) = (1 + r - 2
// r^(B+1))/(1 - r).

namespace logstar {
namespace {

/// r^k, rounded up.
double power_up(double epsilon, std::int64_t k) {
  return exp_up(-multiply_down(epsilon, count_down(static_cast<std::uint64_t>(k))));
}

}  // namespace

double edge_probability_up(const TruncatedNoise& noise) {
  const double beside = -expm1_down(-noise.epsilon);  // 1 - r
  const double all = subtract_down(add_down(1, exp_down(-noise.epsilon)),
                                   multiply_up(2, power_up(noise.epsilon, noise.most + 1)));
  if (all <= 0) return 1;
  return std::fmin(1, divide_up(multiply_up(power_up(noise.epsilon, noise.most), beside), all));
}

double beyond_probability_up(const TruncatedNoise& noise) {
  return std::fmin(1, divide_up(multiply_up(2, power_up(noise.epsilon, noise.most + 1)),
                                add_down(1, exp_down(-noise.epsilon))));
}

TruncatedNoise truncated_noise(double epsilon, std::uint64_t draws, double delta) {
  const auto enough = [&](std::int64_t most) {
    return multiply_up(count_up(draws), edge_probability_up({epsilon, most})) <= delta;
  };
  std::int64_t too_little = -1;
  std::int64_t least = kMaxNoise + 1;
  while (least - too_little > 1) {
    const std::int64_t middle = too_little + (least - too_little) / 2;
    (enough(middle) ? least : too_little) = middle;
  }
  return {epsilon, least};
}

TruncatedNoiseDraw::TruncatedNoiseDraw(const TruncatedNoise& noise) : noise_(noise) {
  scores_.reserve(2 * static_cast<std::size_t>(noise.most) + 1);
  for (std::int64_t k = -noise.most; k <= noise.most; ++k) scores_.push_back(-std::abs(k));
}

std::int64_t TruncatedNoiseDraw::operator()(Randomness& randomness) const {
  ScoreList values(scores_);
  const std::size_t drawn = randomness.weighted_choice(values, noise_.epsilon, std::nullopt);
  return static_cast<std::int64_t>(drawn) - noise_.most;
}

}  // namespace logstar
