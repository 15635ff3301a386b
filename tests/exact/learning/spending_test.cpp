// The privacy loss of the learners' parameters, added up again from the proofs.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/learning/rectangle_outermost.hpp"
#include "logstar/learning/threshold_cut_calibration.hpp"
#include "logstar/learning/threshold_rec_concave.hpp"
#include "logstar/privacy/composition.hpp"

namespace logstar::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

TEST_CASE("the sides of a box spend at most the total, and a changed point is two") {
  for (const Loss& total : {Loss{2, 0.1}, {1, 1e-6}}) {
    for (const std::size_t dimensions : {1u, 2u, 10u}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const std::vector<RectangleAxis> axes(dimensions, {16, WideInterval::all(16)});
        const auto p = calibrate_rectangle_outermost(axes, total, neighbors, 0.05);
        const std::uint64_t sides = 2 * dimensions;
        // Each side is private for a point replaced: e' + ln(e^e' + delta) for draws at e'.
        const CutChoiceParameters& choice = p.search.front();
        CHECK_FALSE(choice.bottom);
        CHECK(choice.least_records <= p.outermost);
        const double rate = choice.draw_epsilon;
        const Loss side{rate + std::log(std::exp(rate) + choice.loss.delta), choice.loss.delta};
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

TEST_CASE(
    "a threshold by error counts is charged for weights and, in both directions, for errors") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto cut = calibrate_threshold_cut(16, {1, 1e-6}, neighbors, 0.05, 0);
    const double rise = cut.unit * static_cast<double>(cut.per_weight);
    const double rho = cut.unit * static_cast<double>(cut.per_error);
    const double falls = neighbors == Neighbors::replace ? std::max(2 * rho, rise) : rho;
    if (neighbors == Neighbors::add_remove) CHECK(rho <= rise);
    CHECK(falls + std::log(std::exp(rise) + 1e-6) <= kRounding);
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
