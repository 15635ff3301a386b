// Quasi-concave optimisation: the reduction to interior points, and three algorithms on one
// problem.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "cumulative_distance.hpp"
#include "databases.hpp"
#include "erratum.hpp"
#include "logstar/interior_point/quasi_concave_max.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

/// One digit a point.
Quality decode(std::size_t code, std::size_t base, std::size_t points) {
  Quality quality;
  for (std::size_t point = 0; point < points; ++point, code /= base) {
    quality.push_back({1, static_cast<std::int64_t>(code % base)});
  }
  return quality;
}

std::size_t power(std::size_t base, std::size_t exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

/// The differences as printed: a key for every step up, again after each step down.
KeyArray printed_steps(const Quality& quality, std::int64_t error) {
  std::int64_t best = 0;
  for (const auto& run : quality) best = std::max(best, run.quality);
  std::vector<std::uint64_t> words;
  std::int64_t before = 0;
  for (std::size_t y = 0; y < quality.size(); ++y) {
    const std::int64_t here = std::max<std::int64_t>(0, quality[y].quality - best + error);
    for (; before < here; ++before) words.push_back(y);
    before = here;
  }
  return KeyArray(3, words);
}

/// Calls `visit(quality, other, one_way)` with qualities below `base` and all that differ from them by at most
/// 1 at each point; one_way: by +0 or +1 only. Every `stride`-th quality.
template <typename Visit>
void for_each_step(std::size_t base, std::size_t points, std::size_t stride, const Visit& visit) {
  for (std::size_t code = 0; code < power(base, points); code += stride) {
    const Quality quality = decode(code, base, points);
    for (std::size_t step = 0; step < power(3, points); ++step) {
      const Quality change = decode(step, 3, points);
      Quality other = quality;
      bool one_way = true;
      for (std::size_t i = 0; i < points; ++i) {
        other[i].quality += change[i].quality - 1;
        one_way = one_way && change[i].quality > 0;
      }
      visit(quality, other, one_way);
    }
  }
}

TEST_CASE("the reduction makes exactly n keys, at distance 2, or 1 if all qualities move one way") {
  constexpr std::int64_t kError = 3;
  std::size_t printed_too_far = 0;
  for_each_step(5, 5, 3, [&](const Quality& quality, const Quality& other, bool one_way) {
    const KeyArray steps = quality_steps(quality, kError);
    const KeyArray there = quality_steps(other, kError);
    REQUIRE(steps.size() == kError);
    REQUIRE(there.size() == kError);
    REQUIRE(distance(steps, there, 4) <= (one_way ? 1 : 2));
    printed_too_far +=
        distance(printed_steps(quality, kError), printed_steps(other, kError), 4) > 2;
  });
  CHECK(printed_too_far > 100);
}

bool quasi_concave(const Quality& quality) {
  bool falls = false;
  for (std::size_t y = 1; y < quality.size(); ++y) {
    if (falls && quality[y].quality > quality[y - 1].quality) return false;
    falls = falls || quality[y].quality < quality[y - 1].quality;
  }
  return true;
}

std::string values_text(const Quality& quality) {
  std::string text;
  for (const auto& run : quality) {
    text += (text.empty() ? "" : ", ") + std::to_string(run.quality);
  }
  return "(" + text + ")";
}

TEST_CASE("the printed reduction is at distance 2 for quasi-concave qualities, beyond for others") {
  // The search minimises the number of points, then n.
  constexpr std::size_t kPoints = 4;
  constexpr std::int64_t kError = 2;
  std::string smallest;
  std::string sizes;
  std::int64_t smaller = 0;
  std::int64_t found = 0;
  std::int64_t corrected = 0;
  for (std::size_t points = 1; points <= kPoints; ++points) {
    for (std::int64_t error = 1; error <= (points < kPoints ? 4 : kError); ++error) {
      std::int64_t& greatest = points == kPoints && error == kError ? found : smaller;
      for_each_step(5, points, 1, [&](const Quality& quality, const Quality& other, bool) {
        for (const auto& run : other) {
          if (run.quality < 0) return;
        }
        const KeyArray a = printed_steps(quality, error);
        const KeyArray b = printed_steps(other, error);
        const std::int64_t d = distance(a, b, points - 1);
        if (quasi_concave(quality) && quasi_concave(other)) REQUIRE(d <= 2);
        if (d <= greatest) return;
        greatest = d;
        corrected =
            distance(quality_steps(quality, error), quality_steps(other, error), points - 1);
        smallest = values_text(quality) + " and " + values_text(other);
        sizes = std::to_string(a.size()) + " and " + std::to_string(b.size());
      });
    }
  }
  CHECK(smaller == 2);
  CHECK(found == 4);
  CHECK(corrected <= 2);
  const Erratum slip("quasi-concave-reduction");
  slip.says("claimed", "n records, at distance at most 2");
  slip.says("both quasi-concave, up to 4 points", "at most 2");
  slip.says("smallest qualities beyond", "n = 2, 4 points: " + smallest);
  slip.says("records", sizes);
  slip.says("true distance", found);
  slip.says("of anything smaller", smaller);
  slip.says("with the running maximum", corrected);
}

/// Finds the best of `points` points by depth among records at a few of them. With one point fewer than its
/// inner level needs, RecConcave is one exponential draw.
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
    ClippedNoise noise(randomness, 20);  // more than a threshold minus a gap
    const auto point = quasi_concave_max(quality, parameters, noise);
    return point ? static_cast<int>(*point) : -1;
  };
}

/// Checks both kinds of moves and both neighbour relations on databases of up to `most` records at `places`.
void check_quasi_concave(QuasiConcaveAlgorithm algorithm, const char* mode, std::uint64_t size,
                         Loss loss, double delta, const std::vector<std::size_t>& places,
                         std::size_t most) {
  for (const ScoreMoves moves : {ScoreMoves::one_way, ScoreMoves::both_ways}) {
    QuasiConcaveRequest request;
    request.size = size;
    request.moves = moves;
    request.loss = loss;
    const auto add_remove = calibrate_quasi_concave(algorithm, request);
    auto report =
        check_add_remove(places.size(), 0, most, loss.epsilon, best_depth(add_remove, places));
    report.mode = mode;
    CHECK(report.within(delta));
    request.neighbors = Neighbors::replace;
    const auto replace = calibrate_quasi_concave(algorithm, request);
    report = check_replace(places.size(), most, loss.epsilon, best_depth(replace, places));
    report.mode = mode;
    CHECK(report.within(delta));
  }
}

TEST_CASE("quasiConcaveMax is private by the exponential mechanism, pure, one way and both ways") {
  check_quasi_concave(QuasiConcaveAlgorithm::exponential, "exponential", 8, {1.5, 0.2}, 0,
                      {0, 2, 3, 6}, 3);
}

TEST_CASE("quasiConcaveMax is private by RecConcave, one way and both ways") {
  check_quasi_concave(QuasiConcaveAlgorithm::rec_concave, "rec-concave", 35, {16, 0.2}, 0.2,
                      {6, 33}, 2);
}

TEST_CASE(
    "a quality less its best moves by 2, or by 1 if all move one way, and RecConcave charges it") {
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

TEST_CASE("quasiConcaveMax rejects bad parameters by name") {
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
