// RecConcave joins scales of equal quality where there are many: they are the quality of a level below.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "smallest_pair.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("the law of RecConcave is that of the points, however runs of equal quality are joined") {
  const auto in_law_of = [](const Quality& quality, const RecConcaveParameters& parameters) {
    return enumerate([&](Randomness& randomness) {
      ClippedNoise noise(randomness, 5);  // no threshold exceeds this
      const auto point = rec_concave(quality, parameters, noise);
      return point ? static_cast<int>(*point) : -1;
    });
  };
  const auto of_points = [](const Quality& quality) {
    Quality points;
    for (const QualityRun& run : quality) {
      for (Natural i = 0; i < run.width; i += 1) points.push_back({1, run.quality});
    }
    return points;
  };
  RecConcaveRequest small;
  small.loss = {16, 0.02};
  for (const std::size_t size : {20u, 34u}) {  // one draw; a level above it
    small.size = size;
    const auto parameters = calibrate_rec_concave(small, 5, 1, RecConcaveCalibration::paper);
    const Quality joined = {{7, 2}, {1, 5}, {8, 3}, {size - 16, 0}};
    const Quality points = of_points(joined);
    REQUIRE(points.size() == size);
    CHECK(static_cast<double>(
              divergence(in_law_of(joined, parameters), in_law_of(points, parameters), 0)) < 1e-12);
    const Quality other = {{8, 2}, {1, 5}, {7, 3}, {size - 16, 0}};  // the best point is the next
    CHECK(divergence(in_law_of(joined, parameters), in_law_of(other, parameters), 0) > 1e-6);
  }
}

}  // namespace
}  // namespace logstar::testing
