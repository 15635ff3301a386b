// Several quantiles, docs/guarantees/quantiles.md: a record is in one part of each level, so its cost is that
// of the draws on one path down.
#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "option_points.hpp"
#include "real.hpp"

namespace logstar::testing {
namespace {

/// i/(m + 1) between the quantiles a/(m + 1) and b/(m + 1): (i - a)/(b - a). One record moves its
/// score within an interval of 2 max(i - a, b - i).
Real draw_price(const QuantilesParameters& parameters, std::uint32_t a, std::uint32_t i,
                std::uint32_t b) {
  const Real rate = quantile_draw_epsilon(parameters, {i - a, b - a});
  return 2 * std::max(i - a, b - i) * rate;
}

/// The most expensive path down the draws strictly between quantiles a and b. Any of them may be drawn first in
/// its part; the code draws the middle one.
Real dearest(const QuantilesParameters& parameters, std::uint32_t a, std::uint32_t b) {
  if (b - a < 2) return 0;
  const std::uint32_t middle = (a + 1) + (b - a - 1) / 2;
  return draw_price(parameters, a, middle, b) +
         std::max(dearest(parameters, a, middle), dearest(parameters, middle, b));
}

TEST_CASE("quantiles: the draws of a record together cost epsilon") {
  for (const std::uint32_t m : {1u, 2u, 3u, 4u, 7u, 8u, 15u, 16u, 99u, 1000u}) {
    std::vector<QuantileFraction> taus;
    for (std::uint32_t i = 1; i <= m; ++i) taus.push_back({i, m + 1});
    for (const double epsilon : kEpsilons) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        INFO("epsilon " << epsilon << " quantiles " << m);
        const auto parameters = calibrate_quantiles(taus, epsilon, neighbors);
        const unsigned changes = neighbors == Neighbors::replace ? 2 : 1;
        check_spent(changes * dearest(parameters, 0, m + 1), epsilon, 1e-14);
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
