// Exact Bernoulli(e^-x), geometric and discrete Laplace draws from uniform integers.
#pragma once

#include <cstdint>

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/rational.hpp"

namespace logstar {

/// `filter_width`: half the width of the band around e^-x in which 64 random bits do not decide
/// (kFilterWidth).
bool draw_bernoulli_exp(BitPool& bits, const Rational& x, double filter_width);
std::int64_t draw_geometric(BitPool& bits, const Rational& rate);
std::int64_t draw_discrete_laplace(BitPool& bits, const Rational& rate);

}  // namespace logstar
