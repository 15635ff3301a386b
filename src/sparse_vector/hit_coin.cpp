#include "logstar/sparse_vector/hit_coin.hpp"

#include <bit>

namespace logstar {

// With f = k/n and G geometric of rate (rate/n), G mod n is u with probability proportional to e^(-rate u/n). So it is
// below k with probability (1 - e^(-rate k/n)) / (1 - e^(-rate)).
bool is_hit(std::uint32_t steps, QueryGrid grid, const Rational& rate, Randomness& randomness) {
  if (steps == 0) return false;
  const unsigned bits = fraction_bits(grid);
  if (steps >> bits != 0) return true;
  const auto shift = static_cast<unsigned>(std::countr_zero(steps));
  const std::uint64_t n = std::uint64_t(1) << (bits - shift);
  const std::int64_t g = randomness.geometric({rate.numerator, rate.denominator * n});
  return static_cast<std::uint64_t>(g) % n < steps >> shift;
}

}  // namespace logstar
