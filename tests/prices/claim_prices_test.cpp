// src/release/: a ledger's charge for a claim.
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <vector>

#include "composition_theorems.hpp"
#include "logstar/privacy/charge.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"

namespace logstar::testing {
namespace {

Claim claim_of(const Loss& loss, bool bounded_range, std::optional<double> rho = std::nullopt) {
  Claim claim;
  claim.loss = loss;
  claim.bounded_range = bounded_range;
  claim.rho = rho;
  return claim;
}

/// The losses of option_points.hpp, each also without a delta.
std::vector<Loss> losses() {
  std::vector<Loss> points = loss_points(100, 18);
  for (const double epsilon : kEpsilons) points.push_back({epsilon, 0});
  return points;
}

TEST_CASE(
    "a claim is charged e^2/2, or e^2/8 for a bounded-range draw, and its epsilon and delta") {
  for (const Loss& loss : losses()) {
    const Real e = loss.epsilon;
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta);
    const Charge plain = charge_of(claim_of(loss, false));
    const Charge draw = charge_of(claim_of(loss, true));
    CHECK(plain == charge_of(loss));
    CHECK(draw == bounded_range_charge(loss.epsilon, 1, loss.delta));
    check_charged(plain.rho, e * e / 2, 1e-14);
    check_charged(draw.rho, e * e / 8, 1e-14);
    for (const Charge& charge : {plain, draw}) {
      CHECK(charge.epsilon == loss.epsilon);
      CHECK(charge.delta == loss.delta);
    }
  }
}

TEST_CASE("a claim with a rho is charged that rho, and never more than e^2/2") {
  for (const Loss& loss : losses()) {
    for (const bool bounded_range : {false, true}) {
      for (const double share : {0.0, 0.1, 1.0, 7.0}) {
        const double rho = share * charge_of(loss).rho;
        INFO("epsilon " << loss.epsilon << " rho " << rho);
        CHECK(charge_of(claim_of(loss, bounded_range, rho)) ==
              checked_charge({loss.epsilon, loss.delta, rho}));
      }
    }
  }
}

TEST_CASE("a claim with an invalid rho is rejected by name, whatever its loss") {
  for (const bool bounded_range : {false, true}) {
    CHECK_THROWS_WITH(charge_of(claim_of({1, 0}, bounded_range, -1)),
                      "rho must be 0 or more, got -1");
    CHECK_THROWS_AS(charge_of(claim_of({1, 0}, bounded_range, std::nan(""))), OutOfRange);
  }
}

}  // namespace
}  // namespace logstar::testing
