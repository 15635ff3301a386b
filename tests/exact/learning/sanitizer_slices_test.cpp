// The sanitizers by noisy slices that the learners through a sanitizer call.
#include <catch2/catch.hpp>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
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

RectangleBySanitizerRelease::Plan plan_of_boxes(Neighbors neighbors, double delta = 0.5) {
  RectangleBySanitizerRelease::Task task;
  task.domains = {kTwo, kTwo};
  task.quantiles = 2;
  task.loss = {neighbors == Neighbors::replace ? 64.0 : 32.0, delta};
  task.neighbors = neighbors;
  task.confidence = 0.1;
  task.method = DistributionMethod::slices;
  return RectangleBySanitizerRelease::plan(task);
}

TEST_CASE("a box learner's sanitizers by slices keep their shares, for either neighbour relation") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto plan = plan_of_boxes(neighbors);
    for (const DistributionParameters& axis : plan.quantiles) {
      REQUIRE(axis.slices);
      const auto least = static_cast<std::size_t>(axis.slices->slices.least_size);
      const auto [epsilon, delta] = plan.learner.sanitizer;
      if (neighbors == Neighbors::replace) {
        for (const std::size_t points : {least - 2, least + 2}) {
          CHECK(check_replace(2, points, epsilon, law_of(axis)).within(delta));
        }
      } else {
        CHECK(check_add_remove(2, least - 2, least + 2, epsilon, law_of(axis)).within(delta));
      }
    }
  }
}

TEST_CASE(
    "control: a box learner's slices that ask at the rate of add-remove are rejected under "
    "replace") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto plan = plan_of_boxes(neighbors, 1e-9);
    const auto& sliced = *plan.quantiles.front().slices;
    // A slice has a public number of points, so that one more point replaces one.
    const Loss& of_slice = sliced.slices.inner;
    const auto law_at = [&](Neighbors calibrated) {
      const auto parameters = calibrate_exponential_median(of_slice.epsilon, calibrated);
      return [=](const std::vector<std::size_t>& slice, Randomness& randomness) {
        std::vector<std::uint64_t> keys(slice.begin(), slice.end());
        return draw_exponential_rank(std::move(keys), kTwo, parameters, randomness);
      };
    };
    REQUIRE(std::get<ExponentialParameters>(sliced.inner).draw_epsilon ==
            calibrate_exponential_median(of_slice.epsilon, Neighbors::replace).draw_epsilon);
    const std::size_t window = sliced.slices.window;
    const auto report = [&](Neighbors calibrated) {
      return check_replace(2, window, of_slice.epsilon, law_at(calibrated));
    };
    CHECK(report(Neighbors::replace).within(of_slice.delta));
    CHECK_FALSE(report(Neighbors::add_remove).within(of_slice.delta));
  }
}

}  // namespace
}  // namespace logstar::testing::sanitizer_slices_test
