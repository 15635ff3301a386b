#include "logstar/support/decimal.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace logstar {
namespace {

/// The C library's output, with the fewest digits that it parses back.
std::string shortest_of_printf(double value) {
  char text[32];
  for (int digits = 1; digits <= 17; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (std::strtod(text, nullptr) == value) break;
  }
  return text;
}

double read_of_printf(double value, int decimals) {
  char text[800];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return std::strtod(text, nullptr);
}

/// Numbers that lie unevenly, change the form of their text, or carry through all digits.
std::vector<double> awkward() {
  using Limits = std::numeric_limits<double>;
  std::vector<double> values = {Limits::denorm_min(),
                                Limits::min(),
                                Limits::max(),
                                9.5,
                                0.1,
                                0.3,
                                9999999.5,
                                0.00099999,
                                1e-4,
                                1e-5,
                                1e6,
                                1e22,
                                1e23,
                                5e-324,
                                1.5,
                                9007199254740993.0,
                                123456.5,
                                99999.95,
                                0.1 + 0.2};
  for (int power = -1074; power < 1024; power += 3) values.push_back(std::ldexp(1, power));
  const std::size_t size = values.size();
  for (std::size_t i = 0; i < size; ++i) {
    values.push_back(std::nextafter(values[i], Limits::infinity()));
    values.push_back(std::nextafter(values[i], 0));
    values.push_back(-values[i]);
  }
  return values;
}

TEST_CASE(
    "a number is written as the C library writes it, with the fewest digits that parse back") {
  for (const double value : awkward()) CHECK(shortest_text(value) == shortest_of_printf(value));
  std::mt19937_64 bits(1);
  for (int i = 0; i < 5000; ++i) {
    const double any = std::bit_cast<double>(bits());
    CHECK(shortest_text(any) == shortest_of_printf(any));
    const double decimal = static_cast<double>(bits() % 100000) / 1000;
    CHECK(shortest_text(decimal) == shortest_of_printf(decimal));
  }
}

TEST_CASE("rounding to decimals matches the number that the C library writes and parses") {
  for (const double value : awkward()) {
    for (const int decimals : {0, 1, 13, 340}) {
      if (std::fabs(value) > 1e300) continue;  // may be written as more than the largest double
      CHECK(to_decimals(value, decimals) == read_of_printf(value, decimals));
    }
  }
  std::mt19937_64 bits(2);
  for (int i = 0; i < 1000; ++i) {
    const double value =
        std::ldexp(static_cast<double>(bits() >> 11), -static_cast<int>(bits() % 160));
    const int decimals = static_cast<int>(bits() % 40);
    CHECK(to_decimals(value, decimals) == read_of_printf(value, decimals));
  }
}

TEST_CASE("a tie rounds to the even digit, and a carry reaches the first digit") {
  CHECK(to_decimals(0.5, 0) == 0);
  CHECK(to_decimals(1.5, 0) == 2);
  CHECK(to_decimals(2.5, 0) == 2);
  CHECK(to_decimals(0.375, 2) == 0.38);
  CHECK(to_decimals(-99.9999, 2) == -100);
  CHECK(to_decimals(0.004, 2) == 0);
}

}  // namespace
}  // namespace logstar
