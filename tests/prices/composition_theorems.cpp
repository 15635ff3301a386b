#include "composition_theorems.hpp"

namespace logstar::testing {
namespace {

/// Sum over l < limit of P[l] (1 - e^(total - highest + 2 step l)) over the positive terms, l binomial. `rare`
/// is the probability of a success, `gap` the loss that a success removes.
Real positive_part(std::uint64_t count, const Real& rare, const Real& usual, const Real& highest,
                   const Real& gap, const Real& total) {
  Real sum = 0;
  Real probability = real_exp(count * real_log(usual));
  for (std::uint64_t l = 0; l <= count; ++l) {
    const Real loss = highest - l * gap;
    if (!(loss > total)) break;
    sum += probability * -real_expm1(total - loss);
    probability *= rare / usual * (count - l) / (l + 1);
  }
  return sum;
}

}  // namespace

Real accident(const Real& step, std::uint64_t count, const Real& tail) {
  if (step >= 1 || tail >= 1) return 1;
  return -real_expm1(count * real_log1p(-step) + real_log1p(-tail));
}

Real responses_delta(const Real& epsilon, std::uint64_t count, const Real& total) {
  const Real usual = 1 / (1 + real_exp(-epsilon));
  return positive_part(count, usual * real_exp(-epsilon), usual, count * epsilon, 2 * epsilon,
                       total);
}

Real concentrated_price(const Real& rho, const Real& epsilon) {
  // x = a - 1; the logarithm's derivative, (2 a - 1) rho - epsilon + ln(1 - 1/a), increases with x.
  const auto derivative = [&](const Real& x) {
    return (2 * x + 1) * rho - epsilon + real_log(x) - real_log1p(x);
  };
  // At the best order the first derivative is 0, so 40 steps exceed the precision of a double.
  Real low = -100;  // of ln x
  Real high = 100;
  for (int i = 0; i < 40; ++i) {
    const Real half = (low + high) / 2;
    (derivative(real_exp(half)) < 0 ? low : high) = half;
  }
  const Real x = real_exp(low);
  const Real a = 1 + x;
  const Real log = x * (a * rho - epsilon) + x * (real_log(x) - real_log1p(x)) - real_log1p(x);
  return std::min(Real(1), real_exp(log));
}

Real fixed_steps_delta(const Real& epsilon, std::uint64_t count, const Real& total) {
  Real worst = 0;
  for (std::uint64_t l = 0; l < count; ++l) {
    const Real t = (total + (l + 1) * epsilon) / (count + 1);
    if (t >= epsilon) break;
    // For the loss t - epsilon under P: q = (e^-t - e^-epsilon)/(1 - e^-epsilon) is Q's probability of t.
    const Real usual_q = (real_exp(-t) - real_exp(-epsilon)) / -real_expm1(-epsilon);
    const Real usual = usual_q * real_exp(t);
    worst = std::max(worst, positive_part(count, 1 - usual, usual, count * t, epsilon, total));
  }
  return worst;
}

Real delta_by(CompositionBound bound, const Real& step, std::uint64_t count, const Real& total) {
  switch (bound) {
    case CompositionBound::basic:
      return count * step <= total ? Real(0) : Real(1);
    case CompositionBound::optimal:
      return responses_delta(step, count, total);
    case CompositionBound::concentrated:
      return concentrated_price(count * step * step / 8, total);
    case CompositionBound::fixed_in_advance:
      return fixed_steps_delta(step, count, total);
  }
  return 1;
}

bool fits(const RealLoss& step, std::uint64_t count, const Real& tail, const Real& epsilon,
          const Real& delta, bool crude) {
  const Real k = count;
  const Real& e = step.epsilon;
  if (k * e <= epsilon && k * step.delta <= delta) return true;
  const Real growth = real_expm1(e);
  const Real mean = crude ? Real(e * growth) : Real(e * growth / (growth + 2));
  const bool within = e * real_sqrt(-2 * k * real_log(tail)) + k * mean <= epsilon;
  const Real sum = crude ? Real(k * step.delta + tail) : accident(step.delta, count, tail);
  return within && sum <= delta;
}

RealLoss real_loss(const Loss& loss) { return {loss.epsilon, loss.delta}; }

RealLoss add_remove_of(const Loss& loss, Neighbors neighbors) {
  if (neighbors == Neighbors::add_remove) return real_loss(loss);
  const Real half = Real(loss.epsilon) / 2;
  return {half, Real(loss.delta) / (1 + real_exp(half))};
}

}  // namespace logstar::testing
