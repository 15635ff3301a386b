// src/counts/: the sensitivity of one user, the noise for it, and the threshold that hides the user's group.
#include <catch2/catch.hpp>

#include "both_neighbors.hpp"
#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/counts/group_discovery.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/counts/user_variance_release.hpp"
#include "option_points.hpp"
#include "real.hpp"

namespace logstar::testing {
namespace {

const std::vector<ContributionBound> kShares = {{1, 1}, {16, 1}, {720720, 720720}, {1000, 7}};

/// No rate is below 2^-39.
bool is_drawn(double epsilon, std::uint64_t moved) {
  return epsilon >= 0x1p-39 * static_cast<double>(moved);
}

Real exact(const Rational& rate) {
  const auto parts = [](const Natural& number) {
    return Real(static_cast<std::uint64_t>(number >> 64)) * pow(Real(2), 64) +
           Real(static_cast<std::uint64_t>(number));
  };
  return parts(rate.numerator) / parts(rate.denominator);
}

TEST_CASE("user noise: its rate times the sensitivity of one user is epsilon, for every count") {
  for (const double epsilon : kEpsilons) {
    for (const Neighbors neighbors : kBoth) {
      const bool replace = neighbors == Neighbors::replace;
      for (const ContributionBound& share : kShares) {
        for (const std::uint64_t groups : {1u, 2u, 5u, 1000u}) {
          // Each group by at most max_per_group, all together by at most the total; under replace by two
          // totals.
          const Real together = (replace ? 2 : 1) * Real(share.total);
          const Real apart = Real(groups) * Real(share.max_per_group);
          const std::uint64_t moved = sensitivity(share, groups, neighbors);
          CHECK(Real(moved) == (apart < together ? apart : together));
          if (!is_drawn(epsilon, moved)) continue;
          CHECK(exact(calibrate_user_noise(epsilon, moved)) * Real(moved) <=
                Real(epsilon) * (1 + Real(1e-70)));
          CHECK(exact(calibrate_user_noise(epsilon, moved)) * Real(moved) >=
                Real(epsilon) * (1 - Real(1e-70)));
        }
      }
    }
  }
  // A total of -3..10 moves by 10, under replace by 13 from one end to the other; a total of 5..10 by 10.
  CHECK(sensitivity(TotalDomain{-3, 10}, std::nullopt, 1, Neighbors::add_remove) == 10);
  CHECK(sensitivity(TotalDomain{-3, 10}, std::nullopt, 1, Neighbors::replace) == 13);
  CHECK(sensitivity(TotalDomain{5, 10}, std::nullopt, 1, Neighbors::replace) == 10);
  CHECK(sensitivity(TotalDomain{-10, -5}, std::nullopt, 1, Neighbors::replace) == 10);
  CHECK(sensitivity(TotalDomain{-10, 3}, std::nullopt, 2, Neighbors::add_remove) == 10);
  CHECK(sensitivity(TotalDomain{-10, 3}, std::nullopt, 2, Neighbors::replace) == 20);
  // In g groups g times that; with k < 2 g groups, 2 g - k of them are the user's both before and after.
  CHECK(sensitivity(TotalDomain{-3, 10}, 2, 5, Neighbors::add_remove) == 20);
  CHECK(sensitivity(TotalDomain{-3, 10}, 5, 2, Neighbors::add_remove) == 20);
  CHECK(sensitivity(TotalDomain{-3, 10}, 2, 5, Neighbors::replace) == 40);
  CHECK(sensitivity(TotalDomain{-3, 10}, 2, 3, Neighbors::replace) == 33);
  CHECK(sensitivity(TotalDomain{-3, 10}, 2, 1, Neighbors::replace) == 13);
  // Both ends of the domain together; under replace from one end to the other.
  UserMeanTask mean;
  mean.epsilon = 1;
  CHECK(UserMean::plan(mean).sensitivity == kUserWeight);
  mean.neighbors = Neighbors::replace;
  CHECK(UserMean::plan(mean).sensitivity == 2 * kUserWeight);
  // Both ends and the middle.
  CHECK(UserVariance::plan(mean).sensitivity == 2 * kUserWeight);
  mean.neighbors = Neighbors::add_remove;
  CHECK(UserVariance::plan(mean).sensitivity == kUserWeight);
  // As many distinct items as a user counts with; the same under replace.
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    CHECK(DistinctCount::plan({1, 5, neighbors}).sensitivity == 5);
  }
}

/// The probability that one more user makes an outcome possible, over all groups of that user.
Real accidents(const Real& rate, std::int64_t t, const ContributionBound& share) {
  const Real above = real_exp(-rate * (t + 1));
  const Real one = above * real_expm1(rate * share.max_per_group) / (1 + real_exp(-rate) - above);
  if (one >= 1) return 1;
  return -real_expm1(Real(share.total) / Real(share.max_per_group) * real_log1p(-one));
}

TEST_CASE(
    "discovery: at its threshold the failure probability is at most delta, slightly below it "
    "more") {
  for (const Loss& loss : loss_points(60, 71)) {
    for (const Neighbors neighbors : kBoth) {
      for (const ContributionBound& share : kShares) {
        const std::uint64_t moved = share.total * (neighbors == Neighbors::replace ? 2 : 1);
        // Parts of smaller deltas are below the range of doubles.
        if (!is_drawn(loss.epsilon, moved) || loss.delta < 1e-290) continue;
        INFO("epsilon " << loss.epsilon << " delta " << loss.delta << " total " << share.total);
        const auto parameters = calibrate_group_discovery(loss, share, neighbors);
        const Real rate = exact(parameters.rate);
        CHECK(rate * Real(moved) <= Real(loss.epsilon) * (1 + Real(1e-70)));
        const std::int64_t t = parameters.threshold;
        CHECK(t >= 0);
        CHECK(accidents(rate, t, share) <= Real(loss.delta));
        const auto less = t - 1 - static_cast<std::int64_t>(1e-11 * static_cast<double>(t));
        if (t > 0) CHECK(accidents(rate, less, share) > Real(loss.delta) * (1 - Real(1e-9)));
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing
