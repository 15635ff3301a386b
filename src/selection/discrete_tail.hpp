// Tails of discrete Laplace noise: P[k] proportional to q^|k|, q = e^-rate.
#pragma once

#include <cstdint>

namespace logstar {

/// The least whole number k >= 0 with P[noise >= k] = q^k / (1 + q) <= probability. Rounding can
/// only make it larger. Errors: OutOfRange for a probability of 0 (a share of a delta too small to
/// be divided), and for a rate so small that k would be 2^62 or more.
std::int64_t laplace_tail_start(double rate, double probability);

}  // namespace logstar
