// Searches for the edge of what a check accepts: the same edge, whatever the search knows of the value.
#include "logstar/privacy/bisection.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <stdexcept>

#include "logstar/privacy/optimal_composition.hpp"

namespace logstar::testing::bisection_test {
namespace {

struct Curve {
  const char* name;
  double least, greatest, limit;
  std::function<double(double)> value;
};

/// Rising values as calibrations have them, and some that bend: none is a straight line on both logarithmic scales.
const Curve kCurves[] = {
    {"a power", 0, 1e4, 1e-6, [](double x) { return x * x * x; }},
    {"a tail", 0x1p-20, 32, 1e-6, [](double x) { return std::erfc(1 / x); }},
    {"a step", 0, 400, 0.5, [](double x) { return x > 0.1 ? 1.0 : 0.0; }},
    {"nothing accepted", 1, 2, 0.5, [](double x) { return x; }},
    {"all accepted", 1, 2, 5, [](double x) { return x; }},
    {"a curve that is flat at first", 0, 100, 1e-3,
     [](double x) { return x < 3 ? 0 : std::expm1(x - 3); }},
    // A guess at its crossing brought the search no nearer, without end.
    {"a value at its limit", 0x1p-20, 32, 1e-3, [](double x) { return x < 1 ? 1e-3 : 1.1e-3; }},
    {"a composition", 0, 404, 1e-6,
     [](double x) {
       return optimal_delta({x, 0}, 300, 1);
     }},
};

TEST_CASE("a search by values finds the edge that halving finds") {
  for (const Curve& curve : kCurves) {
    INFO(curve.name);
    const double halved = largest_accepted(curve.least, curve.greatest,
                                           [&](double x) { return curve.value(x) <= curve.limit; });
    int evaluations = 0;
    const auto counting = [&](double x) {
      if (++evaluations > 200) throw std::runtime_error("the search does not end");
      return curve.value(x);
    };
    CHECK(largest_within(curve.least, curve.greatest, curve.limit, counting) == halved);
  }
}

// The search took a place for accepted as one above it was.
TEST_CASE("a search by values has checked its answer, even if rounding makes the value uneven") {
  const auto uneven = [](double x) {
    const bool is_odd = std::bit_cast<std::uint64_t>(x) % 64 < 32;
    return is_odd ? x * (1 + 0x1p-36) : x;
  };
  for (double limit = 0.1; limit < 0.2; limit += 0.001) {
    INFO(limit);
    CHECK(uneven(largest_within(0, 400, limit, uneven)) <= limit);
  }
}

TEST_CASE("a search by values takes half of the evaluations, and few for a second limit") {
  const Curve& composition = kCurves[7];
  int evaluations = 0;
  const auto counting = [&](double x) {
    ++evaluations;
    return composition.value(x);
  };
  Evaluated evaluated;
  largest_within(composition.least, composition.greatest, 1e-6, counting, evaluated);
  CHECK(evaluations <= 30);  // halving takes 62
  evaluations = 0;
  largest_within(composition.least, composition.greatest, 1.1e-6, counting, evaluated);
  CHECK(evaluations <= 14);
}

}  // namespace
}  // namespace logstar::testing::bisection_test
