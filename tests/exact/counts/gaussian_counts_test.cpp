// Counts and sums with Gaussian noise: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>
#include <cmath>

#include "gaussian_law.hpp"
#include "logstar/counts/user_count_release.hpp"
#include "logstar/counts/user_histogram_release.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/privacy/concentrated.hpp"
#include "small_users.hpp"

namespace logstar::testing::gaussian_counts_test {
namespace {

constexpr double kEpsilon = 0.8;
constexpr double kDelta = 0.05;

UserHistogramTask bins_of(std::uint32_t groups, std::uint64_t per_user, Neighbors neighbors) {
  UserHistogramTask task;
  task.epsilon = kEpsilon;
  task.delta = kDelta;
  task.groups = groups;
  task.per_user.groups = per_user;
  task.neighbors = neighbors;
  task.noise = NoiseKind::gaussian;
  return task;
}

/// Checks the release on tables of one or two users with up to two rows each.
template <typename M>
PrivacyReport report_of(const typename M::Task& task, const UserNoise& noise,
                        const std::vector<SmallUser>& users, double epsilon) {
  const auto draw = [&](const Users& chosen, Randomness& randomness) {
    ValuedRows rows = table_of(chosen, users);
    if constexpr (std::is_same_v<typename M::Data, ValuedRows>) {
      return M::draw(task, noise, std::move(rows), randomness);
    } else {
      return M::draw(task, noise, std::move(rows.rows), randomness);
    }
  };
  return task.neighbors == Neighbors::replace ? check_replace(users.size(), 1, epsilon, draw)
                                              : check_add_remove(users.size(), 0, 1, epsilon, draw);
}

TEST_CASE("counts with Gaussian noise are (epsilon, delta)-DP, and use the computed delta") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const std::uint64_t per_user : {1u, 2u}) {
      const auto task = bins_of(2, per_user, neighbors);
      const UserNoise noise = UserHistogram::plan(task);
      REQUIRE(noise.variance);
      const auto report =
          report_of<UserHistogram>(task, noise, small_users(2, {0}, 2), task.epsilon);
      CHECK(report.within(kDelta));
      const std::uint64_t sensitivity =
          std::min<std::uint64_t>(2, per_user * (neighbors == Neighbors::replace ? 2 : 1));
      CHECK(static_cast<double>(report.worst_delta) ==
            Approx(gaussian_delta(*noise.variance, {sensitivity, 1}, kEpsilon)).epsilon(1e-6));
    }
  }
}

TEST_CASE("sums with Gaussian noise of users in at most g groups are (epsilon, delta)-DP") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const TotalDomain& domain : {TotalDomain{0, 2}, TotalDomain{-1, 2}}) {
      UserSumTask task{kEpsilon, domain, 2, neighbors, 0.95, 1, kDelta, NoiseKind::gaussian};
      const UserNoise noise = UserSum::plan(task);
      REQUIRE(noise.variance);
      const auto users = small_users(2, {domain.lowest, domain.highest}, 1);
      const auto report = report_of<UserSum>(task, noise, users, task.epsilon);
      CHECK(report.within(kDelta));
      // Under replace a user of -1..2 is charged as if each of two sums moved by 3.
      const bool attained = neighbors == Neighbors::add_remove || domain.lowest == 0;
      if (attained)
        CHECK(report.worst_delta >
              0.99L *
                  gaussian_delta(*noise.variance, shifts_of(domain, 1, 2, neighbors), kEpsilon));
    }
  }
}

TEST_CASE(
    "controls: Gaussian counts with half the variance, for one group, or for one user added") {
  const auto users = small_users(2, {0}, 2);
  const auto rejected = [&](const UserHistogramTask& task, const UserNoise& noise) {
    return !report_of<UserHistogram>(task, noise, users, kEpsilon).within(kDelta);
  };
  const auto task = bins_of(2, 2, Neighbors::add_remove);
  UserNoise half = UserHistogram::plan(task);
  *half.variance /= 2;
  CHECK(rejected(task, half));
  CHECK(rejected(task, UserHistogram::plan(bins_of(2, 1, Neighbors::add_remove))));
  const auto changed = bins_of(2, 1, Neighbors::replace);
  CHECK(rejected(changed, UserHistogram::plan(bins_of(2, 1, Neighbors::add_remove))));
}

TEST_CASE("counts charge Gaussian noise its rho, and no delta if noise is Laplace") {
  UserHistogramTask task{1, 50, {20}};
  task.delta = 1e-6;
  const Claim gaussian = Release<UserHistogram>(task).claim();
  CHECK(gaussian.loss == Loss{1, 1e-6});
  const UserNoise noise = UserHistogram::plan(task);
  REQUIRE(noise.variance);
  CHECK(gaussian.rho == 20 / (2 * *noise.variance));
  CHECK(concentrated_delta(*gaussian.rho, 1) >= gaussian_delta(*noise.variance, {20, 1}, 1));
  CHECK(charge_of(gaussian).rho == *gaussian.rho);
  task.neighbors = Neighbors::replace;
  CHECK(*Release<UserHistogram>(task).claim().rho ==
        40 / (2 * *UserHistogram::plan(task).variance));
  task.per_user.groups = 1;
  const Claim laplace = Release<UserHistogram>(task).claim();
  CHECK(laplace.loss == Loss{1, 0});
  CHECK_FALSE(laplace.rho);
}

TEST_CASE("counts choose the noise of smaller error and draw with the noise they are charged for") {
  for (const std::uint64_t per_user : {1u, 3u, 4u, 10u}) {
    UserCountTask task{1, 20, per_user};
    task.delta = 1e-6;
    const UserNoise chosen = UserCount::plan(task);
    task.noise = NoiseKind::laplace;
    const UserNoise laplace = UserCount::plan(task);
    task.noise = NoiseKind::gaussian;
    const UserNoise gaussian = UserCount::plan(task);
    CHECK(chosen.error == std::min(laplace.error, gaussian.error));
    CHECK(chosen.variance.has_value() == (gaussian.error < laplace.error));
    task.noise = std::nullopt;
    const UserCountTask run = UserCount::with_loss(task, chosen, {0.99, chosen.delta});
    CHECK(run.noise == kind_of(chosen));
  }
}

TEST_CASE("Gaussian noise requires a positive delta and rejects users who are spread over groups") {
  UserHistogramTask task{1, 3};
  task.noise = NoiseKind::gaussian;
  task.delta = 1e-6;
  CHECK_THROWS_AS(UserHistogram::plan(task), OutOfRange);
  task.per_user.groups = 2;
  CHECK_NOTHROW(UserHistogram::plan(task));
  task.delta = 0;
  CHECK_THROWS_AS(UserHistogram::plan(task), OutOfRange);
  UserSumTask sum{1, {0, 9}, 3};
  sum.noise = NoiseKind::gaussian;
  sum.delta = 1e-6;
  CHECK_THROWS_AS(UserSum::plan(sum), OutOfRange);
}

TEST_CASE(
    "counts with Gaussian noise are all within the stated error with exactly the confidence") {
  UserHistogramTask task = bins_of(3, 2, Neighbors::add_remove);
  for (const double confidence : {0.6, 0.95}) {
    task.confidence = confidence;
    const UserNoise noise = UserHistogram::plan(task);
    const GaussianSum one(*noise.variance, 1);
    const auto within = [&](std::int64_t error) {
      return std::pow(1 - 2 * one.from(error + 1), 3);
    };
    CHECK(within(noise.error) >= confidence);
    CHECK(within(noise.error - 1) < confidence);
  }
}

TEST_CASE("the usual error of a count is the median of its noise, by the exact law") {
  for (const double epsilon : {0.1, 0.8, 3.0}) {
    for (const NoiseKind kind : {NoiseKind::laplace, NoiseKind::gaussian}) {
      UserHistogramTask task = bins_of(3, 2, Neighbors::add_remove);
      task.epsilon = epsilon;
      task.noise = kind;
      const UserNoise noise = UserHistogram::plan(task);
      const auto law = [&](std::int64_t k) -> long double {
        if (noise.variance) return GaussianSum(*noise.variance, 1).of(k);
        const long double q = std::exp(-static_cast<long double>(noise.rate.approximate()));
        return (1 - q) / (1 + q) * std::pow(q, std::abs(k));
      };
      long double within = law(0);
      std::int64_t median = 0;
      while (within < 0.5L) within += 2 * law(++median);
      CHECK(usual_error(noise) == static_cast<double>(median));
      CHECK(*UserHistogram::claim(task, noise).usual == static_cast<double>(median));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::gaussian_counts_test
