// Numbers with discrete Gaussian noise: the privacy loss of moving them, against laws summed by hand and
// enumerated laws.
#include "logstar/privacy/gaussian_shifts.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "divergence.hpp"
#include "gaussian_law.hpp"
#include "logstar/privacy/concentrated.hpp"

namespace logstar::testing::gaussian_shifts_test {
namespace {

TEST_CASE("moved numbers with Gaussian noise cost the stated delta, to six digits") {
  for (const double variance : {4.0, 5.5, 30.0, 200.0}) {
    for (const int numbers : {1, 2, 3, 7}) {
      for (const int by : {1, 3}) {
        for (const double epsilon : {-0.5, 0.0, 0.3, 1.0, 4.0}) {
          const long double exact = delta_of_shifts(variance, numbers, by, epsilon);
          const Shifts shifts{static_cast<std::uint64_t>(numbers), static_cast<std::uint64_t>(by)};
          const double stated = gaussian_delta(variance, shifts, epsilon);
          INFO("variance " << variance << ", " << numbers << " by " << by << ", " << epsilon);
          CHECK(stated >= exact * (1 - 1e-15L));
          if (exact > 1e-30L) CHECK(stated <= exact * (1 + 1e-6L));
        }
      }
    }
  }
}

TEST_CASE("the stated delta equals the delta of the enumerated laws, in both directions") {
  const Rational variance{9, 2};
  const auto law = [&](std::int64_t a, std::int64_t b) {
    return enumerate([&](Randomness& randomness) {
      const std::int64_t first = randomness.discrete_gaussian(variance);
      const std::int64_t second = randomness.discrete_gaussian(variance);
      return std::pair(a + first, b + second);
    });
  };
  const auto here = law(0, 0);
  for (const double epsilon : {0.1, 1.0, 2.0}) {
    const double one = gaussian_delta(4.5, {1, 1}, epsilon);
    CHECK(static_cast<double>(hockey_stick(here, law(1, 0), epsilon)) == Approx(one).epsilon(1e-6));
    const double both = gaussian_delta(4.5, {2, 1}, epsilon);
    CHECK(static_cast<double>(hockey_stick(law(1, -1), here, epsilon)) ==
          Approx(both).epsilon(1e-6));
    // Numbers that move less, or fewer of them, cost at most the same.
    const double further = gaussian_delta(4.5, {2, 3}, epsilon);
    for (const auto& [a, b] : {std::pair{3, 0}, {3, 1}, {2, 2}, {1, 0}, {-3, 2}}) {
      CHECK(hockey_stick(law(a, b), here, epsilon) <= further);
    }
  }
}

TEST_CASE("for noise of 1,000 and more the stated delta is at most 2% above the continuous one") {
  const auto tail = [](double x) { return std::erfc(x / std::sqrt(2.0)) / 2; };
  for (const double variance : {1e6, 1e8, 1e12}) {
    for (const double mu : {0.1, 1.0, 3.0}) {  // the joint move of four numbers, in deviations
      const auto by = static_cast<std::uint64_t>(mu * std::sqrt(variance) / 2);
      const double moved = 2 * static_cast<double>(by) / std::sqrt(variance);
      for (const double epsilon : {0.0, moved, 5 * moved}) {
        const double before = tail(epsilon / moved - moved / 2);
        const double after = std::exp(epsilon) * tail(epsilon / moved + moved / 2);
        const double stated = gaussian_delta(variance, {4, by}, epsilon);
        // A step is at most a thousandth of a deviation.
        CHECK(stated >= (before - after) * (1 - 1e-3));
        CHECK(stated <= (before - after) * 1.02);
      }
    }
  }
}

TEST_CASE("a variance is the least of 12 binary digits with an accepted delta") {
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    for (const double delta : {1e-8, 1e-3}) {
      for (const std::uint64_t numbers : {1u, 5u, 40u}) {
        for (const std::uint64_t by : {1u, 100u}) {
          const Shifts shifts{numbers, by};
          const double variance = least_gaussian_variance({epsilon, delta}, shifts);
          CHECK(gaussian_delta(variance, shifts, epsilon) <= delta);
          if (variance > kMinGaussianVariance) {
            CHECK(gaussian_delta(variance * (1 - 0x1p-11), shifts, epsilon) > delta);
          }
        }
      }
    }
  }
}

TEST_CASE("the rho of moved numbers is a tight bound on their Renyi divergence") {
  for (const Shifts& shifts : {Shifts{1, 1}, Shifts{6, 1}, Shifts{2, 9}}) {
    const double variance = least_gaussian_variance({1, 1e-6}, shifts);
    const double rho = gaussian_rho(variance, shifts);
    CHECK(gaussian_delta(variance, shifts, 1) <= concentrated_delta(rho, 1));
    // Order 2 of one number that moves by c: ln sum P^2/Q = c^2/v = 2 rho, attained for whole c.
    const GaussianSum law(variance, 1);
    long double sum = 0;
    const auto c = static_cast<std::int64_t>(shifts.by);
    for (std::int64_t k = -law.most() + c; k <= law.most() - c; ++k) {
      const auto x = static_cast<long double>(k);
      const auto y = static_cast<long double>(k - c);
      sum += law.of(k) * std::exp((y * y - x * x) / (2 * variance));
    }
    CHECK(static_cast<double>(std::log(sum)) * static_cast<double>(shifts.numbers) ==
          Approx(2 * rho).epsilon(1e-9));
  }
}

TEST_CASE("control: half the variance, or omitted numbers, exceed the stated delta") {
  const Loss loss{1, 1e-4};
  const double variance = least_gaussian_variance(loss, {3, 1});
  CHECK(delta_of_shifts(variance, 3, 1, 1) <= 1e-4L);
  CHECK(delta_of_shifts(variance / 2, 3, 1, 1) > 1e-4L);
  CHECK(delta_of_shifts(least_gaussian_variance(loss, {1, 1}), 3, 1, 1) > 1e-4L);
}

TEST_CASE("tails of the noise equal its law, and stated errors are the least that are kept") {
  for (const double variance : {4.0, 17.25, 400.0}) {
    const GaussianSum law(variance, 1);
    for (const std::int64_t k : {-3, 0, 1, 5, 20}) {
      CHECK(gaussian_tail(variance, k) >= law.from(k) * (1 - 1e-15L));
      CHECK(static_cast<double>(law.from(k)) == Approx(gaussian_tail(variance, k)).epsilon(1e-9));
    }
    for (const double probability : {0.4, 0.05, 1e-6}) {
      const std::int64_t k = gaussian_tail_start(variance, probability);
      CHECK(law.from(k) <= probability);
      CHECK(law.from(k - 1) > probability);
    }
    for (const std::uint64_t numbers : {1u, 10u}) {
      const std::int64_t error = gaussian_error(variance, numbers, 0.95);
      const auto within = [&](std::int64_t most) {
        return std::pow(1 - 2 * law.from(most + 1), static_cast<long double>(numbers));
      };
      CHECK(within(error) >= 0.95L);
      CHECK(within(error - 1) < 0.95L);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::gaussian_shifts_test
