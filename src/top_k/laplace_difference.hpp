// The tail of the difference of two independent discrete Laplace variables, which decides whether
// one noisy count passes another.
#pragma once

#include <cstdint>

namespace logstar {

/// The least whole number x >= 0 with P[X - Y >= x] <= e^log_probability, X and Y discrete Laplace
/// of this rate, log_probability <= 0. Rounding can only make it larger. The logarithm is taken, so
/// that no probability is too small.
std::int64_t laplace_difference_start(double rate, double log_probability);

/// At least ln P[X - Y >= x], x >= 0. (P with a = e^-rate is a^x / (1 + a)^2 times
/// (1 - a) x + 1 + 2 a^2 / (1 + a), the sum of the convolution's terms.)
double laplace_difference_log_tail(double rate, std::int64_t x);

}  // namespace logstar
