// The median of doubles in one call: its charge, its draw and its claim.
#include "logstar/interior_point/median.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <limits>
#include <vector>

#include "failing_randomness.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> up_to(int n) {
  std::vector<double> values;
  for (int i = 0; i <= n; ++i) values.push_back(i);
  return values;
}

/// A median of values, with fixed bits.
std::optional<double> seeded_median(const std::vector<double>& values,
                                    const MedianOptions& options) {
  SeededBits bits(5);
  ExactRandomness randomness(bits);
  Ledger ledger({.total = {1, 0.1}});
  return release_median(ledger, values, options, randomness).answer;
}

TEST_CASE("release_median draws as RankRelease does, and charges its claim") {
  const auto values = up_to(1000);
  MedianOptions options;
  options.epsilon = 0.5;
  options.domain = RealDomain(0, 1000, 3);
  const RealDomain& domain = options.domain;
  const RankTask task = median_task(options);
  KeyArray keys(task.bits);
  for (const double value : values) {
    keys.append(std::vector<std::uint64_t>{*domain.encode(value, Outside::clamp)});
  }
  SeededBits bits(5);
  ExactRandomness randomness(bits);
  Ledger plain({.total = {1, 0}});
  const auto ranked = release<RankRelease>(plain, task, keys, randomness);

  SeededBits again(5);
  ExactRandomness same(again);
  Ledger ledger({.total = {1, 0}});
  const auto median = release_median(ledger, values, options, same);
  REQUIRE(median.answer);
  CHECK(*median.answer == domain.decode(ranked.answer->front()));
  CHECK(ledger.entries().back().asked == charge_of(median.claim));
  CHECK(ledger.spent() == plain.spent());
  CHECK(median.claim.bounded_range);
}

TEST_CASE("release_median skips NaN, and drops values outside the domain only on request") {
  MedianOptions options;
  options.epsilon = 1;
  options.domain = RealDomain(0, 100, std::nullopt);
  const auto values = up_to(100);
  auto more = values;
  more.insert(more.end(), {kNaN, -1, kNaN, 101});
  auto clamped = values;
  clamped.insert(clamped.end(), {0, 100});
  CHECK(seeded_median(more, options) == seeded_median(clamped, options));
  options.outside = Outside::drop;
  CHECK(seeded_median(more, options) == seeded_median(values, options));
}

TEST_CASE("release_median states its domain, and states all doubles in words") {
  SeededBits bits(5);
  ExactRandomness randomness(bits);
  Ledger ledger({.total = {10, 0}});
  MedianOptions options;
  options.epsilon = 1;
  const auto wide = to_text(release_median(ledger, {}, options, randomness).claim);
  CHECK(wide.find("domain: all doubles\n") != std::string::npos);
  options.domain = RealDomain(1, 2, std::nullopt);
  options.outside = Outside::drop;
  const auto narrow = to_text(release_median(ledger, {}, options, randomness).claim);
  CHECK(narrow.find("domain: 4503599627370497 doubles from 1 to 2\n") != std::string::npos);
  CHECK(narrow.find("outside: drop\n") != std::string::npos);
}

TEST_CASE("release_median draws nothing for a bad option or beyond the budget") {
  SeededBits bits(5);
  ExactRandomness exact(bits);
  FailingRandomness refusing(exact);
  refusing.refuse_after(0);
  Ledger ledger({.total = {1, 0}});
  const auto values = up_to(10);
  CHECK_THROWS_AS(release_median(ledger, values, {.epsilon = 0}, refusing), OutOfRange);
  CHECK_THROWS_AS(release_median(ledger, values, {.epsilon = 2}, refusing), BudgetExceeded);
  CHECK(ledger.spent() == Loss{0, 0});
  CHECK_THROWS_AS(release_median(ledger, values, {.epsilon = 1}, refusing), EntropyUnavailable);
  CHECK(ledger.spent().epsilon == Approx(1));
}

TEST_CASE("the keys of a domain have the bits of the highest key, at least one bit") {
  CHECK(KeyInterval{0, 0}.bits() == 1);
  CHECK(KeyInterval{0, 255}.bits() == 8);
  CHECK(KeyInterval{7, 256}.bits() == 9);
  CHECK(KeyInterval{0, UINT64_MAX}.bits() == 64);
}

}  // namespace
}  // namespace logstar::testing
