#include "logstar/sparse_vector/charging_loss.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace logstar {
namespace {

// Independent of the library: it integrates densities and takes sums in long double.
long double gamma_divergence(std::uint64_t hits, long double rate, long double epsilon) {
  const auto k = static_cast<long double>(hits);
  const long double growth = std::exp(rate);
  const auto density = [&](long double speed, long double x) {
    return std::exp(k * std::log(speed) + (k - 1) * std::log(x) - speed * x - std::lgamma(k));
  };
  long double forward = 0;
  long double backward = 0;
  constexpr int kSteps = 20'000;
  const long double end = k + 60 + 12 * std::sqrt(k);
  for (int i = 0; i < kSteps; ++i) {
    const long double x = end * (i + 0.5L) / kSteps;
    const long double p = density(1, x);
    const long double q = density(growth, x);
    forward += std::max(0.0L, q - std::exp(epsilon) * p);
    backward += std::max(0.0L, p - std::exp(epsilon) * q);
  }
  return std::max(forward, backward) * end / kSteps;
}

TEST_CASE("the delta of charging is the divergence of two Gamma laws, rounded up") {
  for (const std::uint64_t hits : {1u, 2u, 7u, 30u}) {
    for (const double rate : {0.02, 0.2, 1.0}) {
      for (const double epsilon : {0.1, 1.0}) {
        const double delta = intensity_charging_delta(hits, rate, epsilon);
        CHECK(delta == Approx(static_cast<double>(gamma_divergence(hits, rate, epsilon)))
                           .epsilon(1e-4)
                           .margin(1e-12));
      }
    }
  }
}

TEST_CASE("for one hit the delta of charging has a closed form") {
  // P[T < u] and P[T > v] of exponential laws.
  const double rate = 0.4;
  const double epsilon = 0.1;
  const double u = (rate - epsilon) / std::expm1(rate);
  const double v = (rate + epsilon) / std::expm1(rate);
  const double with = -std::expm1(-std::exp(rate) * u) + std::exp(epsilon) * std::expm1(-u);
  const double without = std::exp(-v) - std::exp(epsilon - std::exp(rate) * v);
  CHECK(intensity_charging_delta(1, rate, epsilon) ==
        Approx(std::max(with, without)).epsilon(1e-12));
}

TEST_CASE("noise scales of charging at (1, 1e-6) match the specification") {
  const auto scale = [](std::uint64_t hits) { return 1 / intensity_charging_rate(hits, 1, 1e-6); };
  CHECK(scale(1) == Approx(10.917).epsilon(1e-4));
  CHECK(scale(5) == Approx(15.914).epsilon(1e-4));
  CHECK(scale(10) == Approx(19.720).epsilon(1e-4));
  CHECK(scale(50) == Approx(36.038).epsilon(1e-4));
}

TEST_CASE("noise scales of Laplace charging at (1, 1e-6) are about 1.4 times those") {
  const auto scale = [](std::uint64_t hits) { return 1 / laplace_charging_rate(hits, 1, 1e-6); };
  CHECK(scale(1) == Approx(15.738).epsilon(1e-4));
  CHECK(scale(5) == Approx(22.846).epsilon(1e-4));
  CHECK(scale(10) == Approx(28.263).epsilon(1e-4));
  CHECK(scale(50) == Approx(51.406).epsilon(1e-4));
}

TEST_CASE("the computed rates keep delta and leave less than a thousandth of it unused") {
  for (const std::uint64_t hits : {1u, 20u, 5000u}) {
    for (const double delta : {0.1, 1e-6, 1e-12}) {
      const double rate = intensity_charging_rate(hits, 0.5, delta);
      CHECK(intensity_charging_delta(hits, rate, 0.5) <= delta);
      CHECK(intensity_charging_delta(hits, rate * 1.0001, 0.5) > delta);
    }
  }
  CHECK(intensity_charging_rate(1'000'000, 1e-3, 1e-9) == 0);  // all noise below 10^6 is too small
}

TEST_CASE("a computed rate is the largest of 24 bits that keeps delta, from one hit to a million") {
  const auto next = [](double rate) { return std::nextafter(static_cast<float>(rate), 1e9F); };
  for (const std::uint64_t hits : {1u, 3u, 1000u, 1'000'000u}) {
    for (const double epsilon : {0.07, 3.0, 50.0}) {
      for (const double delta : {1e-12, 1e-3, 0.15}) {
        INFO(hits << " hits, " << epsilon << ", " << delta);
        const double intensity = intensity_charging_rate(hits, epsilon, delta);
        CHECK(intensity_charging_delta(hits, intensity, epsilon) <= delta);
        CHECK(intensity_charging_delta(hits, next(intensity), epsilon) > delta);
        CHECK(intensity_charging_rate_is_below(1.001 * intensity, hits, epsilon, delta));
        CHECK_FALSE(intensity_charging_rate_is_below(0.999 * intensity, hits, epsilon, delta));
        const double laplace = laplace_charging_rate(hits, epsilon, delta);
        CHECK(laplace_charging_delta(hits, laplace, epsilon) <= delta);
        if (laplace < kMaxLaplaceChargingRate) {
          CHECK(laplace_charging_delta(hits, next(laplace), epsilon) > delta);
        }
      }
    }
  }
}

TEST_CASE("delta grows with rate and hits and falls with epsilon") {
  CHECK(intensity_charging_delta(3, 0.2, 1) < intensity_charging_delta(3, 0.3, 1));
  CHECK(intensity_charging_delta(3, 0.2, 1) < intensity_charging_delta(4, 0.2, 1));
  CHECK(intensity_charging_delta(3, 0.2, 1) < intensity_charging_delta(3, 0.2, 0.5));
  CHECK(laplace_charging_delta(3, 0.2, 1) < laplace_charging_delta(3, 0.3, 1));
  CHECK(laplace_charging_delta(3, 0.2, 1) < laplace_charging_delta(4, 0.2, 1));
}

TEST_CASE("hits, epsilon and delta distinguish the rates of charging, also in the cache") {
  for (const auto rate : {intensity_charging_rate, laplace_charging_rate}) {
    const double base = rate(10, 1, 1e-6);
    CHECK(rate(11, 1, 1e-6) < base);
    CHECK(rate(10, 2, 1e-6) > base);
    CHECK(rate(10, 1, 1e-9) < base);
    CHECK(rate(10, 1, 1e-6) == base);
  }
  CHECK(intensity_charging_rate(10, 1, 1e-6) > laplace_charging_rate(10, 1, 1e-6));
}

}  // namespace
}  // namespace logstar
