#include "randomness/natural.hpp"

#include <algorithm>

namespace logstar {

std::string show(const Natural& value) {
  std::string digits;
  Natural rest = abs(value);
  do {
    digits += static_cast<char>('0' + static_cast<int>(rest % 10));
    rest /= 10;
  } while (rest > 0);
  if (value < 0) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace logstar
