// Concentrated privacy against laws of known divergence.
#include "logstar/privacy/concentrated.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "worst_pairs.hpp"

using namespace logstar;
using namespace logstar::testing;

namespace {

Wide normal_tail(const Wide& x) {  // P[N(0, 1) > x]
  return erfc(x / sqrt(Wide(2))) / 2;
}

// The exact delta at epsilon of two normal laws of variance 1 and distance `shift`: exactly
// (shift^2/2)-zCDP. Balle, Wang 2018, Theorem 8.
Wide gaussian_delta(double shift, double epsilon) {
  const Wide centre = Wide(epsilon) / shift;
  const Wide half = Wide(shift) / 2;
  return normal_tail(centre - half) - exp(Wide(epsilon)) * normal_tail(centre + half);
}

bool holds_for_gaussians(double share_of_rho) {
  for (const double shift : {0.01, 0.1, 0.5, 1.0, 3.0, 10.0}) {
    for (const double steps : {0.1, 1.0, 2.0, 4.0, 6.0}) {  // standard deviations above the mean
      const double epsilon = shift * shift / 2 + steps * shift;
      const double rho = share_of_rho * shift * shift / 2;
      if (gaussian_delta(shift, epsilon) > Wide(concentrated_delta(rho, epsilon))) return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE("the conversion to delta is valid for Gaussian noise, its extreme case") {
  CHECK(holds_for_gaussians(1.0000001));  // rho exceeds shift^2/2 despite its rounding
}

TEST_CASE("control: the conversion with two thirds of rho is rejected") {
  CHECK_FALSE(holds_for_gaussians(0.66));
}

TEST_CASE("an epsilon-DP pair has Renyi divergence of order a at most a epsilon^2/2") {
  const auto within = [](double share) {
    for (const double epsilon : {0.01, 0.1, 1.0, 3.0}) {
      for (const double order : {1.001, 1.1, 1.5, 2.0, 4.0, 16.0, 100.0}) {
        Wide moment = 0;
        for (const Outcome& outcome : randomised_response({epsilon, 0})) {
          moment += pow(outcome.p, Wide(order)) * pow(outcome.q, Wide(1 - order));
        }
        const Wide divergence = log(moment) / (Wide(order) - 1);
        if (divergence > order * share * pure_rho(epsilon)) return false;
      }
    }
    return true;
  };
  CHECK(within(1));
  CHECK_FALSE(within(0.99));  // control: the constant 2 cannot be 2.02
}

TEST_CASE("the conversion is valid for k randomised responses accounted by sums of rho") {
  for (const double epsilon : {0.1, 0.7, 2.0}) {
    for (const std::size_t count : {1U, 3U, 8U}) {
      const Pair exact = repeat(randomised_response({epsilon, 0}), count);
      const double rho = static_cast<double>(count) * pure_rho(epsilon);
      for (const double delta : {0.3, 0.01, 1e-6}) {
        CHECK_FALSE(refuted(exact, {concentrated_epsilon(rho, delta), delta}));
      }
    }
  }
}
