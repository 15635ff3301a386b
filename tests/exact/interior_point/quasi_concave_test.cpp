// Quasi-concave optimisation: the reduction to interior points, and three algorithms on one
// problem.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "cumulative_distance.hpp"
#include "databases.hpp"
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

/// The best of `points` points by depth among records at some of them; a point too few for
/// RecConcave to need its inner level is one exponential draw.
auto best_depth(const QuasiConcaveParameters& parameters, const std::vector<std::size_t>& places) {
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    std::vector<std::int64_t> depth;
    for (Natural z = 0; z < parameters.size; ++z) {
      std::int64_t below = 0;
      std::int64_t above = 0;
      for (const std::size_t record : database) {
        below += places[record] <= z;
        above += places[record] >= z;
      }
      depth.push_back(std::min(below, above));
    }
    Quality quality;
    for (const std::int64_t here : depth) {
      if (quality.empty() || quality.back().quality != here) quality.push_back({0, here});
      quality.back().width += 1;
    }
    ClippedNoise noise(randomness, 20);  // more than a threshold less a gap
    const auto point = quasi_concave_max(quality, parameters, noise);
    return point ? static_cast<int>(*point) : -1;
  };
}

TEST_CASE("quasiConcaveMax is private by the exponential mechanism and by RecConcave") {
  for (const auto algorithm :
       {QuasiConcaveAlgorithm::exponential, QuasiConcaveAlgorithm::rec_concave}) {
    const bool pure = algorithm == QuasiConcaveAlgorithm::exponential;
    for (const ScoreMoves moves : {ScoreMoves::one_way, ScoreMoves::both_ways}) {
      QuasiConcaveRequest request;
      request.size = pure ? 8 : 35;
      request.moves = moves;
      request.loss = {pure ? 1.5 : 16, 0.2};
      const std::vector<std::size_t> places =
          pure ? std::vector<std::size_t>{0, 2, 3, 6} : std::vector<std::size_t>{6, 33};
      const double epsilon = request.loss.epsilon;
      const double delta = pure ? 0 : request.loss.delta;
      const std::size_t most = pure ? 3 : 2;
      const auto add_remove = calibrate_quasi_concave(algorithm, request);
      auto report =
          check_add_remove(places.size(), 0, most, epsilon, best_depth(add_remove, places));
      report.mode = pure ? "exponential" : "rec-concave";
      CHECK(report.within(delta));
      request.neighbors = Neighbors::replace;
      const auto replace = calibrate_quasi_concave(algorithm, request);
      report = check_replace(places.size(), most, epsilon, best_depth(replace, places));
      report.mode = pure ? "exponential" : "rec-concave";
      CHECK(report.within(delta));
    }
  }
}

TEST_CASE(
    "a quality less its best moves by 2, or by 1 if all move one way: RecConcave pays for it") {
  for (const bool one_way : {true, false}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      QuasiConcaveRequest request;
      request.size = 100;
      request.moves = one_way ? ScoreMoves::one_way : ScoreMoves::both_ways;
      request.neighbors = neighbors;
      request.loss = {4, 0.1};
      const auto parameters = calibrate_quasi_concave(QuasiConcaveAlgorithm::rec_concave, request);
      const unsigned steps = one_way && neighbors == Neighbors::add_remove ? 1 : 2;
      const Loss spent = group_loss(std::get<RecConcaveParameters>(parameters.draw).loss, steps);
      CHECK(spent.epsilon <= 4 * (1 + 1e-12));
      CHECK(spent.epsilon >= 4 * (1 - 1e-12));
      CHECK(spent.delta <= 0.1 * (1 + 1e-9));
      request.size = Natural(1) << 40;
      const auto tree = calibrate_quasi_concave(QuasiConcaveAlgorithm::tree_log, request);
      CHECK(std::get<CumulativeTreeLogParameters>(tree.draw).levels[0].distance == steps);
    }
  }
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
