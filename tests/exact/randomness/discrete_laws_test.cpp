// The discrete laws of ExactRandomness next to their closed forms: 200,000 draws with fixed seeds, every cell
// tested at level 1e-6 / cells. The source contains the proof that the algorithms are exact.
#include "logstar/randomness/discrete_laws.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sampler_law.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kDraws = 200'000;

template <typename Draw>
std::vector<std::size_t> counts_of(std::size_t cells, const Draw& draw) {
  std::vector<std::size_t> counts(cells);
  for (std::size_t i = 0; i < kDraws; ++i) ++counts[draw()];
  return counts;
}

Rational ratio(std::uint64_t numerator, std::uint64_t denominator) {
  return {numerator, denominator};
}

TEST_CASE("uniform_below returns every number below n equally often (n = 200,000, alpha 1e-6)") {
  SeededBits source(1);
  ExactRandomness randomness(source);
  for (const std::uint64_t n : {1u, 2u, 3u, 7u, 10u}) {
    const std::vector<long double> law(n, 1.0L / static_cast<long double>(n));
    CHECK(fits_law(counts_of(n, [&] { return randomness.uniform_below(n); }), law));
    CHECK(fits_law(
        counts_of(n,
                  [&] { return static_cast<std::size_t>(randomness.uniform_below(Natural(n))); }),
        law));
  }
}

TEST_CASE("uniform_below of a wide number fills all its words") {
  SeededBits source(2);
  ExactRandomness randomness(source);
  const Natural n = (Natural(1) << 200) + 12345;
  const std::vector<long double> law(8, 0.125L);
  // Cells by the top three bits: n is just above 2^200, so the eight are equally likely.
  CHECK(fits_law(counts_of(8,
                           [&] {
                             const Natural drawn = randomness.uniform_below(n);
                             CHECK(drawn < n);
                             return std::min<std::size_t>(7,
                                                          static_cast<std::size_t>(drawn >> 197));
                           }),
                 law));
}

TEST_CASE("bernoulli_exp(0) is always true") {
  SeededBits source(3);
  ExactRandomness randomness(source);
  for (int i = 0; i < 1000; ++i) CHECK(randomness.bernoulli_exp(ratio(0, 5)));
}

TEST_CASE("bernoulli_exp(x) is true with probability e^-x, for small, whole, large and wide x") {
  SeededBits source(4);
  ExactRandomness randomness(source);
  const std::vector<Rational> exponents = {
      ratio(1, 2),       ratio(1, 1),       ratio(7, 3),
      ratio(1, 1000),    Rational::of(0.1), {Natural(1) << 200, (Natural(1) << 200) + 1},
      Rational::of(1e-9)};
  for (const Rational& x : exponents) {
    const long double p = std::exp(-static_cast<long double>(x.approximate()));
    CHECK(fits_law(counts_of(2, [&] { return std::size_t(randomness.bernoulli_exp(x)); }),
                   {1 - p, p}));
  }
}

TEST_CASE("one word decides bernoulli_exp of a dyadic x near e^-x, to the last of its bits") {
  // A word decides alone unless it is the first 64 binary digits of e^-x, cut down.
  struct Case {
    Rational x;
    std::uint64_t border;  // floor(2^64 e^-x)
  };
  const std::vector<Case> cases = {{ratio(1, 1), 0x5e2d58d8b3bcdf1a},
                                   {ratio(1, 2), 0x9b4597e37cb04ff3},
                                   {ratio(5, 4), 0x495860dca9613c9c},
                                   {ratio(20, 1), 0x00000008da432af9},
                                   {ratio(45, 1), 0x0000000000000000}};
  for (const auto& [x, border] : cases) {
    const std::vector<std::uint64_t> near = {border - std::min<std::uint64_t>(border, 1),
                                             border - std::min<std::uint64_t>(border, 4'096),
                                             border + 1, border + 4'096,
                                             border + (std::uint64_t(1) << 40)};
    for (const std::uint64_t word : near) {
      if (word == border) continue;
      for (const double filter_width : {kFilterWidth, 1.0}) {
        INFO("x = " << x.approximate() << ", word " << word << ", filter " << filter_width);
        const std::vector<std::uint64_t> words = {word};
        ScriptedWords source(words);
        ExactRandomness randomness(source, filter_width);
        CHECK(randomness.bernoulli_exp(x) == (word < border));
      }
    }
  }
}

TEST_CASE("if the first 64 bits of e^-x do not decide, the next ones do") {
  constexpr std::uint64_t kNext = 0xbadec7829054f90d;  // the bits of e^-1 after the 64 above
  for (const std::uint64_t next : {kNext - 1, kNext + 1}) {
    const std::vector<std::uint64_t> words = {0x5e2d58d8b3bcdf1a, next};
    ScriptedWords source(words);
    ExactRandomness randomness(source);
    CHECK(randomness.bernoulli_exp(ratio(1, 1)) == (next < kNext));
  }
}

TEST_CASE("doubles decide bernoulli_exp as exact arithmetic does, and ask for equally many words") {
  SeededBits source(14);
  BitPool pool(source);
  for (int i = 0; i < 20'000; ++i) {
    // Rates of 24 bits times steps, as queries use, and others.
    const unsigned shift = static_cast<unsigned>(pool.below(56));
    const Rational x{pool.word() >> (8 + pool.below(48)), Natural(1) << shift};
    SeededBits bits(static_cast<std::uint64_t>(i));
    SeededBits same(static_cast<std::uint64_t>(i));
    ExactRandomness quick(bits);
    ExactRandomness slow(same, 1);
    REQUIRE(quick.bernoulli_exp(x) == slow.bernoulli_exp(x));
    REQUIRE(quick.uniform_below(std::uint64_t(1) << 60) ==
            slow.uniform_below(std::uint64_t(1) << 60));
  }
}

TEST_CASE("bernoulli_exp of a huge exponent returns at once and is false") {
  SeededBits source(5);
  ExactRandomness randomness(source);
  CHECK_FALSE(randomness.bernoulli_exp({Natural(1) << 300, 3}));
}

TEST_CASE("geometric has law (1 - q) q^k with q = e^-rate") {
  SeededBits source(6);
  ExactRandomness randomness(source);
  for (const Rational& rate : {ratio(1, 2), ratio(3, 1), Rational::of(0.7),
                               Rational{Natural(3) << 90, (Natural(1) << 92) + 1}}) {
    const long double q = std::exp(-static_cast<long double>(rate.approximate()));
    std::vector<long double> law;
    for (int k = 0; k < 7; ++k) law.push_back((1 - q) * std::pow(q, k));
    law.push_back(std::pow(q, 7));
    CHECK(fits_law(counts_of(8,
                             [&] {
                               return static_cast<std::size_t>(
                                   std::min<std::int64_t>(7, randomness.geometric(rate)));
                             }),
                   law));
  }
}

TEST_CASE("discrete_laplace has law proportional to e^(-|k| rate), with 0 counted once") {
  SeededBits source(7);
  ExactRandomness randomness(source);
  for (const Rational& rate : {ratio(1, 2), ratio(2, 1), Rational::of(0.3)}) {
    const long double q = std::exp(-static_cast<long double>(rate.approximate()));
    const long double at_zero = (1 - q) / (1 + q);
    std::vector<long double> law(9);
    for (int k = -3; k <= 3; ++k) {
      law[static_cast<std::size_t>(k + 4)] = at_zero * std::pow(q, std::abs(k));
    }
    law[0] = law[8] = at_zero * std::pow(q, 4) / (1 - q);
    CHECK(fits_law(counts_of(9,
                             [&] {
                               const std::int64_t k = randomness.discrete_laplace(rate);
                               return static_cast<std::size_t>(std::clamp<std::int64_t>(k, -4, 4) +
                                                               4);
                             }),
                   law));
  }
}

TEST_CASE("fits_law rejects a law that is wrong by two percent") {
  SeededBits source(8);
  ExactRandomness randomness(source);
  const auto counts = counts_of(2, [&] { return randomness.uniform_below(std::uint64_t(2)); });
  CHECK(fits_law(counts, {0.5L, 0.5L}));
  CHECK_FALSE(fits_law(counts, {0.51L, 0.49L}));
}

}  // namespace
}  // namespace logstar::testing
