// Fewer paths for mechanisms that only compare noise with a threshold.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "passing_randomness.hpp"

namespace logstar::testing {

/// Passes every draw on, but lumps the tails of discrete Laplace noise: noise below -most becomes -most, noise
/// above most becomes most. If a mechanism's results are equal for all noise beyond these bounds, its law is
/// exact, and no tail is cut. With `most` = 0 the noise is 0: for mechanisms whose results do not depend on it.
class ClippedNoise final : public PassingRandomness {
 public:
  ClippedNoise(Randomness& randomness, std::int64_t most)
      : PassingRandomness(randomness), most_(most) {}

  std::int64_t discrete_laplace(const Rational& rate) override {
    if (most_ == 0) return 0;
    // Away from 0 with probability 2 q / (1 + q), then on with probability q each.
    if (!inner_.bernoulli_exp(away(rate.approximate()))) return 0;
    const bool negative = inner_.uniform_below(std::uint64_t(2)) == 1;
    std::int64_t k = 1;
    while (k < most_ && inner_.bernoulli_exp(rate)) ++k;
    return negative ? -k : k;
  }

 private:
  /// Computed once, as every path needs it.
  static const Rational& away(double rate) {
    static std::map<double, Rational> known;
    const auto found = known.find(rate);
    if (found != known.end()) return found->second;
    const double q = std::exp(-rate);
    return known.emplace(rate, Rational::of(-std::log(2 * q / (1 + q)))).first->second;
  }

  std::int64_t most_;
};

}  // namespace logstar::testing
