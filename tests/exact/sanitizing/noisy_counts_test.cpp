// The counts published by sanitizers have the calibrated noise.
#include <catch2/catch.hpp>
#include <cmath>

#include "enumerating_randomness.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"

namespace logstar::testing {
namespace {

/// Whether masses fall by e^-rate a step on both sides of `centre`, from `least` to `most`.
bool is_laplace(const Law<std::int64_t>& law, double rate, std::int64_t centre, std::int64_t least,
                std::int64_t most) {
  const long double first = law.of(least);
  bool fits = first > 0;
  for (std::int64_t k = least; k <= most; ++k) {
    const auto further = static_cast<long double>(std::abs(k - centre) - std::abs(least - centre));
    fits &= std::fabs(law.of(k) / first * std::exp(rate * further) - 1) < 1e-9L;
  }
  return fits;
}

TEST_CASE("SanPoints publishes a chosen point's count with noise of the calibrated rate") {
  for (const auto calibration : {SanPointsCalibration::tight, SanPointsCalibration::paper}) {
    for (const double epsilon : {4.0, 6.0}) {
      const auto p =
          calibrate_san_points(calibration, 1, {epsilon, 0.01}, Neighbors::add_remove, 0.1);
      const std::int64_t count = 1'000;
      const auto law = enumerate(
          [&](Randomness& randomness) {
            const std::vector<std::int64_t> counts = {count};
            const auto points = san_points(counts, p, randomness);
            return points.empty() ? std::int64_t(-1) : points.front().count;
          },
          1e-4L);
      CHECK(is_laplace(law, p.noise_epsilon, count, count - 2, count + 2));
    }
  }
}

TEST_CASE("SanThresholds publishes a short range's count with noise of a step's rate") {
  for (const double epsilon : {2.0, 8.0}) {
    SanThresholdsRequest request;
    request.accuracy = 1;
    request.size = 640;  // so that ranges with a noisy count below 80 stay whole
    request.bits = 3;
    request.loss = {epsilon, 0.1};
    request.calls = 1;
    const auto p = calibrate_san_thresholds(request);
    const std::vector<std::uint64_t> records(10, 3);
    const auto law = enumerate(
        [&](Randomness& randomness) {
          const auto result = san_thresholds(grouped(records), {0, 7}, p, randomness);
          if (result.records.size() != 1) return std::int64_t(-1);
          return static_cast<std::int64_t>(result.records.counts.front());
        },
        1e-4L);
    CHECK(is_laplace(law, p.step.epsilon, 10, 7, 13));
  }
}

}  // namespace
}  // namespace logstar::testing
