// Regression, found by fuzzing: at a delta of 0 the numeric bound used 2,000 growing grids, tens of seconds,
// and treated underflow as impossible. A NaN delta was accepted and had the same effect.
#include "logstar/interior_point/slices/slice_loss.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

TEST_CASE("without a delta the loss of noisy slices is that of changing every slice") {
  const SliceBudget budget{1e-5, {0.1, 0}, 1, 5000};
  const double every = 5000 * (1e-5 + 2 * 0.1);
  CHECK(std::isinf(numeric_slice_epsilon(budget, 0)));
  CHECK(slice_epsilon_of(budget, 0) == Approx(every));
  CHECK(slice_epsilon_of(budget, 1e-300) <= every);
}

TEST_CASE("a delta below the numeric bound's never costs less than one above it") {
  for (const double slice_epsilon : {1e-3, 0.5, 3.0}) {
    const SliceBudget budget{slice_epsilon, {0.1, 0}, 2, 40};
    const double above = slice_epsilon_of(budget, 1.1e-20);
    CHECK(slice_epsilon_of(budget, 0.9e-20) >= above);
    CHECK(slice_epsilon_of(budget, 0) >= slice_epsilon_of(budget, 0.9e-20));
  }
}

TEST_CASE("every bound rejects a delta that is not a probability") {
  const SliceBudget budget{0.0625, {0.0078125, 7e-6}, 39, 16384};
  for (const double delta : {std::nan(""), -1e-9, 1.0, 2.0}) {
    CHECK_THROWS_AS(slice_epsilon_of(budget, delta), OutOfRange);
    CHECK_THROWS_AS(slice_epsilon_of({0, {0.1, 0}, 1, 2}, delta), OutOfRange);
  }
}

}  // namespace
}  // namespace logstar
