// KMS20's noises for the threshold monitor, by the constants of Theorems 3.2 and 3.8.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "enumerating_randomness.hpp"
#include "logstar/privacy/optimal_composition.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/threshold_test.hpp"

namespace logstar::testing {
namespace {

constexpr double kPaperRounding = 1 + 1e-6;

/// The epsilon of a run for `hits` at inner scale b with 2 d left over: Theorem 3.2, solved for epsilon.
double run_epsilon(double hits, double d, double b) {
  const double l = std::log(1 / d);
  return l / b * (75 * (hits + 1) / l + 25);
}

/// Whether runs of ln(1/d) hits each, 2 d apiece from a quarter of delta a run, compose to the
/// loss.
bool fits_in_epochs(const Loss& loss, double hits, double b) {
  for (std::uint64_t epochs = 2; epochs <= 1000; ++epochs) {
    const double d = loss.delta / 4 / static_cast<double>(epochs);
    const double l = std::log(1 / d);
    if (static_cast<double>(epochs) * l < hits) continue;
    const Loss each{run_epsilon(l, d, b) / kPaperRounding, 2 * d};
    return optimal_delta(each, epochs, loss.epsilon) <= loss.delta * kPaperRounding;
  }
  return false;
}

TEST_CASE("the paper's inner noise follows Theorem 3.2, or 3.8 if that requires less") {
  int in_one_run = 0;
  int in_epochs = 0;
  for (const Loss& loss : {Loss{1, 1e-6}, {0.1, 1e-9}, {8, 1e-3}}) {
    for (const std::uint64_t hits : {1u, 5u, 40u, 300u, 3000u}) {
      const auto p = monitor_parameters_for(MonitorMethod::paper, loss, hits, QueryGrid::counts);
      REQUIRE(p);
      const auto k = static_cast<double>(hits);
      const double b = 1 / p->rate;
      CHECK(b >= 2);
      const bool one_run = run_epsilon(k, loss.delta / 2, b) <= loss.epsilon * kPaperRounding;
      CHECK((one_run || fits_in_epochs(loss, k, b)));
      in_one_run += one_run;
      in_epochs += !one_run;
    }
  }
  CHECK(in_one_run > 0);
  CHECK(in_epochs > 0);
}

TEST_CASE("the paper's cap is exceeded with at most 1/(2b), and its outer noise is ten caps wide") {
  for (const QueryGrid grid : {QueryGrid::counts, QueryGrid::fractions}) {
    for (const double epsilon : {0.1, 0.7, 1.0, 3.0, 20.0, 150.0}) {
      for (const std::uint64_t hits : {1u, 2u, 3u, 7u}) {
        const auto p = monitor_parameters_for(MonitorMethod::paper, {epsilon, 0.1}, hits, grid);
        REQUIRE(p);
        const auto unit = static_cast<long double>(steps_per_record(grid));
        const auto cap = static_cast<long double>(p->cap);
        const long double rate = p->rate / unit;
        const long double beyond = std::exp(-rate * cap) / (1 + std::exp(-rate));
        CHECK(beyond <= p->rate / 2 * (1 + 1e-12L));
        CHECK(p->outer_rate * 10 * cap <= unit);
      }
    }
  }
}

/// P[discrete Laplace noise >= k].
long double at_least(long double rate, std::int64_t k) {
  const auto tail = [&](std::int64_t j) {
    return std::exp(-rate * static_cast<long double>(j)) / (1 + std::exp(-rate));
  };
  return k > 0 ? tail(k) : 1 - tail(1 - k);
}

TEST_CASE("the paper's test adds its outer noise and its inner one, up to the cap") {
  const auto p = monitor_parameters_for(MonitorMethod::paper, {150, 0.5}, 1, QueryGrid::counts);
  REQUIRE(p);
  const ThresholdTest test(*p);
  for (const std::int64_t excess : {-20, -3, 0, 1, 15}) {
    const auto law =
        enumerate([&](Randomness& randomness) { return test.yes(excess, randomness); }, 1e-10L);
    long double yes = 0;
    for (std::int64_t inner = -200; inner <= 200; ++inner) {
      const long double mass = at_least(p->rate, inner) - at_least(p->rate, inner + 1);
      yes += mass * at_least(p->outer_rate, -excess - std::min(inner, p->cap));
    }
    CHECK(std::fabs(law.of(true) - yes) < 1e-8L);
  }
}

}  // namespace
}  // namespace logstar::testing
