// What SanPoints' parameters spend, added up again from the proof.
#include <catch2/catch.hpp>
#include <cmath>

#include "privacy/composition.hpp"
#include "sanitizing/san_points.hpp"

namespace logstar::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

TEST_CASE("rounds of SanPoints and their noisy counts spend no more than the total") {
  for (const double accuracy : {1.0, 0.1, 0.01}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const Loss total{1, 1e-4};
      const auto p =
          calibrate_san_points(SanPointsCalibration::tight, accuracy, total, neighbors, 0.05);
      const Loss each = std::get<StableChoiceParameters>(p.choice).loss;
      const double changed = neighbors == Neighbors::replace ? 2 : 1;
      const auto fits = [&](const Loss& rounds) {
        return rounds.epsilon + changed * p.noise_epsilon <= total.epsilon * kRounding &&
               rounds.delta <= total.delta * kRounding;
      };
      CHECK((fits(basic_composition(each, p.rounds)) ||
             fits(drift_composition(each, p.rounds, total.delta / 2))));

      const auto paper =
          calibrate_san_points(SanPointsCalibration::paper, accuracy, total, neighbors, 0.05);
      // A choice and a count a round, as many steps of one epsilon, by advanced composition.
      const Loss step{paper.noise_epsilon, 0};
      const double epsilon = advanced_composition(step, 2 * paper.rounds, total.delta / 5).epsilon;
      CHECK(epsilon <= total.epsilon * kRounding);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
