// What is said of the accuracy of several quantiles: the figures of its page, that it holds on data
// built against it, and that it is not said generously.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
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
  // The sum of the levels' worst errors, as it was stated before, is 239, 1103 and 3357.
  const Natural all = Natural(1) << 64;
  CHECK(std::ceil(stated(4, all)) == 180);
  CHECK(std::ceil(stated(10, all)) == 682);
  CHECK(std::ceil(stated(100, all)) == 2076);
  CHECK(std::ceil(stated(10, 128)) == 229);
}

constexpr std::uint64_t kRecords = 20'000;

/// A stretch of 2^60 keys without records above the rank so many from below.
using Gaps = std::vector<std::int64_t>;

/// For each quantile in turn a gap so far above its target that about half of all draws fall into
/// it: the gap has 2^76 points, each e^(-rho x) of what one near the target weighs, where there are
/// some 2^16 / (records of one value) for each rank. The next draws start from there.
Gaps gaps_against(const QuantilesParameters& parameters) {
  Gaps gaps;
  using Known = std::pair<double, double>;  // the ranks of the two that are known
  const auto visit = [&](const QuantileNode& node, const Known& known) {
    const auto& [a, b] = node.relative.fraction;
    const double rho = quantile_draw_epsilon(parameters, node.relative.fraction) * b;
    const double near = std::log(std::ldexp(1, 16) / 2'000 * 2 / rho);
    const double miss = (76 * std::log(2) - near) / rho;
    const double rank = known.first + (known.second - known.first) * a / b + miss;
    gaps.push_back(static_cast<std::int64_t>(rank));
    return std::pair{Known{known.first, rank}, Known{rank, known.second}};
  };
  halve(parameters.taus, 0, parameters.taus.size(), Known{0, kRecords}, visit);
  std::sort(gaps.begin(), gaps.end());
  return gaps;
}

std::vector<std::uint64_t> records_with(const Gaps& gaps) {
  std::vector<std::uint64_t> keys;
  for (std::int64_t rank = 0; rank < std::int64_t(kRecords); ++rank) {
    const auto passed = std::lower_bound(gaps.begin(), gaps.end(), rank + 1) - gaps.begin();
    keys.push_back(static_cast<std::uint64_t>(passed) << 60);
  }
  return keys;
}

/// By how many ranks the worst of them misses.
double worst_miss(const std::vector<std::uint64_t>& sorted,
                  const std::vector<QuantileFraction>& taus,
                  const std::vector<std::uint64_t>& found) {
  double worst = 0;
  for (std::size_t i = 0; i < taus.size(); ++i) {
    const double target =
        static_cast<double>(sorted.size()) * taus[i].numerator / taus[i].denominator;
    const auto below = std::lower_bound(sorted.begin(), sorted.end(), found[i]) - sorted.begin();
    const auto at_most = std::upper_bound(sorted.begin(), sorted.end(), found[i]) - sorted.begin();
    worst = std::max(
        {worst, static_cast<double>(below) - target, target - static_cast<double>(at_most)});
  }
  return worst;
}

TEST_CASE(
    "deciles keep their statement on data built against it, and need half of it in 1 of 4 (300 "
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
  const auto keys = records_with(gaps_against(parameters));
  std::size_t exceed = 0;
  std::size_t exceed_half = 0;
  constexpr std::size_t kRuns = 300;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const double miss =
        worst_miss(keys, taus, draw_quantiles(keys, domain, parameters, randomness));
    exceed += miss > most;
    exceed_half += miss > most / 2;
  }
  CHECK(binomial_at_least(kRuns, 0.051L, exceed) >= 1e-6L);
  CHECK(binomial_at_least(kRuns, 0.2L, exceed_half) < 1e-6L);
}

}  // namespace
}  // namespace logstar::testing
