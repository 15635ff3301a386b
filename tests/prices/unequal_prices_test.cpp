// Steps of unequal sizes: each bound uses sums instead of k times.
#include <algorithm>
#include <catch2/catch.hpp>

#include "composition_theorems.hpp"
#include "logstar/privacy/bounded_range.hpp"
#include "logstar/privacy/composition.hpp"
#include "option_points.hpp"

namespace logstar::testing {
namespace {

/// The terms of the bounds, summed over the steps.
struct Sums {
  Real epsilon = 0;
  Real squares = 0;
  Real growth = 0;  // e (e^e - 1)
  Real mean = 0;    // e (e^e - 1)/(e^e + 1)
  Real delta = 0;
  Real log_kept = 0;  // ln of the probability that no step leaks
};

Sums sums_of(const std::vector<Loss>& steps) {
  Sums sums;
  for (const Loss& step : steps) {
    const Real e = step.epsilon;
    const Real growth = real_expm1(e);
    sums.epsilon += e;
    sums.squares += e * e;
    sums.growth += e * growth;
    sums.mean += e * growth / (growth + 2);
    sums.delta += Real(step.delta);
    sums.log_kept += real_log1p(-Real(step.delta));
  }
  return sums;
}

/// One to forty steps: of mixed scales, of one scale where all bounds are close, and of one scale with an
/// outlier.
std::vector<Loss> some_steps(SampledOptions& options, int kind) {
  std::vector<Loss> steps(options.count(40));
  const double scale = kind % 3 == 1 ? options.between(0.03, 1) : options.epsilon();
  for (Loss& step : steps) {
    step = options.loss();
    if (kind % 3 != 0) step.epsilon = std::clamp(scale * options.between(0.1, 10), 1e-9, 1e4);
    if (options.coin()) step.delta = 0;
  }
  if (kind % 3 == 2) {
    const auto i = static_cast<std::size_t>(kind);
    steps.front() = {kEpsilons[i % kEpsilons.size()], kDeltas[i % kDeltas.size()]};
  }
  return steps;
}

TEST_CASE("unequal steps cost the sum, an advanced bound or the least of DR19's three terms") {
  SampledOptions options(61);
  for (int i = 0; i < 300; ++i) {
    const std::vector<Loss> steps = some_steps(options, i);
    const double tail = i % 3 == 1 ? options.between(1e-9, 0.5) : options.delta();
    INFO("steps " << steps.size() << ", the first of " << steps.front().epsilon << ", tail "
                  << tail);
    const Sums sums = sums_of(steps);
    const Real log = -real_log(tail);
    const Real deviation = real_sqrt(2 * log * sums.squares);

    const Loss basic = basic_composition(steps);
    check_charged(basic.epsilon, sums.epsilon, 1e-12);
    check_charged(basic.delta, std::min(Real(1), sums.delta), 1e-12);

    const Loss advanced = advanced_composition(steps, tail);
    check_charged(advanced.epsilon, deviation + sums.growth, 1e-12);
    check_charged(advanced.delta, std::min(Real(1), Real(sums.delta + tail)), 1e-12);

    const Loss drift = drift_composition(steps, tail);
    check_charged(drift.epsilon, deviation + sums.mean, 1e-12);
    check_charged(drift.delta, -real_expm1(sums.log_kept + real_log1p(-Real(tail))), 1e-9);

    std::vector<double> ranges;
    for (const Loss& step : steps) ranges.push_back(step.epsilon);
    const Real third = sums.squares / 2 + real_sqrt(log * sums.squares / 2);
    const Loss range = range_composition(ranges, tail);
    check_charged(range.epsilon, std::min({sums.epsilon, Real(sums.mean + deviation), third}),
                  1e-12);
    check_charged(range.delta, tail, 0);
  }
}

}  // namespace
}  // namespace logstar::testing
