#include "logstar/privacy/normal_noise.hpp"

#include <cmath>
#include <numbers>

namespace logstar {

double normal_tail(double x) { return std::erfc(x / std::numbers::sqrt2) / 2; }

double normal_delta(double shift, double epsilon) {
  if (shift == 0) return epsilon < 0 ? -std::expm1(epsilon) : 0;
  const double far = normal_tail(epsilon / shift + shift / 2);
  const double less = far > 0 ? std::exp(epsilon + std::log(far)) : 0;
  return normal_tail(epsilon / shift - shift / 2) - less;
}

}  // namespace logstar
