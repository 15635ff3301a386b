// The price of an interval's width, and its reach: docs/guarantees/intervals.md, Theorems 1 and 2.
#include <catch2/catch.hpp>

#include "both_neighbors.hpp"
#include "logstar/interior_point/rank/interval_target.hpp"
#include "logstar/interior_point/rank/interval_width.hpp"
#include "option_points.hpp"
#include "real.hpp"

namespace logstar::testing::interval_prices {
namespace {

const std::vector<QuantileFraction> kFractions = {{1, 2},    {3, 4},         {1, 10},
                                                  {99, 100}, {1, 1'000'000}, {618'033, 999'999}};

/// By how many ranks, over the denominator, a record moves a reach.
std::uint32_t moves_of(const QuantileFraction& tau, Neighbors neighbors) {
  if (neighbors == Neighbors::replace) return tau.denominator;
  return std::max(tau.numerator, tau.denominator - tau.numerator);
}

TEST_CASE("the width of an interval: what a record moves twice costs epsilon, and no less") {
  for (const double epsilon : kEpsilons) {
    for (const QuantileFraction& tau : kFractions) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        for (const std::uint32_t an_octave : {4u, 16u, 64u}) {
          INFO("epsilon " << epsilon << " of " << text_of(tau) << ", " << an_octave);
          const auto steps = calibrate_interval_steps(tau, epsilon, neighbors, an_octave);
          CHECK(steps.steps_per_rank % tau.denominator == 0);
          const Real moved =
              Real(steps.steps_per_rank) / tau.denominator * moves_of(tau, neighbors);
          check_spent(2 * moved * Real(steps.draw_epsilon), epsilon, 1e-14);
          // Every interval counts for a 2 m-th octave more than the one inside of it, a little rounded up.
          const Real head_start = Real(steps.head_start) * Real(steps.draw_epsilon);
          const Real wanted = real_log(2) / (2 * an_octave);
          CHECK(head_start >= wanted);
          CHECK(head_start <= wanted * (1 + Real(1) / 16 + Real(1e-9)));
          check_charged(steps.crowd(), 1 / real_expm1(head_start), 1e-10);
        }
      }
    }
  }
}

TEST_CASE(
    "the target of an interval of the data: all that miss weigh beta of the right one at most") {
  for (const double epsilon : kEpsilons) {
    for (const QuantileFraction& tau : kFractions) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        for (const double beta : {1e-9, 0.01, 0.05, 0.9}) {
          INFO("epsilon " << epsilon << " of " << text_of(tau) << ", beta " << beta);
          const auto width =
              interval_width_for({tau, epsilon, neighbors, beta, IntervalOf::data, 0, {}});
          REQUIRE(width);
          const Real rate = width->steps.draw_epsilon;
          const Real crowd = 1 / real_expm1(Real(width->steps.head_start) * rate);
          CHECK(crowd * real_exp(-rate * Real(width->target)) <= beta);
          // One step less would be too few, as far as doubles can tell.
          const Real one_less = Real(width->target) * (1 - Real(1e-12)) - 1;
          CHECK(crowd * real_exp(-rate * one_less) > beta * (1 - Real(1e-9)));
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::interval_prices
