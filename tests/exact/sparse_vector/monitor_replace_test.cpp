// ThresholdMonitor with the whole stream of one user replaced, against all adaptive adversaries that ask a few
// queries.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "monitor_questions.hpp"

namespace logstar::testing {
namespace {

struct Claimed {
  Loss loss;
  MonitorParameters parameters;
};

/// Calibrated by the library for `neighbors`.
Claimed calibrated(MonitorMethod method, const Loss& total, std::uint64_t hits,
                   Neighbors neighbors = Neighbors::replace, QueryGrid grid = QueryGrid::counts) {
  MonitorOptions options;
  options.epsilon = total.epsilon;
  options.delta = total.delta;
  options.per_record = hits;
  options.method = method;
  options.neighbors = neighbors;
  options.grid = grid;
  const MonitorPlan plan = calibrate_monitor(options);
  return {plan.loss, plan.parameters};
}

Noise noise_of(MonitorMethod method) {
  const bool walks = method == MonitorMethod::charging || method == MonitorMethod::sampled;
  return walks ? Noise::cut : Noise::lumped;
}

/// One user alone, and one next to another user, active or inactive.
std::vector<ConversationReport> replaced(const Claimed& claimed, std::int64_t threshold) {
  const auto check = [&](std::size_t depth, std::size_t users) {
    return check_replaced(claimed.loss.epsilon, depth, claimed.parameters, threshold,
                          all_contributions(users + 1, {0, 1}),
                          noise_of(claimed.parameters.method));
  };
  return {check(5, 1), check(4, 2)};
}

constexpr MonitorMethod kMethods[] = {MonitorMethod::charging, MonitorMethod::laplace,
                                      MonitorMethod::sampled};

TEST_CASE("monitors keep (epsilon, delta) if one user's whole stream is replaced") {
  for (const MonitorMethod method : kMethods) {
    for (const std::uint64_t hits : {1u, 2u}) {
      const Claimed claimed = calibrated(method, {2, 0.2}, hits);
      CHECK(claimed.loss.epsilon == 2);
      CHECK(claimed.loss.delta == (method == MonitorMethod::sampled ? 0 : 0.2));
      for (const std::int64_t threshold : {1, 2}) {
        for (const auto& report : replaced(claimed, threshold)) {
          CHECK(report.within(claimed.loss.delta));
          CHECK(report.largest_log_ratio > 1);
        }
      }
    }
  }
}

TEST_CASE("monitors keep (epsilon, delta) if a stream of fractions is replaced") {
  const std::uint32_t unit = 1u << 20;
  for (const MonitorMethod method : kMethods) {
    const Claimed claimed =
        calibrated(method, {2, 0.2}, 1, Neighbors::replace, QueryGrid::fractions);
    for (const std::size_t others : {0u, 1u}) {
      const auto questions = all_contributions(others + 2, {0, unit / 4, unit});
      const auto report = check_replaced(2, others == 0 ? 4 : 2, claimed.parameters, unit,
                                         questions, noise_of(method));
      CHECK(report.within(claimed.loss.delta));
      CHECK(report.largest_log_ratio > 0.5);
    }
  }
}

TEST_CASE("control: monitors calibrated for an added user are rejected for a replaced one") {
  for (const MonitorMethod method : kMethods) {
    const Claimed claimed = calibrated(method, {2, 0.2}, 1, Neighbors::add_remove);
    CHECK_FALSE(replaced(claimed, 1).front().within(claimed.loss.delta));
  }
}

/// Half of it must be large enough for the paper's constants. However large epsilon is, the noise keeps a scale
/// of at least 25, because the add-remove delta that corresponds to 0.5 falls as epsilon grows.
constexpr Loss kReplacedPaperLoss{300, 0.5};

TEST_CASE("the paper's monitor keeps (epsilon, delta) if a whole stream is replaced") {
  const std::uint32_t unit = 1u << 20;
  const Claimed claimed = calibrated(MonitorMethod::paper, kReplacedPaperLoss, 1);
  CHECK(claimed.loss == kReplacedPaperLoss);
  for (const auto& report : replaced(claimed, 1)) {
    CHECK(report.within(kReplacedPaperLoss.delta));
    CHECK(report.largest_log_ratio > 0);
    CHECK(report.largest_log_ratio < 0.01 * kReplacedPaperLoss.epsilon);
  }
  const Claimed fractions = calibrated(MonitorMethod::paper, kReplacedPaperLoss, 1,
                                       Neighbors::replace, QueryGrid::fractions);
  CHECK(check_replaced(kReplacedPaperLoss.epsilon, 2, fractions.parameters, unit,
                       all_contributions(3, {0, unit / 4, unit}), Noise::lumped)
            .within(kReplacedPaperLoss.delta));
}

TEST_CASE("control: the paper's monitor without noise is rejected if a stream is replaced") {
  Claimed claimed = calibrated(MonitorMethod::paper, kReplacedPaperLoss, 1);
  claimed.parameters.rate = claimed.parameters.outer_rate = 1024;
  for (const auto& report : replaced(claimed, 1)) {
    CHECK_FALSE(report.within(kReplacedPaperLoss.delta));
  }
}

}  // namespace
}  // namespace logstar::testing
