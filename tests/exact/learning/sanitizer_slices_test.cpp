// The sanitizers by noisy slices that the learners through a sanitizer call.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "databases.hpp"
#include "logstar/learning/quantile_sanitizer.hpp"
#include "logstar/learning/rectangle_by_sanitizer_release.hpp"
#include "logstar/learning/threshold_by_sanitizer_release.hpp"

namespace logstar::testing::sanitizer_slices_test {
namespace {

const KeyInterval kTwo{0, 1};

/// The keys and counts that a sanitizer returns.
auto law_of(const DistributionParameters& parameters) {
  return [sanitize = sanitizer_by_quantiles(parameters, kTwo)](
             const std::vector<std::size_t>& database, Randomness& randomness) {
    const GroupedKeys drawn =
        sanitize(grouped(std::vector<std::uint64_t>(database.begin(), database.end())), randomness);
    std::vector<std::uint64_t> all = drawn.keys;
    all.insert(all.end(), drawn.counts.begin(), drawn.counts.end());
    return all;
  };
}

TEST_CASE(
    "BNS13 section 5.1: a threshold learner's sanitizer by slices keeps its share under replace "
    "for "
    "every number of records") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    ThresholdBySanitizerRelease::Task task;
    task.domain = kTwo;
    task.quantiles = 2;
    task.epsilon = neighbors == Neighbors::replace ? 16 : 8;
    task.delta = 0.3;
    task.neighbors = neighbors;
    task.confidence = 0.1;
    task.method = DistributionMethod::slices;
    const auto plan = ThresholdBySanitizerRelease::plan(task);
    REQUIRE(plan.quantiles.slices);
    const auto least = static_cast<std::size_t>(plan.quantiles.slices->slices.least_size);
    const Loss& share = plan.learner.sanitizer;
    for (std::size_t records = least - 2; records <= least + 2; records += 2) {
      CHECK(check_replace(2, records, share.epsilon, law_of(plan.quantiles)).within(share.delta));
    }
  }
}

TEST_CASE("a box learner's sanitizers by slices keep their shares") {
  RectangleBySanitizerRelease::Task task;
  task.domains = {kTwo, kTwo};
  task.quantiles = 2;
  task.loss = {32, 0.5};
  task.confidence = 0.1;
  task.method = DistributionMethod::slices;
  const auto plan = RectangleBySanitizerRelease::plan(task);
  for (const DistributionParameters& axis : plan.quantiles) {
    REQUIRE(axis.slices);
    const auto least = static_cast<std::size_t>(axis.slices->slices.least_size);
    const Loss& share = plan.learner.sanitizer;
    CHECK(
        check_add_remove(2, least - 2, least + 2, share.epsilon, law_of(axis)).within(share.delta));
  }
}

}  // namespace
}  // namespace logstar::testing::sanitizer_slices_test
