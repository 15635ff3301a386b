#include "real.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace logstar::testing {
namespace {

/// Below it 1 - e^x loses digits, which a series keeps.
const Real kSmall("1e-8");

/// The permitted error in the last digits of a price of 80 digits.
const Real kLastDigits("1e-60");

double shown(const Real& x) { return x.convert_to<double>(); }

}  // namespace

Real real_exp(const Real& x) {
  if (x < -1e9) return 0;
  return boost::multiprecision::exp(x);
}

Real real_expm1(const Real& x) {
  if (abs(x) > kSmall) return real_exp(x) - 1;
  Real sum = 0;
  Real term = x;
  for (int i = 2; i < 18; ++i) {
    sum += term;
    term *= x / i;
  }
  return sum + term;
}

Real real_log(const Real& x) { return boost::multiprecision::log(x); }

Real real_log1p(const Real& x) {
  if (abs(x) > kSmall) return real_log(1 + x);
  Real sum = 0;
  Real power = x;
  for (int i = 1; i < 18; ++i) {
    sum += (i % 2 == 1 ? power : Real(-power)) / i;
    power *= x;
  }
  return sum;
}

Real real_sqrt(const Real& x) { return boost::multiprecision::sqrt(x); }

void check_enough(double charged, const Real& price) {
  INFO("charged " << charged << ", price " << shown(price));
  CHECK_FALSE(std::isnan(charged));
  if (std::isfinite(charged)) CHECK(Real(charged) >= price - abs(price) * kLastDigits);
}

void check_charged(double charged, const Real& price, double slack) {
  check_enough(charged, price);
  INFO("charged " << charged << ", price " << shown(price));
  const bool beyond_doubles = price > std::numeric_limits<double>::max();
  if (beyond_doubles) return;
  CHECK(std::isfinite(charged));
  if (std::isfinite(charged)) CHECK(Real(charged) <= price * (1 + Real(slack)) + Real(1e-300));
}

void check_within(double used, const Real& permitted) {
  INFO("used " << used << ", permitted " << shown(permitted));
  CHECK(std::isfinite(used));
  if (std::isfinite(used)) CHECK(Real(used) <= permitted + abs(permitted) * kLastDigits);
}

void check_spent(const Real& spent, const Real& permitted, double slack) {
  INFO("spent " << shown(spent) << ", permitted " << shown(permitted));
  CHECK(spent <= permitted + abs(permitted) * kLastDigits);
  CHECK(spent >= permitted * (1 - Real(slack)) - Real(1e-300));
}

void check_used(double used, const Real& permitted, double slack) {
  check_within(used, permitted);
  INFO("used " << used << ", permitted " << shown(permitted));
  if (std::isfinite(used)) CHECK(Real(used) >= permitted * (1 - Real(slack)) - Real(1e-300));
}

}  // namespace logstar::testing
