// The privacy loss of sanitizers, and of boxes learned through them: all rounds added up again.
#include <catch2/catch.hpp>

#include "both_neighbors.hpp"
#include "composition_theorems.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "logstar/sanitizing/value_counts.hpp"
#include "logstar/support/errors.hpp"
#include "option_points.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("counts of all values: the rate of one count, or of two under replace") {
  for (const double epsilon : {1e-9, 0.3, 1.0, 1e4}) {
    for (const Neighbors neighbors : kBoth) {
      const Rational rate = calibrate_value_counts({0, 99}, epsilon, neighbors, 0.95).rate;
      const Real moved = neighbors == Neighbors::replace ? 2 : 1;
      check_spent(moved * Real(rate.approximate()), epsilon, 1e-15);
    }
  }
}

TEST_CASE("sanitizers and learners through them: all rounds together keep the total") {
  SampledOptions options(59);
  for (int i = 0; i < 60; ++i) {
    const Loss loss{options.between(1e-2, 1e3), options.between(1e-200, 0.5)};
    const Neighbors neighbors = kBoth[options.coin()];
    const bool replace = neighbors == Neighbors::replace;
    const double accuracy = options.between(1e-3, 1);
    INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " accuracy " << accuracy);
    const Real epsilon = loss.epsilon;
    const Real delta = loss.delta;
    const auto tight =
        calibrate_san_points(SanPointsCalibration::tight, accuracy, loss, neighbors, 0.05);
    const Real counts = (replace ? 2 : 1) * Real(tight.noise_epsilon);
    const Loss choice = std::get<StableChoiceParameters>(tight.choice).loss;
    CHECK(Real(tight.rounds) >= 2 / Real(accuracy));
    CHECK(fits(real_loss(choice), tight.rounds, delta / 2, epsilon - counts, delta, false));
    if (Real(loss.epsilon) <= 2 * real_log(5 / delta)) {
      const auto paper =
          calibrate_san_points(SanPointsCalibration::paper, accuracy, loss, neighbors, 0.05);
      const Loss each = std::get<ChoosingParameters>(paper.choice).loss;
      CHECK(paper.noise_epsilon <= each.epsilon);
      const Real e = each.epsilon;
      const Real mean = e * real_expm1(e) / (real_expm1(e) + 2);
      const std::uint64_t all = 2 * paper.rounds;
      CHECK(e * real_sqrt(2 * Real(all) * real_log(5 / delta)) + all * mean <= epsilon);
      CHECK(accident(each.delta, paper.rounds, delta / 5) <= delta);
    }
    SanThresholdsRequest request;
    request.accuracy = std::max(0.01, accuracy);
    request.size = 1 << 20;
    request.bits = 4;
    request.loss = loss;
    request.neighbors = neighbors;
    try {
      const auto thresholds = calibrate_san_thresholds(request);
      CHECK(
          fits(real_loss(thresholds.step), 4 * thresholds.calls, delta / 5, epsilon, delta, true));
      CHECK(thresholds.choice.loss == thresholds.step);
      for (const auto& search : thresholds.scale) {
        CHECK(search.loss.epsilon <= thresholds.step.epsilon);
        CHECK(search.loss.delta <= thresholds.step.delta);
      }
    } catch (const OutOfRange&) {
      CHECK((loss.epsilon < 0.1 || loss.delta < 1e-100));
    }
    const std::size_t axes = options.count(64);
    const auto boxes = calibrate_rectangle_by_sanitizer(axes, 1000, loss, neighbors, 0.05);
    CHECK(fits(real_loss(boxes.sanitizer), 2 * axes, delta / 2, epsilon, delta, false));
    CHECK((replace ? 2 : 1) * Real(boxes.count_epsilon) <= Real(boxes.sanitizer.epsilon));
  }
}

}  // namespace
}  // namespace logstar::testing
