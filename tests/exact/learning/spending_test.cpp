// What the learners' parameters spend, added up again from the proofs.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/learning/rectangle_outermost.hpp"
#include "logstar/learning/threshold_prefix.hpp"
#include "logstar/learning/threshold_rec_concave.hpp"
#include "logstar/privacy/composition.hpp"

namespace logstar::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

/// The largest delta that a choice among prefixes under replace can lose: 3 ends of each length.
double delta_of(const StableChoiceParameters& choice, double bits) {
  const double bottom =
      static_cast<double>(choice.bottom.whole) - 1 +
      std::ldexp(static_cast<double>(choice.bottom.fraction), -BottomScore::kFractionBits);
  return 3 * (bits + 1) * std::exp(-choice.draw_epsilon * bottom);
}

TEST_CASE("the sides of a box spend no more than the total, and a changed point is two") {
  for (const Loss& total : {Loss{2, 0.1}, {1, 1e-6}}) {
    for (const std::size_t dimensions : {1u, 2u, 10u}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const std::vector<RectangleAxis> axes(dimensions, {16, WideInterval::all(16)});
        const auto p = calibrate_rectangle_outermost(axes, total, neighbors, 0.05);
        const std::uint64_t sides = 2 * dimensions;
        const StableChoiceParameters& choice = p.search.front().choice;
        // Each side is private for a point replaced: twice the rate of its draw.
        const Loss side{2 * choice.draw_epsilon, delta_of(choice, 16)};
        const auto spends_no_more = [&](const Loss& one) {
          const Loss whole = neighbors == Neighbors::replace ? group_loss(one, 2) : one;
          return whole.epsilon <= total.epsilon * kRounding &&
                 whole.delta <= total.delta * kRounding;
        };
        const double tail =
            (neighbors == Neighbors::replace ? loss_for_group(total, 2).delta : total.delta) / 2;
        CHECK((spends_no_more(basic_composition(side, sides)) ||
               spends_no_more(drift_composition(side, sides, tail))));
      }
    }
  }
}

TEST_CASE("a threshold by error counts draws at half epsilon: they move both ways") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto prefix = calibrate_threshold_prefix(16, {1, 1e-6}, neighbors, 0.05, 0);
    CHECK(prefix.choice.draw_epsilon == Approx(0.5).epsilon(1e-12));
    CHECK(delta_of(prefix.choice, 17) <= 1e-6 * kRounding);
    const auto search =
        calibrate_threshold_rec_concave(Natural(1) << 16, {1, 1e-6}, neighbors, 0.05);
    double epsilon = 0;
    for (const RecConcaveLevel& level : search.search.levels) {
      epsilon += 2 * level.draw_epsilon + (level.gap ? 4 * level.gap->noise_epsilon : 0);
    }
    CHECK(epsilon <= kRounding);
  }
}

}  // namespace
}  // namespace logstar::testing
