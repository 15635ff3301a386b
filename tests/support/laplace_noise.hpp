// Continuous Laplace noise for mechanisms that only compare with it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "passing_randomness.hpp"

namespace logstar::testing {

/// P[X >= x] for continuous Laplace noise X of this scale.
inline long double laplace_tail(long double x, long double scale) {
  return x > 0 ? std::exp(-x / scale) / 2 : 1 - std::exp(x / scale) / 2;
}

/// For a mechanism that tests whether noise plus a whole number from 0 to `most` reaches a threshold. Run it
/// with the threshold 0. A draw of discrete Laplace noise gives floor(X - threshold) instead, with X continuous
/// Laplace noise; s + X >= threshold exactly if s + floor(X - threshold) >= 0. Values of at least 0, and values
/// below -most, never matter in full: each is one outcome.
class LaplaceNoise final : public PassingRandomness {
 public:
  LaplaceNoise(Randomness& randomness, double scale, double threshold, std::int64_t most)
      : PassingRandomness(randomness), scale_(scale), threshold_(threshold), most_(most) {}

  std::int64_t discrete_laplace(const Rational&) override {
    // From -most - 1 up, asks whether the noise is at least one more.
    std::int64_t noise = -most_ - 1;
    while (noise < 0) {
      const long double here = noise < -most_ ? 1 : at_least(noise);
      const long double on = std::log(here / at_least(noise + 1));
      if (!inner_.bernoulli_exp(Rational::of(static_cast<double>(on)))) break;
      ++noise;
    }
    return noise;
  }

 private:
  /// P[floor(X - threshold) >= noise].
  long double at_least(std::int64_t noise) const {
    return laplace_tail(static_cast<long double>(threshold_) + noise, scale_);
  }

  double scale_;
  double threshold_;
  std::int64_t most_;
};

}  // namespace logstar::testing
