// Discrete Laplace noise conditioned on being at most t: the claimed law against the sampler's paths. Rejection
// has infinitely many paths; the cut ones have less than 1e-12 together.
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <utility>

#include "clipped_noise.hpp"
#include "enumerating_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

/// Leaves the path after a given number of noise draws.
class FewDraws final : public PassingRandomness {
 public:
  struct Left {};

  FewDraws(Randomness& inner, int most) : PassingRandomness(inner), left_(most) {}

  std::int64_t discrete_laplace(const Rational& rate) override {
    if (left_-- == 0) throw Left();
    return inner_.discrete_laplace(rate);
  }
  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override {
    return Randomness::discrete_laplace_at_most(rate, most);  // the loop itself
  }
  std::pair<std::int64_t, std::int64_t> discrete_laplace_pair_at_most(const Rational& rate,
                                                                      std::int64_t most) override {
    return Randomness::discrete_laplace_pair_at_most(rate, most);  // likewise
  }

 private:
  int left_;
};

/// The law of the loop; an empty result represents paths of more draws. Noise above `most` is one outcome, as
/// is all noise below -most.
Law<std::optional<std::int64_t>> law_of_loop(const Rational& rate, std::int64_t most, int draws) {
  return enumerate([&](Randomness& randomness) -> std::optional<std::int64_t> {
    ClippedNoise clipped(randomness, most + 1);
    FewDraws few(clipped, draws);
    try {
      return few.discrete_laplace_at_most(rate, most);
    } catch (const FewDraws::Left&) {
      return std::nullopt;
    }
  });
}

TEST_CASE("noise redrawn while above t has the law of noise given at most t, path by path") {
  for (const auto& [numerator, denominator] : {std::pair{1, 5}, {1, 1}, {5, 2}}) {
    const Rational rate{numerator, denominator};
    const long double q = std::exp(-static_cast<long double>(numerator) / denominator);
    for (const std::int64_t most : {0, 1, 2, 5}) {
      // At least half of all draws are <= 0.
      const auto loop = law_of_loop(rate, most, 41);
      const long double cut = loop.of(std::nullopt);
      CHECK(cut < 1e-12L);
      const long double all = (1 + q - std::pow(q, most + 1)) / (1 - q);
      const auto closed = enumerate(
          [&](Randomness& randomness) { return randomness.discrete_laplace_at_most(rate, most); });
      for (std::int64_t k = -most; k <= most; ++k) {
        const long double claimed = std::pow(q, std::abs(k)) / all;
        CHECK(std::fabs(loop.of(k) - claimed) <= cut + 1e-15L);
        // In WebAssembly the exponential of a long double has the precision of a double.
        CHECK(std::fabs(closed.of(k) - claimed) <= 1e-15L);
      }
      CHECK(closed.mass.rbegin()->first == most);
      CHECK(closed.missing <= 1e-12L);
      const long double below = std::pow(q, most + 1) / (1 - q) / all;
      CHECK(std::fabs(loop.of(-most - 1) - below) <= cut + 1e-15L);
    }
  }
}

using Pair = std::optional<std::pair<std::int64_t, std::int64_t>>;

/// The law of the loop of two noises within `rounds` rounds; an empty result represents longer paths.
Law<Pair> law_of_pairs(const Rational& rate, std::int64_t most, int rounds, long double cut) {
  return enumerate(
      [&](Randomness& randomness) -> Pair {
        FewDraws few(randomness, 2 * rounds);
        try {
          return few.discrete_laplace_pair_at_most(rate, most);
        } catch (const FewDraws::Left&) {
          return std::nullopt;
        }
      },
      cut);
}

TEST_CASE("two noises redrawn while their sum is above t have the law conditioned on it") {
  for (const auto& [numerator, denominator] : {std::pair{1, 1}, {5, 2}}) {
    const Rational rate{numerator, denominator};
    for (const std::int64_t most : {0, 1, 2, 5}) {
      const auto round = law_of_pairs(rate, most, 1, 1e-12L);
      const long double again = round.of(std::nullopt);
      const auto closed = enumerate([&](Randomness& randomness) {
        return randomness.discrete_laplace_pair_at_most(rate, most);
      });
      CHECK(closed.missing <= 1e-11L);
      for (const auto& [pair, mass] : round.mass) {
        if (!pair) continue;
        CHECK(pair->first + pair->second <= most);
        CHECK(std::fabs(mass / (1 - again) - closed.of(*pair)) <= 1e-11L);
      }
      if (numerator == 1) continue;
      // A second round is like the first; two rounds have too many paths for such small tails.
      const auto two = law_of_pairs(rate, most, 2, 1e-7L);
      for (const auto& [pair, mass] : two.mass) {
        const long double expected = pair ? round.of(pair) * (1 + again) : again * again;
        CHECK(std::fabs(mass - expected) <= 4e-7L);
      }
    }
  }
}

TEST_CASE("noise at most t drawn from bits has its law (n = 200,000 each, alpha 1e-6)") {
  SeededBits source(9);
  ExactRandomness randomness(source);
  for (const auto& [rate, most] : {std::pair{Rational{1, 2}, 0}, {Rational{1, 3}, 2}}) {
    const long double q = std::exp(-static_cast<long double>(rate.approximate()));
    const long double all = (1 + q - std::pow(q, most + 1)) / (1 - q);
    constexpr std::int64_t kMin = -4;
    std::vector<long double> law{std::pow(q, -kMin + 1) / (1 - q) / all};
    for (std::int64_t k = kMin; k <= most; ++k) law.push_back(std::pow(q, std::abs(k)) / all);
    std::vector<std::size_t> counts(law.size());
    for (int i = 0; i < 200'000; ++i) {
      const std::int64_t drawn = randomness.discrete_laplace_at_most(rate, most);
      REQUIRE(drawn <= most);
      ++counts[static_cast<std::size_t>(std::max(drawn, kMin - 1) - (kMin - 1))];
    }
    CHECK(fits_law(counts, law));
  }
}

}  // namespace
}  // namespace logstar::testing
