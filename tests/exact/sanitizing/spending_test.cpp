// The privacy loss of SanPoints' parameters, added up again from the proof.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/privacy/composition.hpp"
#include "logstar/sanitizing/san_points.hpp"

namespace logstar::testing {
namespace {

constexpr double kRounding = 1 + 1e-9;

TEST_CASE("rounds of SanPoints and their noisy counts spend at most the total") {
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
    }
  }
}

TEST_CASE("SanPoints as printed spends at most the total wherever it accepts its parameters") {
  for (const double accuracy : {1.0, 0.1, 0.01}) {
    for (const double delta : {0.1, 1e-4, 1e-9}) {
      const double most = 2 * std::log(5 / delta) * (1 - 1e-12);
      for (const double epsilon : {1e-3, 1.0, most}) {
        for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
          const auto p = calibrate_san_points(SanPointsCalibration::paper, accuracy,
                                              {epsilon, delta}, neighbors, 0.05);
          const Loss choice = std::get<ChoosingParameters>(p.choice).loss;
          CHECK(choice.epsilon == p.noise_epsilon);
          // A choice and a count per round: two steps of one epsilon, the choices with a delta.
          const Loss steps = drift_composition({p.noise_epsilon, 0}, 2 * p.rounds, delta / 5);
          CHECK(steps.epsilon <= epsilon * kRounding);
          CHECK(static_cast<double>(p.rounds) * choice.delta + delta / 5 <= delta * kRounding);
        }
      }
      CHECK_THROWS(calibrate_san_points(SanPointsCalibration::paper, accuracy,
                                        {most * 1.001, delta}, Neighbors::add_remove, 0.05));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
