#include "logstar/selection/score_steps.hpp"

#include <cmath>
#include <string>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Let a <= b <= a + s. Then a/s <= b/s <= a/s + 1, so floor(a/s) <= floor(b/s) <= floor(a/s) + 1.
// A rounded quotient breaks this: of a/s = -2^-60 and b/s = 1 - 2^-60 the first has the floor -1, and
// the second, rounded to 1, has 1. So the quotient of the absolute value is corrected. Below 2^52 the rounded one
// is within 1/2, so its floor is off by at most 1, and what is left tells by how much: the right rest is a double
// (that of fmod), and rounding keeps the others below 0, or at s and more.
//
// Accuracy. floor(f/s) >= floor(m/s) - n + 1 for a best score m gives f/s > m/s - n.

namespace logstar {
namespace {

constexpr const char* kStepRange = "within 2^52 times the sensitivity either way";

/// The least number of at most kSensitivityBits digits that is not less.
double rounded_up(double number) {
  int exponent = 0;
  const double digits = std::frexp(number, &exponent);
  return std::ldexp(std::ceil(std::ldexp(digits, kSensitivityBits)), exponent - kSensitivityBits);
}

}  // namespace

void check_sensitivity(double sensitivity) {
  if (!(sensitivity >= 0x1p-1000 && sensitivity <= 0x1p1000)) {
    reject("sensitivity", "a number above 2^-1000 and below 2^1000", sensitivity);
  }
  const double next = rounded_up(sensitivity);
  if (next == sensitivity) return;
  reject("sensitivity", "a number of at most 20 binary digits, such as " + to_text(next),
         sensitivity);
}

std::optional<std::int64_t> step_of(double score, double sensitivity) {
  const double size = std::abs(score);
  double step = std::floor(size / sensitivity);
  // False for a score that is no number as well.
  if (!(step <= kMaxStep)) return std::nullopt;
  double rest = std::fma(-step, sensitivity, size);
  if (rest < 0) {
    --step;
    rest = sensitivity;  // not 0
  } else if (rest >= sensitivity) {
    ++step;
    rest = std::fma(-step, sensitivity, size);
  }
  if (score < 0) step = rest > 0 ? -step - 1 : -step;
  return static_cast<std::int64_t>(step);
}

std::int64_t public_step_of(const char* name, double score, double sensitivity) {
  const auto step = step_of(score, sensitivity);
  if (!step) reject(name, kStepRange, score);
  return *step;
}

std::vector<std::int64_t> steps_of(const char* name, std::span<const double> scores,
                                   double sensitivity) {
  std::vector<std::int64_t> steps;
  steps.reserve(scores.size());
  for (const double score : scores) {
    const auto step = step_of(score, sensitivity);
    if (!step) reject(name, kStepRange, "another one among them");
    steps.push_back(*step);
  }
  return steps;
}

}  // namespace logstar
