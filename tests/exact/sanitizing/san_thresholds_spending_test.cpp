// The privacy loss of SanThresholds' parameters, added up again from the proof.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/privacy/composition.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"

namespace logstar::testing::san_thresholds_spending_test {
namespace {

constexpr double kRounding = 1 + 1e-9;

SanThresholdsParameters calibrated(const Loss& loss, std::uint64_t calls, Neighbors neighbors) {
  SanThresholdsRequest request;
  request.accuracy = 0.1;
  request.size = 1'000'000;
  request.bits = 64;
  request.loss = loss;
  request.neighbors = neighbors;
  request.calls = calls;
  return calibrate_san_thresholds(request);
}

TEST_CASE("SanThresholds' calls, of four steps each, spend at most the total") {
  for (const Loss& total : {Loss{1, 1e-6}, {8, 0.01}}) {
    for (const std::uint64_t calls : {1u, 3u, 770u}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const auto p = calibrated(total, calls, neighbors);
        const auto fits = [&](const Loss& sum) {
          return sum.epsilon <= total.epsilon * kRounding && sum.delta <= total.delta * kRounding;
        };
        CHECK((fits(basic_composition(p.step, 4 * calls)) ||
               fits(advanced_composition(p.step, 4 * calls, total.delta / 5))));
      }
    }
  }
}

TEST_CASE("SanThresholds chooses a scale and an interval at the price of one step each") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto p = calibrated({1, 1e-6}, 3, neighbors);
    REQUIRE(p.scale.size() == 65);
    for (const RecConcaveParameters& scale : p.scale) {
      // A record moves I(j) for all j, so each quality moves either way.
      double epsilon = 0;
      double delta = 0;
      for (const RecConcaveLevel& level : scale.levels) {
        epsilon += 2 * level.draw_epsilon;
        if (!level.gap) continue;
        const double q = std::exp(-level.gap->noise_epsilon);
        epsilon += 4 * level.gap->noise_epsilon;
        delta += 2 * std::pow(q, static_cast<double>(level.gap->threshold) - 2) / (1 + q);
      }
      CHECK(epsilon <= p.step.epsilon * kRounding);
      CHECK(delta <= p.step.delta * kRounding);
    }
    // A record is in two of the intervals, so up to two are new: see selection/choosing_mechanism.cpp.
    const bool replace = neighbors == Neighbors::replace;
    const double rate = p.choice.noise_epsilon;
    CHECK((replace ? 4 : 2) * rate <= p.step.epsilon * kRounding);
    CHECK(p.choice.draw_epsilon == rate);
    const double new_ones = 2 * std::exp(-rate * static_cast<double>(p.choice.threshold - 1));
    CHECK((replace ? new_ones : new_ones / (1 + std::exp(-rate))) <= p.step.delta * kRounding);
  }
}

}  // namespace
}  // namespace logstar::testing::san_thresholds_spending_test
