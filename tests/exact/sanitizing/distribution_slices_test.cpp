// Distributions by noisy slices: the law of what sanitizers and the learners on top of them draw.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "databases.hpp"
#include "logstar/sanitizing/distribution_release.hpp"

namespace logstar::testing::distribution_slices_test {
namespace {

const KeyInterval kTwo{0, 1};

DistributionTask task_of(const Loss& loss, Neighbors neighbors) {
  DistributionTask task;
  task.quantiles = 2;
  task.domain = kTwo;
  task.epsilon = loss.epsilon;
  task.delta = loss.delta;
  task.neighbors = neighbors;
  task.confidence = 0.1;
  task.method = DistributionMethod::slices;
  return task;
}

auto sanitizer(const DistributionParameters& parameters) {
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    return sanitize_distribution({database.begin(), database.end()}, kTwo, parameters, randomness);
  };
}

TEST_CASE("BNS13 Theorem 4.13: a distribution by noisy slices keeps its loss, delta included") {
  for (const Loss& loss : {Loss{8, 0.3}, {4, 0.3}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const DistributionParameters plan = DistributionRelease::plan(task_of(loss, neighbors));
      REQUIRE(plan.slices);
      const auto least = static_cast<std::size_t>(plan.slices->slices.least_size);
      PrivacyReport report =
          neighbors == Neighbors::add_remove
              ? check_add_remove(2, least - 2, least + 2, loss.epsilon, sanitizer(plan))
              : check_replace(2, least, loss.epsilon, sanitizer(plan));
      report.mode = "2 points by slices from " + std::to_string(least) + " noisy records on";
      INFO(report.mode << ", epsilon " << loss.epsilon);
      CHECK(report.within(loss.delta));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::distribution_slices_test
