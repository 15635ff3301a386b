// The search for the thresholds of Gaussian discovery, against the delta of its theorem.
#include "logstar/counts/gaussian_discovery.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace logstar::testing::gaussian_discovery_threshold_test {
namespace {

TEST_CASE("the threshold keeps its delta, and is the least up to 4095, beyond within a 2048th") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::uint64_t groups : {1u, 8u, 9u, 5'000u, 1'000'000'000u}) {
      for (const Loss& loss : {Loss{0.001, 0.1}, Loss{3, 1e-12}, Loss{50, 1e-6}}) {
        for (const std::uint64_t bins : {1u, 30u}) {
          const auto found = calibrate_gaussian_discovery(loss, groups, neighbors, bins);
          const auto delta_at = [&](std::int64_t threshold) {
            return gaussian_discovery_delta({found.variance, threshold, bins}, groups, loss.epsilon,
                                            neighbors);
          };
          INFO(groups << " groups, epsilon " << loss.epsilon << ", threshold " << found.threshold);
          CHECK(delta_at(found.threshold) <= loss.delta);
          const std::int64_t step = std::max<std::int64_t>(found.threshold / 2048, 1);
          CHECK(delta_at(found.threshold - step) > loss.delta);
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::gaussian_discovery_threshold_test
