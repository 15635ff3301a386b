#include "logstar/privacy/normal_noise.hpp"

#include <cmath>
#include <numbers>

namespace logstar {

double tail_of_normal(double x) { return std::erfc(x / std::numbers::sqrt2) / 2; }

double delta_of_normal(double shift, double epsilon) {
  if (shift == 0) return epsilon < 0 ? -std::expm1(epsilon) : 0;
  const double near = epsilon / shift - shift / 2;
  const double far = epsilon / shift + shift / 2;
  const double shared = std::exp(-near * near / 2);
  // e^epsilon P[N > far] is P[N > near] of as many sigmas more: by Mills's ratio where e^epsilon would overflow.
  const double other = far > 20 ? shared / (far * std::sqrt(2 * std::numbers::pi))
                                : std::exp(epsilon) * tail_of_normal(far);
  return tail_of_normal(near) - other;
}

}  // namespace logstar
