#include "randomness/natural.hpp"

namespace logstar {

std::string show(const Natural& number) {
  if (number < 0) return "-" + show(Natural(-number));
  const auto bits = number == 0 ? 0 : msb(number) + 1;
  if (bits <= 64) return std::to_string(static_cast<std::uint64_t>(number));
  return "a number of " + std::to_string(bits) + " bits";
}

}  // namespace logstar
