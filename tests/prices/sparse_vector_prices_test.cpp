// The privacy loss of AboveThreshold, monitors and heavy hitters, added up again from their run parameters.
#include <algorithm>
#include <catch2/catch.hpp>

#include "both_neighbors.hpp"
#include "composition_theorems.hpp"
#include "logstar/sparse_vector/above_threshold_calibration.hpp"
#include "logstar/sparse_vector/charging_loss.hpp"
#include "logstar/sparse_vector/heavy_hitters_calibration.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("rates and answers of AboveThreshold together keep the total") {
  SampledOptions options(55);
  for (int i = 0; i < 150; ++i) {
    AboveThresholdOptions o;
    o.epsilon = options.between(1e-3, 1e4);
    o.delta = options.coin() ? options.delta() : 0;
    o.max_answers = options.count(150);
    o.queries = options.coin() ? QueryKind::monotone : QueryKind::general;
    o.neighbors = kBoth[options.coin()];
    if (options.coin()) o.numeric_share = options.between(1e-3, 0.99);
    const bool monotone = o.queries == QueryKind::monotone && o.neighbors == Neighbors::add_remove;
    INFO("epsilon " << o.epsilon << " delta " << o.delta << " answers " << o.max_answers
                    << " share " << o.numeric_share << " monotone " << monotone);
    for (const AboveThresholdPlan& plan : plan_above_threshold(o)) {
      const Real e1 = plan.parameters.threshold_rate;
      const Real e2 = plan.parameters.query_rate;
      const Real e3 = plan.parameters.answer_rate;
      const std::uint64_t c = o.max_answers;
      const auto cost = [&](std::uint64_t yeses) -> Real {
        if (!monotone) return e1 + yeses * (2 * e2 + e3);
        return std::max(Real(e1 + yeses * std::max(e2, e3)), Real(yeses * (e2 + e3)));
      };
      INFO(name_of(plan.form) << ", delta " << plan.loss.delta);
      CHECK(plan.loss.epsilon <= o.epsilon);
      CHECK(plan.loss.delta <= o.delta);
      if (plan.form == AnswerForm::kept) {
        CHECK(plan.loss.delta == 0);
        CHECK(cost(c) <= Real(o.epsilon));
        CHECK(cost(c) >= Real(o.epsilon) * (1 - Real(1e-6)));
        continue;
      }
      const bool is_sum = plan.loss.delta == 0;
      if (plan.form == AnswerForm::redrawn) {
        const Real left = is_sum ? delta_by(CompositionBound::basic, cost(1), c, o.epsilon)
                                 : responses_delta(cost(1), c, o.epsilon);
        CHECK(left <= Real(plan.loss.delta));
        continue;
      }
      REQUIRE(monotone);
      const Real range = e1 + std::max(e2, e3) + e2 + e3;
      const Real left = is_sum ? delta_by(CompositionBound::basic, range, c, o.epsilon)
                               : std::min(responses_delta(range, c, o.epsilon),
                                          concentrated_price(c * range * range / 8, o.epsilon));
      CHECK(left <= Real(plan.loss.delta));
    }
  }
}

/// Both tails of Poisson(x) at hits, the small one summed directly.
struct PoissonTails {
  Real fewer;
  Real at_least;
};
PoissonTails poisson(const Real& x, std::uint64_t hits) {
  if (x <= 0) return {1, 0};
  Real term = real_exp(-x);
  Real sum = 0;
  for (std::uint64_t j = 0; j < hits; ++j) {
    sum += term;
    term *= x / (j + 1);
  }
  if (x > hits) return {sum, 1 - sum};
  Real tail = 0;
  for (std::uint64_t j = hits; term > tail * Real(1e-85); ++j) {
    tail += term;
    term *= x / (j + 1);
  }
  return {1 - tail, tail};
}

/// docs/guarantees/threshold-monitor.md, "Charging".
Real charging_price(std::uint64_t hits, const Real& rate, const Real& epsilon) {
  const Real growth = real_exp(rate);
  const Real total = hits * rate;
  const Real u = std::max(Real(0), Real(total - epsilon)) / real_expm1(rate);
  const Real v = (total + epsilon) / real_expm1(rate);
  const Real with =
      poisson(growth * u, hits).at_least - real_exp(epsilon) * poisson(u, hits).at_least;
  const Real without = poisson(v, hits).fewer - real_exp(epsilon) * poisson(growth * v, hits).fewer;
  return std::max({Real(0), with, without});
}

/// P[fewer than m noes before the hits-th yes].
Real few_noes(std::uint64_t hits, const Real& yes, const Real& no, std::uint64_t m) {
  Real term = real_exp(hits * real_log(yes));
  Real sum = 0;
  for (std::uint64_t n = 0; n < m; ++n) {
    sum += term;
    term *= no * (hits + n) / (n + 1);
  }
  return sum;
}

Real laplace_charging_price(std::uint64_t hits, const Real& rate, const Real& epsilon) {
  const Real rare = 1 / (1 + real_exp(rate));
  const Real usual = 1 / (1 + real_exp(-rate));
  const Real steps = epsilon / rate;
  Real worst = 0;
  if (Real(hits) > steps) {
    const auto m = static_cast<std::uint64_t>(ceil(Real(hits) - steps));
    worst = few_noes(hits, usual, rare, m) - real_exp(epsilon) * few_noes(hits, rare, usual, m);
  }
  // 1 - x is exact to 75 digits, of which e^epsilon uses some.
  if (steps < 5000 && epsilon < 60) {
    const auto m = static_cast<std::uint64_t>(floor(Real(hits) + steps)) + 1;
    const Real other = (1 - few_noes(hits, rare, usual, m)) -
                       real_exp(epsilon) * (1 - few_noes(hits, usual, rare, m));
    worst = std::max(worst, Real(other - real_exp(epsilon) * Real(1e-70)));
  }
  return worst;
}

TEST_CASE("both divergences of charging and its largest rates keep delta") {
  SampledOptions options(56);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t hits = options.count(300);
    const double epsilon = options.epsilon();
    INFO("hits " << hits << " epsilon " << epsilon);
    const double rate = options.between(0x1p-20, 32);
    const Real price = charging_price(hits, rate, epsilon);
    check_enough(intensity_charging_delta(hits, rate, epsilon), price);
    // Beyond this, e^epsilon times a probability exceeds the range of doubles and counts as 0.
    if (epsilon < 600) {
      CHECK(Real(intensity_charging_delta(hits, rate, epsilon)) <= price * (1 + Real(1e-6)) + 1e-9);
    }
    const double slow = options.between(0x1p-10, 8);
    const Real laplace = laplace_charging_price(hits, slow, epsilon);
    check_enough(laplace_charging_delta(hits, slow, epsilon), laplace);
    if (epsilon < 60) {
      CHECK(Real(laplace_charging_delta(hits, slow, epsilon)) <= laplace * (1 + Real(1e-6)) + 1e-9);
    }
    const double delta = options.delta();
    const double found = intensity_charging_rate(hits, epsilon, delta);
    INFO("delta " << delta << " rate " << found);
    if (found > 0) CHECK(charging_price(hits, found, epsilon) <= Real(delta));
    if (found > 0 && found < 16 && epsilon > 1e-3 && epsilon < 300 && delta < 0.5 &&
        delta > 1e-100) {
      CHECK(charging_price(hits, Real(found) * (1 + Real(1e-3)), epsilon) > Real(delta));
    }
  }
}

TEST_CASE("charging monitors keep delta, and monitors with a secret sample keep epsilon") {
  SampledOptions options(57);
  for (int i = 0; i < 100; ++i) {
    MonitorOptions o;
    o.epsilon = options.between(1e-2, 1e4);
    o.delta = options.between(1e-200, 0.9);
    o.per_record = options.count(100);
    o.neighbors = kBoth[options.coin()];
    o.threshold = 1000;
    const auto total = add_remove_of({o.epsilon, o.delta}, o.neighbors);
    INFO("epsilon " << o.epsilon << " delta " << o.delta << " per record " << o.per_record);
    try {
      for (const MonitorMethod method : {MonitorMethod::charging, MonitorMethod::sampled}) {
        o.method = method;
        const MonitorParameters p = calibrate_monitor(o).parameters;
        if (method == MonitorMethod::charging) {
          CHECK(charging_price(p.per_record, p.rate, total.epsilon) <= total.delta);
          continue;
        }
        // Between (1 - p) and 1 + p (l^tau - 1), both within e^(+-epsilon).
        const Real kept = -real_expm1(-Real(p.keep_rate));
        const Real hits = p.per_record * Real(p.rate);
        CHECK(Real(p.keep_rate) <= total.epsilon);
        CHECK(kept * real_expm1(hits) <= real_expm1(total.epsilon));
      }
    } catch (const OutOfRange& refusal) {
      INFO(refusal.what());
      CHECK((total.delta < 1e-100 || total.epsilon < 1));
    }
  }
}

TEST_CASE("charging and lone reports of heavy hitters together keep delta") {
  SampledOptions options(58);
  for (int i = 0; i < 25; ++i) {
    HeavyHitterOptions o;
    o.epsilon = options.between(0.1, 500);
    o.delta = options.between(1e-200, 0.5);
    o.per_user = options.count(50);
    o.steps = options.coin() ? options.count(1'000'000) : 0;
    o.neighbors = kBoth[options.coin()];
    const auto total = add_remove_of({o.epsilon, o.delta}, o.neighbors);
    INFO("epsilon " << o.epsilon << " delta " << o.delta << " per user " << o.per_user << " steps "
                    << o.steps);
    for (const MonitorMethod method : {MonitorMethod::charging, MonitorMethod::sampled}) {
      o.method = method;
      HeavyHitterParameters p;
      try {
        p = calibrate_heavy_hitters(o).parameters;
      } catch (const OutOfRange&) {
        CHECK((total.delta < 1e-100 || total.epsilon < 1));
        continue;
      }
      const Real rate = p.test.rate;
      const bool charging = method == MonitorMethod::charging;
      const Real own = charging ? charging_price(p.test.per_record, rate, total.epsilon) : Real(0);
      const Real share = charging ? Real(1) : Real(-real_expm1(-Real(p.test.keep_rate)));
      const Real eta = (total.delta - own) / share;
      if (p.steps > 0) {
        CHECK(p.steps * real_exp(-rate * (p.threshold - 1)) <= eta);
        continue;
      }
      for (const std::uint64_t step :
           {std::uint64_t(1), std::uint64_t(2), std::uint64_t(1000), std::uint64_t(1) << 40}) {
        const Real allowed = eta / step / (Real(step) + 1);
        CHECK(real_exp(-rate * (heavy_hitter_threshold(p, step) - 1)) <= allowed);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
