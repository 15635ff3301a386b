#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <tuple>
#include <vector>

#include "logstar/interior_point/cut_choice/two_rates_search.hpp"
#include "logstar/interior_point/cut_choice/usual_calibrations.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/remembered.hpp"

namespace logstar {
namespace {

std::optional<TwoRatesParameters> usual_of(const TwoRatesTask& task) {
  const auto found = usual_two_rates_for(task.tau, task.bits, task.loss, task.beta);
  if (!found) return std::nullopt;
  TwoRatesParameters p;
  p.unit = std::ldexp(1.0, found->log_unit);
  p.per_weight = found->per_weight;
  p.most_fall = found->most_fall;
  p.base = found->base;
  p.margin = found->margin;
  return completed_two_rates(task, p);
}

using RatesArguments =
    std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, double, double, double>;

Cache<RatesArguments, TwoRatesParameters>& remembered_rates() {
  static thread_local Cache<RatesArguments, TwoRatesParameters> results;
  return results;
}

/// The cache has no obstacles: each call finds them again.
Possible<TwoRatesParameters> calibrated(const TwoRatesTask& task) {
  const RatesArguments arguments{task.tau.numerator, task.tau.denominator, task.bits,
                                 task.loss.epsilon,  task.loss.delta,      task.beta};
  if (const TwoRatesParameters* known = remembered_rates().find(arguments)) return *known;
  const auto usual = usual_of(task);
  Possible<TwoRatesParameters> found = usual ? *usual : search_two_rates(task);
  if (found) remembered_rates().add(arguments, *found);
  return found;
}

void check(const QuantileFraction& tau, std::uint32_t bits, const Loss& loss, double beta) {
  check_quantile(tau);
  check_count("bits", bits, 1, kMaxKeyBits);
  check_epsilon("epsilon", loss.epsilon);
  check_probability("beta", beta);
}

/// Without a delta if the loss has none.
TwoRatesTask task_of(const QuantileFraction& tau, std::uint32_t bits, const Loss& loss,
                     double beta) {
  check(tau, bits, loss, beta);
  if (loss.delta == 0) return {tau, bits, loss, beta, 0, -kInfinity};
  check_delta("delta", loss.delta);
  TwoRatesTask task{tau, bits, loss, beta, loss.delta, 0};
  // A delta as large as epsilon leaves no rate for the draw. A smaller one is within the loss.
  task.delta = std::min(task.delta, expm1_down(loss.epsilon / 8));
  task.log_needed = subtract_up(log_up(std::max(bits, 2u) - 1.0), log_down(task.delta));
  return task;
}

}  // namespace

Possible<TwoRatesParameters> possible_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                                const Loss& loss, double beta) {
  check(tau, bits, loss, beta);
  check_delta("delta", loss.delta);
  return calibrated(task_of(tau, bits, loss, beta));
}

Possible<TwoRatesParameters> possible_pure_two_rates(const QuantileFraction& tau,
                                                     std::uint32_t bits, double epsilon,
                                                     double beta) {
  return calibrated(task_of(tau, bits, {epsilon, 0}, beta));
}

TwoRatesParameters calibrate_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                       const Loss& loss, double beta) {
  return possible_two_rates(tau, bits, loss, beta).or_refuse();
}

TwoRatesParameters calibrate_pure_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                            double epsilon, double beta) {
  return possible_pure_two_rates(tau, bits, epsilon, beta).or_refuse();
}

TwoRatesParameters search_for_two_rates(const QuantileFraction& tau, std::uint32_t bits,
                                        const Loss& loss, double beta) {
  return search_two_rates(task_of(tau, bits, loss, beta)).or_refuse();
}

std::vector<UsualTwoRates> remembered_two_rates() {
  std::vector<UsualTwoRates> all;
  for (const auto& [arguments, p] : remembered_rates().all()) {
    const auto fits = [](std::int64_t x) { return x == static_cast<std::int32_t>(x); };
    if (!fits(p.per_weight) || !fits(p.most_fall) || !fits(p.base) || !fits(p.margin)) continue;
    all.push_back({p.tau, std::get<2>(arguments), std::ilogb(p.unit), p.loss,
                   std::get<5>(arguments), static_cast<std::int32_t>(p.per_weight),
                   static_cast<std::int32_t>(p.most_fall), static_cast<std::int32_t>(p.base),
                   static_cast<std::int32_t>(p.margin)});
  }
  return all;
}

double least_pure_two_rates_error(std::uint32_t bits, double epsilon, double beta) {
  const double odds = std::log1p(-beta) - std::log(beta);
  return ((bits + 1.0) * std::log(2.0) + odds) / (2 * epsilon) - 2;
}

}  // namespace logstar
