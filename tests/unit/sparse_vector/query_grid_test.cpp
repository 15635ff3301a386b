#include "logstar/sparse_vector/query_grid.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

TEST_CASE("contributions are clamped to [0, 1] and rounded to the nearest step") {
  const auto steps = [](double x) { return contribution_in_steps(x, QueryGrid::fractions); };
  CHECK(steps(0) == 0);
  CHECK(steps(1) == 1u << 20);
  CHECK(steps(0.5) == 1u << 19);
  CHECK(steps(0x1p-20) == 1);
  CHECK(steps(0x1.8p-21) == 1);
  CHECK(steps(0x1p-22) == 0);
  CHECK(steps(7) == 1u << 20);
  CHECK(steps(-1) == 0);
  CHECK(steps(std::nan("")) == 0);
  CHECK(steps(std::numeric_limits<double>::infinity()) == 1u << 20);
  CHECK(contribution_in_steps(0.5, QueryGrid::counts) == 1);
  CHECK(contribution_in_steps(0.4, QueryGrid::counts) == 0);
}

TEST_CASE("counts of neighbours differ by one record's steps, at any size") {
  const auto steps = [](double x) { return count_in_steps(x, QueryGrid::fractions); };
  CHECK(steps(2.5) == 5 << 19);
  CHECK(steps(0x1.8p-21) == 1);
  CHECK(steps(-0x1p-21) == 0);  // halves go up
  CHECK(steps(std::nan("")) == 0);
  CHECK(steps(1e300) == std::int64_t(1) << 60);
  CHECK(steps(-std::numeric_limits<double>::infinity()) == -(std::int64_t(1) << 60));
  for (const double x : {0.0, -0.5, 0.3, 0x1p52, 0x1p52 + 1, -0x1p52, 0x1p53 - 2}) {
    CHECK(count_in_steps(x + 1, QueryGrid::counts) - count_in_steps(x, QueryGrid::counts) == 1);
  }
}

TEST_CASE("thresholds are rounded to the nearest step, and rejected beyond 2^40") {
  CHECK(threshold_in_steps(2.5, QueryGrid::fractions) == 5 << 19);
  CHECK(threshold_in_steps(-3, QueryGrid::counts) == -3);
  CHECK_THROWS_WITH(threshold_in_steps(2e12, QueryGrid::counts),
                    "threshold must be a number from -2^40 to 2^40, got 2e+12");
  CHECK_THROWS_AS(threshold_in_steps(std::nan(""), QueryGrid::counts), OutOfRange);
  CHECK(records_of_steps(3 << 19, QueryGrid::fractions) == 1.5);
}

}  // namespace
}  // namespace logstar
