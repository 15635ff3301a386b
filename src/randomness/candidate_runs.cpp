#include "logstar/randomness/candidate_runs.hpp"

#include <cmath>

namespace logstar {

BottomScore BottomScore::above(std::int64_t base, double margin) {
  // Scaling by a power of two, floor and the subtraction are exact in doubles; only the ceiling
  // moves the value, upwards.
  const double whole = std::floor(margin);
  const double units = std::ceil(std::ldexp(margin - whole, kFractionBits));
  const auto carry = static_cast<std::int64_t>(units) >> kFractionBits;
  return {base + static_cast<std::int64_t>(whole) + carry,
          static_cast<std::uint32_t>(static_cast<std::int64_t>(units) - (carry << kFractionBits))};
}

}  // namespace logstar
