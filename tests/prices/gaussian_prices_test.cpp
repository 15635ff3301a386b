// Gaussian noise: the loss of moved numbers and of released groups, from the theorems in 80 digits.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/counts/gaussian_discovery.hpp"
#include "logstar/counts/gaussian_spread.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/gaussian_shifts.hpp"
#include "real.hpp"

namespace logstar::testing::gaussian_prices_test {
namespace {

/// The law of the sum of `numbers` noises, by convolution; entry reach * numbers is at 0.
struct SumLaw {
  int reach = 0;
  std::vector<Real> at;
};

SumLaw law_of(double variance, int numbers) {
  const int reach = static_cast<int>(std::ceil(30 * std::sqrt(variance)));
  std::vector<Real> one;
  Real all = 0;
  for (int k = -reach; k <= reach; ++k) {
    one.push_back(real_exp(-Real(k) * k / (2 * Real(variance))));
    all += one.back();
  }
  for (Real& p : one) p /= all;
  SumLaw sum{0, {Real(1)}};
  for (int i = 0; i < numbers; ++i) {
    std::vector<Real> next(sum.at.size() + one.size() - 1, Real(0));
    for (std::size_t a = 0; a < sum.at.size(); ++a) {
      for (std::size_t b = 0; b < one.size(); ++b) next[a + b] += sum.at[a] * one[b];
    }
    sum = {sum.reach + reach, std::move(next)};
  }
  return sum;
}

Real delta_of(double variance, int numbers, int by, const Real& epsilon) {
  if (numbers == 0) return epsilon < 0 ? -real_expm1(epsilon) : Real(0);
  const SumLaw sum = law_of(variance, numbers);
  Real delta = 0;
  for (int k = -sum.reach; k <= sum.reach; ++k) {
    const Real loss = Real(by) * (Real(k) + Real(numbers) * by / 2) / Real(variance);
    if (loss > epsilon) {
      delta += sum.at[static_cast<std::size_t>(k + sum.reach)] * -real_expm1(epsilon - loss);
    }
  }
  return delta;
}

TEST_CASE("moved numbers with Gaussian noise cost slightly more than the delta of the theorem") {
  for (const double variance : {4.0, 18.0, 36.5}) {
    for (const int numbers : {1, 2}) {
      for (const int by : {1, 2}) {
        for (const double epsilon : {-1.0, 0.0, 0.01, 1.0, 3.0}) {
          const Shifts shifts{static_cast<std::uint64_t>(numbers), static_cast<std::uint64_t>(by)};
          check_charged(gaussian_delta(variance, shifts, epsilon),
                        delta_of(variance, numbers, by, Real(epsilon)), 1e-9);
        }
      }
    }
  }
}

TEST_CASE("the rho of moved numbers equals the theorem") {
  for (const Shifts& shifts : {Shifts{1, 1}, Shifts{7, 3}, Shifts{1000, 1u << 20}}) {
    for (const double variance : {4.0, 17.3, 1e9}) {
      const Real squares = Real(shifts.numbers) * Real(shifts.by) * Real(shifts.by);
      check_charged(gaussian_rho(variance, shifts), squares / (2 * Real(variance)), 1e-15);
    }
  }
}

TEST_CASE("groups released by Gaussian noise cost slightly more than the delta of the theorem") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const bool replace = neighbors == Neighbors::replace;
    for (const int groups : {1, 2}) {
      const GaussianDiscoveryParameters parameters{18, replace ? 14 : 21};
      const SumLaw one = law_of(parameters.variance, 1);
      Real named = 0;
      for (int k = static_cast<int>(parameters.threshold); k <= one.reach; ++k) {
        named += one.at[static_cast<std::size_t>(k + one.reach)];
      }
      const Real x = -real_log1p(-named);
      Real largest = 0;
      for (int own = 0; own <= groups; ++own) {
        for (int other = 0; other <= groups; ++other) {
          if (!replace && own > 0 && other > 0) continue;
          const int moved = (replace ? 2 : 1) * groups - own - other;
          const Real unnamed = real_exp(-own * x);
          const Real delta =
              1 - unnamed +
              unnamed * delta_of(parameters.variance, moved, 1, Real(1) + (own - other) * x);
          if (delta > largest) largest = delta;
        }
      }
      check_charged(
          gaussian_discovery_delta(parameters, static_cast<std::uint64_t>(groups), 1, neighbors),
          largest, 1e-9);
    }
  }
}

/// The loss of noise above t and its cut, by the theorem; only the conversion is the code's, with its own price
/// tests.
Real spread_delta_of(const GaussianSpreadParameters& parameters, std::uint64_t whole,
                     double epsilon, Neighbors neighbors) {
  const SumLaw law = law_of(parameters.variance, 1);
  const auto from = [&](std::int64_t k) {
    Real sum = 0;
    for (std::int64_t at = k; at <= law.reach; ++at) {
      sum += law.at[static_cast<std::size_t>(at + law.reach)];
    }
    return sum;
  };
  const std::int64_t t = parameters.threshold;
  const Real mass = 1 - from(t + 1);
  const Real at_t = law.at[static_cast<std::size_t>(t + law.reach)];
  const int n = neighbors == Neighbors::replace ? 2 : 1;
  const Real unit(whole);
  const Real xi = unit * at_t / mass;
  const Real rho = n * unit * unit / (2 * Real(parameters.variance) * mass);
  const Real names = n * from(t - static_cast<std::int64_t>(whole) + 1) / mass;
  return names + Real(concentrated_delta(static_cast<double>(rho),
                                         static_cast<double>(Real(epsilon) - xi)));
}

TEST_CASE("Gaussian discovery with spread users charges at least the theorem's delta") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::uint64_t whole : {1u, 3u}) {
      for (const GaussianSpreadParameters& parameters :
           {GaussianSpreadParameters{4, 9}, {30, 25}, {36.5, 40}}) {
        check_charged(gaussian_spread_delta(parameters, whole, 2, neighbors),
                      spread_delta_of(parameters, whole, 2, neighbors), 1e-6);
      }
      const auto found = calibrate_gaussian_spread({1, 1e-4}, whole, neighbors);
      CHECK(spread_delta_of(found, whole, 1, neighbors) <= Real(1e-4) * (1 + Real(1e-9)));
      CHECK(spread_delta_of(found, whole, 1, neighbors) > Real(0.5e-4));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::gaussian_prices_test
