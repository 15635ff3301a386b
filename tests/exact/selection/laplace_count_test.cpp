#include "logstar/selection/laplace_count.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "mistakes/laplace.hpp"

namespace logstar::testing {
namespace {

/// The number of records equal to 0: one record changes it by at most 1 under both neighbour relations.
auto counting(const Rational& rate) {
  return [rate](const std::vector<std::size_t>& database, Randomness& randomness) {
    return laplace_count(std::count(database.begin(), database.end(), std::size_t(0)), rate,
                         randomness);
  };
}

TEST_CASE("a noisy count is epsilon-DP under add-remove and replace, and uses all of epsilon") {
  for (const double epsilon : {0.3, 1.0, 2.5}) {
    const Rational rate = calibrate_laplace_count(epsilon, 1);
    const auto report = check_add_remove(2, 0, 4, epsilon, counting(rate));
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio == Approx(epsilon).epsilon(1e-9));
    CHECK(check_replace(2, 3, epsilon, counting(rate)).within(0));
  }
}

TEST_CASE("control: rate and scale mixed up is rejected") {
  const Rational wrong = Rational{1, 1} / Rational::of(0.5);
  CHECK_FALSE(check_add_remove(2, 0, 3, 0.5, counting(wrong)).within(0));
}

TEST_CASE("control: scale and location swapped is rejected") {
  const double epsilon = 1;
  const auto swapped = [](const std::vector<std::size_t>& database, Randomness& randomness) {
    return swapped_laplace_count(std::count(database.begin(), database.end(), std::size_t(0)),
                                 randomness);
  };
  const auto report = check_add_remove(2, 0, 4, epsilon, swapped);
  CHECK_FALSE(report.within(0));
  CHECK(report.worst_delta > 0.3L);
}

TEST_CASE("control: users with two records and noise for one are rejected") {
  const Rational rate = calibrate_laplace_count(1.0, 1);
  const auto twice = [rate](const std::vector<std::size_t>& database, Randomness& randomness) {
    return laplace_count(static_cast<std::int64_t>(2 * database.size()), rate, randomness);
  };
  CHECK_FALSE(check_add_remove(1, 0, 3, 1.0, twice).within(0));
  const Rational right = calibrate_laplace_count(1.0, 2);
  const auto bounded = [right](const std::vector<std::size_t>& database, Randomness& randomness) {
    return laplace_count(static_cast<std::int64_t>(2 * database.size()), right, randomness);
  };
  CHECK(check_add_remove(1, 0, 3, 1.0, bounded).within(0));
}

TEST_CASE("the stated error of a count is the least valid one, by its exact law") {
  for (const double epsilon : {0.05, 0.5, 3.0}) {
    for (const double confidence : {0.5, 0.95, 0.999999}) {
      const Rational rate = calibrate_laplace_count(epsilon, 1);
      const auto law = enumerate([&](Randomness& r) { return laplace_count(0, rate, r); });
      const std::int64_t error = laplace_count_error(rate, confidence);
      const auto outside = [&law](std::int64_t t) {
        long double mass = law.missing;
        for (const auto& [k, p] : law.mass) {
          if (std::abs(k) > t) mass += p;
        }
        return mass;
      };
      CHECK(outside(error) <= 1 - confidence + 1e-11L);
      if (error > 0) CHECK(outside(error - 1) > 1 - confidence - 1e-11L);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
