// Rates of noise: how fast a noise's probability falls per record, 1 over its scale.
#pragma once

#include <cstdint>
#include <string_view>

#include "logstar/randomness/rational.hpp"
#include "logstar/sparse_vector/query_grid.hpp"

namespace logstar {

/// The largest number with 24 significant bits that is not above `rate`. Less rate is more noise,
/// so rounding this way never costs privacy (and at most 2^-23 of accuracy); with short numerators
/// a draw fits machine words, which is ten times faster.
double short_rate_down(double rate);

/// `rate` per record, as the exact rate per grid step.
Rational rate_per_step(double rate, QueryGrid grid);

/// Throws OutOfRange, blaming `option`, unless the sampler supports the rate per step: at least 2^-40.
void check_rate(std::string_view option, double value, double rate, QueryGrid grid);

/// The least a >= 0 with P[X > a] <= probability, in steps, for X discrete Laplace of this rate per
/// record (so P[X < -a] too), and for X geometric. Rounded up. 0 < probability < 1.
std::int64_t laplace_tail_steps(double rate, QueryGrid grid, double probability);
std::int64_t geometric_tail_steps(double rate, QueryGrid grid, double probability);

}  // namespace logstar
