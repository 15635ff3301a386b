// A session is planned with slightly less delta than it is charged. Regression: only the planned delta was
// checked. A charged delta of 1 or slightly more led to a claim that promises nothing.
#include "logstar/interior_point/column_slices.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

using Catch::Matchers::Contains;

constexpr SliceBudget kExact{0, {0.25, 1e-7}, 1, 99};
constexpr SliceBudget kNoisy{0.01, {0.25, 1e-7}, 2, 99};

TEST_CASE("a session of slices rejects a delta of 1 or more, naming the option") {
  for (const SliceBudget& budget : {kExact, kNoisy}) {
    for (const double delta : {1.0, 1 + 0x1p-30, 2.0, std::nan("")}) {
      CHECK_THROWS_AS(ColumnSlicesRelease::plan({budget, delta}), OutOfRange);
      CHECK_THROWS_WITH(ColumnSlicesRelease::plan({budget, delta}), Contains("delta"));
    }
  }
}

TEST_CASE("a session of slices claims its requested delta, up to the last one below 1") {
  for (const SliceBudget& budget : {kExact, kNoisy}) {
    for (const double delta : {1e-4, 0.5, 1 - 0x1p-53}) {
      const ColumnSlicesRelease::Task task{budget, delta};
      const Loss loss = ColumnSlicesRelease::claim(task, ColumnSlicesRelease::plan(task)).loss;
      CHECK(loss.delta == delta);
      CHECK(std::isfinite(loss.epsilon));
    }
  }
}

}  // namespace
}  // namespace logstar
