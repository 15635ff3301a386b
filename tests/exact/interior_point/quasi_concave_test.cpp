// Quasi-concave optimisation: the reduction to interior points, and three algorithms on one
// problem.
#include <catch2/catch.hpp>

#include "cumulative_distance.hpp"
#include "interior_point/quasi_concave_max.hpp"
#include "randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("the reduction makes exactly n keys, at distance 2, or 1 if all qualities move one way") {
  std::size_t printed_too_far = 0;
  constexpr std::int64_t kError = 3;
  const auto decode = [](std::size_t code, std::int64_t base) {
    Quality quality;
    for (int point = 0; point < 5; ++point, code /= static_cast<std::size_t>(base)) {
      quality.push_back({1, static_cast<std::int64_t>(code) % base});
    }
    return quality;
  };
  // The differences as printed: a key for every step up, again after each step down.
  const auto printed = [&](const Quality& quality) {
    std::int64_t best = 0;
    for (const auto& run : quality) best = std::max(best, run.quality);
    std::vector<std::uint64_t> words;
    std::int64_t before = 0;
    for (std::size_t y = 0; y < quality.size(); ++y) {
      const std::int64_t here = std::max<std::int64_t>(0, quality[y].quality - best + kError);
      for (; before < here; ++before) words.push_back(y);
      before = here;
    }
    return KeyArray(3, words);
  };
  for (std::size_t code = 0; code < 5 * 5 * 5 * 5 * 5; code += 3) {
    const Quality quality = decode(code, 5);
    const KeyArray steps = quality_steps(quality, kError);
    REQUIRE(steps.size() == kError);
    for (std::size_t step = 0; step < 3 * 3 * 3 * 3 * 3; ++step) {
      const Quality change = decode(step, 3);
      Quality other = quality;
      bool one_way = true;
      for (std::size_t i = 0; i < 5; ++i) {
        other[i].quality += change[i].quality - 1;
        one_way = one_way && change[i].quality > 0;
      }
      const std::int64_t d = distance(steps, quality_steps(other, kError), 4);
      REQUIRE(d <= (one_way ? 1 : 2));
      printed_too_far += distance(printed(quality), printed(other), 4) > 2;
    }
  }
  CHECK(printed_too_far > 100);
}

Quality peak(const Natural& size, const Natural& top, std::int64_t height) {
  // Rises to the top in steps and falls again: quasi-concave, with a wide floor.
  Quality quality;
  const Natural width = 1'000;
  quality.push_back({top - width * height, 0});
  for (std::int64_t q = 1; q < height; ++q) quality.push_back({width, q});
  quality.push_back({width, height});
  for (std::int64_t q = height - 1; q > 0; --q) quality.push_back({width, q});
  quality.push_back({size - size_of(quality), 0});
  return quality;
}

TEST_CASE("three algorithms on one problem keep their errors (100 runs each), at (1, 1e-6, 0.05)") {
  SeededBits source(93);
  ExactRandomness randomness(source);
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  QuasiConcaveRequest request;
  request.size = Natural(1) << 64;
  request.loss = {1, 1e-6};
  std::vector<std::int64_t> errors;
  for (const auto algorithm :
       {QuasiConcaveAlgorithm::exponential, QuasiConcaveAlgorithm::rec_concave,
        QuasiConcaveAlgorithm::tree_log}) {
    const auto parameters = calibrate_quasi_concave(algorithm, request);
    errors.push_back(parameters.error);
    const std::int64_t height = parameters.error + 50;
    const Quality quality = peak(request.size, request.size / 3, height);
    int good = 0;
    for (int run = 0; run < 100; ++run) {
      const auto point = quasi_concave_max(quality, parameters, randomness);
      if (!point) continue;
      Natural first = 0;
      for (const QualityRun& here : quality) {
        if (*point < first + here.width) {
          good += here.quality > height - parameters.error;
          break;
        }
        first += here.width;
      }
    }
    CHECK(good >= 82);
  }
  // ln(2^64/0.05)/0.5, rounded up; the others have larger constants.
  CHECK(errors[0] == 95);
  CHECK(errors[1] > errors[0]);
  CHECK(errors[2] > errors[1]);
}

TEST_CASE("quasiConcaveMax refuses bad parameters by name") {
  QuasiConcaveRequest request;
  request.size = 1;
  request.loss = {1, 1e-6};
  CHECK_THROWS_WITH(calibrate_quasi_concave(QuasiConcaveAlgorithm::exponential, request),
                    "size must be a number of points from 2 to 2^(2^20), got 1");
  request.size = 100;
  request.loss.delta = 0;
  CHECK_THROWS_WITH(calibrate_quasi_concave(QuasiConcaveAlgorithm::tree_log, request),
                    "delta must be a number above 0 and below 1, got 0");
  const auto parameters = calibrate_quasi_concave(QuasiConcaveAlgorithm::exponential, request);
  SeededBits source(94);
  ExactRandomness randomness(source);
  CHECK_THROWS_WITH(quasi_concave_max({{5, 1}}, parameters, randomness),
                    "quality must be given for 100 points, got 5");
}

}  // namespace
}  // namespace logstar::testing
