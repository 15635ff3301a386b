// Learning through a sanitizer: the number of records of the sanitized parts that one record changes, and the
// exact law with a sanitizer that uses its whole loss.
#include "logstar/learning/threshold_by_sanitizer.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>

#include "labelled_databases.hpp"
#include "logstar/sanitizing/san_thresholds.hpp"

namespace logstar::testing::threshold_by_sanitizer_test {
namespace {

/// Record r has key r / 2 and label r % 2.
GroupedKeys part_of(const Database& database, std::size_t label) {
  std::vector<std::uint64_t> keys;
  for (const std::size_t record : database) {
    if (record % 2 == label) keys.push_back(record / 2);
  }
  return grouped(std::move(keys));
}

std::vector<std::uint64_t> expanded(const GroupedKeys& data) {
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < data.size(); ++i) {
    keys.insert(keys.end(), static_cast<std::size_t>(data.counts[i]), data.keys[i]);
  }
  return keys;
}

/// The number of records of one multiset that another multiset of equal size lacks.
std::size_t distance(const GroupedKeys& a, const GroupedKeys& b) {
  const auto x = expanded(a);
  const auto y = expanded(b);
  std::vector<std::uint64_t> common;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), std::back_inserter(common));
  REQUIRE(x.size() == y.size());
  return x.size() - common.size();
}

/// For both labels, at every size.
std::size_t worst_distance(const Database& a, const Database& b) {
  std::size_t worst = 0;
  for (std::uint64_t size = 1; size <= 8; ++size) {
    for (const std::size_t label : {0u, 1u}) {
      worst = std::max(worst, distance(filled_up(part_of(a, label), size, 3),
                                       filled_up(part_of(b, label), size, 3)));
    }
  }
  return worst;
}

TEST_CASE("a labelled record replaces at most one record of a padded part, of any size") {
  std::size_t added = 0;
  std::size_t replaced = 0;
  for (std::size_t size = 0; size < 5; ++size) {
    for_each_multiset(8, size, [&](const Database& database) {
      for (std::size_t a = 0; a < 8; ++a) {
        added = std::max(added, worst_distance(database, with(database, a)));
        for (std::size_t b = a + 1; b < 8 && size < 3; ++b) {
          replaced = std::max(replaced, worst_distance(with(database, a), with(database, b)));
        }
      }
    });
  }
  CHECK(added == 1);
  CHECK(replaced == 1);
}

/// Tightly (epsilon, delta)-DP under replace: on keys 0 and 1 it draws one of three shares, or with probability
/// delta returns the data. `log` hears the number of records and the result.
struct ToySanitizer {
  Loss loss;
  std::vector<std::uint64_t>* log;

  GroupedKeys operator()(const GroupedKeys& data, Randomness& randomness) const {
    const auto all = static_cast<std::int64_t>(data.total());
    const std::int64_t at_zero = data.keys[0] == 0 ? static_cast<std::int64_t>(data.counts[0]) : 0;
    log->push_back(data.total());
    if (randomness.bernoulli_exp(Rational::of(-std::log(loss.delta)))) {
      log->push_back(100 + data.keys[0]);
      log->insert(log->end(), data.counts.begin(), data.counts.end());
      return data;
    }
    // Twice the distance from 0, 1/2 or all of them at key 0: one replaced moves it by 2.
    const std::vector<std::int64_t> scores = {-2 * at_zero, -std::abs(2 * at_zero - all),
                                              -2 * (all - at_zero)};
    ScoreList candidates(scores);
    const std::uint64_t drawn =
        randomness.weighted_choice(candidates, loss.epsilon / 4, std::nullopt);
    log->push_back(drawn);
    return grouped(std::vector<std::uint64_t>{0, 1}, {drawn, 2 - drawn});
  }
};

/// All intermediate results, and the final one.
auto learner(const ThresholdBySanitizerParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    std::vector<std::uint64_t> log;
    const auto rule =
        learn_threshold_by_sanitizer(part_of(database, 1), part_of(database, 0), {0, 1}, parameters,
                                     ToySanitizer{parameters.sanitizer, &log}, randomness);
    log.push_back(rule.last ? rule.last->front() : 9);
    return log;
  };
}

constexpr long double kCut = 1e-6L;

ThresholdBySanitizerParameters loose() {
  ThresholdBySanitizerParameters parameters;
  parameters.sanitizer = {1.5, 0.1};
  parameters.count_epsilon = 1.5;
  return parameters;
}

TEST_CASE("a learner through a sanitizer is (count + epsilon, delta)-DP, twice that for replace") {
  const auto report = check_add_remove(4, 0, 3, 3, learner(loose()), kCut);
  CHECK(report.within(0.1));
  CHECK(report.worst_delta > 0.099L);
  const auto replace = check_replace(4, 2, 6, learner(loose()), kCut);
  CHECK(replace.within(0.2));
  CHECK(replace.worst_delta > 0.15L);
}

TEST_CASE(
    "the learner through a sanitizer keeps its loss, calibrated for either neighbour relation") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto parameters = calibrate_threshold_by_sanitizer({8, 0.1}, neighbors);
    const auto report = neighbors == Neighbors::add_remove
                            ? check_add_remove(4, 0, 2, 8, learner(parameters), 1e-3L)
                            : check_replace(4, 2, 8, learner(parameters), 1e-3L);
    CHECK(report.within(0.1));
  }
}

TEST_CASE("control: replaced records at the price of added ones are rejected") {
  CHECK_FALSE(check_replace(4, 2, 3, learner(loose()), kCut).within(0.1));
}

TEST_CASE("control: a sanitizer that receives the part itself, not padded, is rejected") {
  const auto parameters = loose();
  const auto report = check_add_remove(
      4, 0, 3, 3,
      [&](const Database& database, Randomness& randomness) {
        std::vector<std::uint64_t> log;
        const ToySanitizer toy{parameters.sanitizer, &log};
        learn_threshold_by_sanitizer(
            part_of(database, 1), part_of(database, 0), {0, 1}, parameters,
            [&](const GroupedKeys&, Randomness& random) {
              return toy(part_of(with(database, 1), 1), random);
            },
            randomness);
        return log;
      },
      kCut);
  CHECK_FALSE(report.within(0.1));
}

TEST_CASE("the learner through SanThresholds is (epsilon, delta)-DP") {
  SanThresholdsRequest request;
  request.accuracy = 1;
  request.size = 32;
  request.bits = 1;
  request.calls = 1;
  request.neighbors = Neighbors::replace;
  const auto parameters = calibrate_threshold_by_sanitizer({40, 0.1}, Neighbors::add_remove);
  request.loss = parameters.sanitizer;
  const auto sanitizer = calibrate_san_thresholds(request);
  const KeyInterval domain{0, 1};
  const auto report = check_add_remove(
      4, 0, 4, 40,
      [&](const Database& database, Randomness& randomness) {
        const auto rule = learn_threshold_by_sanitizer(
            part_of(database, 1), part_of(database, 0), domain, parameters,
            [&](const GroupedKeys& data, Randomness& random) {
              return san_thresholds(data, domain, sanitizer, random).records;
            },
            randomness);
        return rule.last ? static_cast<int>(rule.last->front()) : -1;
      },
      1e-3L);
  CHECK(report.within(0.1));
}

}  // namespace
}  // namespace logstar::testing::threshold_by_sanitizer_test
