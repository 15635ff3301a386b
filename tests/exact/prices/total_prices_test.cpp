// What whole mechanisms spend, added up again from what they run with: per-step parameters, top-k,
// sessions, AboveThreshold, monitors, heavy hitters, sanitizers and learners through them.
#include <catch2/catch.hpp>

#include "composition_theorems.hpp"
#include "learning/rectangle_by_sanitizer.hpp"
#include "option_points.hpp"
#include "privacy/best_per_step.hpp"
#include "privacy/per_step.hpp"
#include "sanitizing/san_points.hpp"
#include "sanitizing/san_thresholds.hpp"
#include "sparse_vector/above_threshold_calibration.hpp"
#include "sparse_vector/charging_loss.hpp"
#include "sparse_vector/heavy_hitters_calibration.hpp"
#include "sparse_vector/monitor_calibration.hpp"
#include "support/errors.hpp"
#include "top_k/calibration.hpp"
#include "top_k/session.hpp"

namespace logstar::testing {
namespace {

constexpr Neighbors kBoth[] = {Neighbors::add_remove, Neighbors::replace};
/// A number of 80 digits against a sum of doubles that is nearly the total.
const Real kRounding = 1 + Real(1e-14);

/// The delta that so many steps leave at `total` by a bound: bounded range for `concentrated`.
Real delta_by(CompositionBound bound, const Real& step, std::uint64_t count, const Real& total) {
  switch (bound) {
    case CompositionBound::basic:
      return count * step <= total * kRounding ? Real(0) : Real(1);
    case CompositionBound::optimal:
      return responses_delta(step, count, total);
    case CompositionBound::concentrated:
      return concentrated_price(count * step * step / 8, total);
    case CompositionBound::fixed_in_advance:
      return fixed_steps_delta(step, count, total);
  }
  return 1;
}

/// What an add-remove mechanism may cost where `loss` is promised to `neighbors`.
struct RealLoss {
  Real epsilon;
  Real delta;
};
RealLoss add_remove_of(const Loss& loss, Neighbors neighbors) {
  if (neighbors == Neighbors::add_remove) return {loss.epsilon, loss.delta};
  const Real half = Real(loss.epsilon) / 2;
  return {half, Real(loss.delta) / (1 + real_exp(half))};
}

TEST_CASE("per step: every inverse is within its bound, and a little more is not") {
  SampledOptions options(51);
  for (int i = 0; i < 60; ++i) {
    const Loss total = options.loss();
    const std::uint64_t count = options.count(100);
    const double tail = total.delta / 2;
    const Real most = total.epsilon;
    const Real k = count;
    INFO("epsilon " << total.epsilon << " delta " << total.delta << " count " << count);
    const auto edge = [&](double found, const auto& fits) {
      CHECK(fits(Real(found)));
      // (Below 1e-280 the rounding of the steps' deltas may leave nothing to advanced bounds.)
      if (total.delta < 0.9 && total.delta > 1e-280)
        CHECK_FALSE(fits(Real(found) * (1 + Real(1e-6))));
    };
    const Real deviation = real_sqrt(-2 * k * real_log(tail));
    const Loss advanced = advanced_per_step(total, count, tail);
    edge(advanced.epsilon,
         [&](const Real& e) { return e * deviation + k * e * real_expm1(e) <= most * kRounding; });
    CHECK(k * Real(advanced.delta) + Real(tail) <= Real(total.delta) * kRounding);
    const Loss drift = drift_per_step(total, count, tail);
    edge(drift.epsilon, [&](const Real& e) {
      const Real growth = real_expm1(e);
      return e * deviation + k * e * growth / (growth + 2) <= most * kRounding;
    });
    CHECK(accident(drift.delta, count, tail) <= Real(total.delta) * kRounding);
    const double each = tail / static_cast<double>(count);
    edge(optimal_per_step(total, count, each), [&](const Real& e) {
      return accident(each, count, responses_delta(e, count, most)) <=
             Real(total.delta) * kRounding;
    });
    edge(range_as_concentrated_per_step(total, count), [&](const Real& e) {
      return concentrated_price(k * e * e / 8, most) <= Real(total.delta) * kRounding;
    });
    const Loss basic = basic_per_step(total, count);
    check_used(basic.epsilon, most / k, 1e-15);
    check_used(basic.delta, Real(total.delta) / k, 1e-15);
  }
}

TEST_CASE("the chosen bound: its steps and their deltas together keep the total") {
  SampledOptions options(52);
  for (int i = 0; i < 60; ++i) {
    const Loss total = options.loss();
    const std::uint64_t count = options.count(120);
    INFO("epsilon " << total.epsilon << " delta " << total.delta << " count " << count);
    for (const StepDelta need : {StepDelta::none, StepDelta::needed}) {
      const PerStep draws = best_bounded_range_per_step(total, count, need);
      const Real tail = delta_by(draws.bound, draws.epsilon, count, total.epsilon);
      CHECK(tail <= Real(draws.tail) * kRounding);
      CHECK(Real(draws.tail) + Real(draws.delta_for_steps) <= Real(total.delta) * kRounding);
      const PerStep any = best_per_step(total, count, need);
      const Real own = accident(Real(any.delta_for_steps) / count, count,
                                delta_by(any.bound, any.epsilon, count, total.epsilon));
      CHECK(own <= Real(total.delta) * kRounding);
    }
  }
}

TEST_CASE("top-k: draws, bottom and counts together keep the total") {
  SampledOptions options(53);
  for (int i = 0; i < 150; ++i) {
    TopKTask task;
    task.k = options.count(200);
    task.kbar = task.k + options.count(1000) - 1;
    if (options.coin()) task.per_user = options.count(1000);
    task.total = {options.between(1e-6, 1e4), options.delta()};
    task.neighbors = kBoth[options.coin()];
    if (options.coin()) task.count_share = options.between(0.01, 0.9);
    for (const auto variant :
         {TopKVariant::limited_domain, TopKVariant::strict, TopKVariant::optimised_threshold,
          TopKVariant::laplace, TopKVariant::fixed_threshold}) {
      task.variant = variant;
      if (variant == TopKVariant::fixed_threshold) task.kbar = task.k;
      INFO(describe(variant) << " epsilon " << task.total.epsilon << " delta " << task.total.delta
                             << " k " << task.k << " kbar " << task.kbar << " per user "
                             << task.per_user.value_or(0) << " share " << task.count_share
                             << " neighbours " << static_cast<int>(task.neighbors));
      TopKParameters p;
      try {
        p = calibrate_top_k(task);
      } catch (const OutOfRange& refusal) {
        INFO(refusal.what());
        const Real left = add_remove_of(task.total, task.neighbors).delta;
        CHECK((left < Real(1e-300) || task.total.epsilon < 1e-3));
        continue;
      }
      const auto total = add_remove_of(task.total, task.neighbors);
      const Real e = p.item_epsilon;
      const auto any = task.kbar;
      const std::uint64_t unusual = std::min(task.per_user.value_or(any), any);
      const std::uint64_t counted = std::min(task.per_user.value_or(task.k), task.k);
      const Real left = total.epsilon - counted * Real(p.count_epsilon);
      const Real bottom = p.margin;
      Real delta;
      if (variant == TopKVariant::laplace) {
        const std::uint64_t moved = std::min(task.per_user.value_or(any + 1), any + 1);
        const Real a = real_exp(-e);
        const Real x = bottom + 1;
        const Real tail = real_exp(-e * x) / ((1 + a) * (1 + a)) *
                          (-real_expm1(-e) * x + 1 + 2 * a * a / (1 + a));
        delta = delta_by(p.composition, e, moved, total.epsilon) + unusual * tail;
      } else if (variant == TopKVariant::fixed_threshold) {
        const Real tail = real_exp(-e * bottom) / (1 + real_exp(-e));
        delta = accident(tail, task.k, delta_by(p.composition, e, task.k, left));
      } else {
        const bool optimised = variant == TopKVariant::optimised_threshold;
        const std::uint64_t draws = task.k + (optimised ? 1 : 0);
        const std::uint64_t enter = variant == TopKVariant::limited_domain ? unusual : any;
        delta = delta_by(p.composition, e, draws, left) + enter * real_exp(-e * bottom);
        // Where draws are added up the ledger counts them as bounded-range steps.
        const Real rho =
            draws * e * e / 8 + counted * Real(p.count_epsilon) * Real(p.count_epsilon) / 2;
        const Real whole = Real(task.total.epsilon) * Real(task.total.epsilon) / 2;
        const bool sum = p.composition == CompositionBound::basic;
        const bool stepwise = sum && task.neighbors == Neighbors::add_remove;
        check_charged(charge_of_top_k(task, p).rho, stepwise ? std::min(rho, whole) : whole, 1e-12);
      }
      CHECK(left >= 0);
      CHECK(delta <= total.delta * kRounding);
    }
  }
}

TEST_CASE("top-k sessions: outcomes and calls together keep the total") {
  SampledOptions options(54);
  for (int i = 0; i < 150; ++i) {
    TopKSessionTask task;
    task.outcomes = options.count(200);
    task.calls = options.count(100);
    task.total = {options.between(1e-6, 500), options.between(1e-250, 0.99)};
    task.neighbors = kBoth[options.coin()];
    task.optimised = options.coin();
    task.refundable = options.coin();
    INFO("epsilon " << task.total.epsilon << " delta " << task.total.delta << " outcomes "
                    << task.outcomes << " calls " << task.calls);
    const auto p = calibrate_top_k_session(task);
    const auto total = add_remove_of(task.total, task.neighbors);
    const std::uint64_t draws = task.outcomes + (task.optimised ? task.calls : 0);
    const auto bound = *composition_bound_named(p.composition);
    const Real delta = delta_by(bound, p.item_epsilon, draws, total.epsilon);
    CHECK(delta + task.calls * Real(p.call_delta) <= total.delta * kRounding);
    if (task.refundable) CHECK(bound == CompositionBound::basic);
  }
}

TEST_CASE("AboveThreshold: rates and answers together keep the total") {
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
      INFO(describe(plan.form) << ", delta " << plan.loss.delta);
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
        CHECK(left <= Real(plan.loss.delta) * kRounding);
        continue;
      }
      REQUIRE(monotone);
      const Real range = e1 + std::max(e2, e3) + e2 + e3;
      const Real left = is_sum ? delta_by(CompositionBound::basic, range, c, o.epsilon)
                               : std::min(responses_delta(range, c, o.epsilon),
                                          concentrated_price(c * range * range / 8, o.epsilon));
      CHECK(left <= Real(plan.loss.delta) * kRounding);
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
  // 1 - x is good to 75 digits, which e^epsilon takes from.
  if (steps < 5000 && epsilon < 60) {
    const auto m = static_cast<std::uint64_t>(floor(Real(hits) + steps)) + 1;
    const Real other = (1 - few_noes(hits, rare, usual, m)) -
                       real_exp(epsilon) * (1 - few_noes(hits, usual, rare, m));
    worst = std::max(worst, Real(other - real_exp(epsilon) * Real(1e-70)));
  }
  return worst;
}

TEST_CASE("charging: both divergences, and the largest rates within delta") {
  SampledOptions options(56);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t hits = options.count(300);
    const double epsilon = options.epsilon();
    INFO("hits " << hits << " epsilon " << epsilon);
    const double rate = options.between(0x1p-20, 32);
    const Real price = charging_price(hits, rate, epsilon);
    check_enough(intensity_charging_delta(hits, rate, epsilon), price);
    // Beyond, e^epsilon times a probability is out of the range of doubles, and counted as nothing.
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

TEST_CASE("monitors: charging within delta, a secret sample within epsilon") {
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

TEST_CASE("heavy hitters: charging and lone reports together keep delta") {
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
        CHECK(p.steps * real_exp(-rate * (p.threshold - 1)) <= eta * kRounding);
        continue;
      }
      for (const std::uint64_t step :
           {std::uint64_t(1), std::uint64_t(2), std::uint64_t(1000), std::uint64_t(1) << 40}) {
        const Real allowed = eta / step / (Real(step) + 1);
        CHECK(real_exp(-rate * (heavy_hitter_threshold(p, step) - 1)) <= allowed * kRounding);
      }
    }
  }
}

/// (epsilon, delta) of k (e, d) steps by the sum, or by the drift bound at a tail.
bool fits(const Loss& step, std::uint64_t count, const Real& tail, const Real& epsilon,
          const Real& delta, bool crude) {
  const Real k = count;
  const Real e = step.epsilon;
  if (k * e <= epsilon * kRounding && k * Real(step.delta) <= delta * kRounding) return true;
  const Real growth = real_expm1(e);
  const Real mean = crude ? Real(e * growth) : Real(e * growth / (growth + 2));
  const bool within = e * real_sqrt(-2 * k * real_log(tail)) + k * mean <= epsilon * kRounding;
  const Real sum = crude ? Real(k * Real(step.delta) + tail) : accident(step.delta, count, tail);
  return within && sum <= delta * kRounding;
}

TEST_CASE("sanitizers and what learns through them: all rounds together keep the total") {
  SampledOptions options(59);
  for (int i = 0; i < 60; ++i) {
    const Loss loss{options.between(1e-2, 1e3), options.between(1e-200, 0.5)};
    const Neighbors neighbors = kBoth[options.coin()];
    const bool replace = neighbors == Neighbors::replace;
    const double accuracy = options.between(1e-3, 1);
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " accuracy " << accuracy);
    const Real epsilon = loss.epsilon;
    const Real delta = loss.delta;
    const auto tight =
        calibrate_san_points(SanPointsCalibration::tight, accuracy, loss, neighbors, 0.05);
    const Real counts = (replace ? 2 : 1) * Real(tight.noise_epsilon);
    const Loss choice = std::get<StableChoiceParameters>(tight.choice).loss;
    CHECK(Real(tight.rounds) >= 2 / Real(accuracy));
    CHECK(fits(choice, tight.rounds, delta / 2, epsilon - counts, delta, false));
    if (Real(loss.epsilon) <= 2 * real_log(5 / delta)) {
      const auto paper =
          calibrate_san_points(SanPointsCalibration::paper, accuracy, loss, neighbors, 0.05);
      const Loss each = std::get<ChoosingParameters>(paper.choice).loss;
      CHECK(paper.noise_epsilon <= each.epsilon);
      const Real e = each.epsilon;
      const Real mean = e * real_expm1(e) / (real_expm1(e) + 2);
      const std::uint64_t all = 2 * paper.rounds;
      CHECK(e * real_sqrt(2 * Real(all) * real_log(5 / delta)) + all * mean <= epsilon);
      CHECK(accident(each.delta, paper.rounds, delta / 5) <= delta);
    }
    SanThresholdsRequest request;
    request.accuracy = std::max(0.01, accuracy);
    request.size = 1 << 20;
    request.bits = 4;
    request.loss = loss;
    request.neighbors = neighbors;
    try {
      const auto thresholds = calibrate_san_thresholds(request);
      CHECK(fits(thresholds.step, 4 * thresholds.calls, delta / 5, epsilon, delta, true));
      CHECK(thresholds.choice.loss == thresholds.step);
      for (const auto& search : thresholds.scale) {
        CHECK(search.loss.epsilon <= thresholds.step.epsilon);
        CHECK(search.loss.delta <= thresholds.step.delta);
      }
    } catch (const OutOfRange&) {
      CHECK((loss.epsilon < 0.1 || loss.delta < 1e-100));
    }
    const std::size_t axes = options.count(64);
    const auto boxes = calibrate_rectangle_by_sanitizer(axes, 1000, loss, neighbors, 0.05);
    CHECK(fits(boxes.sanitizer, 2 * axes, delta / 2, epsilon, delta, false));
    CHECK((replace ? 2 : 1) * Real(boxes.count_epsilon) <= Real(boxes.sanitizer.epsilon));
  }
}

}  // namespace
}  // namespace logstar::testing
