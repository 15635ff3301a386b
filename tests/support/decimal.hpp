// Numbers of any size in full, for tests that compare printed output.
#pragma once

#include <algorithm>
#include <string>

#include "logstar/randomness/natural.hpp"

namespace logstar::testing {

/// All decimal digits.
inline std::string decimal(Natural number) {
  std::string digits;
  do {
    digits += static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
  } while (number > 0);
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace logstar::testing
