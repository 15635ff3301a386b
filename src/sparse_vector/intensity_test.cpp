#include "logstar/sparse_vector/intensity_test.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/sparse_vector/charging_loss.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// One more record raises L by at most e^rate. With r = rate, s the excess, 0 < f <= 1:
//   s + f <= 0: L(s + f) = e^(r f) L(s).
//   s >= 0: at whole records L(j + 1) <= (1 + r) L(j), rounded down and capped; a straight line
//     between j and j + 1 is a mixture of both ends, so L(s + 1) <= (1 + r) L(s) for all s >= 0.
//   s < 0 < s + f: L(s + f) <= 1 + r (s + f) <= e^(r (s + f)) = e^(r f) L(s).

namespace logstar {
namespace {

/// True with probability e^-(e^-y): Canonne, Kamath, Steinke 2020, Algorithm 1, whose k-th coin of
/// probability e^-y / k is two coins.
bool bernoulli_exp_exp(const Rational& y, Randomness& randomness) {
  std::uint64_t k = 1;
  while (randomness.bernoulli_exp(y) && randomness.uniform_below(k) == 0) ++k;
  return k % 2 == 1;
}

}  // namespace

IntensityTest::IntensityTest(double rate, QueryGrid grid)
    : grid_(grid), rate_per_step_(rate_per_step(rate, grid)) {
  if (!(rate >= kMinChargingRate && rate <= kMaxChargingRate && short_rate_down(rate) == rate)) {
    reject("rate", "from 2^-20 to 32, of at most 24 bits", rate);
  }
  const Rational exact = Rational::of(rate);
  const auto numerator = static_cast<std::uint64_t>(exact.numerator);
  const auto denominator = static_cast<std::uint64_t>(exact.denominator);
  const std::uint64_t greatest = kMaxIntensity << kLevelBits;
  levels_.reserve(static_cast<std::size_t>(std::log(60.0) / std::log1p(rate)) + 3);
  levels_.push_back(std::uint64_t(1) << kLevelBits);
  while (levels_.back() < greatest) {
    const std::uint64_t level = levels_.back();
    const Uint128 growth = Uint128(level) * numerator / denominator;
    levels_.push_back(static_cast<std::uint64_t>(std::min<Uint128>(level + growth, greatest)));
  }
}

bool IntensityTest::yes(std::int64_t excess, Randomness& randomness) const {
  if (excess <= 0) {
    const Rational y{rate_per_step_.numerator * -excess, rate_per_step_.denominator};
    return !bernoulli_exp_exp(y, randomness);
  }
  return !randomness.bernoulli_exp(intensity_above(excess));
}

Rational IntensityTest::intensity_above(std::int64_t excess) const {
  const std::int64_t unit = steps_per_record(grid_);
  const auto records = static_cast<std::uint64_t>(excess / unit);
  if (records + 1 >= levels_.size()) return {kMaxIntensity, 1};
  const std::uint64_t low = levels_[static_cast<std::size_t>(records)];
  const std::uint64_t high = levels_[static_cast<std::size_t>(records) + 1];
  // At most 60 * 2^60 < 2^66 would not fit a word, so this is a Natural; whole records stay short.
  if (excess % unit == 0) return {low, std::uint64_t(1) << kLevelBits};
  return {Natural(low) * unit + Natural(high - low) * (excess % unit), Natural(unit) << kLevelBits};
}

std::int64_t IntensityTest::records_until(double intensity) const {
  const double level = std::ceil(std::ldexp(intensity, static_cast<int>(kLevelBits)));
  if (level > static_cast<double>(levels_.back())) return -1;
  const auto found =
      std::lower_bound(levels_.begin(), levels_.end(), level,
                       [](std::uint64_t a, double b) { return static_cast<double>(a) < b; });
  return found - levels_.begin();
}

}  // namespace logstar
