#include "logstar/sanitizing/stable_histogram.hpp"

#include <catch2/catch.hpp>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

// Regression, found by fuzzing: half of the replaced record's delta rounded to 0, and the infinite threshold
// became the smallest integer, above which every item was released.
TEST_CASE("a delta that underflows when divided is rejected") {
  CHECK_THROWS_AS(calibrate_stable_histogram({119, 1e-300}, Neighbors::replace), OutOfRange);
  CHECK(calibrate_stable_histogram({119, 1e-300}, Neighbors::add_remove).threshold > 1);
  CHECK(calibrate_stable_histogram({1, 1e-300}, Neighbors::replace).threshold > 1000);
}

}  // namespace
}  // namespace logstar
