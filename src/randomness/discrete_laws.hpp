// Exact Bernoulli(e^-x), geometric and discrete Laplace draws from uniform integers.
#pragma once

#include <cstdint>

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/rational.hpp"

namespace logstar {

bool draw_bernoulli_exp(BitPool& bits, const Rational& x);
std::int64_t draw_geometric(BitPool& bits, const Rational& rate);
std::int64_t draw_discrete_laplace(BitPool& bits, const Rational& rate);

}  // namespace logstar
