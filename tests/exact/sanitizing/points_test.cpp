// Sanitizers of points: their exact laws over all small histograms, controls, and their errors.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "clipped_noise.hpp"
#include "databases.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sanitizing/san_points.hpp"
#include "logstar/sanitizing/stable_histogram.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

using Database = std::vector<std::size_t>;
using Released = std::vector<std::pair<std::size_t, std::int64_t>>;  // item, noisy count

struct Occurring {
  std::vector<std::int64_t> counts;
  std::vector<std::size_t> items;
};

Occurring occurring(const Database& database) {
  std::map<std::size_t, std::int64_t> histogram;
  for (const std::size_t item : database) ++histogram[item];
  Occurring result;
  for (const auto& [item, count] : histogram) {
    result.items.push_back(item);
    result.counts.push_back(count);
  }
  return result;
}

Released by_item(const std::vector<NoisyPoint>& points, const Occurring& data) {
  Released released;
  for (const NoisyPoint& point : points)
    released.emplace_back(data.items[point.index], point.count);
  return released;
}

auto stable(const StableHistogramParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    const Occurring data = occurring(database);
    return by_item(stable_histogram(data.counts, parameters, randomness), data);
  };
}

auto rounds(const SanPointsParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    const Occurring data = occurring(database);
    return by_item(san_points(data.counts, parameters, randomness), data);
  };
}

constexpr long double kCut = 1e-9L;

TEST_CASE("the stable histogram is (epsilon, delta)-DP") {
  for (const auto& [epsilon, delta] : {std::pair{2.0, 0.1}, {4.0, 0.01}, {3.0, 0.3}}) {
    const auto add_remove = calibrate_stable_histogram({epsilon, delta}, Neighbors::add_remove);
    const auto report = check_add_remove(2, 0, 4, epsilon, stable(add_remove), kCut);
    CHECK(report.within(delta));
    CHECK(report.worst_delta >
          delta * std::exp(-epsilon));  // whole-number thresholds waste this factor
    const auto replace = calibrate_stable_histogram({epsilon, delta}, Neighbors::replace);
    CHECK(check_replace(2, 2, epsilon, stable(replace), 1e-7L).within(delta));
  }
}

TEST_CASE("the stable histogram is private under replace if both items are released") {
  // Counts around the threshold, so that one changed record moves two noisy counts.
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.1}, {6.0, 0.05}}) {
    const auto parameters = calibrate_stable_histogram({epsilon, delta}, Neighbors::replace);
    const auto report = check_replace(2, static_cast<std::size_t>(2 * parameters.threshold),
                                      epsilon, stable(parameters), 1e-6L);
    CHECK(report.within(delta));
    CHECK(report.largest_log_ratio > 0.99L * epsilon);
  }
}

TEST_CASE("SanPoints is (epsilon, delta)-DP under replace if both items are released") {
  const auto tight =
      calibrate_san_points(SanPointsCalibration::tight, 1, {8, 0.2}, Neighbors::replace, 0.1);
  const auto report = check_replace(2, 8, 8, rounds(tight), 1e-6L);
  CHECK(report.within(0.2));
  CHECK(report.largest_log_ratio > 4);
}

TEST_CASE("the stable histogram attains delta, control: a threshold lower by one is rejected") {
  // delta = q / (1 + q) is attained exactly at T = 2.
  const double q = std::exp(-3.0);
  auto parameters = calibrate_stable_histogram({3, q / (1 + q) * 1.0001}, Neighbors::add_remove);
  REQUIRE(parameters.threshold == 2);
  CHECK(check_add_remove(2, 0, 3, 3, stable(parameters), kCut).worst_delta > 0.999L * q / (1 + q));
  parameters.threshold = 1;
  CHECK_FALSE(check_add_remove(2, 0, 3, 3, stable(parameters), kCut).within(q / (1 + q) * 1.0001));
}

TEST_CASE("SanPoints is (epsilon, delta)-DP, by the paper's parameters and by the tight ones") {
  for (const auto& [epsilon, delta] : {std::pair{6.0, 0.2}, {4.0, 0.1}}) {
    const auto tight = calibrate_san_points(SanPointsCalibration::tight, 1, {epsilon, delta},
                                            Neighbors::add_remove, 0.1);
    CHECK(tight.rounds == 2);
    const auto report = check_add_remove(3, 0, 4, epsilon, rounds(tight), 1e-6L);
    CHECK(report.within(delta));
    CHECK(report.worst_delta > 0);
    auto paper = calibrate_san_points(SanPointsCalibration::paper, 1, {epsilon, delta},
                                      Neighbors::add_remove, 0.1);
    CHECK(check_add_remove(2, 0, 2, epsilon, rounds(paper), 1e-3L).within(delta));
  }
}

/// SanPoints as printed at a loss of (6, 0.2), which its parameters claim for both kinds of
/// neighbours.
constexpr Loss kPrinted{6, 0.2};

SanPointsParameters printed(Neighbors neighbors) {
  return calibrate_san_points(SanPointsCalibration::paper, 1, kPrinted, neighbors, 0.1);
}

/// Its law for the counts of up to two items. The law distinguishes counts between T - 3 and T + 4 only, so
/// noise beyond 8 is one result at either end.
Law<Released> printed_law(const SanPointsParameters& parameters, std::int64_t first,
                          std::int64_t second) {
  const std::int64_t t = std::get<ChoosingParameters>(parameters.choice).threshold;
  return enumerate([&](Randomness& randomness) {
    ClippedNoise noise(randomness, 8);
    std::vector<std::int64_t> counts;
    std::vector<std::size_t> items;
    for (const auto& [item, count] : {std::pair{std::size_t(0), first}, {1, second}}) {
      if (count == 0) continue;
      counts.push_back(count);
      items.push_back(item);
    }
    Released released;
    for (const auto& [index, count] : san_points(counts, parameters, noise)) {
      released.emplace_back(items[index], std::clamp(count, t - 3, t + 4));
    }
    return released;
  });
}

TEST_CASE("SanPoints as printed is private where its threshold is reached") {
  const auto parameters = printed(Neighbors::add_remove);
  const auto& choice = std::get<ChoosingParameters>(parameters.choice);
  CHECK(choice.loss.epsilon == Approx(6 / std::sqrt(32 * std::log(25.0))));
  CHECK(choice.loss.delta == Approx(0.04));
  const std::int64_t t = choice.threshold;
  PrivacyCheck check(kPrinted.epsilon, "add-remove", "pairs of counts at the threshold");
  check.pair(printed_law(parameters, t, 0), printed_law(parameters, t + 1, 0));
  check.pair(printed_law(parameters, t, 0), printed_law(parameters, t, 1));
  check.pair(printed_law(parameters, t, t - 1), printed_law(parameters, t, t));
  CHECK(check.report().within(kPrinted.delta));
  CHECK(check.report().largest_log_ratio > 0.5);
}

/// A record that moves from one item to the other: both released, one alone, or one newly released.
PrivacyReport printed_replaced(const SanPointsParameters& parameters) {
  const std::int64_t t = std::get<ChoosingParameters>(parameters.choice).threshold;
  PrivacyCheck check(kPrinted.epsilon, "replace", "pairs of counts at the threshold");
  for (const auto& [first, second] :
       {std::pair{t + 1, t}, {t, t}, {t, std::int64_t(0)}, {t + 1, std::int64_t(0)}, {t + 2, t}}) {
    check.pair(printed_law(parameters, first, second),
               printed_law(parameters, first - 1, second + 1));
  }
  check.pair(printed_law(parameters, 1, 0), printed_law(parameters, 0, 1));
  return check.report();
}

TEST_CASE("SanPoints as printed is (epsilon, delta)-DP under replace, at the same parameters") {
  const auto parameters = printed(Neighbors::replace);
  CHECK(parameters.noise_epsilon == printed(Neighbors::add_remove).noise_epsilon);
  const auto report = printed_replaced(parameters);
  CHECK(report.within(kPrinted.delta));
  CHECK(report.largest_log_ratio > 1);
}

TEST_CASE("control: SanPoints as printed with nearly exact counts is rejected under replace") {
  auto parameters = printed(Neighbors::replace);
  parameters.noise_epsilon = kPrinted.epsilon;  // of each count; two counts move
  CHECK_FALSE(printed_replaced(parameters).within(kPrinted.delta));
}

TEST_CASE("controls: SanPoints with rounds without bottom, and with noise for half a record") {
  auto parameters =
      calibrate_san_points(SanPointsCalibration::tight, 1, {4, 0.1}, Neighbors::add_remove, 0.1);
  auto without_bottom = parameters;
  std::get<StableChoiceParameters>(without_bottom.choice).bottom = {0, 0};
  CHECK_FALSE(check_add_remove(3, 0, 3, 4, rounds(without_bottom), 1e-6L).within(0.1));
  auto little_noise = parameters;
  little_noise.noise_epsilon = 8;
  CHECK_FALSE(check_add_remove(2, 0, 6, 4, rounds(little_noise), 1e-6L).within(0.1));
}

/// Records are 2 item + label; the result is the item, -1 for an abstention.
auto learner(const PointParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    Database ones;
    for (const std::size_t record : database) {
      if (record % 2 == 1) ones.push_back(record / 2);
    }
    const Occurring data = occurring(ones);
    const auto found = learn_point(data.counts, parameters, randomness);
    return found ? static_cast<int>(data.items[*found]) : -1;
  };
}

TEST_CASE("the point learner is (epsilon, delta)-DP by stable choice and by the gap test") {
  for (const auto algorithm : {PointAlgorithm::stable_choice, PointAlgorithm::gap_test}) {
    for (const auto& [epsilon, delta] : {std::pair{0.5, 0.05}, {1.0, 0.2}, {4.0, 0.01}}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        const auto parameters = calibrate_point(algorithm, {epsilon, delta}, neighbors, 0.1);
        auto report = neighbors == Neighbors::add_remove
                          ? check_add_remove(6, 0, 6, epsilon, learner(parameters))
                          : check_replace(6, 4, epsilon, learner(parameters));
        report.mode = algorithm == PointAlgorithm::gap_test ? "gap" : "stable";
        CHECK(report.within(delta));
        CHECK(report.worst_delta > 0);
      }
    }
  }
}

TEST_CASE("control: the gap test with a threshold lower by one is rejected") {
  auto parameters =
      calibrate_point(PointAlgorithm::gap_test, {1, 0.01}, Neighbors::add_remove, 0.1);
  std::get<GapTestParameters>(parameters.choice).threshold -= 1;
  CHECK_FALSE(check_add_remove(4, 0, 12, 1, learner(parameters)).within(0.01));
}

TEST_CASE("a learned point makes at most the promised errors, for any count (exact law)") {
  for (const auto algorithm : {PointAlgorithm::stable_choice, PointAlgorithm::gap_test}) {
    const auto parameters = calibrate_point(algorithm, {1, 1e-6}, Neighbors::add_remove, 0.05);
    for (std::int64_t count = 1; count <= 60; ++count) {
      const std::vector<std::int64_t> ones = {count};
      const auto law = enumerate(
          [&](Randomness& r) { return learn_point(ones, parameters, r).has_value() ? 0 : count; });
      long double failure = 0;
      for (const auto& [errors, mass] : law.mass) {
        if (errors > parameters.errors) failure += mass;
      }
      REQUIRE(failure <= 0.05L);
    }
  }
}

TEST_CASE("counts of the stable histogram keep their error in at least 95 of 100 runs") {
  REQUIRE(binomial_at_most(400, 0.95L, 355) < 1e-6L);
  SeededBits bits(51);
  ExactRandomness randomness(bits);
  const auto parameters = calibrate_stable_histogram({1, 1e-6}, Neighbors::add_remove);
  const std::int64_t error = stable_histogram_error(parameters, 0.05, 5);
  // At the edge of the threshold, where a miss costs most, and far from the edge.
  const std::vector<std::int64_t> counts = {error + 1, error, 3, 1000, 100000};
  int kept = 0;
  for (int run = 0; run < 400; ++run) {
    std::vector<std::int64_t> estimate(counts.size(), 0);
    for (const auto& [index, count] : stable_histogram(counts, parameters, randomness)) {
      estimate[index] = count;
    }
    bool good = true;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      good &= std::abs(estimate[i] - counts[i]) <= error;
    }
    kept += good;
  }
  CHECK(kept >= 356);
}

}  // namespace
}  // namespace logstar::testing
