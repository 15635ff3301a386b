// Variances of users' values by hand: weights, the variance formed from them, and the release.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "logstar/counts/user_variance_release.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::user_variance_unit_test {
namespace {

UserMeanTask task_of(double epsilon, const ValueDomain& domain) {
  UserMeanTask task;
  task.epsilon = epsilon;
  task.domain = domain;
  return task;
}

/// One value per user.
ValuedRows values_of(std::vector<std::int64_t> values) { return {{}, std::move(values)}; }

double told_of(const DomainMoments& moments, const ValueDomain& domain) {
  return told_variance(variance_of(moments, 0).value(), domain, kUserWeight).value;
}

TEST_CASE("a user weighs by x^2, 2x(1 - x) and (1 - x)^2, which add up to the user weight") {
  const auto moments = [](std::int64_t value) {
    return domain_moments(values_of({value}), 1, {-2, 2}, 16).front();
  };
  CHECK(moments(-2) == DomainMoments{0, 0, 16});
  CHECK(moments(-1) == DomainMoments{1, 6, 9});
  CHECK(moments(0) == DomainMoments{4, 8, 4});
  CHECK(moments(2) == DomainMoments{16, 0, 0});
  CHECK(moments(1000) == DomainMoments{16, 0, 0});
  // One user with a row in each group, and another user with one row.
  const ValuedRows table{{{0, 0, 1}, {0, 1, 1}}, {-2, 2, 0}};
  CHECK(domain_moments(table, 2, {-2, 2}, 16) == std::vector<DomainMoments>{{0, 0, 8}, {12, 8, 4}});
}

TEST_CASE("moments are rounded to non-negative weights that add up to the user weight") {
  for (std::uint32_t whole = 1; whole <= 7; ++whole) {
    for (std::int64_t first = 0; first <= 5; ++first) {
      for (std::int64_t second = first; second <= 5; ++second) {
        const ValuedRows table{{{0, 0}, {}}, {first, second}};
        const DomainMoments moments = domain_moments(table, 1, {0, 5}, whole).front();
        CHECK(std::min({moments.high, moments.middle, moments.low}) >= 0);
        CHECK(moments.high + moments.middle + moments.low == whole);
      }
    }
  }
}

TEST_CASE("the weights of a wide domain are computed without overflow, to a step of 2^-30") {
  const std::int64_t most = std::int64_t(1) << 62;
  const ValueDomain widest{-most, most};
  CHECK(variance_steps(widest) == std::uint64_t(1) << 30);
  CHECK(variance_steps({0, 100}) == 100);
  const ValuedRows table{{std::vector<std::uint32_t>(1'000, 0), {}},
                         std::vector<std::int64_t>(1'000, most)};
  CHECK(domain_moments(table, 1, widest, kMaxUserWeight).front() ==
        DomainMoments{kMaxUserWeight, 0, 0});
  CHECK(domain_moments(values_of({0}), 1, widest, 16).front() == DomainMoments{4, 8, 4});
  CHECK(domain_moments(values_of({-most / 2}), 1, widest, 16).front() == DomainMoments{1, 6, 9});
  CHECK(variance_rounding({0, 100}, 2) == 0.25);
  CHECK(variance_rounding(widest, 2) == 0.25 + 0x1p-31);
}

TEST_CASE("a variance of weights without noise equals the variance of the values") {
  CHECK(told_of({0, 0, 16}, {-2, 2}) == 0);
  CHECK(told_of({8, 0, 8}, {-2, 2}) == 4);
  CHECK(told_of({4, 8, 4}, {-2, 2}) == 0);
  CHECK(told_of({4, 0, 12}, {0, 400, 100}) == 3);
  const std::vector<std::int64_t> values = {3, 17, 40, 96, 100};
  const auto moments = domain_moments(values_of(values), 1, {0, 100}).front();
  // The mean of the squares minus the square of the mean.
  CHECK(told_of(moments, {0, 100}) == Approx(4222.8 - 51.2 * 51.2).epsilon(1e-5));
}

TEST_CASE("a variance with noise is the least mean square about a place in the domain") {
  const auto quarters = [](const DomainMoments& moments) {
    const auto variance = variance_of(moments, 0).value();
    return 4 * static_cast<double>(variance.numerator) / static_cast<double>(variance.denominator);
  };
  CHECK(quarters({50, 0, 50}) == 1);
  CHECK(quarters({60, -20, 60}) == 1);  // 1.4, above the greatest possible variance
  CHECK(quarters({5, 90, 5}) == 0);
  // If the minimum lies outside of the domain, the squares are taken about the nearest end.
  CHECK(quarters({-10, 0, 110}) == 0);
  CHECK(quarters({10, -20, 110}) == Approx(0.4).epsilon(1e-12));
  CHECK(quarters({10, -30, 120}) == Approx(0.4).epsilon(1e-12));
  CHECK(quarters({120, -30, 10}) == Approx(0.4).epsilon(1e-12));
  CHECK(quarters({-1, 101, 0}) == 0);
  CHECK(quarters({1, 0, 99}) == Approx(4 * 0.0099).epsilon(1e-12));
}

TEST_CASE("a variance is absent if its error reaches the largest possible variance") {
  // (E/N) (1 + 3 E/(2 N)) is a quarter at N = 5.1623 E.
  CHECK_FALSE(variance_of({0, 0, 51'622}, 10'000));
  CHECK(variance_of({0, 0, 51'623}, 10'000));
  CHECK_FALSE(variance_of({0, 0, 0}, 0));
  CHECK_FALSE(variance_of({5, 0, -5}, 0));
  constexpr std::int64_t kFar = std::numeric_limits<std::int64_t>::max();
  CHECK(variance_of({kFar, kFar, kFar}, 5)->weight == std::int64_t(3) << 60);
  CHECK_FALSE(variance_of({-kFar, -kFar, -kFar}, 5));
  CHECK_FALSE(variance_of({kFar, 0, 0}, kFar));
}

TEST_CASE(
    "a standard deviation is the root of the variance, rounded down, with the same confidence") {
  const ValueDomain domain{0, 100};
  const auto deviation = [&](const DomainMoments& moments, std::int64_t error) {
    return told_deviation(variance_of(moments, error).value(), domain, kUserWeight);
  };
  CHECK(deviation({50, 0, 50}, 0).value == 50);
  CHECK(deviation({0, 0, 50}, 0).value == 0);
  CHECK(deviation({1, 0, 99}, 0).value == Approx(100 * std::sqrt(0.0099)).epsilon(1e-15));
  // 0.16: between the roots that the error permits.
  const DomainMoments some{2'000'000, 0, 8'000'000};
  const MeanEstimate variance =
      told_variance(variance_of(some, 9'000).value(), domain, kUserWeight);
  const MeanEstimate root = deviation(some, 9'000);
  CHECK(root.value == 40);
  CHECK(root.error == Approx(40 - std::sqrt(1600 - variance.error)).epsilon(1e-12));
  CHECK(root.error > std::sqrt(1600 + variance.error) - 40);
  // Next to 0 the upper root is farther.
  const MeanEstimate none = told_variance(variance_of({0, 0, 900}, 9).value(), domain, kUserWeight);
  CHECK(deviation({0, 0, 900}, 9).error == Approx(std::sqrt(none.error)).epsilon(1e-12));
}

TEST_CASE("the root of every small fraction is the greatest of its digits not above it") {
  for (std::int64_t n = 4; n <= 60; ++n) {
    for (std::int64_t high = 0; 2 * high <= n; ++high) {
      const auto variance = variance_of({high, 0, n - high}, 0).value();
      const double root = told_deviation(variance, {0, 1}, kUserWeight).value;
      const long double exact =
          std::sqrt(static_cast<long double>(high * (n - high)) / static_cast<long double>(n * n));
      CHECK(std::fabs(static_cast<long double>(root) - exact) <= 0x1p-54L);
    }
  }
}

TEST_CASE(
    "a variance and a deviation miss more than stated in at most 1 of 20 draws (n = 1,000, alpha "
    "1e-6)") {
  // Values from 0 to 99, 3 users each: variance 833.25 in 0..100.
  std::vector<std::int64_t> values;
  for (std::int64_t i = 0; i < 300; ++i) values.push_back(i % 100);
  const auto task = task_of(1, {0, 100});
  const auto plan = UserVariance::plan(task);
  SeededBits bits(17);
  ExactRandomness randomness(bits);
  std::size_t missed = 0, missed_roots = 0;
  for (std::size_t run = 0; run < 1'000; ++run) {
    const auto noisy = UserVariance::draw(task, plan, values_of(values), randomness).front();
    const auto variance = variance_of(noisy, noisy.error).value();
    const MeanEstimate told = told_variance(variance, task.domain, least_weight(task));
    const MeanEstimate root = told_deviation(variance, task.domain, least_weight(task));
    missed += std::fabs(told.value - 833.25) > told.error;
    missed_roots += std::fabs(root.value - std::sqrt(833.25)) > root.error;
  }
  CHECK(binomial_at_least(1'000, 0.05L, missed) > 1e-6L);
  CHECK(binomial_at_least(1'000, 0.05L, missed_roots) > 1e-6L);
}

TEST_CASE("a variance charges its loss and runs with the granted loss") {
  CountedRows rows;
  for (std::uint32_t user = 0; user < 90; ++user) rows.groups.push_back(user % 3);
  const ValuedRows valued{rows, std::vector<std::int64_t>(90, 7)};
  ReleaseCase<UserVariance> variance{
      task_of(1, {0, 9}), valued, charge_of(Loss{1, 0}), {0.5, 0}, task_of(0.5, {0, 9})};
  variance.task.groups = variance.at_other.groups = 3;
  check_release(variance);
}

TEST_CASE("a variance states that it protects users, and the error of its three weights") {
  const Claim claim = Release<UserVariance>(task_of(1, {0, 100})).claim();
  CHECK(claim.protects == Protects::users);
  CHECK(claim.proof == "docs/guarantees/variance.md");
  // Three numbers together: ln(1/(1 - 0.95^(1/3))) = 4.0743.
  CHECK(claim.accuracy.error == Approx(-std::log(1 - std::cbrt(0.95))).epsilon(1e-5));
  auto replaced = task_of(1, {0, 100});
  replaced.neighbors = Neighbors::replace;
  CHECK(Release<UserVariance>(replaced).claim().accuracy.error ==
        Approx(2 * claim.accuracy.error).epsilon(1e-5));
  CHECK_THROWS_AS(UserVariance::plan(task_of(1, {5, 5})), OutOfRange);
  CHECK_THROWS_AS(UserVariance::plan(task_of(1e-7, {0, 5})), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::user_variance_unit_test
