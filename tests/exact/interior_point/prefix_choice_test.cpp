// Prefix choice: its exact law over all small databases, controls, and what it finds on real sizes.
#include "logstar/interior_point/prefix_choice/prefix_choice.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/domain/text.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "mistakes/prefix_choice.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

using Database = std::vector<std::size_t>;

std::int64_t number(const std::optional<WideKey>& key) {
  return key ? static_cast<std::int64_t>(key->front()) : -1;
}

auto mechanism(const PrefixChoiceParameters& parameters, const WideInterval& domain) {
  return [=](const Database& database, Randomness& randomness) {
    return number(draw_prefix_choice(KeyArray(3, {database.begin(), database.end()}), domain,
                                     parameters, randomness));
  };
}

const WideInterval kAll = WideInterval::all(3);
const std::pair<double, double> kLosses[] = {{0.5, 0.05}, {1, 0.2}, {2, 0.3}, {4, 0.01}};

TEST_CASE("the prefix median is (epsilon, delta)-DP under add-remove and under replace") {
  for (const auto& [epsilon, delta] : kLosses) {
    const auto parameters = calibrate_prefix_median(3, {epsilon, delta}, Neighbors::add_remove);
    const auto report = check_add_remove(8, 0, 5, epsilon, mechanism(parameters, kAll));
    CHECK(report.within(delta));
    CHECK(report.worst_delta > 0.15 * delta);
    CHECK(report.pairs == 8 * (1 + 8 + 36 + 120 + 330));
    // Clamped to 2..6, data anywhere: the proof does not mind.
    const WideInterval narrow{{2}, {6}};
    CHECK(check_add_remove(8, 0, 4, epsilon, mechanism(parameters, narrow)).within(delta));
    const auto replace = calibrate_prefix_median(3, {epsilon, delta}, Neighbors::replace);
    CHECK(check_replace(8, 3, epsilon, mechanism(replace, kAll)).within(delta));
  }
}

TEST_CASE("prefix quantiles are (epsilon, delta)-DP under add-remove and under replace") {
  for (const auto& [epsilon, delta] : kLosses) {
    for (const QuantileFraction tau : {QuantileFraction{1, 4}, {1, 2}, {9, 10}}) {
      for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
        auto parameters = calibrate_prefix_quantile(tau, 3, {epsilon, delta}, neighbors, 0.3);
        // The calibrated margin, and one small enough for the error to show in so few records.
        for (const std::int64_t margin : {parameters.margin, std::int64_t(3)}) {
          parameters.margin = margin;
          const auto run = mechanism(parameters, kAll);
          if (neighbors == Neighbors::add_remove) {
            CHECK(check_add_remove(8, 0, 4, epsilon, run).within(delta));
          } else {
            CHECK(check_replace(8, 3, epsilon, run).within(delta));
          }
        }
      }
    }
  }
}

/// Labelled records: value = 2 key + label, keys 0..3.
auto fewest_errors(const StableChoiceParameters& choice, std::int64_t m) {
  return [=](const Database& database, Randomness& randomness) {
    std::vector<LabelledKey> records;
    for (const std::size_t record : database) records.push_back({record / 2, record % 2 == 1});
    return number(prefix_choice_by_errors(records, 2, choice, m, randomness));
  };
}

TEST_CASE("a score of places that moves both ways is private at half epsilon") {
  for (const auto& [epsilon, delta] : {std::pair{4.0, 0.05}, {1.0, 0.2}}) {
    const auto choice = calibrate_prefix_draw(2, PlaceScoreMoves::both_ways, {epsilon, delta},
                                              Neighbors::add_remove);
    for (const std::int64_t m : {1, 2, 3}) {
      CHECK(check_add_remove(8, 0, 5, epsilon, fewest_errors(choice, m)).within(delta));
    }
  }
}

TEST_CASE("control: an error count drawn at full epsilon is rejected") {
  const auto choice =
      calibrate_prefix_draw(2, PlaceScoreMoves::up, {4, 0.05}, Neighbors::add_remove);
  const auto report = check_add_remove(8, 0, 5, 4, fewest_errors(choice, 3));
  CHECK_FALSE(report.within(0.05));
  CHECK(report.worst_delta > 0.3);
}

TEST_CASE("controls: bottom lower by one; a quantile at full epsilon") {
  auto lower = calibrate_prefix_median(3, {4, 0.01}, Neighbors::add_remove);
  lower.choice.bottom.whole -= 1;
  CHECK_FALSE(check_add_remove(8, 0, 4, 4, mechanism(lower, kAll)).within(0.01));
  auto full = calibrate_prefix_quantile({9, 10}, 3, {2, 0.01}, Neighbors::add_remove, 0.3);
  full.choice = calibrate_prefix_draw(3, PlaceScoreMoves::up, {2, 0.01}, Neighbors::add_remove);
  full.margin = 3;
  CHECK_FALSE(check_add_remove(8, 0, 5, 2, mechanism(full, kAll)).within(0.01));
}

TEST_CASE("least n at (1, 1e-6, 0.05): 70, 76, 82 and 97 for 64 to 2^20 bits; quantile margins") {
  const auto least = [](std::uint32_t bits) {
    const auto parameters = calibrate_prefix_median(bits, {1, 1e-6}, Neighbors::add_remove);
    return prefix_median_least_records(bits, parameters, 0.05);
  };
  CHECK(least(64) == 70);
  CHECK(least(1024) == 76);
  CHECK(least(8192) == 82);
  CHECK(least(1u << 20) == 97);
  const auto margin = [](QuantileFraction tau, std::uint32_t bits) {
    return calibrate_prefix_quantile(tau, bits, {1, 1e-6}, Neighbors::add_remove, 0.05).margin;
  };
  CHECK(margin({1, 2}, 64) == 46);
  CHECK(margin({1, 2}, 1024) == 51);
  CHECK(margin({1, 2}, 8192) == 55);
  CHECK(margin({9, 10}, 64) == 65);
  CHECK(margin({9, 10}, 1024) == 72);
  CHECK(margin({9, 10}, 8192) == 77);
}

TEST_CASE("the promised depth grows by one for three records, and starts at one") {
  const auto parameters = calibrate_prefix_median(64, {1, 1e-6}, Neighbors::add_remove);
  CHECK(prefix_median_depth(64, parameters, 69, 0.05) == 0);
  CHECK(prefix_median_depth(64, parameters, 70, 0.05) >= 1);
  CHECK(prefix_median_depth(64, parameters, 3000, 0.05) == 1000 - 16);
}

TEST_CASE(
    "at the least n the median is interior in at least 95 of 100 runs on every kind of data") {
  // A success rate of 0.95 or more gives 200 runs at least 172 successes but with probability 1e-6.
  SeededBits source(11);
  ExactRandomness randomness(source);
  SeededBits data_source(12);
  BitPool pool(data_source);
  REQUIRE(binomial_at_most(200, 0.95L, 171) < 1e-6L);
  for (const std::uint32_t bits : {64u, 1024u}) {
    const auto parameters = calibrate_prefix_median(bits, {1, 1e-6}, Neighbors::add_remove);
    const std::uint64_t n = prefix_median_least_records(bits, parameters, 0.05);
    for (const DataKind kind : kDataKinds) {
      INFO(name_of(kind) << ", " << bits << " bits");
      const int interior = interior_draws(200, kind, n, bits, pool, [&](const KeyArray& keys) {
        return draw_prefix_choice(keys, WideInterval::all(bits), parameters, randomness);
      });
      CHECK(interior >= 172);
    }
  }
}

TEST_CASE("text of 1 KB, n = 100: a median in at least 95 of 100 runs, three kinds of data") {
  SeededBits source(13);
  ExactRandomness randomness(source);
  SeededBits data_source(14);
  BitPool pool(data_source);
  const TextDomain domain(1024);
  const auto parameters = calibrate_prefix_median(domain.bits(), {1, 1e-6}, Neighbors::add_remove);
  const auto letters = [&](std::size_t count) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) text += static_cast<char>('!' + pool.below(94));
    return text;
  };
  for (const DataKind kind : {DataKind::uniform, DataKind::clustered, DataKind::all_scales}) {
    int interior = 0;
    for (int run = 0; run < 100; ++run) {
      KeyArray keys(domain.bits());
      const std::string common = letters(1000);
      for (std::size_t i = 0; i < 100; ++i) {
        const std::size_t shared = kind == DataKind::uniform     ? 0
                                   : kind == DataKind::clustered ? 1000
                                                                 : 10 * i;
        REQUIRE(domain.append(common.substr(0, shared) + letters(24), keys));
      }
      const auto z = draw_prefix_choice(keys, domain.keys(), parameters, randomness);
      if (!z) continue;
      // A person sees a text; it has to be a place among the data as well.
      const TextPlace place = domain.decode(*z);
      REQUIRE(domain.encode(place.text).has_value());
      interior += is_interior(z, keys);
    }
    CHECK(interior >= 95);
  }
}

TEST_CASE("a prefix quantile keeps its margin (400 runs, n = 400, alpha 1e-6)") {
  // Each run fails with probability at most 0.05 (1 + n delta): 48 failures have probability <
  // 1e-6.
  SeededBits source(15);
  ExactRandomness randomness(source);
  SeededBits data_source(16);
  BitPool pool(data_source);
  REQUIRE(binomial_at_least(400, 0.0501L, 48) < 1e-6L);
  for (const QuantileFraction tau : {QuantileFraction{1, 10}, {1, 2}, {9, 10}}) {
    const auto parameters =
        calibrate_prefix_quantile(tau, 512, {1, 1e-6}, Neighbors::add_remove, 0.05);
    CHECK(prefix_quantile_least_records(parameters, 0.05) <= 400);
    int failures = 0;
    for (int run = 0; run < 400; ++run) {
      const DataKind kind = run % 2 == 0 ? DataKind::uniform : DataKind::all_scales;
      const KeyArray keys = sample_data(kind, 400, 512, pool);
      const auto z = draw_prefix_choice(keys, WideInterval::all(512), parameters, randomness);
      if (!z) {
        ++failures;
        continue;
      }
      std::int64_t less = 0;
      std::int64_t at_most = 0;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        const WideKey record(keys[i].begin(), keys[i].end());
        less += record < *z;
        at_most += record <= *z;
      }
      const std::int64_t target = 400 * tau.numerator / tau.denominator;
      failures += less >= target + parameters.margin || at_most <= target - parameters.margin;
    }
    CHECK(failures < 48);
  }
}

TEST_CASE("no data gives nothing; bad parameters are refused by name") {
  const auto parameters = calibrate_prefix_median(100, {1, 1e-6}, Neighbors::add_remove);
  EnumeratingRandomness randomness;
  CHECK_FALSE(draw_prefix_choice(KeyArray(100), WideInterval::all(100), parameters, randomness)
                  .has_value());
  CHECK_THROWS_WITH(calibrate_prefix_median(0, {1, 1e-6}, Neighbors::add_remove),
                    "bits must be a whole number from 1 to 67108864, got 0");
  CHECK_THROWS_WITH(calibrate_prefix_median(64, {1, 0}, Neighbors::add_remove),
                    "delta must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(calibrate_prefix_quantile({1, 1}, 64, {1, 1e-6}, Neighbors::add_remove, 0.05),
                    "quantile's denominator must be a whole number from 2 to 1000000, got 1");
}

}  // namespace
}  // namespace logstar::testing
