// The steps of scores: exact floors, and sensitivities that decimals cannot keep.
#include "logstar/selection/score_steps.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "logstar/randomness/natural.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::score_steps_test {
namespace {

/// floor(score / sensitivity) on the doubles' own fractions.
std::int64_t floor_of(double score, double sensitivity) {
  int exponent = 0;
  const double digits = std::frexp(sensitivity, &exponent);
  // sensitivity = odd 2^shift, score = whole 2^shift 2^-extra; all of it fits.
  const auto whole = static_cast<Int128>(std::ldexp(digits, kSensitivityBits));
  constexpr int kExtra = 40;
  const double scaled = std::ldexp(score, kSensitivityBits - exponent + kExtra);
  const auto numerator = static_cast<Int128>(std::floor(scaled));
  const Int128 denominator = whole << kExtra;
  Int128 quotient = numerator / denominator;
  if (numerator % denominator != 0 && numerator < 0) --quotient;
  return static_cast<std::int64_t>(quotient);
}

TEST_CASE("a step is the floor of the exact quotient, where a rounded one is not") {
  CHECK(step_of(0.75, 0.25) == 3);
  CHECK(step_of(-0.75, 0.25) == -3);
  CHECK(step_of(-0x1p-60, 1) == -1);
  // Rounding the quotient gives 1, so these two, one step apart, would move by 2.
  CHECK(step_of(1 - 0x1p-53, 1) == 0);
  CHECK(step_of(3 * (1 - 0x1p-53), 3) == 0);
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int> digits(1, (1 << kSensitivityBits) - 1);
  std::uniform_real_distribution<double> steps(-1000, 1000);
  for (int i = 0; i < 100'000; ++i) {
    const double sensitivity = std::ldexp(digits(random), -12);
    const double near = sensitivity * std::round(steps(random));
    for (const double score : {near, std::nextafter(near, 1e9), std::nextafter(near, -1e9),
                               sensitivity * steps(random)}) {
      REQUIRE(step_of(score, sensitivity) == floor_of(score, sensitivity));
    }
  }
}

TEST_CASE("steps of scores that a sensitivity apart move by at most 1, up to 2^52") {
  std::mt19937_64 random(8);
  std::uniform_int_distribution<int> digits(1, (1 << kSensitivityBits) - 1);
  std::uniform_int_distribution<std::int64_t> wholes(-(std::int64_t(1) << 51), std::int64_t(1)
                                                                                   << 51);
  for (int i = 0; i < 100'000; ++i) {
    const double sensitivity = digits(random);
    const double low = static_cast<double>(wholes(random)) * 0.5;
    const double high = low + sensitivity;  // exact: halves below 2^52
    const auto moved = *step_of(high, sensitivity) - *step_of(low, sensitivity);
    REQUIRE(moved == 1);
  }
}

TEST_CASE("control: the floor of a rounded quotient moves by 2") {
  const double low = -0x1p-60;
  const double high = low + 1;  // rounded to 1 where doubles are coarse; so is the quotient
  CHECK(std::floor(high / 1) - std::floor(low / 1) == 2);
  // In thirds no rounding of the sum is to blame: high - low <= 3.
  const double third_low = -0x1p-70;
  const double third_high = 3 * (1 - 0x1p-53);
  CHECK(third_high - third_low <= 3);
  CHECK(*step_of(third_high, 3) - *step_of(third_low, 3) == 1);
}

TEST_CASE("a sensitivity of more than 20 binary digits is refused with the next one") {
  CHECK_NOTHROW(check_sensitivity(0.25));
  CHECK_NOTHROW(check_sensitivity(1'000'000));
  CHECK_NOTHROW(check_sensitivity(0.10000002384185791));
  CHECK_THROWS_WITH(
      check_sensitivity(0.1),
      "sensitivity must be a number of at most 20 binary digits, such as 0.10000002384185791, got "
      "0.1");
  for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                             std::numeric_limits<double>::quiet_NaN(), 0x1p-1010}) {
    CHECK_THROWS_AS(check_sensitivity(wrong), OutOfRange);
  }
}

TEST_CASE("tenths move by more than the double 0.1, and by less than the next sensitivity") {
  int by_two = 0;
  for (int tenths = 0; tenths < 1000; ++tenths) {
    const double low = tenths / 10.0;
    const double high = (tenths + 1) / 10.0;
    by_two += *step_of(high, 0.1) - *step_of(low, 0.1) == 2;
    const double next = 0.10000002384185791;
    CHECK(*step_of(high, next) - *step_of(low, next) <= 1);
  }
  CHECK(by_two == 153);
}

TEST_CASE("a score that is no number or too far has no step, and the error tells no score") {
  const double inf = std::numeric_limits<double>::infinity();
  CHECK_FALSE(step_of(std::numeric_limits<double>::quiet_NaN(), 1));
  CHECK_FALSE(step_of(inf, 1));
  CHECK_FALSE(step_of(0x1p53, 1));
  CHECK(step_of(0x1p52, 1) == std::int64_t(1) << 52);
  const std::vector<double> scores = {1, inf};
  CHECK_THROWS_WITH(steps_of("scores", scores, 1),
                    "scores must be within 2^52 times the sensitivity either way, got another one "
                    "among them");
  CHECK_THROWS_WITH(public_step_of("others", inf, 1),
                    "others must be within 2^52 times the sensitivity either way, got inf");
}

}  // namespace
}  // namespace logstar::testing::score_steps_test
