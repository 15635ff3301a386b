// The number of ranks by which noise moves slices: the stated bound against the exact laws.
#include "logstar/interior_point/quantile_slices/rank_shift.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "logstar/privacy/rounding.hpp"

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

/// The sum over all quantiles of the probability that the slice moves by more than t.
long double moved_beyond(double t, const std::vector<ShiftedSlice>& slices, std::size_t draws,
                         const TruncatedNoise& noise) {
  std::vector<Mass> sums = {{1}};
  while (sums.size() <= draws) sums.push_back(sum_of(sums.back(), noise_law(noise)));
  long double beyond = 0;
  for (const ShiftedSlice& slice : slices) {
    const double a = slice.q.numerator;
    const double b = slice.q.denominator;
    const Mass& before = sums[slice.before];
    const Mass& behind = sums[draws - slice.before];
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

/// Quantiles in equal steps, with noise before each where noise is given.
std::vector<ShiftedSlice> equal_steps(std::uint32_t parts, std::size_t draws) {
  std::vector<ShiftedSlice> slices;
  for (std::uint32_t i = 1; i < parts; ++i) {
    slices.push_back({{i, parts}, std::min<std::size_t>(i - 1, draws)});
  }
  return slices;
}

TEST_CASE("the stated shift is enough, and a quarter of a rank less is not") {
  const double failure = 0.025;
  for (const std::uint32_t parts : {3u, 4u, 7u, 10u}) {
    for (const std::size_t draws : {std::size_t(1), std::size_t(parts / 2), std::size_t(parts)}) {
      for (const double epsilon : {0.3, 1.0, 4.0}) {
        const auto slices = equal_steps(parts, draws);
        const auto noise = truncated_noise(epsilon, draws, 1e-7);
        const double t = rank_shift_up(slices, draws, noise, failure);
        INFO(parts << " parts, " << draws << " draws at " << epsilon);
        CHECK(moved_beyond(t, slices, draws, noise) <= failure);
        CHECK((t == 0 || moved_beyond(t - 0.25, slices, draws, noise) > failure));
        CHECK(rank_shift_by_chernoff_up(slices, draws, noise, failure) >= t - 0.25);
      }
    }
  }
}

TEST_CASE("uneven quantiles with all noise before or after them keep their shift") {
  const std::vector<ShiftedSlice> slices = {{{1, 100}, 0}, {{3, 7}, 2}, {{999, 1000}, 4}};
  const auto noise = truncated_noise(0.7, 4, 1e-7);
  const double t = rank_shift_up(slices, 4, noise, 0.01);
  CHECK(moved_beyond(t, slices, 4, noise) <= 0.01);
  CHECK(moved_beyond(t - 0.25, slices, 4, noise) > 0.01);
}

// One step of the noise on a light side outweighs all noise on the other one, so that the first place that counts has
// most of the tail: starting two places later passed the tests above.
TEST_CASE("a quantile near either end keeps its shift, wherever the noise is") {
  const double failure = 0.01;
  const std::size_t draws = 3;
  const auto noise = truncated_noise(0.7, draws, 1e-7);
  for (const QuantileFraction q : {QuantileFraction{1, 1000}, {1, 30}, {29, 30}, {999, 1000}}) {
    for (std::size_t before = 0; before <= draws; ++before) {
      const std::vector<ShiftedSlice> slices = {{q, before}};
      const double t = rank_shift_up(slices, draws, noise, failure);
      INFO(q.numerator << "/" << q.denominator << " with " << before << " before");
      CHECK(moved_beyond(t, slices, draws, noise) <= failure);
      CHECK((t == 0 || moved_beyond(t - 0.25, slices, draws, noise) > failure));
    }
  }
}

TEST_CASE("a shift that is asked for again is the same") {
  const auto noise = truncated_noise(0.9, 3, 1e-7);
  const std::vector<ShiftedSlice> slices = equal_steps(5, 3);
  std::vector<ShiftedSlice> other = slices;
  other.back().before = 2;
  const auto shifts = [&](const auto& of) {
    return std::array{rank_shift_up(of, 3, noise, 0.02),
                      rank_shift_by_chernoff_up(of, 3, noise, 0.02),
                      rank_shift_up(of, 3, noise, 1e-9),
                      rank_shift_by_chernoff_up(of, 3, {0.5, noise.most}, 0.02)};
  };
  const auto first = shifts(slices);
  const auto of_other = shifts(other);
  CHECK(shifts(slices) == first);
  CHECK(shifts(other) == of_other);
  for (std::size_t i = 0; i < first.size(); ++i) CHECK(of_other[i] != first[i]);
  CHECK(std::set<double>(first.begin(), first.end()).size() == first.size());
}

TEST_CASE("a narrow bound of the noise adds to delta") {
  // These are the laws without a bound, divided by the probability of staying within it.
  const TruncatedNoise noise{0.5, 6};
  const double t = rank_shift_up(equal_steps(4, 2), 2, noise, 0.1);
  CHECK(moved_beyond(t, equal_steps(4, 2), 2, noise) <= 0.1);
  CHECK(rank_shift_up(equal_steps(4, 4), 4, {0.5, 2}, 0.1) == kInfinity);
}

TEST_CASE("a shift beyond the range of exact laws uses Chernoff's bound") {
  const auto slices = equal_steps(100, 50);
  const auto noise = truncated_noise(0.001, 50, 1e-7);
  const double t = rank_shift_up(slices, 50, noise, 0.025);
  CHECK(t == rank_shift_by_chernoff_up(slices, 50, noise, 0.025));
  CHECK(t < kInfinity);
}

}  // namespace
}  // namespace logstar::testing
