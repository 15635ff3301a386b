// The accuracy statements of several quantiles: the page's figures, their validity on data built against them,
// and their tightness.
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>

#include "gaps_against_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

std::vector<QuantileFraction> equal_steps(std::uint32_t parts) {
  std::vector<QuantileFraction> taus;
  for (std::uint32_t i = 1; i < parts; ++i) taus.push_back({i, parts});
  return taus;
}

double stated(std::uint32_t parts, const Natural& domain_size) {
  const auto parameters = calibrate_quantiles(equal_steps(parts), 1, Neighbors::add_remove);
  const auto errors = quantiles_rank_errors(domain_size, parameters, 0.95);
  return *std::max_element(errors.begin(), errors.end());
}

TEST_CASE(
    "quartiles, deciles and percentiles are stated within 180, 682 and 2076 ranks at 64 bits") {
  // The sum of the levels' worst errors, the former statement, is 239, 1103 and 3357.
  const Natural all = Natural(1) << 64;
  CHECK(std::ceil(stated(4, all)) == 180);
  CHECK(std::ceil(stated(10, all)) == 682);
  CHECK(std::ceil(stated(100, all)) == 2076);
  CHECK(std::ceil(stated(10, 128)) == 229);
}

// Regression: the bound covered one key only. It claimed that in a million pairs of equal records no pair
// shares its bits.
TEST_CASE(
    "at most the stated number of records share key and bits, for any number of tied keys (50 "
    "runs)") {
  SeededBits source(92);
  BitPool pool(source);
  constexpr double kConfidence = 0.95;
  REQUIRE(binomial_at_most(50, static_cast<long double>(kConfidence), 36) < 1e-6L);
  for (const std::uint64_t equal : {2u, 20u, 500u}) {
    const auto stated = coincident_records(equal, 8, kConfidence);
    CHECK(stated <= equal);
    int within = 0;
    for (int run = 0; run < 50; ++run) {
      std::uint64_t most = 0;
      for (int key = 0; key < 1000; ++key) {
        std::array<std::uint64_t, 256> records{};
        for (std::uint64_t i = 0; i < equal; ++i) ++records[pool.below(256)];
        most = std::max(most, *std::max_element(records.begin(), records.end()));
      }
      within += most <= stated;
    }
    CHECK(within > 36);
  }
}

constexpr std::uint64_t kRecords = 20'000;

TEST_CASE(
    "deciles keep their statement on data built against it, and need half of it in 1 of 4 (4,000 "
    "runs)",
    "[statistics]") {
  SeededBits source(91);
  ExactRandomness randomness(source);
  const auto taus = equal_steps(10);
  const auto parameters = calibrate_quantiles(taus, 1, Neighbors::add_remove);
  const auto coincident = coincident_records(kRecords, parameters.tie_bits, 0.999);
  const KeyInterval domain{0, ~std::uint64_t(0)};
  const auto errors = quantiles_rank_errors(domain.size(), parameters, 0.95, coincident);
  const double most = *std::max_element(errors.begin(), errors.end());
  const auto keys = records_against(parameters, kRecords);
  std::size_t exceed = 0;
  std::size_t exceed_half = 0;
  constexpr std::size_t kRuns = 4'000;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const double miss =
        worst_miss(keys, taus, draw_quantiles(keys, domain, parameters, randomness));
    exceed += miss > most;
    exceed_half += miss > most / 2;
  }
  CHECK(binomial_at_least(kRuns, 0.051L, exceed) >= 1e-6L);
  // The true rate is 27%: 300 runs could not reliably distinguish it from 20%.
  CHECK(binomial_at_least(kRuns, 0.2L, exceed_half) < 1e-6L);
}

}  // namespace
}  // namespace logstar::testing
