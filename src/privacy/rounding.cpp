#include "logstar/privacy/rounding.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace logstar {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();
// Below this the error of a product or quotient may be too small to be a double.
constexpr double kErrorMayVanish = 1e-280;

// Within these bounds, the halves of a number, their products and the errors of the products are doubles.
constexpr double kMinSplit = 1e-120;
constexpr double kMaxSplit = 1e120;

bool can_split(double x) {
  const double size = std::fabs(x);
  return size > kMinSplit && size < kMaxSplit;
}

// Exactly a * b - product, if product is the nearest double. Where fma is not an instruction, as in
// WebAssembly, Dekker's product of halves is ten times as fast.
double lost_of(double a, double b, double product) {
  if (!can_split(a) || !can_split(b)) return std::fma(a, b, -product);
  constexpr double kHalves = 0x1p27 + 1;
  const double a_scaled = kHalves * a;
  const double a_high = a_scaled - (a_scaled - a);
  const double a_low = a - a_high;
  const double b_scaled = kHalves * b;
  const double b_high = b_scaled - (b_scaled - b);
  const double b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

// The double above a result too small for its error to be known; 0 if the exact value is negative
// and has vanished altogether.
double above_tiny(double rounded, bool negative) {
  return rounded == 0 && negative ? 0 : step_up(rounded);
}

// A result of -infinity for finite arguments is an overflow: the exact value is finite.
double overflow_up(double rounded, bool finite_arguments) {
  return finite_arguments && rounded == -kInfinity ? -kMax : rounded;
}

}  // namespace

// As integers, the bit patterns of non-negative doubles are in the order of their values, so a step is 1.
double step_up(double x, int steps) {
  if (std::isnan(x) || steps == 0) return x;
  const auto size = std::bit_cast<std::int64_t>(std::fabs(x));
  const std::int64_t place = (std::signbit(x) ? -size : size) + steps;
  if (place <= 0) return -std::bit_cast<double>(-place);
  return std::bit_cast<double>(std::min(place, std::bit_cast<std::int64_t>(kInfinity)));
}

double step_down(double x, int steps) { return -step_up(-x, steps); }

double add_up(double a, double b) {
  const double sum = a + b;
  if (!std::isfinite(sum)) return overflow_up(sum, std::isfinite(a) && std::isfinite(b));
  // Knuth's two-sum: `error` is exactly a + b - sum.
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  const double error = (a - a_part) + (b - b_part);
  return error > 0 ? step_up(sum) : sum;
}

double add_down(double a, double b) { return -add_up(-a, -b); }
double subtract_up(double a, double b) { return add_up(a, -b); }
double subtract_down(double a, double b) { return add_down(a, -b); }

double multiply_up(double a, double b) {
  if (a == 0 || b == 0) return 0;  // also 0 times infinity: no steps, no loss
  const double product = a * b;
  if (!std::isfinite(product)) return overflow_up(product, std::isfinite(a) && std::isfinite(b));
  if (std::fabs(product) < kErrorMayVanish) return above_tiny(product, (a < 0) != (b < 0));
  return lost_of(a, b, product) > 0 ? step_up(product) : product;
}

double multiply_down(double a, double b) { return -multiply_up(-a, b); }

double divide_up(double a, double b) {
  if (a == 0) return 0;
  const double quotient = a / b;
  if (!std::isfinite(quotient)) return overflow_up(quotient, std::isfinite(a) && b != 0);
  if (std::isinf(b)) return quotient;  // a zero, and the exact value
  if (std::fabs(a) < kErrorMayVanish || std::fabs(quotient) < kErrorMayVanish) {
    return above_tiny(quotient, (a < 0) != (b < 0));
  }
  // Exactly a - quotient * b, of which all differences are doubles; the quotient is too small if this
  // has the sign of b.
  const double product = quotient * b;
  const double rest = (a - product) - lost_of(quotient, b, product);
  return rest != 0 && (rest > 0) == (b > 0) ? step_up(quotient) : quotient;
}

double divide_down(double a, double b) { return -divide_up(-a, b); }

// An IEEE square root is the nearest double, so at most one step is needed; fma decides.
double sqrt_up(double x) {
  const double root = std::sqrt(x);
  if (x == 0 || !std::isfinite(root)) return root;
  if (x < kErrorMayVanish) return step_up(root);
  return std::fma(root, root, -x) < 0 ? step_up(root) : root;
}

double sqrt_down(double x) {
  const double root = std::sqrt(x);
  if (x == 0 || !std::isfinite(root)) return root;
  if (x < kErrorMayVanish) return step_down(root);
  return std::fma(root, root, -x) > 0 ? step_down(root) : root;
}

double exp_up(double x) { return x == 0 ? 1 : step_up(std::exp(x), kLibraryUlps); }

double exp_down(double x) {
  return x == 0 ? 1 : std::fmax(0, step_down(std::exp(x), kLibraryUlps));
}

double expm1_up(double x) { return x == 0 ? 0 : step_up(std::expm1(x), kLibraryUlps); }

double expm1_down(double x) {
  return x == 0 ? 0 : std::fmax(-1, step_down(std::expm1(x), kLibraryUlps));
}

double log_up(double x) { return x == 1 ? 0 : step_up(std::log(x), kLibraryUlps); }
double log_down(double x) { return x == 1 ? 0 : step_down(std::log(x), kLibraryUlps); }
double log1p_up(double x) { return x == 0 ? 0 : step_up(std::log1p(x), kLibraryUlps); }
double log1p_down(double x) { return x == 0 ? 0 : step_down(std::log1p(x), kLibraryUlps); }

double count_up(std::uint64_t count) {
  const auto nearest = static_cast<double>(count);
  // Doubles at or above 2^53 may have been rounded either way.
  return nearest < 0x1p53 ? nearest : step_up(nearest);
}

double count_down(std::uint64_t count) {
  const auto nearest = static_cast<double>(count);
  return nearest < 0x1p53 ? nearest : step_down(nearest);
}

}  // namespace logstar
