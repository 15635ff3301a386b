#include "logstar/sparse_vector/noise_rate.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

TEST_CASE("a short rate is at most 2^-23 below, never above, and has 24 bits") {
  for (double rate = 1e-9; rate < 1e3; rate *= 1.37) {
    const double rounded = short_rate_down(rate);
    CHECK(rounded <= rate);
    CHECK(rounded >= rate * (1 - 0x1p-23));
    CHECK(short_rate_down(rounded) == rounded);
    int exponent = 0;
    const double mantissa = std::ldexp(std::frexp(rounded, &exponent), 24);
    CHECK(mantissa == std::floor(mantissa));
  }
  CHECK(short_rate_down(0.25) == 0.25);
  CHECK(short_rate_down(0) == 0);
}

TEST_CASE("a rate per step is the rate per record over the steps of a record") {
  const Rational fine = rate_per_step(0.75, QueryGrid::fractions);
  CHECK(fine.approximate() == std::ldexp(0.75, -20));
  CHECK(rate_per_step(0.75, QueryGrid::counts).approximate() == 0.75);
}

TEST_CASE("tail steps are the least number beyond which the discrete law has so little mass") {
  for (const double rate : {2.0, 0.5, 0.03125}) {
    for (const double probability : {0.4, 0.05, 1e-3, 1e-9}) {
      const auto laplace = laplace_tail_steps(rate, QueryGrid::counts, probability);
      const double q = std::exp(-rate);
      const auto laplace_above = [&](std::int64_t a) {
        return std::pow(q, static_cast<double>(a) + 1) / (1 + q);
      };
      CHECK(laplace_above(laplace) <= probability);
      CHECK((laplace == 0 || laplace_above(laplace - 1) > probability));

      const auto geometric = geometric_tail_steps(rate, QueryGrid::counts, probability);
      const auto geometric_above = [&](std::int64_t a) {
        return std::pow(q, static_cast<double>(a) + 1);
      };
      CHECK(geometric_above(geometric) <= probability);
      CHECK((geometric == 0 || geometric_above(geometric - 1) > probability));
    }
  }
}

TEST_CASE("rates below 2^-40 per step are rejected, in the name of the option that caused them") {
  CHECK_NOTHROW(check_rate("epsilon", 1, 0x1p-20, QueryGrid::fractions));
  CHECK_THROWS_WITH(check_rate("epsilon", 1e-7, 0x1p-21, QueryGrid::fractions),
                    "epsilon must be large enough for noise below 2^40 grid steps, got 1e-07");
}

}  // namespace
}  // namespace logstar
