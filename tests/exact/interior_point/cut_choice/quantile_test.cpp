// Quantiles by cut choice of the records around a rank: laws over all small databases, controls, and the
// promised errors.
#include "logstar/interior_point/cut_choice/quantile.hpp"

#include <catch2/catch.hpp>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "sample_data.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::quantile_test {
namespace {

using Database = std::vector<std::size_t>;

constexpr std::size_t kValues = 5;
const WideInterval kDomain{{0}, {5}};
const QuantileFraction kQuantiles[] = {{1, 10}, {1, 2}, {9, 10}};

std::int64_t number(const std::optional<WideKey>& key) {
  return key ? static_cast<std::int64_t>(key->front()) : -1;
}
KeyArray array_of(const Database& database) {
  return KeyArray(3, {database.begin(), database.end()});
}

/// Parameters for windows of few enough records to enumerate.
CutChoiceParameters on_window(CutChoiceParameters choice, std::uint64_t window,
                              std::int64_t offset) {
  choice.least_records = window;
  choice.offset = offset;
  return choice;
}

auto trimmed(const CutChoiceParameters& choice, const QuantileFraction& tau,
             std::uint64_t declared) {
  return [=](const Database& database, Randomness& randomness) {
    return number(draw_cut_quantile_of_declared(array_of(database), kDomain, tau, declared, choice,
                                                randomness));
  };
}

TEST_CASE("a trimmed quantile is private under both kinds of neighbours, for any declared size") {
  for (const QuantileFraction tau : kQuantiles) {
    for (const std::uint64_t window : {1u, 2u, 3u}) {
      for (const std::uint64_t declared : {0u, 2u, 3u, 5u}) {
        const auto stable =
            on_window(calibrate_cut_choice({3, {1.5, 0.2}, Neighbors::add_remove, 0.1}), window, 1);
        CHECK(check_add_remove(kValues, 0, 5, 1.5, trimmed(stable, tau, declared)).within(0.2));
        const auto pure = on_window(
            calibrate_pure_cut_choice({3, {1.5, 0}, Neighbors::add_remove, 0.1}), window, 1);
        CHECK(check_add_remove(kValues, 0, 5, 1.5, trimmed(pure, tau, declared)).within(0));
        const auto replace =
            on_window(calibrate_cut_choice({3, {1.5, 0.2}, Neighbors::replace, 0.1}), window, 1);
        CHECK(check_replace(kValues, 4, 1.5, trimmed(replace, tau, declared)).within(0.2));
      }
    }
  }
}

TEST_CASE("a quantile in a window is private under both neighbour relations") {
  for (const QuantileFraction tau : kQuantiles) {
    for (const std::uint64_t window : {1u, 2u, 3u}) {
      const auto choice =
          on_window(calibrate_cut_choice({3, {1.5, 0.2}, Neighbors::replace, 0.1}), window, 1);
      const auto draw = [=](const Database& database, Randomness& randomness) {
        return number(
            draw_cut_quantile_in_window(array_of(database), kDomain, tau, choice, randomness));
      };
      CHECK(check_add_remove(kValues, 0, 5, 1.5, draw).within(0.2));
      CHECK(check_replace(kValues, 4, 1.5, draw).within(0.2));
    }
    // Cannot abstain: the data have the number of records that privacy needs.
    const auto choice = calibrate_cut_choice_of_public_size({3, {8, 0.3}, Neighbors::replace, 0.3});
    const auto draw = [=](const Database& database, Randomness& randomness) {
      return number(
          draw_cut_quantile_in_window(array_of(database), kDomain, tau, choice, randomness));
    };
    CHECK(check_add_remove(kValues, 0, 5, 8, draw).within(0.3));
    CHECK(check_replace(kValues, 4, 8, draw).within(0.3));
  }
}

TEST_CASE(
    "controls: a quantile at full rate, trimmed by the real size or in a window, is rejected") {
  const double epsilon = 4;
  const double delta = 0.01;
  const auto choice =
      on_window(calibrate_cut_choice({3, {epsilon, delta}, Neighbors::add_remove, 0.1}), 3, 1);
  const auto by_real_size = [=](const Database& database, Randomness& randomness) {
    return number(draw_cut_quantile_of_declared(array_of(database), kDomain, {1, 2},
                                                database.size(), choice, randomness));
  };
  const auto report = check_add_remove(kValues, 0, 5, epsilon, by_real_size);
  CHECK_FALSE(report.within(delta));
  const auto in_window = [=](const Database& database, Randomness& randomness) {
    return number(
        draw_cut_quantile_in_window(array_of(database), kDomain, {1, 2}, choice, randomness));
  };
  CHECK_FALSE(check_add_remove(kValues, 0, 5, epsilon, in_window).within(delta));
}

TEST_CASE("trimming data of the declared size leaves the window around the rank") {
  for (std::size_t size = 0; size <= 5; ++size) {
    for_each_multiset(kValues, size, [&](const Database& database) {
      for (const QuantileFraction tau : kQuantiles) {
        for (const std::uint64_t window : {1u, 2u, 5u, 8u}) {
          const KeyArray left =
              trim_around_rank(array_of(database), kDomain, tau, size, window).all();
          REQUIRE(left.size() == window);
          const auto rank = static_cast<std::int64_t>(size * tau.numerator / tau.denominator);
          for (std::size_t i = 0; i < window; ++i) {
            const std::int64_t place =
                rank - static_cast<std::int64_t>(window / 2) + static_cast<std::int64_t>(i);
            const std::uint64_t expected = place < 0 ? 0
                                           : static_cast<std::size_t>(place) >= size
                                               ? 5
                                               : database[static_cast<std::size_t>(place)];
            REQUIRE(left[i][0] == expected);
          }
        }
      }
    });
  }
}

TEST_CASE("rank errors at (1, 1e-6, 0.05): 17, 21, 25 declared, 29, 38, 46 in a window, any rank") {
  constexpr std::uint32_t kBits[] = {25, 32, 64, 1024, 8192};
  constexpr std::uint64_t kDeclared[] = {16, 16, 17, 21, 25};
  constexpr std::uint64_t kWindow[] = {27, 27, 29, 38, 46};
  for (std::size_t i = 0; i < 5; ++i) {
    const std::uint32_t bits = kBits[i];
    INFO(bits << " bits");
    CHECK(cut_quantile_error(calibrate_cut_choice(
              {bits, {1, 1e-6}, Neighbors::add_remove, 0.05})) == kDeclared[i]);
    CHECK(cut_quantile_error(calibrate_cut_choice_of_public_size(
              {bits, {1, 1e-6}, Neighbors::replace, 0.05})) == kWindow[i]);
  }
  const auto pure = [](std::uint32_t bits) {
    return cut_quantile_error(
        calibrate_pure_cut_choice({bits, {1, 0}, Neighbors::add_remove, 0.05}));
  };
  CHECK(pure(25) == 16);
  CHECK(pure(32) == 18);
  CHECK(pure(64) == 30);
}

TEST_CASE("a quantile by cut choice keeps its rank error on every kind of data (alpha 1e-6)") {
  // At a failure probability of at most 0.05, 48 or more failures in 400 runs have probability < 1e-6.
  SeededBits source(41);
  ExactRandomness randomness(source);
  SeededBits data_source(42);
  BitPool pool(data_source);
  REQUIRE(binomial_at_least(400, 0.05L, 48) < 1e-6L);
  constexpr std::uint32_t kBits = 64;
  constexpr std::int64_t kRecords = 400;
  const WideInterval domain = WideInterval::all(kBits);
  const auto declared = calibrate_cut_choice({kBits, {1, 1e-6}, Neighbors::add_remove, 0.05});
  const auto window =
      calibrate_cut_choice_of_public_size({kBits, {1, 1e-6}, Neighbors::replace, 0.05});
  for (const QuantileFraction tau : {QuantileFraction{1, 100}, {1, 2}, {9, 10}}) {
    for (const bool trims : {true, false}) {
      const auto error = static_cast<std::int64_t>(cut_quantile_error(trims ? declared : window));
      int failures = 0;
      for (int run = 0; run < 400; ++run) {
        const DataKind kind = kDataKinds[static_cast<std::size_t>(run) % std::size(kDataKinds)];
        KeyArray keys = sample_data(kind, kRecords, kBits, pool);
        keys.sort();
        const auto z =
            trims ? draw_cut_quantile_of_declared(keys, domain, tau, kRecords, declared, randomness)
                  : draw_cut_quantile_in_window(keys, domain, tau, window, randomness);
        if (!z) {
          ++failures;
          continue;
        }
        std::int64_t less = 0;
        std::int64_t at_most = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) {
          less += keys[i][0] < z->front();
          at_most += keys[i][0] <= z->front();
        }
        const std::int64_t target = kRecords * tau.numerator / tau.denominator;
        failures += less > target + error || at_most < target - error;
      }
      CHECK(failures < 48);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::quantile_test
