// Fewer paths for noise that matters only at its highest values.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>

#include "passing_randomness.hpp"

namespace logstar::testing {

/// Noise at most t, one coin at a time from t downwards; all noise below `least` is one outcome. If a mechanism
/// treats all such noise equally, its law is exact and no tail is cut.
class NoiseFromAbove final : public PassingRandomness {
 public:
  NoiseFromAbove(Randomness& inner, std::int64_t least) : PassingRandomness(inner), least_(least) {}

  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override {
    const double y = rate.approximate();
    std::int64_t k = most;
    while (k >= least_ && !inner_.bernoulli_exp(here(y, std::max<std::int64_t>(k, 0)))) --k;
    return k;
  }

 private:
  /// -ln P[noise = k, given at most k]; for k < 0 it equals the value at 0. Computed once, as every path needs
  /// it.
  static const Rational& here(double rate, std::int64_t k) {
    static std::map<std::pair<double, std::int64_t>, Rational> known;
    const auto found = known.find({rate, k});
    if (found != known.end()) return found->second;
    const double q = std::exp(-rate);
    const double above = std::pow(q, static_cast<double>(k));
    const double at_k = k > 0 ? above * (1 - q) / (1 + q - above * q) : 1 - q;
    return known.emplace(std::pair(rate, k), Rational::of(-std::log(at_k))).first->second;
  }

  std::int64_t least_;
};

}  // namespace logstar::testing
