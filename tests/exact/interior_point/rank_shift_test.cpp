// By how many ranks noise moves slices: what is stated against the exact laws.
#include "interior_point/quantile_slices/rank_shift.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "privacy/rounding.hpp"

namespace logstar::testing {
namespace {

using Mass = std::vector<long double>;  // of -size/2..size/2

Mass noise_law(const TruncatedNoise& noise) {
  Mass law;
  long double all = 0;
  for (std::int64_t k = -noise.most; k <= noise.most; ++k) {
    law.push_back(std::exp(-static_cast<long double>(noise.epsilon) * std::abs(k)));
    all += law.back();
  }
  for (auto& p : law) p /= all;
  return law;
}

Mass sum_of(const Mass& a, const Mass& b) {
  Mass sum(a.size() + b.size() - 1, 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) sum[i + j] += a[i] * b[j];
  }
  return sum;
}

/// The sum over all quantiles of the chance that its slice is moved by more than t.
long double moved_beyond(double t, const std::vector<QuantileFraction>& quantiles,
                         const TruncatedNoise& noise) {
  const std::size_t m = quantiles.size();
  std::vector<Mass> sums = {{1}};
  while (sums.size() <= m) sums.push_back(sum_of(sums.back(), noise_law(noise)));
  long double beyond = 0;
  for (std::size_t k = 1; k <= m; ++k) {
    const double a = quantiles[k - 1].numerator;
    const double b = quantiles[k - 1].denominator;
    const Mass& before = sums[k];
    const Mass& behind = sums[m + 1 - k];
    for (std::size_t i = 0; i < before.size(); ++i) {
      for (std::size_t j = 0; j < behind.size(); ++j) {
        const double x = static_cast<double>(i) - static_cast<double>(before.size() / 2);
        const double y = static_cast<double>(j) - static_cast<double>(behind.size() / 2);
        if (std::fabs((b - a) * x - a * y) > b * t) beyond += before[i] * behind[j];
      }
    }
  }
  return beyond;
}

std::vector<QuantileFraction> equal_steps(std::uint32_t parts) {
  std::vector<QuantileFraction> quantiles;
  for (std::uint32_t i = 1; i < parts; ++i) quantiles.push_back({i, parts});
  return quantiles;
}

TEST_CASE("the shift stated is enough, and a quarter of a rank less is not") {
  const double failure = 0.025;
  for (const auto& quantiles :
       {equal_steps(2), equal_steps(4), equal_steps(10), {{1, 100}, {3, 7}, {999, 1000}}}) {
    for (const double epsilon : {0.3, 1.0, 4.0}) {
      const auto noise = truncated_noise(epsilon, quantiles.size() + 1, 1e-7);
      const double t = rank_shift_up(quantiles, noise, failure);
      INFO(quantiles.size() << " quantiles at " << epsilon);
      CHECK(moved_beyond(t, quantiles, noise) <= failure);
      CHECK((t == 0 || moved_beyond(t - 0.25, quantiles, noise) > failure));
      CHECK(rank_shift_by_chernoff_up(quantiles, noise, failure) >= t - 0.25);
    }
  }
}

TEST_CASE("a narrow bound of the noise is paid for, not overlooked") {
  // The laws are those without a bound, divided by the chance to stay within it.
  const TruncatedNoise noise{0.5, 6};
  const double t = rank_shift_up(equal_steps(4), noise, 0.1);
  CHECK(moved_beyond(t, equal_steps(4), noise) <= 0.1);
  CHECK(rank_shift_up(equal_steps(4), {0.5, 2}, 0.1) == kInfinity);
}

TEST_CASE("a shift by more than the laws can be computed for is Chernoff's") {
  const auto quantiles = equal_steps(100);
  const auto noise = truncated_noise(0.001, 100, 1e-7);
  const double t = rank_shift_up(quantiles, noise, 0.025);
  CHECK(t == rank_shift_by_chernoff_up(quantiles, noise, 0.025));
  CHECK(t < kInfinity);
}

}  // namespace
}  // namespace logstar::testing
