// Inverse bounds: the loss of each of k steps, put into the forward bound again.
#include <algorithm>
#include <catch2/catch.hpp>

#include "composition_theorems.hpp"
#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/per_step.hpp"
#include "option_points.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("every inverse per step is within its bound, and a little more is not") {
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
      // (Below 1e-280 rounding of the steps' deltas may leave advanced bounds no delta.)
      if (total.delta < 0.9 && total.delta > 1e-280)
        CHECK_FALSE(fits(Real(found) * (1 + Real(1e-6))));
    };
    const Real deviation = real_sqrt(-2 * k * real_log(tail));
    const Loss advanced = advanced_per_step(total, count, tail);
    edge(advanced.epsilon,
         [&](const Real& e) { return e * deviation + k * e * real_expm1(e) <= most; });
    CHECK(k * Real(advanced.delta) + Real(tail) <= Real(total.delta));
    const Loss drift = drift_per_step(total, count, tail);
    edge(drift.epsilon, [&](const Real& e) {
      const Real growth = real_expm1(e);
      return e * deviation + k * e * growth / (growth + 2) <= most;
    });
    CHECK(accident(drift.delta, count, tail) <= Real(total.delta));
    const double each = tail / static_cast<double>(count);
    edge(optimal_per_step(total, count, each), [&](const Real& e) {
      return accident(each, count, responses_delta(e, count, most)) <= Real(total.delta);
    });
    edge(range_as_concentrated_per_step(total, count), [&](const Real& e) {
      return concentrated_price(k * e * e / 8, most) <= Real(total.delta);
    });
    const Loss basic = basic_per_step(total, count);
    check_used(basic.epsilon, most / k, 1e-15);
    check_used(basic.delta, Real(total.delta) / k, 1e-15);
  }
}

TEST_CASE("the largest bounded-range step matches DR19's three terms, and that of fixed steps") {
  SampledOptions options(62);
  std::vector<Loss> totals = loss_points(60, 63);
  for (const Loss& total : totals) {
    const Real most = total.epsilon;
    const Real log = -real_log(total.delta);
    // Just below a delta of 1 the search ends before a permitted step.
    const bool searched = total.delta < 0.9;
    const std::uint64_t count = options.count(std::uint64_t(1) << 40);
    INFO("epsilon " << total.epsilon << " delta " << total.delta << " count " << count);
    const auto least_term = [&](const Real& e) {
      const Real growth = real_expm1(e);
      const Real mean = count * e * growth / (growth + 2) + e * real_sqrt(2 * count * log);
      const Real square = count * e * e / 2 + e * real_sqrt(count * log / 2);
      return std::min({Real(count * e), mean, square});
    };
    const Real range = range_per_step(total, count);
    CHECK(least_term(range) <= most);
    if (searched) CHECK(least_term(range * (1 + Real(1e-9))) > most);

    constexpr std::uint64_t kFew[] = {1, 2, 3, 9, 20};
    const std::uint64_t few = kFew[options.count(5) - 1];
    INFO("fixed " << few);
    const Real fixed = fixed_range_per_step(total, few);
    CHECK(fixed_steps_delta(fixed, few, most) <= Real(total.delta));
    if (searched) CHECK(fixed_steps_delta(fixed * (1 + Real(1e-8)), few, most) > Real(total.delta));
  }
}

TEST_CASE("the steps of the chosen bound and their deltas together keep the total") {
  SampledOptions options(52);
  for (int i = 0; i < 60; ++i) {
    const Loss total = options.loss();
    const std::uint64_t count = options.count(120);
    INFO("epsilon " << total.epsilon << " delta " << total.delta << " count " << count);
    for (const StepDelta need : {StepDelta::none, StepDelta::needed}) {
      const PerStep draws = best_bounded_range_per_step(total, count, need);
      const Real tail = delta_by(draws.bound, draws.epsilon, count, total.epsilon);
      CHECK(tail <= Real(draws.tail));
      CHECK(Real(draws.tail) + Real(draws.delta_for_steps) <= Real(total.delta));
      const PerStep any = best_per_step(total, count, need);
      const Real own = accident(Real(any.delta_for_steps) / count, count,
                                delta_by(any.bound, any.epsilon, count, total.epsilon));
      CHECK(own <= Real(total.delta));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
