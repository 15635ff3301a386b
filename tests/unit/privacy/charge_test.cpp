#include "logstar/privacy/charge.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/support/errors.hpp"

using namespace logstar;

TEST_CASE("an (epsilon, delta) mechanism has rho epsilon^2/2") {
  CHECK(charge_of({0.5, 1e-6}) == Charge{0.5, 1e-6, 0.125});
}

TEST_CASE("8 bounded-range draws of 0.5 cost epsilon 4 or rho 8/32") {
  CHECK(bounded_range_charge(0.5, 8, 1e-6) == Charge{4, 1e-6, 0.25});
}

TEST_CASE("under replace epsilon doubles, and a pure charge's rho is four times as large") {
  CHECK(to_replace(bounded_range_charge(0.5, 8, 0)) == Charge{8, 0, 1});
}

TEST_CASE("under replace a charge with a delta keeps only the rho that its epsilon implies") {
  const Charge charge = to_replace(bounded_range_charge(0.5, 8, 1e-6));
  CHECK(charge.epsilon == 8);
  CHECK(charge.delta == Approx((1 + std::exp(4)) * 1e-6).epsilon(1e-12));
  CHECK(charge.rho == 32);
}

TEST_CASE("a rho above epsilon^2/2 is replaced by that") {
  CHECK(checked_charge({1, 0, 7}) == Charge{1, 0, 0.5});
  CHECK(checked_charge({1, 0, INFINITY}) == Charge{1, 0, 0.5});
}

TEST_CASE("an invalid charge is rejected by name") {
  CHECK_THROWS_WITH(checked_charge({2e9, 0, 0}), "epsilon must be at most 1e9, got 2e+09");
  CHECK_THROWS_WITH(checked_charge({1, 0, -1}), "rho must be 0 or more, got -1");
  CHECK_THROWS_WITH(charge_of({1, -1}), "delta must be a number from 0 to 1, got -1");
}
