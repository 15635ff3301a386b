// The learners of thresholds: their exact laws over all small labelled databases, and controls.
#include "logstar/learning/threshold.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "clipped_noise.hpp"
#include "labelled_databases.hpp"

namespace logstar::testing::threshold_test {
namespace {

/// Keys 0..3 with labels: records 0..7.
constexpr std::uint32_t kBits = 2;
constexpr std::size_t kRecords = 8;
const WideInterval kAll = WideInterval::all(kBits);
const std::pair<double, double> kLosses[] = {{0.5, 0.05}, {1, 0.2}, {2, 0.3}, {4, 0.01}};

auto exponential(const ThresholdExponentialParameters& parameters,
                 const WideInterval& domain = kAll) {
  return [=](const Database& database, Randomness& randomness) {
    return number(
        learn_threshold_exponential(labelled(kBits, database), domain, parameters, randomness));
  };
}

TEST_CASE("the exponential learner draws each threshold with weight e^(-epsilon errors)") {
  const auto parameters = calibrate_threshold_exponential(0.7, Neighbors::add_remove);
  CHECK(parameters.draw_epsilon == 0.7);
  for (std::size_t size = 0; size <= 4; ++size) {
    for_each_multiset(kRecords, size, [&](const Database& database) {
      const auto law =
          enumerate([&](Randomness& r) { return exponential(parameters)(database, r); });
      long double normaliser = 0;
      for (std::int64_t last = -1; last <= 3; ++last) {
        normaliser += std::exp(-0.7L * static_cast<long double>(errors_of(last, database)));
      }
      for (std::int64_t last = -1; last <= 3; ++last) {
        const long double weight =
            std::exp(-0.7L * static_cast<long double>(errors_of(last, database)));
        REQUIRE(std::fabs(law.of(last) - weight / normaliser) < 1e-12L);
      }
    });
  }
}

TEST_CASE("the exponential learner is epsilon-DP under add-remove at full epsilon, and tight") {
  for (const double epsilon : {0.5, 1.0, 4.0}) {
    const auto add_remove = calibrate_threshold_exponential(epsilon, Neighbors::add_remove);
    const auto report = check_add_remove(kRecords, 0, 6, epsilon, exponential(add_remove));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.85L * epsilon);
    CHECK(report.pairs == kRecords * (1 + 8 + 36 + 120 + 330 + 792));
    const WideInterval narrow{{1}, {2}};
    const auto inside = [&](const Database& database, Randomness& randomness) {
      Database moved;
      for (const std::size_t record : database) moved.push_back(2 + record);
      return exponential(add_remove, narrow)(moved, randomness);
    };
    CHECK(check_add_remove(4, 0, 6, epsilon, inside).within(0));
    const auto replace = calibrate_threshold_exponential(epsilon, Neighbors::replace);
    CHECK(check_replace(kRecords, 4, epsilon, exponential(replace)).within(0));
    // Control: the calibration for add-remove is too weak under replace.
    CHECK_FALSE(check_replace(kRecords, 4, epsilon, exponential(add_remove)).within(0));
  }
}

auto rec_concave_learner(const ThresholdRecConcaveParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    return number(
        learn_threshold_rec_concave(labelled(kBits, database), kAll, parameters, randomness));
  };
}

TEST_CASE("the RecConcave learner is (epsilon, delta)-DP, for any margin") {
  for (const auto& [epsilon, delta] : kLosses) {
    auto parameters =
        calibrate_threshold_rec_concave(4, {epsilon, delta}, Neighbors::add_remove, 0.3);
    for (const std::int64_t margin : {parameters.margin, std::int64_t(2)}) {
      parameters.margin = margin;
      CHECK(
          check_add_remove(kRecords, 0, 5, epsilon, rec_concave_learner(parameters)).within(delta));
    }
  }
}

/// 64 keys, so that RecConcave chooses a width first. Votes: records 0 and 1 favour label 1 up to key 5,
/// records 2 and 3 up to key 29. Record 4 is label 1 at 17, record 5 is label 0 at 17. Noise beyond `most` has
/// the effect of `most`: no gap exceeds twice this, and no threshold exceeds it.
auto deep_learner(const ThresholdRecConcaveParameters& parameters, std::int64_t most) {
  return [=](const Database& database, Randomness& randomness) {
    ClippedNoise noise(randomness, most);
    constexpr std::uint64_t kPlaces[] = {5, 6, 29, 30, 17, 17};
    LabelledKeys data{KeyArray(6), KeyArray(6)};
    for (const std::size_t record : database) {
      (record % 2 == 0 ? data.ones : data.zeros).append(WideKey{kPlaces[record]});
    }
    return number(
        learn_threshold_rec_concave(std::move(data), WideInterval::all(6), parameters, noise));
  };
}

TEST_CASE("the RecConcave learner on 64 keys, where it recurses, is (epsilon, delta)-DP") {
  for (const auto& [epsilon, delta] : {std::pair{16.0, 0.3}, {32.0, 0.02}}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      const auto parameters = calibrate_threshold_rec_concave(64, {epsilon, delta}, neighbors, 0.3);
      REQUIRE(parameters.search.levels.size() == 2);
      const auto run = deep_learner(parameters, 6);
      const auto report = neighbors == Neighbors::add_remove
                              ? check_add_remove(6, 0, 3, epsilon, run)
                              : check_replace(6, 3, epsilon, run);
      CHECK(report.within(delta));
    }
  }
}

/// Two thresholds with `left` and `right` fewer errors than all others, where one record decides between them.
PrivacyReport check_two_cuts(const ThresholdRecConcaveParameters& parameters, double epsilon,
                             Neighbors neighbors, std::size_t least, std::size_t most) {
  const auto law = [&](const Database& database) {
    return enumerate([&](Randomness& r) { return deep_learner(parameters, 12)(database, r); });
  };
  const auto replace = neighbors == Neighbors::replace;
  PrivacyCheck check(epsilon, replace ? "replace" : "add-remove",
                     "two thresholds " + std::to_string(least) + " to " + std::to_string(most) +
                         " errors better than others, margin " + std::to_string(parameters.margin) +
                         ", 64 keys");
  for (std::size_t left = least; left <= most; ++left) {
    for (std::size_t right = left; right <= std::min(most, left + 1); ++right) {
      Database common;
      for (const std::size_t record : {0u, 1u}) common.insert(common.end(), left, record);
      for (const std::size_t record : {2u, 3u}) common.insert(common.end(), right, record);
      // A record of label 1 at 17 is an error of the lower cut, label 0 of the higher one.
      const auto lower = law(with(common, 5));
      const auto higher = law(with(common, 4));
      if (replace) {
        check.pair(lower, higher);
      } else {
        const auto neither = law(common);
        check.pair(neither, lower);
        check.pair(neither, higher);
      }
    }
  }
  return check.report();
}

TEST_CASE(
    "the RecConcave learner is private where the best threshold changes, the printed test is not") {
  const Loss loss{16, 0.02};
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    auto parameters = calibrate_threshold_rec_concave(64, loss, neighbors, 0.3);
    const auto own = check_two_cuts(parameters, loss.epsilon, neighbors, 5, 6);
    CHECK(own.within(loss.delta));
    CHECK(own.largest_log_ratio > 0.2L * loss.epsilon);
    // With so large a margin, both can be as good as the promise or better.
    parameters.margin = 28;
    const auto report = check_two_cuts(parameters, loss.epsilon, neighbors, 13, 14);
    CHECK(report.within(loss.delta));
    GapTestParameters& gap = *parameters.search.levels[0].gap;
    gap.noise_epsilon = gap.loss.epsilon;
    gap.threshold =
        static_cast<std::int64_t>(std::ceil(-std::log(gap.loss.delta) / gap.loss.epsilon));
    CHECK_FALSE(check_two_cuts(parameters, loss.epsilon, neighbors, 14, 14).within(loss.delta));
  }
}

}  // namespace
}  // namespace logstar::testing::threshold_test
