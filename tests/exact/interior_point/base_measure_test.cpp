// The exponential mechanism with unequal public weights of keys: its exact laws over all small databases.
#include "logstar/domain/base_measure.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <optional>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/none.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/interior_point/rank/rank_envelope.hpp"

namespace logstar::testing::base_measure_test {
namespace {

using Database = std::vector<std::size_t>;

constexpr std::size_t kValues = 5;
constexpr std::size_t kRecords = 5;
constexpr KeyInterval kDomain{0, 7};  // keys 5 to 7 never occur in the data
/// Weights 1, 1, 4, 9, 9, 6, 1, 50: most of the mass lies away from the data.
const BaseMeasure kUneven(kDomain, {{kDomain, 1}, {{2, 4}, 3}, {{3, 5}, 5}, {{7, 7}, 49}});

auto mechanism(ExponentialParameters parameters, const BaseMeasure& measure = kUneven) {
  parameters.measure = measure;
  return [parameters](const Database& database, Randomness& randomness) {
    return draw_exponential_rank({database.begin(), database.end()}, kDomain, parameters,
                                 randomness);
  };
}

TEST_CASE("a median with unequal weights is epsilon-DP, and uses at least 4/5 of epsilon") {
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    const auto add_remove = calibrate_exponential_median(epsilon, Neighbors::add_remove);
    const auto report = check_add_remove(kValues, 0, kRecords, epsilon, mechanism(add_remove));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.8 * epsilon);
    const auto replace = calibrate_exponential_median(epsilon, Neighbors::replace);
    CHECK(check_replace(kValues, 4, epsilon, mechanism(replace)).within(0));
  }
}

TEST_CASE("quantiles with unequal weights are epsilon-DP under add-remove and under replace") {
  for (const QuantileFraction tau : {QuantileFraction{1, 4}, {9, 10}, {618'033, 999'999}}) {
    const auto add_remove = calibrate_exponential_quantile(tau, 2, Neighbors::add_remove);
    const auto report = check_add_remove(kValues, 0, kRecords, 2, mechanism(add_remove));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.8);
    const auto replace = calibrate_exponential_quantile(tau, 2, Neighbors::replace);
    CHECK(check_replace(kValues, 3, 2, mechanism(replace)).within(0));
  }
}

TEST_CASE(
    "the law with unequal weights is weight times e^(epsilon depth) over the sum, key by key") {
  const Database data = {1, 1, 4, 6, 2};
  const auto draw = mechanism(calibrate_exponential_median(0.7, Neighbors::add_remove));
  const auto law = enumerate([&](Randomness& randomness) { return draw(data, randomness); });
  const int depth[] = {0, 2, 3, 2, 2, 1, 1, 0};
  const int weights[] = {1, 1, 4, 9, 9, 6, 1, 50};
  long double total = 0;
  for (std::size_t z = 0; z < 8; ++z) total += weights[z] * std::exp(0.7L * depth[z]);
  for (std::size_t z = 0; z < 8; ++z) {
    const long double expected =
        weights[z] * std::exp(static_cast<long double>(0.7) * depth[z]) / total;
    CHECK(std::fabs(law.of(z) - expected) < 1e-12L);
  }
}

/// The probability that a median of these records lies further from the best depth than stated.
long double missed(const Database& data, double epsilon, const Natural& points,
                   const BaseMeasure& stated, double confidence,
                   const BaseMeasure& drawn = kUneven) {
  auto parameters = calibrate_exponential_median(epsilon, Neighbors::add_remove);
  const auto draw = mechanism(parameters, drawn);
  const auto law = enumerate([&](Randomness& randomness) { return draw(data, randomness); });
  parameters.measure = stated;
  const double error = exponential_rank_error(points, parameters, confidence);
  long double sum = 0;
  for (const auto& [key, mass] : law.mass) {
    double at_most = 0, at_least = 0;
    for (const std::size_t x : data) {
      at_most += x <= key;
      at_least += x >= key;
    }
    if (std::min(at_most, at_least) < std::ceil(static_cast<double>(data.size()) / 2) - error) {
      sum += mass;
    }
  }
  return sum;
}

TEST_CASE("the error stated for unequal weights holds for all data, that for equal weights fails") {
  constexpr double kEpsilon = 3;
  constexpr double kConfidence = 0.9;
  long double worst = 0, worst_of_equal = 0;
  for (std::size_t size = 0; size <= 6; ++size) {
    for_each_multiset(kValues, size, [&](const Database& data) {
      worst = std::max(worst, missed(data, kEpsilon, 8, kUneven, kConfidence));
      worst_of_equal = std::max(worst_of_equal, missed(data, kEpsilon, 8, {}, kConfidence));
    });
  }
  CHECK(worst <= 0.1L);
  CHECK(worst_of_equal > 0.1L);  // control: |X| in place of 1/mu_min
}

TEST_CASE(
    "records in a guess's range need fewer records than others, and exactly the stated number") {
  const BaseMeasure guess(kDomain, {{kDomain, 1}, {{1, 3}, 20}}, KeyInterval{1, 3});
  auto median = calibrate_exponential_median(2, Neighbors::add_remove);
  median.measure = guess;
  const auto expected = expected_least_records(median, 0.9);
  REQUIRE(expected);
  CHECK(*expected < exponential_least_records(8, median, 0.9));
  for_each_multiset(3, *expected, [&](const Database& places) {
    Database data;
    for (const std::size_t place : places) data.push_back(place + 1);
    const auto draw = mechanism(median, guess);
    const auto law = enumerate([&](Randomness& randomness) { return draw(data, randomness); });
    long double outside = 0;
    for (const auto& [key, mass] : law.mass) {
      if (key < data.front() || key > data.back()) outside += mass;
    }
    CHECK(outside <= 0.1L);
  });
}

/// Half of the mass is uniform, half lies on two keys, as for a domain by magnitude. So mu_min is 1/(2 |X|).
const BaseMeasure kHalf(kDomain, {{kDomain, 1}, {{5, 6}, 4}});

TEST_CASE("half of the mass elsewhere adds exactly ln 2 over the rate to the stated error") {
  for (const double confidence : {0.75, 0.9, 0.95}) {
    // So that a miss of one rank (all other keys of one record) is excluded without the ln 2.
    const double epsilon = 1.001 * std::log(8 / (1 - confidence));
    auto stated = calibrate_exponential_median(epsilon, Neighbors::add_remove);
    const double without = exponential_rank_error(8, stated, confidence);
    stated.measure = kHalf;
    CHECK(exponential_rank_error(8, stated, confidence) ==
          Approx(without + std::log(2.0) / epsilon));
    long double worst = 0, worst_without = 0;
    for (std::size_t size = 0; size <= 6; ++size) {
      for_each_multiset(kValues, size, [&](const Database& data) {
        worst = std::max(worst, missed(data, epsilon, 8, kHalf, confidence, kHalf));
        worst_without = std::max(worst_without, missed(data, epsilon, 8, {}, confidence, kHalf));
      });
    }
    CHECK(worst <= 1 - confidence);
    CHECK(worst_without > 1 - confidence);  // control: a promise without the ln 2
  }
}

/// A draw with unequal weights and abstention, of depths or of a quantile.
struct Abstaining {
  ExponentialParameters parameters;
  NoneScore none;

  Abstaining(std::optional<QuantileFraction> tau, double epsilon, Neighbors neighbors, double beta,
             const BaseMeasure& measure, const Natural& mass)
      : parameters(tau ? calibrate_exponential_quantile(*tau, epsilon, neighbors)
                       : calibrate_exponential_median(epsilon, neighbors)) {
    parameters.measure = measure;
    const NoneRequest request{parameters.draw_epsilon, mass, beta, epsilon};
    none = (tau ? none_of_quantile(*tau, request) : none_of_depth(request)).or_refuse();
  }

  std::optional<std::uint64_t> operator()(const Database& database, Randomness& randomness) const {
    return draw_exponential_rank({database.begin(), database.end()}, kDomain, parameters, none,
                                 randomness);
  }
};

const std::vector<std::optional<QuantileFraction>> kRanks = {
    std::nullopt, {{1, 4}}, {{1, 2}}, {{9, 10}}};

TEST_CASE("abstaining with unequal weights is epsilon-DP over all neighbours on all keys") {
  for (const auto& tau : kRanks) {
    for (const BaseMeasure& measure : {kUneven, kHalf}) {
      const Natural mass = measure.bounds(8).total;
      const Abstaining added(tau, 2, Neighbors::add_remove, 0.05, measure, mass);
      const auto report = check_add_remove(8, 0, 4, 2, added);
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio > 0.8);
      const Abstaining replaced(tau, 2, Neighbors::replace, 0.05, measure, mass);
      CHECK(check_replace(8, 3, 2, replaced).within(0));
    }
  }
}

/// The largest probability that an answer lies outside the data.
long double worst_outside(const Abstaining& draw) {
  long double worst = 0;
  for (std::size_t size = 0; size <= 5; ++size) {
    for_each_multiset(8, size, [&](const Database& data) {
      const auto law = enumerate([&](Randomness& randomness) { return draw(data, randomness); });
      long double outside = 0;
      for (const auto& [key, p] : law.mass) {
        if (key && (data.empty() || *key < data.front() || *key > data.back())) outside += p;
      }
      worst = std::max(worst, outside);
    });
  }
  return worst;
}

TEST_CASE("abstaining with unequal weights leaves at most beta outside any data") {
  for (const auto& tau : kRanks) {
    for (const BaseMeasure& measure : {kUneven, kHalf}) {
      const Natural mass = measure.bounds(8).total;
      const auto by = [&](const Natural& of) {
        return Abstaining(tau, 1, Neighbors::add_remove, 0.1, measure, of);
      };
      const long double worst = worst_outside(by(mass));
      CHECK(worst <= 0.1L);
      CHECK(worst > 0.09L);                // attained without records
      CHECK(worst_outside(by(8)) > 0.1L);  // control: |X| in place of the mass
    }
  }
}

TEST_CASE("control: weights that depend on the data are rejected") {
  const auto median = calibrate_exponential_median(1, Neighbors::add_remove);
  const auto broken = [&](const Database& database, Randomness& randomness) {
    BaseMeasure measure;
    if (!database.empty()) {
      measure = BaseMeasure(kDomain, {{kDomain, 1}, {{database.front(), database.back()}, 20}});
    }
    return mechanism(median, measure)(database, randomness);
  };
  CHECK_FALSE(check_add_remove(kValues, 0, kRecords, 1, broken).within(0));
}

TEST_CASE(
    "several quantiles with unequal weights are epsilon-DP, with random ties of 0 and 1 bits") {
  constexpr KeyInterval kFew{0, 2};
  const BaseMeasure measure(kFew, {{kFew, 1}, {{1, 1}, 6}, {{2, 2}, 2}});
  for (const auto neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const unsigned tie_bits : {0u, 1u}) {
      auto parameters = calibrate_quantiles({{1, 4}, {1, 2}, {3, 4}}, 2, neighbors);
      parameters.tie_bits = tie_bits;  // 16 bits would be too many to enumerate
      parameters.measure = measure;
      const auto draw = [&](const Database& database, Randomness& randomness) {
        return draw_quantiles({database.begin(), database.end()}, kFew, parameters, randomness);
      };
      if (neighbors == Neighbors::add_remove) {
        const auto report = check_add_remove(3, 0, tie_bits == 0 ? 5 : 3, 2, draw);
        CHECK(report.within(0));
        CHECK(report.largest_log_ratio > 0.8);
      } else {
        CHECK(check_replace(3, 3, 2, draw).within(0));
      }
    }
  }
}

TEST_CASE("each of several quantiles has the law of the single quantile with unequal weights") {
  constexpr KeyInterval kFew{0, 2};
  auto several = calibrate_quantiles({{1, 3}}, 2, Neighbors::add_remove);
  several.tie_bits = 2;
  auto single = calibrate_exponential_quantile({1, 3}, 2, Neighbors::add_remove);
  several.measure = single.measure = BaseMeasure(kFew, {{kFew, 1}, {{1, 1}, 6}, {{2, 2}, 2}});
  const auto law = enumerate(
      [&](Randomness& randomness) { return draw_quantiles({}, kFew, several, randomness)[0]; });
  const auto expected = enumerate([&](Randomness& randomness) {
    return draw_exponential_rank(std::vector<std::uint64_t>{}, kFew, single, randomness);
  });
  for (std::uint64_t key = 0; key < 3; ++key) {
    CHECK(std::fabs(law.of(key) - expected.of(key)) < 1e-12L);
  }
}

TEST_CASE("a round of rejection keeps keys with the law of unequal weights, for any partition") {
  const std::vector<std::uint64_t> keys = {2, 4, 2, 0, 4, 4};
  const std::vector<std::uint32_t> weights = {2, 1, 3, 1, 2, 1};
  const RankScore score{RankScore::Kind::quantile, 10, {2, 5}};
  const auto among_runs = enumerate([&](Randomness& randomness) {
    RankRuns runs(keys, kDomain, score, 100, weights, kUneven);
    return *draw_of_runs(runs, 0.1, std::nullopt, randomness);
  });
  for (const std::vector<std::uint64_t>& ends :
       {std::vector<std::uint64_t>{}, {3}, {1, 2, 3, 6}, {1, 2, 3, 4, 5, 6, 7}}) {
    const RankEnvelope envelope({keys, weights, kDomain, kUneven}, score, ends);
    const auto law = enumerate([&](Randomness& randomness) {
      const auto drawn = envelope.round(0.1, std::nullopt, randomness);
      return drawn ? drawn->key : std::nullopt;
    });
    const long double kept = 1 - law.of(std::nullopt);
    for (const auto& [key, mass] : among_runs.mass) {
      CHECK(std::fabs(law.of(key) / kept - mass) < 1e-12L);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::base_measure_test
