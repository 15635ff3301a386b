// The three bounds for bounded-range steps, as docs/guarantees/composition.md has them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "logstar/privacy/bounded_range.hpp"

namespace logstar::testing {
namespace {

TEST_CASE(
    "range composition is the least of the sum, the mean loss with deviation, and DR19's drift") {
  int least[3] = {0, 0, 0};
  for (const double epsilon : {0.001, 0.1, 1.0, 4.0, 8.0}) {
    for (const std::uint64_t count : {1u, 4u, 60u, 5000u}) {
      for (const double tail : {1e-9, 0.01, 0.5}) {
        const auto k = static_cast<double>(count);
        const double log = std::log(1 / tail);
        const double mean = epsilon * std::expm1(epsilon) / (std::exp(epsilon) + 1);
        const double terms[] = {k * epsilon, k * mean + epsilon * std::sqrt(2 * k * log),
                                k * epsilon * epsilon / 2 + epsilon * std::sqrt(k * log / 2)};
        const auto smallest = std::min_element(terms, terms + 3);
        ++least[smallest - terms];
        const std::vector<double> steps(count, epsilon);
        CHECK(range_composition(epsilon, count, tail).epsilon == Approx(*smallest).epsilon(1e-9));
        CHECK(range_composition(steps, tail).epsilon == Approx(*smallest).epsilon(1e-9));
      }
    }
  }
  for (const int times : least) CHECK(times > 0);
}

}  // namespace
}  // namespace logstar::testing
