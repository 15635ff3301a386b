#include "logstar/privacy/rounding.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <vector>

using namespace logstar;

namespace {

// 332 bits: sums, products and quotients of the doubles below are exact or almost exact.
using Wide100 = boost::multiprecision::cpp_bin_float_100;
// 168 bits: three times the precision of a double.
using Precise = boost::multiprecision::cpp_bin_float_50;

constexpr double kMax = std::numeric_limits<double>::max();

// Doubles of both signs over 200 binary orders of magnitude, fixed seed.
std::vector<double> samples(std::size_t count, double least_exponent, double greatest_exponent) {
  std::mt19937_64 bits(20240501);
  std::uniform_real_distribution<double> mantissa(1, 2);
  std::uniform_real_distribution<double> exponent(least_exponent, greatest_exponent);
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const double size = std::ldexp(mantissa(bits), static_cast<int>(exponent(bits)));
    values.push_back(bits() % 2 == 0 ? size : -size);
  }
  return values;
}

struct Operation {
  const char* name;
  double (*up)(double, double);
  double (*down)(double, double);
  std::function<Wide100(const Wide100&, const Wide100&)> exact;
};

const Operation kOperations[] = {
    {"add", add_up, add_down, [](const Wide100& a, const Wide100& b) { return Wide100(a + b); }},
    {"subtract", subtract_up, subtract_down,
     [](const Wide100& a, const Wide100& b) { return Wide100(a - b); }},
    {"multiply", multiply_up, multiply_down,
     [](const Wide100& a, const Wide100& b) { return Wide100(a * b); }},
    {"divide", divide_up, divide_down,
     [](const Wide100& a, const Wide100& b) { return Wide100(a / b); }},
};

struct Function {
  const char* name;
  double (*library)(double);
  double (*up)(double);
  double (*down)(double);
  std::function<Precise(const Precise&)> exact;
  double least;
  double greatest;
};

const Function kFunctions[] = {
    {"exp", std::exp, exp_up, exp_down, [](const Precise& x) { return Precise(exp(x)); }, -700,
     700},
    {"expm1", std::expm1, expm1_up, expm1_down, [](const Precise& x) { return Precise(expm1(x)); },
     -40, 700},
    {"log", std::log, log_up, log_down, [](const Precise& x) { return Precise(log(x)); }, 0, kMax},
    {"log1p", std::log1p, log1p_up, log1p_down, [](const Precise& x) { return Precise(log1p(x)); },
     -1, kMax},
};

// Arguments of every size in the function's range, and many near its zeros.
std::vector<double> arguments(const Function& f) {
  std::vector<double> inside;
  for (const double x : samples(3000, -60, 60)) {
    if (x > f.least && x < f.greatest) inside.push_back(x);
    if (std::fabs(x) < 0.5 && 1 + x > f.least) inside.push_back(1 + x);
  }
  for (const double x : {1e-300, 5e-324, 1 - 0x1p-53, 1 + 0x1p-52, 1e300, -1e-300, -1 + 0x1p-53}) {
    if (x > f.least && x < f.greatest) inside.push_back(x);
  }
  return inside;
}

}  // namespace

TEST_CASE("a step goes to the next double, across zero, subnormals and up to infinity") {
  constexpr double kMin = std::numeric_limits<double>::denorm_min();
  std::vector<double> values = samples(2000, -1070, 1020);
  for (const double size : {0.0, kMin, 7 * kMin, 0x1p-1022, 1.0, kMax, double(INFINITY)}) {
    values.insert(values.end(), {size, -size, std::nextafter(size, 0), -std::nextafter(size, 0)});
  }
  for (const double x : values) {
    double up = x;
    for (int steps = 0; steps <= 9; ++steps) {
      INFO(x << ", " << steps << " steps");
      CHECK(step_up(x, steps) == up);
      CHECK(std::signbit(step_up(x, steps)) == std::signbit(up));
      CHECK(step_down(-x, steps) == -up);
      up = std::nextafter(up, INFINITY);
    }
  }
  CHECK(std::isnan(step_up(NAN)));
}

TEST_CASE("add, subtract, multiply and divide enclose the exact result within one step") {
  const std::vector<double> values = samples(4000, -100, 100);
  for (const Operation& operation : kOperations) {
    INFO(operation.name);
    int outside = 0;
    int wide = 0;
    for (std::size_t i = 0; i + 1 < values.size(); ++i) {
      const double up = operation.up(values[i], values[i + 1]);
      const double down = operation.down(values[i], values[i + 1]);
      const Wide100 exact = operation.exact(Wide100(values[i]), Wide100(values[i + 1]));
      if (Wide100(down) > exact || Wide100(up) < exact) ++outside;
      if (up > step_up(down)) ++wide;
    }
    CHECK(outside == 0);
    CHECK(wide == 0);
  }
}

// A product's rounding error is computed from halves of its factors, if these are doubles.
TEST_CASE("products and quotients of very unlike sizes are enclosed within one step as well") {
  const std::vector<double> small = samples(2000, -420, -380);
  const std::vector<double> large = samples(2000, 300, 420);
  const auto encloses = [](double down, double up, const Wide100& exact) {
    return Wide100(down) <= exact && Wide100(up) >= exact && up <= step_up(down);
  };
  for (std::size_t i = 0; i < small.size(); ++i) {
    const double a = small[i];
    const double b = large[i];
    CHECK(encloses(multiply_down(a, b), multiply_up(a, b), Wide100(a) * b));
    CHECK(encloses(divide_down(a, b), divide_up(a, b), Wide100(a) / b));
    CHECK(encloses(divide_down(b, a), divide_up(b, a), Wide100(b) / a));
  }
}

TEST_CASE("an exact result is kept: 1 + 2 is 3, 10 * 0.5 is 5, 1 / 8 is 0.125 on both sides") {
  CHECK(add_up(1, 2) == 3);
  CHECK(add_down(1, 2) == 3);
  CHECK(multiply_up(10, 0.5) == 5);
  CHECK(multiply_down(10, 0.5) == 5);
  CHECK(divide_up(1, 8) == 0.125);
  CHECK(divide_down(1, 8) == 0.125);
  CHECK(sqrt_up(9) == 3);
  CHECK(sqrt_down(9) == 3);
  CHECK(exp_up(0) == 1);
  CHECK(log_up(1) == 0);
}

TEST_CASE("ten times the double 0.1 is more than 1, because that double exceeds 0.1") {
  CHECK(multiply_up(10, 0.1) == 1 + 0x1p-52);
  CHECK(multiply_down(10, 0.1) == 1);
}

TEST_CASE("square roots enclose the exact result within one step") {
  int outside = 0;
  for (const double x : samples(4000, -100, 100)) {
    const double square = std::fabs(x);
    const double up = sqrt_up(square);
    const double down = sqrt_down(square);
    if (Wide100(down) * down > square || Wide100(up) * up < square || up > step_up(down)) ++outside;
  }
  CHECK(outside == 0);
}

TEST_CASE("exp, expm1, log and log1p enclose the exact result") {
  for (const Function& f : kFunctions) {
    INFO(f.name);
    int outside = 0;
    for (const double x : arguments(f)) {
      const Precise exact = f.exact(Precise(x));
      if (Precise(f.down(x)) > exact || Precise(f.up(x)) < exact) ++outside;
    }
    CHECK(outside == 0);
  }
}

TEST_CASE("the platform's functions stay within a quarter of the margin") {
  for (const Function& f : kFunctions) {
    INFO(f.name);
    int far = 0;
    for (const double x : arguments(f)) {
      const Precise exact = f.exact(Precise(x));
      const double nearest = f.library(x);
      if (Precise(step_down(nearest, kLibraryUlps / 4)) > exact) ++far;
      if (Precise(step_up(nearest, kLibraryUlps / 4)) < exact) ++far;
    }
    CHECK(far == 0);
  }
}

TEST_CASE("results too large for a double are bounded by infinity and the greatest double") {
  CHECK(add_up(kMax, kMax) == kInfinity);
  CHECK(add_down(kMax, kMax) == kMax);
  CHECK(add_up(-kMax, -kMax) == -kMax);
  CHECK(multiply_up(kMax, 2) == kInfinity);
  CHECK(multiply_down(kMax, 2) == kMax);
  CHECK(divide_down(kMax, 0.5) == kMax);
  CHECK(exp_up(1000) == kInfinity);
  CHECK(std::isfinite(exp_down(1000)));
}

TEST_CASE("results too small for a double are bounded by a positive double and 0") {
  CHECK(multiply_up(1e-200, 1e-200) > 0);
  CHECK(multiply_down(1e-200, 1e-200) == 0);
  CHECK(divide_up(1e-200, 1e200) > 0);
  CHECK(divide_down(1e-200, 1e200) == 0);
  CHECK(multiply_up(-1e-200, 1e-200) == 0);
  CHECK(multiply_down(-1e-200, 1e-200) < 0);
  CHECK(exp_up(-1000) > 0);
  CHECK(exp_down(-1000) == 0);
}

TEST_CASE("whole numbers beyond 2^53 are enclosed") {
  const std::uint64_t odd = (std::uint64_t{1} << 60) + 1;
  CHECK(Wide100(count_up(odd)) >= Wide100(odd));
  CHECK(Wide100(count_down(odd)) <= Wide100(odd));
  CHECK(count_up(1000) == 1000);
  CHECK(count_down(1000) == 1000);
}
