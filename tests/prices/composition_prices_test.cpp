// src/privacy/: composition, optimal, bounded range, concentrated, fixed in advance, groups.
#include <catch2/catch.hpp>

#include "composition_theorems.hpp"
#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/charge.hpp"
#include "logstar/privacy/composition.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/fixed_range_steps.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "option_points.hpp"

namespace logstar::testing {
namespace {

const std::vector<std::uint64_t> kCounts = {1, 2, 3, 1000, 1u << 20, std::uint64_t(1) << 40};

TEST_CASE("a group of g records costs g epsilon and delta (e^(g epsilon) - 1)/(e^epsilon - 1)") {
  for (const Loss& loss : loss_points(60, 11)) {
    for (const std::uint64_t g : kCounts) {
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " records " << g);
      const Real e = loss.epsilon;
      const Loss group = group_loss(loss, g);
      check_charged(group.epsilon, g * e, 1e-12);
      // Beyond e^1000 everything exceeds 1.
      const bool certain = Real(g - 1) * e > 1000;
      const Real factor = certain ? Real(0) : Real(real_expm1(g * e) / real_expm1(e));
      if (certain) {
        CHECK(group.delta == 1);
      } else {
        check_charged(group.delta, std::min(Real(1), Real(loss.delta) * factor), 1e-11);
      }
      const Loss one = loss_for_group(loss, g);
      check_used(one.epsilon, e / g, 1e-12);
      const Real e1 = one.epsilon;
      if (e1 == 0) continue;
      check_used(one.delta, Real(loss.delta) * real_expm1(e1) / real_expm1(g * e1), 1e-11);
    }
  }
}

TEST_CASE("any number of steps cost the sum, or one of the two advanced bounds") {
  SampledOptions options(12);
  for (const Loss& loss : loss_points(60, 13)) {
    for (const std::uint64_t count : kCounts) {
      const double tail = options.delta();
      INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " count " << count << " tail "
                      << tail);
      const Real k = count;
      const Real e = loss.epsilon;
      const Real d = loss.delta;
      const Loss basic = basic_composition(loss, count);
      check_charged(basic.epsilon, k * e, 1e-12);
      check_charged(basic.delta, std::min(Real(1), Real(k * d)), 1e-12);
      const Real deviation = e * real_sqrt(-2 * k * real_log(tail));
      const Loss advanced = advanced_composition(loss, count, tail);
      check_charged(advanced.epsilon, deviation + k * e * real_expm1(e), 1e-12);
      check_charged(advanced.delta, std::min(Real(1), Real(k * d + tail)), 1e-12);
      const Loss drift = drift_composition(loss, count, tail);
      const Real mean = e * real_expm1(e) / (real_expm1(e) + 2);
      check_charged(drift.epsilon, deviation + k * mean, 1e-12);
      check_charged(drift.delta, accident(d, count, tail), 1e-9);
      check_charged(any_failure_up(loss.delta, count, tail), accident(d, count, tail), 1e-9);
      check_charged(mean_loss_up(loss.epsilon), mean, 1e-12);
    }
  }
}

TEST_CASE("bounded-range steps cost the least of DR19's three terms, or their concentrated price") {
  for (const Loss& loss : loss_points(60, 14)) {
    for (const std::uint64_t count : kCounts) {
      INFO("epsilon " << loss.epsilon << " tail " << loss.delta << " count " << count);
      const Real k = count;
      const Real e = loss.epsilon;
      const Real log = -real_log(loss.delta);
      const Real second = k * e * real_expm1(e) / (real_expm1(e) + 2) + e * real_sqrt(2 * k * log);
      const Real third = k * e * e / 2 + e * real_sqrt(k * log / 2);
      check_charged(range_composition(loss.epsilon, count, loss.delta).epsilon,
                    std::min({Real(k * e), second, third}), 1e-12);
    }
  }
}

TEST_CASE("rho is e^2/2, or e^2/8 for bounded range, and four times that under replace") {
  for (const Loss& loss : loss_points(100, 15)) {
    const Real e = loss.epsilon;
    INFO("epsilon " << loss.epsilon);
    check_charged(pure_rho(loss.epsilon), e * e / 2, 1e-14);
    check_charged(bounded_range_rho(loss.epsilon), e * e / 8, 1e-14);
    check_charged(charge_of(loss).rho, e * e / 2, 1e-14);
    const Charge draws = bounded_range_charge(loss.epsilon, 7, 0);
    check_charged(draws.rho, 7 * e * e / 8, 1e-14);
    check_charged(to_replace(draws).rho, 7 * e * e / 2, 1e-14);
    const Charge failing = to_replace(bounded_range_charge(loss.epsilon, 1, loss.delta));
    check_charged(failing.rho, 2 * e * e, 1e-14);
    check_charged(failing.epsilon, 2 * e, 1e-14);
  }
}

TEST_CASE(
    "concentrated delta at a total, epsilon at a delta and the largest rho match the theorems") {
  SampledOptions options(16);
  for (int i = 0; i < 60; ++i) {
    const double epsilon = options.epsilon();
    const double rho = options.between(1e-20, 1e6);
    INFO("rho " << rho << " epsilon " << epsilon);
    check_charged(concentrated_delta(rho, epsilon), concentrated_price(rho, epsilon), 1e-6);
  }
  std::size_t number = 0;
  for (const Loss& loss : loss_points(20, 17)) {
    if (number++ % 4 != 0) continue;
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta);
    const Real delta = loss.delta;
    const double most = largest_rho(loss);
    CHECK(concentrated_price(most, loss.epsilon) <= delta);
    if (loss.delta < 0.999) {
      CHECK(concentrated_price(Real(most) * (1 + Real(1e-9)), loss.epsilon) >
            delta * (1 - Real(1e-6)));
    }
    const double rho = loss.epsilon;  // any positive number
    const double epsilon = concentrated_epsilon(rho, loss.delta);
    CHECK(concentrated_price(rho, epsilon) <= delta);
    if (epsilon > 0) {
      CHECK(concentrated_price(rho, Real(epsilon) * (1 - Real(1e-6))) > delta * (1 - Real(1e-6)));
    }
  }
}

TEST_CASE("optimal composition is the divergence of randomised responses, and its epsilon") {
  SampledOptions options(18);
  std::vector<std::uint64_t> counts = {1, 2, 3, 7, 60};
  for (int i = 0; i < 125; ++i) {
    const std::uint64_t count = i < 123 ? counts[static_cast<std::size_t>(i) % 5] : 2000;
    Loss step{options.epsilon(), options.coin() ? options.delta() : 0};
    if (i % 3 == 0) step.epsilon = kEpsilons[static_cast<std::size_t>(i) % kEpsilons.size()];
    const double total = step.epsilon * static_cast<double>(count) * options.between(1e-3, 1.2);
    INFO("epsilon " << step.epsilon << " delta " << step.delta << " count " << count << " total "
                    << total);
    const auto price = [&](const Real& at) {
      return accident(step.delta, count, responses_delta(step.epsilon, count, at));
    };
    const double charged = optimal_delta(step, count, total);
    check_enough(charged, price(total));
    CHECK(Real(charged) <= price(Real(total) * (1 - Real(1e-11))) * (1 + Real(1e-9)) + 1e-300);
    const double delta = options.delta();
    const double epsilon = optimal_epsilon(step, count, delta);
    if (std::isinf(epsilon)) {
      CHECK(accident(step.delta, count, 0) > Real(delta) * (1 - Real(1e-9)));
      continue;
    }
    CHECK(price(epsilon) <= Real(delta));
    const Real slightly = Real(epsilon) * (1 - Real(1e-8));
    if (epsilon > 0) CHECK(price(slightly) > Real(delta) * (1 - Real(1e-6)));
  }
}

TEST_CASE("optimal composition of 2^17 responses is their divergence") {
  const std::uint64_t count = 1 << 17;
  for (const double step : {0.01}) {
    const double total = step * 2e3;
    const double charged = optimal_delta({step, 0}, count, total);
    const Real price = responses_delta(step, count, total);
    INFO("step " << step);
    check_charged(charged, price, 1e-6);
  }
}

TEST_CASE("steps fixed in advance cost the worst common t, and its epsilon") {
  SampledOptions options(19);
  for (int i = 0; i < 120; ++i) {
    constexpr std::uint64_t kSteps[] = {1, 2, 3, 9, 30};
    const std::uint64_t count = kSteps[i % 5];
    double step = options.epsilon();
    if (i % 3 == 0) step = kEpsilons[static_cast<std::size_t>(i) % kEpsilons.size()];
    const double total = step * static_cast<double>(count) * options.between(1e-3, 1);
    INFO("epsilon " << step << " count " << count << " total " << total);
    const double charged = fixed_range_delta(step, count, total);
    check_enough(charged, fixed_steps_delta(step, count, total));
    const Real below = fixed_steps_delta(step, count, Real(total) * (1 - Real(1e-9)));
    CHECK(Real(charged) <= below * (1 + Real(1e-6)) + 1e-300);
  }
}

}  // namespace
}  // namespace logstar::testing
