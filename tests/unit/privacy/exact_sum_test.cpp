#include "logstar/privacy/exact_sum.hpp"

#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace logstar;

namespace {

using Integer = boost::multiprecision::cpp_int;

// x times 2^1074, a whole number.
Integer scaled(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const Integer mantissa(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
  const int shift = exponent - 53 + 1074;
  return shift >= 0 ? Integer(mantissa << shift) : Integer(mantissa >> -shift);
}

std::vector<double> samples(std::size_t count) {
  std::mt19937_64 bits(7);
  std::uniform_real_distribution<double> mantissa(1, 2);
  std::uniform_int_distribution<int> exponent(-1080, 60);
  std::vector<double> values;
  while (values.size() < count) values.push_back(std::ldexp(mantissa(bits), exponent(bits)));
  return values;
}

}  // namespace

TEST_CASE("0.1 added ten times and subtracted ten times leaves 0") {
  ExactSum sum;
  for (int i = 0; i < 10; ++i) sum.add(0.1);
  CHECK(sum > ExactSum(1));  // the double 0.1 is above a tenth
  CHECK(sum.round_down() == 1);
  for (int i = 0; i < 10; ++i) sum.subtract(0.1);
  CHECK(sum == ExactSum());
}

TEST_CASE("1 plus the smallest double is larger than 1") {
  ExactSum sum(1);
  sum.add(std::numeric_limits<double>::denorm_min());
  CHECK(sum > ExactSum(1));
  CHECK(sum.round_down() == 1);
}

TEST_CASE("sums of doubles of every size agree with whole numbers of any width") {
  const std::vector<double> values = samples(2000);
  ExactSum sum;
  Integer exact = 0;
  int wrong = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum.add(values[i]);
    exact += scaled(values[i]);
    if (i % 3 == 2) {
      sum.subtract(values[i - 1]);
      exact -= scaled(values[i - 1]);
    }
    const double below = sum.round_down();
    if (scaled(below) > exact) ++wrong;
    if (scaled(std::nextafter(below, INFINITY)) <= exact) ++wrong;
  }
  CHECK(wrong == 0);
}

TEST_CASE("a sum carries over any number of words") {
  const double least = std::numeric_limits<double>::denorm_min();
  ExactSum sum(0x1p190);
  sum.subtract(least);  // every bit below 2^190
  CHECK(sum < ExactSum(0x1p190));
  sum.add(least);
  CHECK(sum == ExactSum(0x1p190));
  // The upper part of a mantissa that lies across two words, onto a word that is full.
  for (int exponent = -1030; exponent < 150; ++exponent) {
    const double across = std::ldexp(1 + 0x1p-52, exponent);
    ExactSum full(0x1p190);
    full.subtract(across);
    full.add(across);
    CHECK(full == ExactSum(0x1p190));
  }
}

TEST_CASE("a single double returns as itself, subnormal ones too") {
  int wrong = 0;
  for (const double value : samples(2000)) {
    if (ExactSum(value).round_down() != value) ++wrong;
  }
  CHECK(wrong == 0);
  for (const double value : {5e-324, 3e-310, 2.2250738585072014e-308, 0x1p199}) {
    CHECK(ExactSum(value).round_down() == value);
  }
}

TEST_CASE("exact sums are ordered as the numbers are") {
  const std::vector<double> values = samples(300);
  int wrong = 0;
  for (const double a : values) {
    for (const double b : values) {
      if ((ExactSum(a) < ExactSum(b)) != (a < b)) ++wrong;
    }
  }
  CHECK(wrong == 0);
}
