// Fewer paths for two noises that matter only if their sum is high.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <tuple>
#include <utility>

#include "passing_randomness.hpp"

namespace logstar::testing {

/// Two noises with a sum of at most t: the sum from t downwards one coin at a time, then the first noise. All
/// sums below `least` are one outcome. All pairs of a sum are one outcome, too, if one noise lies `apart` or
/// more outside the range between 0 and the sum. If a mechanism treats all such noise equally, its law is
/// exact.
class PairFromAbove final : public PassingRandomness {
 public:
  PairFromAbove(Randomness& inner, std::int64_t least, std::int64_t apart)
      : PassingRandomness(inner), least_(least), apart_(apart) {}

  std::pair<std::int64_t, std::int64_t> discrete_laplace_pair_at_most(const Rational& rate,
                                                                      std::int64_t most) override {
    const double y = rate.approximate();
    std::int64_t sum = most;
    while (sum >= least_ && !inner_.bernoulli_exp(coin(y, sum, here))) --sum;
    return sum < least_ ? std::pair(std::int64_t(0), sum) : split(rate, sum);
  }

 private:
  /// The weight of all pairs of this sum, in units of the pair of zeros.
  static double weight(double q, std::int64_t sum) {
    const auto size = static_cast<double>(std::abs(sum));
    return std::pow(q, size) * (size + (1 + q * q) / (1 - q * q));
  }
  static double weight_from(double q, std::int64_t sum) {
    const auto m = static_cast<double>(sum);
    return std::pow(q, m) * (m + q / (1 - q) + (1 + q * q) / (1 - q * q)) / (1 - q);
  }

  /// P[S = sum, given S <= sum].
  static double here(double q, std::int64_t sum) {
    const double one = (1 + q) / (1 - q);
    return weight(q, sum) / (sum < 0 ? weight_from(q, -sum) : one * one - weight_from(q, sum + 1));
  }
  /// P[one noise lies outside the range between 0 and the sum]: each further pair weighs q^2 less.
  static double outside(double q, std::int64_t sum) {
    const double beyond = 2 * q * q / (1 - q * q);
    return beyond / (beyond + static_cast<double>(std::abs(sum)) + 1);
  }

  /// -ln of a probability, computed once, as every path needs it.
  static const Rational& coin(double rate, std::int64_t sum, double (*p)(double, std::int64_t)) {
    static std::map<std::tuple<double, std::int64_t, bool>, Rational> known;
    const std::tuple key(rate, sum, p == here);
    const auto found = known.find(key);
    if (found != known.end()) return found->second;
    const double log = -std::log(p(std::exp(-rate), sum));
    return known.emplace(key, Rational::of(std::max(log, 0.0))).first->second;
  }

  std::pair<std::int64_t, std::int64_t> split(const Rational& rate, std::int64_t sum) {
    const std::int64_t low = std::min<std::int64_t>(0, sum);
    const std::int64_t high = std::max<std::int64_t>(0, sum);
    std::int64_t first = 0;
    if (inner_.bernoulli_exp(coin(rate.approximate(), sum, outside))) {
      const bool below = inner_.uniform_below(std::uint64_t(2)) == 1;
      std::int64_t beyond = 1;
      while (beyond < apart_ && inner_.bernoulli_exp(rate * Rational{2, 1})) ++beyond;
      first = below ? low - beyond : high + beyond;
    } else {
      first = low + static_cast<std::int64_t>(
                        inner_.uniform_below(static_cast<std::uint64_t>(high - low) + 1));
    }
    return {first, sum - first};
  }

  std::int64_t least_;
  std::int64_t apart_;
};

}  // namespace logstar::testing
