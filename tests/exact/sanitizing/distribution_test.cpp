// The sanitizer of distributions: recursive quantiles at evenly spaced ranks, and a control.
#include "logstar/sanitizing/distribution.hpp"

#include <catch2/catch.hpp>

#include "databases.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kKeys = 5;

/// Ties stay together, as the guarantee allows: with real tie bits there are too many paths to enumerate.
auto sanitizer(std::uint32_t points, double epsilon, Neighbors neighbors) {
  DistributionParameters parameters =
      calibrate_distribution(points, Natural(kKeys), epsilon, neighbors, 0.95);
  parameters.quantiles.tie_bits = 0;
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    return sanitize_distribution({database.begin(), database.end()}, {0, kKeys - 1}, parameters,
                                 randomness);
  };
}

TEST_CASE("a sanitized distribution is epsilon-DP under add-remove and under replace") {
  for (const double epsilon : {1.0, 4.0}) {
    for (const std::uint32_t points : {1u, 2u, 3u}) {
      const auto report =
          check_add_remove(kKeys, 0, 5, epsilon, sanitizer(points, epsilon, Neighbors::add_remove));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio > 0.3L * epsilon);
      CHECK(check_replace(kKeys, 4, epsilon, sanitizer(points, epsilon, Neighbors::replace))
                .within(0));
    }
  }
}

TEST_CASE("a sanitized distribution divides epsilon among its levels, and halves it for replace") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const auto& [points, levels] : {std::pair{1u, 1}, {2u, 2}, {3u, 2}, {4u, 3}, {31u, 5}}) {
      const auto parameters = calibrate_distribution(points, Natural(kKeys), 2.0, neighbors, 0.95);
      const double all = neighbors == Neighbors::replace ? 1.0 : 2.0;
      CHECK(parameters.quantiles.level_epsilon * levels == Approx(all).epsilon(1e-12));
      CHECK(parameters.quantiles.level_epsilon * levels <= all * (1 + 1e-15));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
