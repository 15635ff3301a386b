// RecConcave: its exact law on 34 points, where it recurses once, for several kinds of qualities.
#include "logstar/interior_point/rec_concave/rec_concave.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "clipped_noise.hpp"
#include "databases.hpp"
#include "erratum.hpp"
#include "laplace_noise.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"
#include "smallest_pair.hpp"
#include "statistics.hpp"

namespace logstar::testing::rec_concave_test {
namespace {

using Database = std::vector<std::size_t>;

constexpr std::size_t kPoints = 34;  // one more than the base case allows
constexpr std::int64_t kMaxNoise = 5;

RecConcaveRequest request(double epsilon, double delta, ScoreMoves moves, Neighbors neighbors) {
  RecConcaveRequest result;
  result.size = kPoints;
  result.moves = moves;
  result.neighbors = neighbors;
  result.loss = {epsilon, delta};
  return result;
}

Natural keys_of_bits(std::uint32_t bits) { return natural_of(WideInterval::all(bits).highest) + 1; }

int point_of(const Quality& quality, const RecConcaveParameters& parameters,
             Randomness& randomness) {
  ClippedNoise noise(randomness, kMaxNoise);  // no threshold exceeds this
  const auto point = rec_concave(quality, parameters, noise);
  return point ? static_cast<int>(*point) : -1;
}

/// The depth among the records at these places.
auto depth_mechanism(const RecConcaveParameters& parameters, const Database& places) {
  return [=](const Database& database, Randomness& randomness) {
    KeyArray keys(6);
    for (const std::size_t record : database) keys.append(key_of(places[record], 6));
    return point_of(depth_quality(keys, {{0}, {kPoints - 1}}), parameters, randomness);
  };
}

/// Each record adds 1 (or, with `minus`, subtracts 1) at the points of one of three jagged sets, so the quality
/// is not quasi-concave.
Quality jagged(const Database& database, bool minus) {
  std::vector<std::int64_t> points(kPoints);
  for (const std::size_t record : database) {
    for (std::size_t z = 0; z < kPoints; ++z) {
      const bool first = z < 4 || z == 20;
      const bool second = z % 8 < 3;
      const bool third = z > 15 && z != 25;
      if (record == 0 ? first : record == 1 ? second : third) ++points[z];
      if (minus && record == 2 && z < 10) --points[z];
    }
  }
  Quality quality;
  for (const std::int64_t value : points) {
    if (!quality.empty() && quality.back().quality == value) {
      quality.back().width += 1;
    } else {
      quality.push_back({1, value});
    }
  }
  return quality;
}

auto jagged_mechanism(const RecConcaveParameters& parameters, bool minus) {
  return [=](const Database& database, Randomness& randomness) {
    return point_of(jagged(database, minus), parameters, randomness);
  };
}

TEST_CASE("RecConcave of depths is (epsilon, delta)-DP under add-remove and under replace") {
  const Database places = {0, 5, 6, 20, 33};
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.3}, {16.0, 0.02}}) {
    const auto add_remove =
        calibrate_rec_concave(request(epsilon, delta, ScoreMoves::one_way, Neighbors::add_remove),
                              3, 1, RecConcaveCalibration::paper);
    const auto report =
        check_add_remove(places.size(), 0, 3, epsilon, depth_mechanism(add_remove, places));
    CHECK(report.within(delta));
    const auto replace =
        calibrate_rec_concave(request(epsilon, delta, ScoreMoves::one_way, Neighbors::replace), 3,
                              1, RecConcaveCalibration::paper);
    CHECK(check_replace(places.size(), 2, epsilon, depth_mechanism(replace, places)).within(delta));
  }
}

TEST_CASE("RecConcave is private for qualities with many peaks, one way and both ways") {
  const double epsilon = 16;
  const double delta = 0.1;
  const auto one_way =
      calibrate_rec_concave(request(epsilon, delta, ScoreMoves::one_way, Neighbors::add_remove), 3,
                            1, RecConcaveCalibration::paper);
  CHECK(check_add_remove(3, 0, 3, epsilon, jagged_mechanism(one_way, false)).within(delta));
  const auto both_ways =
      calibrate_rec_concave(request(epsilon, delta, ScoreMoves::both_ways, Neighbors::add_remove),
                            3, 1, RecConcaveCalibration::paper);
  CHECK(check_add_remove(3, 0, 3, epsilon, jagged_mechanism(both_ways, true)).within(delta));
}

Quality two_peaks(std::int64_t left, std::int64_t right) {
  return {{6, 0}, {1, left}, {23, 0}, {1, right}, {3, 0}};  // both partitions contain both peaks
}

using PeaksLaw = std::function<Law<int>(std::int64_t left, std::int64_t right)>;

/// The delta at epsilon for one voter who moves from the peak at 30 to the one at 6.
long double moved_vote(const PeaksLaw& law, std::int64_t left, std::int64_t right, double epsilon) {
  return divergence(law(left, right), law(left + 1, right - 1), epsilon);
}

TEST_CASE("RecConcave is private if the best interval changes, and the printed A_dist is not") {
  const Loss loss{16, 0.02};
  auto parameters = calibrate_rec_concave(
      request(loss.epsilon, loss.delta, ScoreMoves::one_way, Neighbors::replace), 13, 1,
      RecConcaveCalibration::paper);
  const PeaksLaw corrected = [p = parameters](std::int64_t left, std::int64_t right) {
    return enumerate([&](Randomness& r) { return point_of(two_peaks(left, right), p, r); });
  };
  // Continuous noise and an unrounded threshold; the draws are the same.
  GapTestParameters& gap = *parameters.levels[0].gap;
  const Loss each = gap.loss;
  gap.threshold = 0;
  const PeaksLaw printed = [&](std::int64_t left, std::int64_t right) {
    return enumerate([&](Randomness& r) {
      LaplaceNoise noise(r, 1 / each.epsilon, -std::log(each.delta) / each.epsilon,
                         std::max(left, right));
      const auto point = rec_concave(two_peaks(left, right), parameters, noise);
      return point ? static_cast<int>(*point) : -1;
    });
  };
  const auto worst = [&](const PeaksLaw& law) {
    PrivacyCheck check(loss.epsilon, "replace", "two peaks of 10 to 14 records, 34 points");
    // One voter moves from the right peak to the left one. The peaks are so high that the inner level almost
    // always finds them narrow. Then the chosen intervals distinguish the data.
    for (std::int64_t left = 10; left <= 13; ++left) {
      check.pair(law(left, 13), law(left + 1, 12));
    }
    return check.report();
  };
  const auto report = worst(corrected);
  CHECK(report.within(loss.delta));
  CHECK(report.worst_delta > 0.02 * loss.delta);
  CHECK_FALSE(worst(printed).within(loss.delta));

  // The fewest voters at which the printed version fails.
  constexpr std::int64_t kVoters = 17;
  constexpr std::int64_t kLeft = 8;
  long double fewer = 0;
  for (std::int64_t left = 0; left < kVoters - 1; ++left) {
    fewer = std::max(fewer, moved_vote(printed, left, kVoters - 1 - left, loss.epsilon));
  }
  CHECK(fewer < 1e-9L);
  const long double found = moved_vote(printed, kLeft, kVoters - kLeft, loss.epsilon);
  CHECK(static_cast<double>(found) == Approx(0.391).margin(5e-4));
  const long double held = moved_vote(corrected, kLeft, kVoters - kLeft, loss.epsilon);
  CHECK(held <= loss.delta);
  const auto votes = [&](std::int64_t first) {
    return std::to_string(first) + " for point 6, " + std::to_string(kVoters - first) + " for 30";
  };
  const Erratum slip("rec-concave");
  slip.says("claimed (ε, δ)", loss_text(loss.epsilon, loss.delta));
  slip.says("input", "34 points, quality = votes, promise 13, acceptance 1; A_dist " +
                         loss_text(each.epsilon, each.delta) + ", draws at rate " +
                         Erratum::figure(parameters.levels[0].draw_epsilon));
  slip.says("printed", "gap + Laplace(" + Erratum::figure(1 / each.epsilon) + ") ≥ " +
                           Erratum::figure(-std::log(each.delta) / each.epsilon));
  slip.says("smallest neighbours, replace", votes(kLeft) + "; " + votes(kLeft + 1));
  slip.says("true δ with the printed A_dist", found);
  slip.says("one voter fewer, every split", fewer);
  slip.says("with the corrected test", held);
  slip.says("the corrected test, greatest over peaks of 10 to 14 votes", report.worst_delta);
}

TEST_CASE("a range of at most 33 points is one exponential draw, without delta") {
  RecConcaveRequest small = request(1, 1e-6, ScoreMoves::one_way, Neighbors::add_remove);
  small.size = 33;
  const auto parameters = calibrate_rec_concave(small, 5, 1, RecConcaveCalibration::paper);
  REQUIRE(parameters.levels.size() == 1);
  CHECK(parameters.loss == Loss{1, 0});
  const Quality quality = {{10, 1}, {1, 5}, {22, 0}};
  const auto law =
      enumerate([&](Randomness& randomness) { return point_of(quality, parameters, randomness); });
  const double total = 10 * std::exp(1.0) + std::exp(5.0) + 22;
  CHECK(static_cast<double>(law.of(10)) == Approx(std::exp(5.0) / total));
}

TEST_CASE("least n of RecConcave at (1, 1e-6, 0.05), with the paper's shares and balanced") {
  const auto least = [](std::uint32_t bits, unsigned levels, RecConcaveCalibration calibration) {
    RecConcaveRequest wide;
    wide.size = keys_of_bits(bits);
    wide.loss = {1, 1e-6};
    wide.levels = levels;
    return 2 * rec_concave_least_promise(wide, 0.05, calibration) - 1;
  };
  CHECK(least(64, 2, RecConcaveCalibration::paper) == 911);
  CHECK(least(8192, 2, RecConcaveCalibration::paper) == 1535);
  CHECK(least(64, 2, RecConcaveCalibration::balanced) == 523);
  CHECK(least(1024, 2, RecConcaveCalibration::balanced) == 611);
  CHECK(least(8192, 2, RecConcaveCalibration::balanced) == 679);
  CHECK(least(64, 3, RecConcaveCalibration::balanced) == 7591);
  RecConcaveRequest wide;
  wide.size = keys_of_bits(64);
  wide.loss = {1, 1e-6};
  const double printed = 2 * std::ceil(rec_concave_printed_promise(wide, 0.05)) - 1;
  CHECK(printed == 180'971);
  // With the natural logarithm replaced by base 2: 8^2 24 2 (lg(192 2^2 ...) + 6).
  const double in_bits = 2 * std::ceil(3072 * (std::log2(192 * 4 / (0.05 * 1e-6)) + 6)) - 1;
  CHECK(in_bits == 244'767);
  const Erratum slip("rec-concave");
  slip.says("least n of an interior point of 64 bits at (1, 10⁻⁶), β = 0.05, by Lemma 3.14",
            std::llround(printed));
  slip.says("the same with every log to base 2", std::llround(in_bits));
  slip.says("the same with the corrected test, shares of the paper",
            least(64, 2, RecConcaveCalibration::paper));
  slip.says("the same with the best shares", least(64, 2, RecConcaveCalibration::balanced));
}

TEST_CASE("at the least n RecConcave finds an interior point in 95 of 100 runs (200 runs each)",
          "[statistics]") {
  SeededBits source(21);
  ExactRandomness randomness(source);
  SeededBits data_source(22);
  BitPool pool(data_source);
  REQUIRE(binomial_at_most(200, 0.95L, 171) < 1e-6L);
  for (const std::uint32_t bits : {64u, 1024u}) {
    RecConcaveRequest wide;
    wide.size = keys_of_bits(bits);
    wide.loss = {1, 1e-6};
    const auto promise = rec_concave_least_promise(wide, 0.05, RecConcaveCalibration::balanced);
    const auto parameters =
        calibrate_rec_concave(wide, promise, 1, RecConcaveCalibration::balanced);
    const auto n = static_cast<std::size_t>(2 * promise - 1);
    for (const DataKind kind : kDataKinds) {
      INFO(name_of(kind) << ", " << bits << " bits");
      const int interior = interior_draws(200, kind, n, bits, pool, [&](const KeyArray& keys) {
        return draw_rec_concave_interior(keys, WideInterval::all(bits), parameters, randomness);
      });
      CHECK(interior >= 172);
    }
  }
}

TEST_CASE("RecConcave accepts no data and a constant quality, and rejects bad parameters by name") {
  const auto valid = request(16, 0.3, ScoreMoves::one_way, Neighbors::add_remove);
  const auto parameters = calibrate_rec_concave(valid, 3, 1, RecConcaveCalibration::paper);
  SeededBits source(23);
  ExactRandomness randomness(source);
  for (int run = 0; run < 100; ++run) {
    const auto z =
        draw_rec_concave_interior(KeyArray(6), {{5}, {5 + kPoints - 1}}, parameters, randomness);
    if (z) CHECK((z->front() >= 5 && z->front() < 5 + kPoints));
  }
  CHECK_THROWS_WITH(rec_concave({{12, 0}}, parameters, randomness),
                    "quality must be of 34 points, got 12");
  auto bad = valid;
  bad.levels = 1;
  CHECK_THROWS_WITH(calibrate_rec_concave(bad, 3, 1, RecConcaveCalibration::paper),
                    "levels must be a whole number from 2 to 5, got 1");
  CHECK_THROWS_WITH(calibrate_rec_concave(valid, 3, 4, RecConcaveCalibration::paper),
                    "accept must be a whole number from 1 to 3, got 4");
}

}  // namespace
}  // namespace logstar::testing::rec_concave_test
