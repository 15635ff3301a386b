// Fewer paths for noise of which only the uppermost values matter.
#pragma once

#include <cmath>

#include "passing_randomness.hpp"

namespace logstar::testing {

/// Noise at most t, from t downwards one coin at a time; all that is below `least` is one outcome. For
/// mechanisms that do the same whatever such noise is, their law is exact and no tail is cut.
class NoiseFromAbove final : public PassingRandomness {
 public:
  NoiseFromAbove(Randomness& inner, std::int64_t least) : PassingRandomness(inner), least_(least) {}

  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override {
    const double q = std::exp(-rate.approximate());
    std::int64_t k = most;
    for (; k >= least_; --k) {
      // P[noise = k, given at most k].
      const double above = std::pow(q, static_cast<double>(k));
      const double at_k = k > 0 ? above * (1 - q) / (1 + q - above * q) : 1 - q;
      if (inner_.bernoulli_exp(Rational::of(-std::log(at_k)))) break;
    }
    return k;
  }

 private:
  std::int64_t least_;
};

}  // namespace logstar::testing
