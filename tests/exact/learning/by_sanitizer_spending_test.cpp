// The privacy loss of the learners through a sanitizer, added up again from the proofs.
#include <catch2/catch.hpp>
#include <cmath>

#include "enumerating_randomness.hpp"
#include "logstar/learning/rectangle_by_sanitizer.hpp"
#include "logstar/learning/threshold_by_sanitizer.hpp"
#include "logstar/privacy/composition.hpp"

namespace logstar::testing::by_sanitizer_spending_test {
namespace {

constexpr double kRounding = 1 + 1e-9;

TEST_CASE("a threshold's counts and sanitized parts spend at most the total") {
  for (const Loss& total : {Loss{1, 1e-6}, {8, 0.1}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      // A replaced record may move from one label's part to the other's.
      const double parts = neighbors == Neighbors::replace ? 2 : 1;
      const auto p = calibrate_threshold_by_sanitizer(total, neighbors);
      CHECK(parts * (p.count_epsilon + p.sanitizer.epsilon) <= total.epsilon * kRounding);
      CHECK(parts * p.sanitizer.delta <= total.delta * kRounding);
    }
  }
}

TEST_CASE("a part is padded to a number with noise of the calibrated rate") {
  ThresholdBySanitizerParameters p;
  p.sanitizer = {1, 0.1};
  p.count_epsilon = 0.7;
  const GroupedKeys ones = grouped(std::vector<std::uint64_t>(6, 0));
  const auto law = enumerate(
      [&](Randomness& randomness) {
        std::uint64_t first = 0;
        learn_threshold_by_sanitizer(
            ones, {}, {0, 1}, p,
            [&](const GroupedKeys& filled, Randomness&) {
              if (filled.keys.front() == 0) first = filled.total();  // but not the zeros' part
              return filled;
            },
            randomness);
        return first;
      },
      1e-4L);
  for (const std::uint64_t size : {2u, 4u, 5u}) {
    CHECK(static_cast<double>(law.of(size) / law.of(size + 1)) == Approx(std::exp(-0.7)));
  }
  CHECK(static_cast<double>(law.of(8) / law.of(7)) == Approx(std::exp(-0.7)));
}

TEST_CASE("a box's sanitized axes and counted cells spend at most the total") {
  for (const Loss& total : {Loss{1, 1e-6}, {8, 0.1}}) {
    for (const std::size_t axes : {1u, 2u, 8u, 40u}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const auto p = calibrate_rectangle_by_sanitizer(axes, 3, total, neighbors, 0.1);
        // A changed point moves two counts of an axis.
        const double moved = neighbors == Neighbors::replace ? 2 : 1;
        CHECK(moved * p.count_epsilon <= p.sanitizer.epsilon * kRounding);
        const auto fits = [&](const Loss& sum) {
          return sum.epsilon <= total.epsilon * kRounding && sum.delta <= total.delta * kRounding;
        };
        CHECK((fits(basic_composition(p.sanitizer, 2 * axes)) ||
               fits(drift_composition(p.sanitizer, 2 * axes, total.delta / 2))));
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::by_sanitizer_spending_test
