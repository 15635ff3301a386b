// Quantiles as fractions with denominators up to 10^6, nearest to the request, and scores that contain them.
#include "logstar/interior_point/rank/quantile_fraction.hpp"

#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

bool is(double q, std::uint32_t a, std::uint32_t b) {
  const QuantileFraction tau = nearest_fraction("q", q);
  return tau.numerator == a && tau.denominator == b;
}

TEST_CASE("q is the nearest fraction with denominator up to 10^6, never another one") {
  CHECK(is(0.5, 1, 2));
  CHECK(is(0.9, 9, 10));
  CHECK(is(1.0 / 3, 1, 3));
  CHECK(is(0.999, 999, 1000));
  CHECK(is(0.9999, 9'999, 10'000));  // was silently 999/1000
  CHECK(is(0.0001, 1, 10'000));
  CHECK(is(1e-6, 1, 1'000'000));
  CHECK(is(1 - 1e-6, 999'999, 1'000'000));
  CHECK(is(1.4e-6, 1, 714'286));
  CHECK(is(std::acos(-1) / 10, 312'689, 995'320));
  for (std::uint32_t i = 1; i < 2'000; ++i) {
    const QuantileFraction tau = nearest_fraction("q", i * 0.0005);
    CHECK(tau.numerator * std::uint64_t(2'000) == tau.denominator * std::uint64_t(i));
  }
}

TEST_CASE("no fraction with denominator up to 10^6 is nearer to q (20 values, all denominators)") {
  SeededBits source(3);
  BitPool pool(source);
  for (int value = 0; value < 20; ++value) {
    const double q = 1e-6 + static_cast<double>(pool.word() >> 11) * 0x1p-53 * (1 - 2e-6);
    const auto error = [&](std::uint32_t a, std::uint32_t b) {
      return std::fabs(static_cast<long double>(a) / b - q);
    };
    const QuantileFraction tau = nearest_fraction("q", q);
    for (std::uint32_t b = 2; b <= kMaxQuantileDenominator; ++b) {
      const auto a = static_cast<std::uint32_t>(std::nearbyint(q * b));
      if (error(a, b) < error(tau.numerator, tau.denominator)) FAIL(q << " " << b);
    }
  }
}

TEST_CASE("q outside 1e-6 to 1 - 1e-6 is rejected, and a percentile with the value to pass") {
  CHECK_THROWS_WITH(nearest_fraction("q", 0), "q must be a number from 1e-6 to 1 - 1e-6, got 0");
  CHECK_THROWS_WITH(nearest_fraction("q", 1), "q must be a number from 1e-6 to 1 - 1e-6, got 1");
  CHECK_THROWS_WITH(nearest_fraction("q", 9e-7),
                    "q must be a number from 1e-6 to 1 - 1e-6, got 9e-07");
  CHECK_THROWS_WITH(nearest_fraction("qs", 50),
                    "qs must be a number from 1e-6 to 1 - 1e-6 (for the 50th percentile pass 0.5), "
                    "got 50");
  CHECK_THROWS_WITH(nearest_fraction("q", std::nan("")),
                    "q must be a number from 1e-6 to 1 - 1e-6, got nan");
  CHECK_THROWS_WITH(check_quantile({1, 1'000'001}),
                    "quantile's denominator must be a whole number from 2 to 1000000, got 1000001");
}

TEST_CASE(
    "the relative place of a quantile between two others is exact, or within its stated error") {
  const RelativeFraction third = between({2, 5}, {1, 5}, {4, 5});
  CHECK((third.fraction.numerator == 1 && third.fraction.denominator == 3));
  CHECK(third.off == 0);
  for (std::uint32_t i = 500; i < 1'500; ++i) {
    CHECK(between({i, 2'000}, {1, 2'000}, {1'999, 2'000}).off == 0);
  }
  // Nearly the smallest and the largest possible, and one that needs 59 bits.
  const QuantileFraction low{1, 1'000'000}, next{1, 999'999}, high{999'999, 1'000'000};
  const QuantileFraction odd{617'977, 999'983}, odder{381'966, 999'961};
  const std::vector<std::array<QuantileFraction, 3>> cases = {
      {next, low, high}, {high, low, {1, 1}}, {odd, odder, {999'958, 999'959}}};
  for (const auto& [t, a, b] : cases) {
    const auto value = [](const QuantileFraction& x) {
      return static_cast<long double>(x.numerator) / x.denominator;
    };
    const auto [fraction, off] = between(t, a, b);
    CHECK(fraction.numerator >= 1);
    CHECK(fraction.numerator < fraction.denominator);
    CHECK(fraction.denominator <= 1u << 30);
    const long double exact = (value(t) - value(a)) / (value(b) - value(a));
    CHECK(std::fabs(value(fraction) - exact) <= static_cast<long double>(off) + 1e-17L);
    CHECK(off <= 0x1p-30);
  }
}

TEST_CASE("scores are exact for 2^40 records at 1/10^6 and for 2^32 at 1/2^30") {
  const auto exact = [](const RankScore& score, std::int64_t less, std::int64_t at_most) {
    const Int128 target = Int128(score.tau.numerator) * score.n;
    const Int128 b = score.tau.denominator;
    return -std::max({Int128(0), b * less - target, target - b * at_most});
  };
  for (const auto& [n, b] : {std::pair{std::int64_t(1) << 40, kMaxQuantileDenominator},
                             std::pair{std::int64_t(1) << 32, std::uint32_t(1) << 30}}) {
    for (const std::uint32_t a : {std::uint32_t(1), b / 3, b - 1}) {
      const RankScore score{RankScore::Kind::quantile, n, {a, b}};
      for (const std::int64_t rank : {std::int64_t(0), n / 5, n - 1, n}) {
        CHECK(Int128(score(rank, rank)) == exact(score, rank, rank));
        CHECK(score(rank, rank) >= -(std::int64_t(1) << 62));
      }
      CHECK(score.centre() >= 0);
      CHECK(score.centre() < n);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
