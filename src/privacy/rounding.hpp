// Arithmetic on doubles that errs on a chosen side, so that a computed privacy loss is at least the true one
// and a computed threshold at least the proved one.
//
// Every `_up` function returns a double at or above the exact real result for these exact arguments, every
// `_down` function one at or below it.
//   add, multiply, divide, square root: the nearest double on that side; an exact result is kept.
//     (Below 1e-280 multiply and divide may go one step further, since an error term there may
//     not be a double.)
//   exp, expm1, log, log1p: the platform's result moved by kLibraryUlps steps.
//
// Assumptions, the whole of them:
//   - IEEE 754 doubles, rounded to nearest, nothing wider in between (checked at compile time), fused
//     multiply-add only where the source has it (-ffp-contract=off), and sums in the order of the source. With
//     -ffast-math add_up(1, 1e-20) is 1 (it does not compile).
//   - The platform's exp, expm1, log and log1p are wrong by at most 8 units in the last place.
//     glibc and musl, which is what WebAssembly links, stay below 1 (Gladman, Innocente, Mather,
//     Zimmermann, "Accuracy of mathematical functions", measured worst cases); the test suite
//     measures it again, on each platform it runs on.
// The processor's rounding mode is not used: WebAssembly has only one.
#pragma once

#include <cfloat>
#include <cstdint>
#include <limits>

#ifdef __FAST_MATH__
#error "logstar cannot be compiled with -ffast-math: what is rounded up would not be"
#endif

namespace logstar {

static_assert(std::numeric_limits<double>::is_iec559 && FLT_EVAL_METHOD == 0,
              "directed rounding needs IEEE doubles without hidden precision");

inline constexpr int kLibraryUlps = 8;
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The double `steps` places above (or below) x. Infinities and NaN stay, except that the double
/// below +infinity is the greatest finite one.
double step_up(double x, int steps = 1);
double step_down(double x, int steps = 1);

double add_up(double a, double b);
double add_down(double a, double b);
double subtract_up(double a, double b);
double subtract_down(double a, double b);
double multiply_up(double a, double b);
double multiply_down(double a, double b);
/// b is not 0.
double divide_up(double a, double b);
double divide_down(double a, double b);
/// x >= 0.
double sqrt_up(double x);
double sqrt_down(double x);

double exp_up(double x);
double exp_down(double x);
/// e^x - 1, precise near 0.
double expm1_up(double x);
double expm1_down(double x);
/// ln(x), x >= 0.
double log_up(double x);
double log_down(double x);
/// ln(1 + x), precise near 0, x >= -1.
double log1p_up(double x);
double log1p_down(double x);

/// A whole number as a double at or above it (`_up`), at or below it (`_down`).
double count_up(std::uint64_t count);
double count_down(std::uint64_t count);

}  // namespace logstar
