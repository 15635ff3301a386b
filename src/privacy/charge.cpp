#include "logstar/privacy/charge.hpp"

#include <algorithm>
#include <cmath>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

Charge Cost::charge() const {
  check_loss(loss);
  if (rho) return checked_charge({loss.epsilon, loss.delta, *rho});
  return bounded_range ? bounded_range_charge(loss.epsilon, 1, loss.delta) : charge_of(loss);
}

Charge charge_of(const Loss& loss) {
  return checked_charge({loss.epsilon, loss.delta, pure_rho(loss.epsilon)});
}

Charge bounded_range_charge(double epsilon, std::uint64_t steps, double delta) {
  const double k = count_up(steps);
  return checked_charge(
      {multiply_up(k, epsilon), delta, multiply_up(k, bounded_range_rho(epsilon))});
}

Charge to_replace(const Charge& add_remove) {
  const Loss loss = to_replace(Loss{add_remove.epsilon, add_remove.delta});
  // Without a failing event zCDP itself has group privacy. With one, the chain of two steps passes
  // through a law that is split in two different ways, and only the (epsilon, delta) form of the
  // result is at hand.
  const double rho =
      add_remove.delta == 0 ? multiply_up(4, add_remove.rho) : pure_rho(loss.epsilon);
  return {loss.epsilon, loss.delta, std::min(rho, pure_rho(loss.epsilon))};
}

Charge checked_charge(const Charge& charge) {
  constexpr double kMaxCharge = 1e9;  // keeps every sum of a ledger far from overflow
  check_loss({charge.epsilon, charge.delta});
  if (charge.epsilon > kMaxCharge) {
    reject("epsilon", "at most 1e9", charge.epsilon);
  }
  if (!(charge.rho >= 0)) reject("rho", "0 or more", charge.rho);
  return {charge.epsilon, charge.delta, std::min(charge.rho, pure_rho(charge.epsilon))};
}

}  // namespace logstar
