#include "logstar/sparse_vector/monitor_calibration.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/sparse_vector/monitor_accuracy.hpp"
#include "logstar/sparse_vector/planner.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::monitor_calibration_test {
namespace {

MonitorOptions options_of(std::uint64_t per_record, double delta = 1e-6) {
  MonitorOptions options;
  options.delta = delta;
  options.per_record = per_record;
  return options;
}

MonitorPlan plan_of(MonitorOptions options, MonitorMethod method) {
  options.method = method;
  return calibrate_monitor(options);
}

TEST_CASE("the paper's noise scale at (1, 1e-6), with the 2 d that its proof needs") {
  const auto scale = [](std::uint64_t k) {
    return plan_of(options_of(k), MonitorMethod::paper).noise_scale;
  };
  // One more step in Delta, for the discrete law, adds 10 to 20.
  CHECK(scale(1) == Approx(31'992).margin(21));
  CHECK(scale(5) == Approx(54'455).margin(21));
  CHECK(scale(10) == Approx(84'088).margin(21));
  CHECK(scale(50) == Approx(349'252).margin(21));
}

TEST_CASE("the paper's noise scale with the printed 3 d is the specification's") {
  // Spending 2 d from 2/3 of delta equals spending 3 d from delta.
  const auto scale = [](std::uint64_t k) {
    return plan_of(options_of(k, 2e-6 / 3), MonitorMethod::paper).noise_scale;
  };
  CHECK(scale(1) == Approx(32'727).margin(21));
  CHECK(scale(5) == Approx(55'236).margin(21));
  CHECK(scale(10) == Approx(84'907).margin(21));
  CHECK(scale(50) == Approx(350'199).margin(21));
}

TEST_CASE("the paper's method composes epochs from about a thousand contributions on") {
  const auto scale = [](std::uint64_t k) {
    return plan_of(options_of(k), MonitorMethod::paper).noise_scale;
  };
  const auto one_epoch = [](double k) {
    const double l = std::log(2e6);
    const double b = l * (75 * (k + 1) / l + 25);
    return 10 * b * std::log(b);
  };
  CHECK(scale(500) == Approx(one_epoch(500)).epsilon(1e-4));
  CHECK(scale(3000) < 0.8 * one_epoch(3000));
}

TEST_CASE("noise scales of sampled at (1, 0) match the specification") {
  const auto scale = [](std::uint64_t hits) {
    return plan_of(options_of(hits, 0), MonitorMethod::sampled).noise_scale;
  };
  CHECK(scale(1) == Approx(1.2046).epsilon(1e-4));
  CHECK(scale(5) == Approx(6.0229).epsilon(1e-4));
  CHECK(scale(10) == Approx(12.046).epsilon(1e-4));
  CHECK(scale(50) == Approx(60.229).epsilon(1e-4));
}

TEST_CASE(
    "auto uses sampled for small thresholds and few hits, otherwise charging, with its reason") {
  const auto chosen = [](double threshold, std::uint64_t hits) {
    auto options = options_of(hits);
    options.threshold = threshold;
    return calibrate_monitor(options).parameters.method;
  };
  CHECK(chosen(200, 1) == MonitorMethod::sampled);
  CHECK(chosen(200, 10) == MonitorMethod::sampled);
  CHECK(chosen(200, 50) == MonitorMethod::charging);
  CHECK(chosen(1000, 1) == MonitorMethod::charging);
  CHECK(chosen(100'000, 10) == MonitorMethod::charging);
}

TEST_CASE("without a delta only sampled is available, and the others state what they require") {
  auto options = options_of(3, 0);
  const auto plans = plan_monitor(options);
  REQUIRE(plans.size() == 1);
  CHECK(plans[0].parameters.method == MonitorMethod::sampled);
  CHECK(plans[0].loss == Loss{1, 0});
  options.method = MonitorMethod::charging;
  CHECK_THROWS_WITH(plan_monitor(options), "delta must be above 0 for method charging, got 0");
}

TEST_CASE("a monitor that would need noise beyond 10^6 records is rejected") {
  auto options = options_of(1'000'000, 1e-9);
  options.epsilon = 1e-3;
  options.method = MonitorMethod::charging;
  CHECK_THROWS_WITH(plan_monitor(options),
                    "epsilon must be large enough for method charging with this perRecord, got "
                    "0.001");
}

TEST_CASE("replace neighbours are charged as two add-remove steps") {
  auto options = options_of(4);
  options.neighbors = Neighbors::replace;
  const auto replace = plan_of(options, MonitorMethod::charging);
  CHECK(replace.loss == Loss{1, 1e-6});
  const Loss half = add_remove_for_replace({1, 1e-6});
  CHECK(replace.parameters.rate ==
        monitor_parameters_for(MonitorMethod::charging, half, 4, QueryGrid::counts)->rate);
}

TEST_CASE("charging's certain counts follow from 1 - e^-L") {
  const auto parameters = plan_of(options_of(5), MonitorMethod::charging).parameters;
  const ThresholdAccuracy accuracy = monitor_accuracy(parameters, 1000, 1000, 0.95);
  const double l = std::log(1000 / 0.05);
  CHECK(accuracy.sure_no_below == Approx(l / parameters.rate).epsilon(1e-9));
  const double steps = std::log(l) / std::log1p(parameters.rate);
  CHECK(accuracy.sure_yes_above == std::ceil(steps));
  // e^-60 is the least possible probability of a no.
  CHECK(std::isinf(sure_yes_distance(parameters, 0, 1e-27)));
}

TEST_CASE("sampled's certain counts are valid by the exact binomial law, and not far from it") {
  const auto parameters = plan_of(options_of(2, 0), MonitorMethod::sampled).parameters;
  const double p = kept_share(parameters);
  const double threshold = 300;  // a threshold in the sample
  const double failure = 1e-4;
  const auto answer_probability = [&](double count, bool yes) {
    const auto n = static_cast<int>(count);
    double sum = 0;
    for (int c = 0; c <= n; ++c) {
      const double mass =
          std::exp(std::lgamma(n + 1.0) - std::lgamma(c + 1.0) - std::lgamma(n - c + 1.0) +
                   c * std::log(p) + (n - c) * std::log1p(-p));
      const double excess = c - threshold;
      const double says_yes = excess >= 0 ? 1 : std::exp(parameters.rate * excess);
      sum += mass * (yes ? says_yes : 1 - says_yes);
    }
    return sum;
  };
  const double no_at = std::floor(threshold / p - sure_no_distance(parameters, threshold, failure));
  const double yes_at =
      std::ceil(threshold / p + sure_yes_distance(parameters, threshold, failure));
  CHECK(answer_probability(no_at, true) <= failure);
  CHECK(answer_probability(no_at + 15, true) > failure);
  CHECK(answer_probability(yes_at, false) <= failure);
  CHECK(answer_probability(yes_at - 15, false) > failure);
}

TEST_CASE("the planner prefers the monitor for a stream of many yeses with each record in few") {
  ThresholdStream stream;
  stream.budget.delta = 1e-6;
  stream.budget.per_record = 5;
  stream.budget.threshold = 10'000;
  const auto chosen = [&](std::uint64_t answers) {
    stream.answers = answers;
    for (const auto& choice : plan_threshold_questions(stream)) {
      if (choice.chosen) return choice.name;
    }
    return std::string();
  };
  CHECK(chosen(5) == "AboveThreshold");
  CHECK(chosen(10) == "AboveThreshold");
  CHECK(chosen(20) == "charging");
  CHECK(chosen(1000) == "charging");
  stream.budget.threshold = 200;
  CHECK(chosen(20) == "sampled");
}

TEST_CASE("bad options of a monitor are rejected by name") {
  auto options = options_of(0);
  CHECK_THROWS_WITH(plan_monitor(options),
                    "perRecord must be a whole number from 1 to 1000000, got 0");
  options = options_of(1);
  options.epsilon = std::nan("");
  CHECK_THROWS_AS(plan_monitor(options), OutOfRange);
  options = options_of(1);
  options.threshold = std::nan("");
  CHECK_THROWS_AS(plan_monitor(options), OutOfRange);
  options = options_of(1);
  options.confidence = 1;
  CHECK_THROWS_AS(plan_monitor(options), OutOfRange);
}

}  // namespace
}  // namespace logstar::monitor_calibration_test
