// Learning through both sanitizers: errors on the records and on fresh records.
#include "logstar/learning/threshold_by_sanitizer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <variant>

#include "logstar/learning/threshold_by_sanitizer_release.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sanitizing/distribution.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::threshold_by_sanitizer_test {
namespace {

const KeyInterval kAll{0, UINT64_MAX};
constexpr std::size_t kValues = 500;
constexpr std::size_t kTrueOnes = 180;  // values of label 1, before the changes of labels

/// The number of records with each of 500 values, by label.
struct Sample {
  std::vector<std::uint64_t> ones = std::vector<std::uint64_t>(kValues, 0);
  std::vector<std::uint64_t> zeros = std::vector<std::uint64_t>(kValues, 0);

  void add(std::size_t value, bool one) { ++(one ? ones : zeros)[value]; }

  /// The errors of the rule that assigns 1 to the first `count` values.
  double errors(std::size_t count) const {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < kValues; ++i) sum += i < count ? zeros[i] : ones[i];
    return static_cast<double>(sum);
  }
  double fewest() const {
    double least = errors(0);
    for (std::size_t i = 1; i <= kValues; ++i) least = std::min(least, errors(i));
    return least;
  }
};

/// n independent records with values at growing gaps; a fifth of the labels is wrong or missing.
Sample sample_of(std::uint64_t n, bool wrong_labels, BitPool& pool) {
  Sample sample;
  for (std::uint64_t i = 0; i < n; ++i) {
    const auto value = static_cast<std::size_t>(pool.below(kValues));
    const bool flip = wrong_labels && pool.below(5) == 0;
    sample.add(value, (value < kTrueOnes) != flip);
  }
  return sample;
}

std::vector<std::uint64_t> values() {
  std::vector<std::uint64_t> keys;
  std::uint64_t key = 5;
  for (std::size_t i = 0; i < kValues; ++i) keys.push_back(key += 1 + key / 16);
  return keys;
}

std::size_t says_one(const ThresholdHypothesis& rule, const std::vector<std::uint64_t>& keys) {
  if (!rule.last) return 0;
  const auto end = std::upper_bound(keys.begin(), keys.end(), rule.last->front());
  return static_cast<std::size_t>(end - keys.begin());
}

/// The error rate on a fresh record, above the best rule's.
double fresh_excess(std::size_t count, bool wrong_labels) {
  const double wrong = std::abs(static_cast<double>(count) - kTrueOnes) / kValues;
  return wrong_labels ? 0.6 * wrong : wrong;  // 0.8 instead of 0.2
}

struct Kept {
  int on_records = 0;
  int on_fresh = 0;
};

/// Dvoretzky, Kiefer, Wolfowitz, Massart for the values of either label. Rates of all rules are within 2 t of
/// the distribution's with probability 1 - 4 e^(-2 n t^2).
double deviation(std::uint64_t n) {
  return std::sqrt(std::log(80.0) / (2 * static_cast<double>(n)));
}

Kept runs_of(std::uint64_t n, int runs, bool wrong_labels,
             const ThresholdBySanitizerParameters& parameters, const ThresholdSanitizer& sanitize,
             const ExcessErrors& promise, Randomness& randomness, BitPool& pool) {
  Kept kept;
  const auto keys = values();
  const double allowed =
      static_cast<double>(promise.records) + promise.share * static_cast<double>(n);
  for (int run = 0; run < runs; ++run) {
    const Sample sample = sample_of(n, wrong_labels, pool);
    const auto rule =
        learn_threshold_by_sanitizer(grouped(keys, sample.ones), grouped(keys, sample.zeros), kAll,
                                     parameters, sanitize, randomness);
    const std::size_t count = says_one(rule, keys);
    kept.on_records += sample.errors(count) - sample.fewest() <= allowed;
    kept.on_fresh +=
        fresh_excess(count, wrong_labels) <= allowed / static_cast<double>(n) + 4 * deviation(n);
  }
  return kept;
}

std::vector<std::uint64_t> expanded(const GroupedKeys& data) {
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < data.size(); ++i) {
    keys.insert(keys.end(), static_cast<std::size_t>(data.counts[i]), data.keys[i]);
  }
  return keys;
}

TEST_CASE("a threshold learned through quantiles keeps its promised error (n = 20000, 100 runs)",
          "[statistics]") {
  // A promise that holds with probability 0.95 (0.9 for fresh records) fails this often with probability 1e-6.
  REQUIRE(binomial_at_most(100, 0.95L, 81) < 1e-6L);
  REQUIRE(binomial_at_most(100, 0.9L, 72) < 1e-6L);
  SeededBits source(91);
  ExactRandomness randomness(source);
  SeededBits data_source(92);
  BitPool pool(data_source);
  const std::uint64_t n = 20'000;
  const auto parameters = calibrate_threshold_by_sanitizer({4, 0}, Neighbors::add_remove);
  const auto quantiles = calibrate_distribution(31, kAll.size(), parameters.sanitizer.epsilon,
                                                Neighbors::replace, 0.99);
  const ThresholdSanitizer sanitize = [&](const GroupedKeys& data, Randomness& random) {
    return synthetic_records(sanitize_distribution(expanded(data), kAll, quantiles, random), kAll);
  };
  const auto promise =
      threshold_by_sanitizer_excess(parameters, quantiles.rank_error, 0.5 / 32, 0.03);
  CHECK(promise.records == 2675);  // and 1/32 of them: 16% of n
  for (const bool wrong_labels : {false, true}) {
    const Kept kept =
        runs_of(n, 100, wrong_labels, parameters, sanitize, promise, randomness, pool);
    CHECK(kept.on_records >= 82);
    CHECK(kept.on_fresh >= 73);
  }
}

TEST_CASE("a threshold learned through SanThresholds keeps its promised error (n = 2230040)",
          "[statistics]") {
  SeededBits source(93);
  ExactRandomness randomness(source);
  SeededBits data_source(94);
  BitPool pool(data_source);
  REQUIRE(binomial_at_most(20, 0.95L, 11) < 1e-6L);
  REQUIRE(binomial_at_most(20, 0.9L, 9) < 1e-6L);
  const auto parameters = calibrate_threshold_by_sanitizer({1000, 1e-6}, Neighbors::add_remove);
  SanThresholdsRequest request;
  request.accuracy = 0.1;
  request.loss = parameters.sanitizer;
  request.neighbors = Neighbors::replace;
  request.size = san_thresholds_least_size(request, 0.01);
  const auto sanitizer = calibrate_san_thresholds(request);
  const std::uint64_t n = request.size - 1000;
  REQUIRE(n == 2'230'040);
  const ThresholdSanitizer sanitize = [&](const GroupedKeys& data, Randomness& random) {
    return san_thresholds(data, kAll, sanitizer, random).records;
  };
  const auto promise =
      threshold_by_sanitizer_excess(parameters, 25 * static_cast<double>(sanitizer.unit), 0, 0.03);
  CHECK(promise.records == 697'200);  // 31% of n
  for (const bool wrong_labels : {false, true}) {
    const Kept kept = runs_of(n, 20, wrong_labels, parameters, sanitize, promise, randomness, pool);
    CHECK(kept.on_records >= 12);
    CHECK(kept.on_fresh >= 10);
  }
}

TEST_CASE("a threshold through quantiles leaves room among equal records for a part's fillings") {
  ThresholdBySanitizerRelease::Task task;
  task.domain = {0, 999};
  for (const double epsilon : {0.001, 0.5, 4.0}) {
    task.epsilon = epsilon;
    const auto plan = ThresholdBySanitizerRelease::plan(task);
    const auto noise = threshold_by_sanitizer_noise(plan.learner, (1 - task.confidence) / 3);
    REQUIRE(plan.quantiles.most_equal > 0);
    const auto facts = ThresholdBySanitizerRelease::claim(task, plan).conditions;
    const auto ties = std::ranges::find(facts, "maxTies", &Fact::name);
    REQUIRE(ties != facts.end());
    CHECK(std::get<double>(ties->value) ==
          static_cast<double>(plan.quantiles.most_equal) - static_cast<double>(noise));
  }
}

}  // namespace
}  // namespace logstar::testing::threshold_by_sanitizer_test
