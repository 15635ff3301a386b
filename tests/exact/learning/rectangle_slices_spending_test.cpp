// The privacy loss of a box by slices: the engine's price for all of its sides.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/learning/rectangle_slices.hpp"

namespace logstar::testing::rectangle_slices_spending_test {
namespace {

constexpr double kRounding = 1 + 1e-9;

TEST_CASE(
    "a box by slices costs two slices an axis at the engine's price, twice that under replace") {
  for (const Loss& total : {Loss{1, 1e-6}, {6, 0.01}}) {
    for (const std::size_t dimensions : {1u, 2u, 6u}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const std::vector<RectangleAxis> axes(dimensions, {16, WideInterval::all(16)});
        const auto p = calibrate_rectangle_slices(axes, total, neighbors, 0.05);
        CHECK(p.budget.slices == 2 * dimensions);
        CHECK(p.budget.computes == 1);
        const bool replace = neighbors == Neighbors::replace;
        // (epsilon, delta) for one record is (2 epsilon, (1 + e^epsilon) delta) for two.
        const double epsilon = replace ? total.epsilon / 2 : total.epsilon;
        const double delta = replace ? total.delta / (1 + std::exp(epsilon)) : total.delta;
        CHECK(slice_epsilon_of(p.budget, delta) <= epsilon * kRounding);
        for (const CutChoiceParameters& side : p.search) {
          CHECK(side.loss.epsilon <= p.budget.compute.epsilon * kRounding);
          CHECK(side.loss.delta <= p.budget.compute.delta * kRounding);
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::rectangle_slices_spending_test
