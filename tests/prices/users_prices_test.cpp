// Ranks of users, docs/guarantees/users.md: the rate times the length of the interval in which a user moves all
// scores, over all groups.
#include <algorithm>
#include <catch2/catch.hpp>
#include <utility>
#include <vector>

#include "both_neighbors.hpp"
#include "logstar/interior_point/rank/user_exponential.hpp"
#include "logstar/interior_point/rank/user_quantiles.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/users/spread.hpp"
#include "option_points.hpp"
#include "real.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("ranks of users cost their rate times the sensitivity of a user over all groups") {
  for (const double epsilon : kEpsilons) {
    for (const Neighbors neighbors : kBoth) {
      for (const bool several : {false, true}) {
        for (const std::uint32_t whole : {1u, kUserWeight, kMaxUserWeight}) {
          const bool replaced = neighbors == Neighbors::replace;
          INFO("epsilon " << epsilon << ", " << whole << " a user");
          const auto depth =
              calibrate_user_rank({std::nullopt, epsilon, neighbors, several, whole});
          check_spent(Real(depth.draw.draw_epsilon) * whole * (replaced ? 2 : 1), epsilon, 1e-14);
          for (const QuantileFraction tau : {QuantileFraction{1, 2}, {9, 10}, {1, 1'000'000}}) {
            const Real s = std::max(tau.numerator, tau.denominator - tau.numerator);
            const Real b = tau.denominator;
            const Real length = !replaced ? 2 * s : several ? 4 * s : 2 * b;
            const auto quantile = calibrate_user_rank({tau, epsilon, neighbors, several, whole});
            check_spent(Real(quantile.draw.draw_epsilon) * whole * length, epsilon, 1e-14);
          }
        }
      }
    }
  }
}

TEST_CASE(
    "quantiles of users by recursion cost their rates times a user's sensitivity over all levels") {
  const std::vector<std::vector<QuantileFraction>> asked = {
      {{1, 4}, {1, 2}, {3, 4}}, {{1, 10}, {1, 3}}, {{1, 1'000'000}, {1, 2}, {9, 10}, {99, 100}}};
  for (const auto& taus : asked) {
    for (const double epsilon : {0.1, 1.0, 50.0}) {
      for (const Neighbors neighbors : kBoth) {
        for (const std::uint32_t whole : {1u, kUserWeight, kMaxUserWeight}) {
          UserQuantilesRequest request{taus, epsilon, neighbors, whole};
          const auto parameters = calibrate_user_quantiles(request, {0, ~std::uint64_t(0)});
          const Real both_ways = neighbors == Neighbors::replace ? 4 : 2;
          struct State {};
          halve(taus, 0, taus.size(), State{}, [&](const QuantileNode& node, State state) {
            const auto [a, b] = node.relative.fraction;
            const double rate =
                divide_down(quantile_draw_epsilon(parameters.draws, node.relative.fraction),
                            parameters.user_weight);
            check_spent(
                Real(rate) * whole * both_ways * std::max(a, b - a) * parameters.draws.levels,
                epsilon, 1e-14);
            return std::pair{state, state};
          });
        }
      }
    }
  }
}

Real real_of(const BottomScore& score) {
  return Real(score.whole) + Real(score.fraction) / (1 << 20);
}

TEST_CASE("abstaining outweighs the keys outside the data by 1/beta - 1, or as n falls") {
  const Natural points = Natural(1) << 64;
  for (const double epsilon : {1e-3, 1.0, 50.0}) {
    for (const double beta : {1e-9, 0.05, 0.7}) {
      const UserRankRequest depth{std::nullopt, epsilon, Neighbors::add_remove, false, kUserWeight};
      const auto plain = calibrate_abstaining_user_rank(depth, points, beta).or_refuse();
      const Real score = real_of(plain.none->first);
      const Real outside =
          real_exp(Real(plain.draw.draw_epsilon) * score) * Real(beta) / (1 - Real(beta));
      const Real all = real_exp(64 * real_log(Real(2)));
      CHECK(outside >= all);
      CHECK(outside <= all * Real(1.0001));
      const QuantileFraction tau{9, 10};
      UserRankRequest quantile = depth;
      quantile.quantile = tau;
      const auto by_size = calibrate_abstaining_user_rank(quantile, points, beta).or_refuse();
      const Real rate = by_size.draw.draw_epsilon;
      const Real first = real_exp(rate * real_of(by_size.none->first));
      CHECK(first * Real(beta) / (1 - Real(beta)) >= all);
      CHECK(first * Real(beta) / (1 - Real(beta)) <= all * Real(1.0001));
      CHECK(by_size.none->fall == 1);
      CHECK(by_size.none->late_fall == 9);
      const Real late = real_of(by_size.none->late);
      CHECK(late >= 9 * real_of(by_size.none->first));
      CHECK(late <= 9 * real_of(by_size.none->first) * Real(1 + 1e-9));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
