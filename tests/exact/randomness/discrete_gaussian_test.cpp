// Discrete Gaussian noise: the claimed law against the paths of one attempt, and against bits.
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "enumerating_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "passing_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::discrete_gaussian_test {
namespace {

/// Leaves the path before a second attempt.
class OneAttempt final : public PassingRandomness {
 public:
  struct Left {};

  explicit OneAttempt(Randomness& inner) : PassingRandomness(inner) {}

  std::int64_t discrete_laplace(const Rational& rate) override {
    if (attempted_) throw Left();
    attempted_ = true;
    return inner_.discrete_laplace(rate);
  }
  std::int64_t discrete_gaussian(const Rational& variance) override {
    return Randomness::discrete_gaussian(variance);  // the loop itself
  }

 private:
  bool attempted_ = false;
};

/// The result of the first attempt; empty if it is rejected.
Law<std::optional<std::int64_t>> law_of_attempt(const Rational& variance) {
  return enumerate(
      [&](Randomness& randomness) -> std::optional<std::int64_t> {
        OneAttempt attempt(randomness);
        try {
          return attempt.discrete_gaussian(variance);
        } catch (const OneAttempt::Left&) {
          return std::nullopt;
        }
      },
      1e-18L);
}

/// The normaliser, with tails far below the precision of doubles.
long double all_of(long double variance) {
  long double all = 1;
  for (long double k = 1; k < 60 * std::sqrt(variance) + 60; ++k) {
    all += 2 * std::exp(-k * k / (2 * variance));
  }
  return all;
}

const Rational kVariances[] = {
    {1, 9}, {1, 2}, {1, 1}, {4, 1}, {17, 3}, {1000, 7}, Rational::of(30.1)};

TEST_CASE("an accepted attempt has the law of discrete Gaussian noise, path by path") {
  for (const Rational& variance : kVariances) {
    const long double v = static_cast<long double>(variance.approximate());
    const long double all = all_of(v);
    const auto attempt = law_of_attempt(variance);
    const long double kept = 1 - attempt.of(std::nullopt);
    const auto closed =
        enumerate([&](Randomness& r) { return r.discrete_gaussian(variance); }, 1e-18L);
    for (const auto& [k, mass] : closed.mass) {
      const long double x = static_cast<long double>(k);
      const long double claimed = std::exp(-x * x / (2 * v)) / all;
      CHECK(std::fabs(attempt.of(k) / kept - claimed) <= 1e-15L);
      CHECK(std::fabs(mass - claimed) <= 1e-15L);
    }
  }
}

TEST_CASE("more than half of all attempts are accepted if the variance is 1 or more") {
  for (const Rational& variance : kVariances) {
    if (variance < Rational{1, 1}) continue;
    CHECK(law_of_attempt(variance).of(std::nullopt) < 0.5L);
  }
}

/// Leaves the path after a given number of noise draws.
class FewDraws final : public PassingRandomness {
 public:
  struct Left {};

  FewDraws(Randomness& inner, int most) : PassingRandomness(inner), left_(most) {}

  std::int64_t discrete_gaussian(const Rational& variance) override {
    if (left_-- == 0) throw Left();
    return inner_.discrete_gaussian(variance);
  }
  std::int64_t discrete_gaussian_at_most(const Rational& variance, std::int64_t most) override {
    return Randomness::discrete_gaussian_at_most(variance, most);  // the loop itself
  }

 private:
  int left_;
};

TEST_CASE("Gaussian noise redrawn while above t has the law of noise given at most t") {
  for (const std::int64_t most : {0, 1, 3}) {
    const Rational variance{4, 1};
    const auto loop = enumerate(
        [&](Randomness& randomness) -> std::optional<std::int64_t> {
          FewDraws few(randomness, 5);
          try {
            return few.discrete_gaussian_at_most(variance, most);
          } catch (const FewDraws::Left&) {
            return std::nullopt;
          }
        },
        1e-15L);
    const long double kept = 1 - loop.of(std::nullopt);
    const auto closed = enumerate(
        [&](Randomness& r) { return r.discrete_gaussian_at_most(variance, most); }, 1e-18L);
    long double below = 0;
    for (std::int64_t k = -200; k <= most; ++k) {
      below += std::exp(-static_cast<long double>(k * k) / 8);
    }
    CHECK(closed.mass.rbegin()->first == most);
    for (const auto& [k, mass] : closed.mass) {
      const long double claimed = std::exp(-static_cast<long double>(k * k) / 8) / below;
      CHECK(std::fabs(mass - claimed) <= 1e-15L);
      CHECK(std::fabs(loop.of(k) / kept - claimed) <= 1e-12L);
    }
  }
}

TEST_CASE("control: attempts accepted as for half the variance have another law") {
  const auto attempt = law_of_attempt({8, 1});
  const long double kept = 1 - attempt.of(std::nullopt);
  CHECK(std::fabs(attempt.of(0) / kept - 1 / all_of(4)) > 0.01L);
}

TEST_CASE("discrete Gaussian noise drawn from bits has its law (n = 200,000 each, alpha 1e-6)") {
  SeededBits source(21);
  ExactRandomness randomness(source);
  // Rates in words and in wide numbers, and a variance with a numerator of 200 bits.
  const Rational wide{(Natural(9) << 200) + 1, Natural(1) << 200};
  for (const Rational& variance : {Rational{1, 2}, Rational{4, 1}, Rational{17, 3}, wide}) {
    const long double v = static_cast<long double>(variance.approximate());
    const long double all = all_of(v);
    constexpr std::int64_t kMax = 6;
    std::vector<long double> law(2 * kMax + 1);
    for (std::int64_t k = -kMax; k <= kMax; ++k) {
      law[static_cast<std::size_t>(k + kMax)] =
          std::exp(-static_cast<long double>(k * k) / (2 * v)) / all;
    }
    long double within = 0;
    for (const long double p : law) within += p;
    law.front() += (1 - within) / 2;
    law.back() += (1 - within) / 2;
    std::vector<std::size_t> counts(law.size());
    for (int i = 0; i < 200'000; ++i) {
      const std::int64_t drawn = randomness.discrete_gaussian(variance);
      ++counts[static_cast<std::size_t>(std::clamp(drawn, -kMax, kMax) + kMax)];
    }
    CHECK(fits_law(counts, law));
  }
}

}  // namespace
}  // namespace logstar::testing::discrete_gaussian_test
