// Sessions with one user replaced, as the library calibrates them, against every adaptive script of queries.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "session_talks.hpp"

namespace logstar::testing {
namespace {

TopKSessionTask task_of(const Loss& total, bool optimised, bool refundable,
                        Neighbors neighbors = Neighbors::replace) {
  TopKSessionTask task;
  task.outcomes = 3;
  task.calls = 2;
  task.total = total;
  task.neighbors = neighbors;
  task.optimised = optimised;
  task.refundable = refundable;
  return task;
}

/// Counts near the thresholds, and counts far above them, where draws reveal the counts. Users of any number of
/// items, and of one.
std::vector<ConversationReport> replaced(const TopKSessionTask& task) {
  const Setting calibrated{task, calibrate_top_k_session(task)};
  const double epsilon = task.total.epsilon;
  std::vector<ConversationReport> reports = {
      SessionTalks(3, 2, honest(calibrated)).replace(3, epsilon, 2),
      SessionTalks(3, 2, raised(honest(calibrated))).replace(3, epsilon, 2)};
  if (!task.optimised) {
    reports.push_back(SessionTalks(3, 2, honest(calibrated, 1)).replace(1, epsilon, 2));
  }
  for (auto& report : reports) report.mode = task.optimised ? "optimised" : "limited-domain";
  return reports;
}

constexpr Loss kTotals[] = {{2, 0.2}, {4, 0.05}};

TEST_CASE("sessions keep (epsilon, delta) against every script if one user is replaced") {
  for (const bool optimised : {false, true}) {
    for (const bool refundable : {false, true}) {
      for (const Loss& total : kTotals) {
        for (const auto& report : replaced(task_of(total, optimised, refundable))) {
          CHECK(report.within(total.delta));
          CHECK(report.largest_log_ratio > 0.1 * total.epsilon);
        }
      }
    }
  }
}

TEST_CASE("control: sessions calibrated for an added user are rejected for a replaced one") {
  for (const bool optimised : {false, true}) {
    for (const Loss& total : kTotals) {
      for (const auto& report : replaced(task_of(total, optimised, false, Neighbors::add_remove))) {
        CHECK_FALSE(report.within(total.delta));
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
