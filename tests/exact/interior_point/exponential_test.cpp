// The exponential mechanism for medians and quantiles: its exact law over all small databases.
#include "logstar/interior_point/rank/exponential.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/rank/rank_runs.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "mistakes/ties.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kValues = 5;
constexpr std::size_t kRecords = 5;
const KeyInterval kDomain{0, 7};  // keys 5 to 7 never occur in the data

auto mechanism(const ExponentialParameters& parameters) {
  return [parameters](const std::vector<std::size_t>& database, Randomness& randomness) {
    return draw_exponential_rank({database.begin(), database.end()}, kDomain, parameters,
                                 randomness);
  };
}

TEST_CASE("the median is epsilon-DP under add-remove, and uses at least 4/5 of its epsilon") {
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    const auto report =
        check_add_remove(kValues, 0, kRecords, epsilon,
                         mechanism(calibrate_exponential_median(epsilon, Neighbors::add_remove)));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio <= epsilon + 1e-12);
    CHECK(report.largest_log_ratio > 0.8 * epsilon);
    CHECK(report.pairs == 5 + 25 + 75 + 175 + 350);
  }
}

TEST_CASE("the median is epsilon-DP under replace at half the draw's epsilon, not at the whole") {
  for (const std::size_t n : {1u, 3u, 4u}) {
    const auto calibrated = calibrate_exponential_median(1.0, Neighbors::replace);
    CHECK(check_replace(kValues, n, 1.0, mechanism(calibrated)).within(0));
  }
  const auto add_remove = calibrate_exponential_median(2.0, Neighbors::add_remove);
  CHECK_FALSE(check_replace(kValues, 4, 2.0, mechanism(add_remove)).within(0));
}

TEST_CASE("quantiles are epsilon-DP under add-remove and under replace") {
  for (const QuantileFraction tau : {QuantileFraction{1, 4},
                                     {1, 2},
                                     {9, 10},
                                     {99, 100},
                                     {9'999, 10'000},
                                     {1, 1'000'000},
                                     {618'033, 999'999}}) {
    for (const double epsilon : {0.5, 2.0}) {
      const auto add_remove = calibrate_exponential_quantile(tau, epsilon, Neighbors::add_remove);
      const auto report = check_add_remove(kValues, 0, kRecords, epsilon, mechanism(add_remove));
      CHECK(report.within(0));
      CHECK(report.largest_log_ratio > 0.4 * epsilon);
      const auto replace = calibrate_exponential_quantile(tau, epsilon, Neighbors::replace);
      CHECK(check_replace(kValues, 3, epsilon, mechanism(replace)).within(0));
    }
  }
}

TEST_CASE("the law of the median is e^(epsilon depth) over the sum, key by key") {
  const std::vector<std::uint64_t> data = {1, 1, 4, 6, 2};
  const auto law = enumerate([&](Randomness& randomness) {
    return draw_exponential_rank(
        data, kDomain, calibrate_exponential_median(0.7, Neighbors::add_remove), randomness);
  });
  const int depth[] = {0, 2, 3, 2, 2, 1, 1, 0};
  long double total = 0;
  for (const int d : depth) total += std::exp(0.7L * d);
  for (std::uint64_t z = 0; z < 8; ++z) {
    CHECK(std::fabs(law.of(z) - std::exp(static_cast<long double>(0.7) * depth[z]) / total) <
          1e-12L);
  }
}

TEST_CASE("control: a quantile drawn as if its score moved one way only is rejected") {
  ExponentialParameters broken = calibrate_exponential_quantile({3, 4}, 4.0, Neighbors::add_remove);
  broken.draw_epsilon *= 2;
  CHECK_FALSE(check_add_remove(kValues, 0, kRecords, 4.0, mechanism(broken)).within(0));
}

TEST_CASE("control: a median that splits ties by the data's smallest gap is rejected") {
  const auto parameters = calibrate_exponential_median(1.0, Neighbors::add_remove);
  const auto broken = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    return median_by_smallest_gap({database.begin(), database.end()}, kDomain, kValues, parameters,
                                  randomness);
  };
  CHECK_FALSE(check_add_remove(kValues, 0, kRecords, 1.0, broken).within(0));
}

TEST_CASE("the sampled median keeps its stated rank error (2,000 runs, n = 5,000, alpha 1e-6)") {
  // At a failure probability of at most 0.05 a run, 152 failures or more have probability < 1e-6.
  SeededBits source(5);
  ExactRandomness randomness(source);
  const std::size_t n = 5'000;
  std::vector<std::uint64_t> keys;
  for (std::size_t i = 0; i < n; ++i) keys.push_back((i * 2654435761u) % 4294967296u << 20);
  std::vector<std::uint64_t> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  const KeyInterval domain{0, ~std::uint64_t(0)};
  const auto parameters = calibrate_exponential_median(0.5, Neighbors::add_remove);
  const double error = exponential_rank_error(domain.size(), parameters, 0.95);
  CHECK(error == Approx(94.73).epsilon(1e-3));
  int failures = 0;
  for (int run = 0; run < 2'000; ++run) {
    const auto z = draw_exponential_rank(keys, domain, parameters, randomness);
    const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), z) - sorted.begin();
    const auto at_least = sorted.end() - std::lower_bound(sorted.begin(), sorted.end(), z);
    failures += static_cast<double>(std::min(at_most, at_least)) < n / 2 - error;
  }
  CHECK(failures < 152);
}

TEST_CASE("least n for 64-bit keys at epsilon 1 and confidence 0.95 is 95") {
  const Natural all = Natural(1) << 64;
  const auto parameters = calibrate_exponential_median(1, Neighbors::add_remove);
  CHECK(exponential_least_records(all, parameters, 0.95) == 95);
  CHECK(exponential_least_records(Natural(1) << 1024, parameters, 0.95) == 1425);
  CHECK(exponential_rank_error(all,
                               calibrate_exponential_quantile({9, 10}, 1, Neighbors::add_remove),
                               0.95) == Approx(85.26).epsilon(1e-3));
}

TEST_CASE("median and quantile: bad parameters are rejected by name") {
  CHECK_THROWS_WITH(calibrate_exponential_median(-1, Neighbors::add_remove),
                    "epsilon must be a number from 1e-9 to 10000, got -1");
  CHECK_THROWS_WITH(calibrate_exponential_median(std::nan(""), Neighbors::add_remove),
                    "epsilon must be a number from 1e-9 to 10000, got nan");
  CHECK_THROWS_WITH(calibrate_exponential_quantile({1, 1000001}, 1, Neighbors::add_remove),
                    "quantile's denominator must be a whole number from 2 to 1000000, got 1000001");
}

}  // namespace
}  // namespace logstar::testing
