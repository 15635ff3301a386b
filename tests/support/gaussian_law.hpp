// Discrete Gaussian noise in long doubles, from its definition: the reference for calibrations.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace logstar::testing {

/// The law of the sum of `numbers` noises of this variance, by convolution; entry k + most() is P[sum = k].
class GaussianSum {
 public:
  GaussianSum(long double variance, int numbers) : law_{1} {
    const auto reach = static_cast<std::int64_t>(std::ceil(13 * std::sqrt(variance))) + 1;
    std::vector<long double> one;
    long double all = 0;
    for (std::int64_t k = -reach; k <= reach; ++k) {
      const auto x = static_cast<long double>(k);
      one.push_back(std::exp(-x * x / (2 * variance)));
      all += one.back();
    }
    for (int i = 0; i < numbers; ++i) {
      std::vector<long double> sum(law_.size() + one.size() - 1, 0);
      for (std::size_t a = 0; a < law_.size(); ++a) {
        for (std::size_t b = 0; b < one.size(); ++b) sum[a + b] += law_[a] * one[b] / all;
      }
      law_ = std::move(sum);
    }
    most_ = numbers * reach;
  }

  std::int64_t most() const { return most_; }
  long double of(std::int64_t k) const {
    return std::abs(k) > most_ ? 0 : law_[static_cast<std::size_t>(k + most_)];
  }
  long double from(std::int64_t k) const {
    long double tail = 0;
    for (std::int64_t x = most_; x >= std::max(k, -most_); --x) tail += of(x);
    return tail;
  }

 private:
  std::vector<long double> law_;
  std::int64_t most_ = 0;
};

/// The least delta at epsilon if `numbers` numbers, with noise of this variance each, move by `by`.
inline long double delta_of_shifts(long double variance, int numbers, int by, long double epsilon) {
  const GaussianSum sum(variance, numbers);
  const long double half = static_cast<long double>(numbers) * by / 2;
  long double delta = 0;
  for (std::int64_t k = -sum.most(); k <= sum.most(); ++k) {
    const long double loss = by * (static_cast<long double>(k) + half) / variance;
    if (loss > epsilon) delta += sum.of(k) * -std::expm1(epsilon - loss);
  }
  if (numbers == 0 && epsilon < 0) return -std::expm1(epsilon);
  return delta;
}

}  // namespace logstar::testing
