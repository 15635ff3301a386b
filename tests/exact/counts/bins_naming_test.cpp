// Bins that release their groups: (epsilon, delta)-DP at a threshold of their own, by Laplace and by Gaussian noise.
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

#include "divergence.hpp"
#include "logstar/counts/by_group_release.hpp"
#include "logstar/support/errors.hpp"
#include "mistakes/counts.hpp"
#include "naming_tables.hpp"
#include "noise_from_above.hpp"
#include "pair_from_above.hpp"
#include "small_users.hpp"

namespace logstar::testing::group_naming_test {
namespace {

/// The failure probability for bins.
double delta_of_bins(double epsilon, const ContributionBound& share, std::int64_t t,
                     Neighbors neighbors) {
  const double sensitivity =
      static_cast<double>(share.total) * (neighbors == Neighbors::replace ? 2 : 1);
  const double q = std::exp(-epsilon / sensitivity);
  const double beyond = std::pow(q, static_cast<double>(t + 1));
  const auto max_per_group = static_cast<double>(share.max_per_group);
  const double one = beyond * (std::pow(q, -max_per_group) - 1) / (1 + q - beyond);
  const double groups = static_cast<double>(share.total) / max_per_group;
  return -std::expm1(groups * std::log1p(-one)) * (1 + 1e-11);
}

using BinsTask = ByGroup<UserHistogram>::Task;

BinsTask bins_task(double epsilon, const PerUser& per_user, double delta, Neighbors neighbors) {
  BinsTask task;
  task.each.epsilon = epsilon;
  task.each.bins = 2;
  task.each.per_user = per_user;
  task.each.neighbors = neighbors;
  task.search = GroupDiscoveryOptions{delta};
  return task;
}

/// Counts from `least` to `moved` more; everything below or above is one outcome.
auto histograms(const BinsTask& task, const ByGroup<UserHistogram>::Plan& plan,
                const Tables& tables, bool is_drawn_once = false) {
  return [=](const Users& chosen, Randomness& randomness) {
    const auto& [everybody, groups, base, least, sensitivity] = tables;
    NoiseFromAbove lumped(randomness,
                          -sensitivity - 1);  // all counts below the least are one outcome
    DrawnOnce once(randomness);
    Randomness& noise = is_drawn_once ? static_cast<Randomness&>(once) : lumped;
    const auto answer = ByGroup<UserHistogram>::draw(
        task, plan, {table_of(chosen, everybody, base), groups}, noise);
    Told told;
    for (const NamedGroup& one : answer.named) told.first.push_back(one.group);
    for (const std::int64_t count : answer.answers) {
      told.second.push_back(std::max(count, least - 1));
    }
    if (told.second.size() != 2 * told.first.size()) throw std::logic_error("bins");
    return told;
  };
}

struct BinsCase {
  double epsilon;
  PerUser per_user;
  std::int64_t threshold;
};
const std::vector<BinsCase> kBinsCases = {
    {1, {std::nullopt, 2}, 3}, {4, {std::nullopt, 2}, 2}, {1, {1}, 2}, {2, {2}, 1}};

TEST_CASE(
    "histograms that release groups are (epsilon, delta)-DP with them, and use all of delta") {
  for (const BinsCase& one : kBinsCases) {
    const Tables tables{small_users(2, {0, 1}, 2)};
    for (const Neighbors neighbors : kBoth) {
      const double delta =
          delta_of_bins(one.epsilon, one.per_user.share(), one.threshold, neighbors);
      const auto task = bins_task(one.epsilon, one.per_user, delta, neighbors);
      const auto plan = ByGroup<UserHistogram>::plan(task);
      CHECK(plan.naming->threshold == one.threshold);
      const auto report =
          report_of(tables, 1, one.epsilon, neighbors, histograms(task, plan, tables));
      CHECK(report.within(delta));
      CHECK(report.worst_delta > (1 - 1e-6) * delta);
    }
  }
}

TEST_CASE(
    "histograms that release groups keep epsilon next to other users, and fail at 1.1 epsilon") {
  for (const BinsCase& one : kBinsCases) {
    Tables tables{{{}, {{0, 1}}, {{0, 0}}, {{0, 0}, {0, 1}}}, 1};
    const auto unit = static_cast<std::int64_t>(one.per_user.unit());
    const auto users = static_cast<std::size_t>(24 / one.epsilon);
    tables.base.assign(users, {{0, 0}});
    tables.base.insert(tables.base.end(), users, {{0, 1}});
    tables.least = static_cast<std::int64_t>(users) * unit;
    for (const Neighbors neighbors : kBoth) {
      const auto keeps = [&](double epsilon, Neighbors as) {
        const auto task = bins_task(epsilon, one.per_user, 1e-4, as);
        const auto draw = histograms(task, ByGroup<UserHistogram>::plan(task), tables);
        return report_of(tables, 1, one.epsilon, neighbors, draw).within(1e-4);
      };
      CHECK(keeps(one.epsilon, neighbors));
      // With two bins, a user of two bins cannot leave both for other bins.
      if (neighbors == Neighbors::replace && one.per_user.groups == 2u) continue;
      CHECK_FALSE(keeps(1.1 * one.epsilon, neighbors));
      if (neighbors == Neighbors::replace) CHECK_FALSE(keeps(one.epsilon, Neighbors::add_remove));
    }
  }
}

TEST_CASE("controls: histograms with a threshold one lower, or with noise drawn once") {
  for (const BinsCase& one : kBinsCases) {
    const Tables tables{small_users(1, {0, 1}, 2), 1};
    const double delta =
        delta_of_bins(one.epsilon, one.per_user.share(), one.threshold, Neighbors::add_remove);
    const auto task = bins_task(one.epsilon, one.per_user, delta, Neighbors::add_remove);
    auto plan = ByGroup<UserHistogram>::plan(task);
    const auto keeps = [&](const auto& draw) {
      return report_of(tables, 1, one.epsilon, Neighbors::add_remove, draw).within(delta);
    };
    CHECK(keeps(histograms(task, plan, tables)));
    CHECK_FALSE(keeps(histograms(task, plan, tables, true)));
    --plan.naming->threshold;
    CHECK_FALSE(keeps(histograms(task, plan, tables)));
  }
}

/// All bins of one group if it is released. Each bin has a given number of users beforehand; some bins have one
/// more.
template <typename Bins>
long double worst_of_bins(const GaussianDiscoveryParameters& parameters, const Bins& bins,
                          std::uint64_t per_user, double epsilon, Neighbors neighbors) {
  const auto count = static_cast<std::uint32_t>(bins.size());
  const GroupNaming naming = name_by_bins(parameters, 0.1, 0.9);
  const auto law_of = [&](unsigned user) {
    std::vector<BinWeight> weights;
    for (std::uint32_t bin = 0; bin < count; ++bin) {
      const std::uint64_t weight = bins[bin] + (user >> bin & 1);
      if (weight > 0) weights.push_back({bin, weight});
    }
    return enumerate(
        [&](Randomness& r) { return named_bins(weights, count, {}, naming, r).counts; }, 1e-10L);
  };
  long double worst = 0;
  for (unsigned before = 0; before < 1u << count; ++before) {
    for (unsigned after = 0; after < before; ++after) {
      const auto size = [](unsigned user) {
        return static_cast<std::uint64_t>(std::popcount(user));
      };
      if (size(before) > per_user || size(after) > per_user) continue;
      if (neighbors == Neighbors::add_remove && after != 0) continue;
      const auto found = apart(law_of(before), law_of(after), epsilon);
      worst = std::max({worst, found.delta, found.reverse_delta});
    }
  }
  return worst;
}

TEST_CASE("bins that release their group by Gaussian noise keep the delta of their theorem") {
  const GaussianDiscoveryParameters parameters{4, 5, 2};
  const std::uint64_t far = 30;
  for (const Neighbors neighbors : kBoth) {
    for (const std::uint64_t per_user : {1u, 2u}) {
      const double stated = gaussian_discovery_delta(parameters, per_user, 0.7, neighbors);
      long double worst = 0;
      for (const std::vector<std::uint64_t>& bins :
           {std::vector<std::uint64_t>{0, 0}, {0, 1}, {1, 1}, {0, far}, {far, far}}) {
        worst = std::max(worst, worst_of_bins(parameters, bins, per_user, 0.7, neighbors));
      }
      CHECK(worst <= stated * (1 + 1e-6L));
      // One user in one bin uses the whole delta, by the weights of other users or by the release of the group.
      if (per_user == 1 && neighbors == Neighbors::add_remove)
        CHECK(static_cast<double>(worst) == Approx(stated).epsilon(1e-6));
    }
  }
  // A user alone in a group of three bins is revealed if any of them exceeds the threshold.
  const GaussianDiscoveryParameters three{4, 5, 3};
  const long double named =
      worst_of_bins(three, std::vector<std::uint64_t>{0, 0, 0}, 1, 12, Neighbors::add_remove);
  CHECK(static_cast<double>(named) ==
        Approx(gaussian_discovery_delta(three, 1, 12, Neighbors::add_remove)).epsilon(1e-6));
}

TEST_CASE("control: a Gaussian threshold for one bin is rejected if groups have three") {
  const Loss loss{12, 0.05};
  const std::vector<std::uint64_t> nobody{0, 0, 0};
  const auto keeps = [&](std::uint64_t bins) {
    const auto parameters = calibrate_gaussian_discovery(loss, 1, Neighbors::add_remove, bins);
    return worst_of_bins(parameters, nobody, 1, loss.epsilon, Neighbors::add_remove) <= loss.delta;
  };
  CHECK(keeps(3));
  CHECK_FALSE(keeps(1));
}

TEST_CASE("histograms that release groups by Gaussian noise are (epsilon, delta)-DP as a release") {
  for (const Neighbors neighbors : kBoth) {
    ByGroup<UserHistogram>::Task task;
    task.each.epsilon = 1.5;
    task.each.bins = 2;
    task.each.per_user.groups = 1;
    task.each.neighbors = neighbors;
    task.each.noise = NoiseKind::gaussian;
    task.search = GroupDiscoveryOptions{0.05};
    const auto plan = ByGroup<UserHistogram>::plan(task);
    REQUIRE(plan.naming->variance);
    const auto everybody = small_users(1, {0, 1}, 2);
    const auto draw = [&](const Users& chosen, Randomness& randomness) {
      return ByGroup<UserHistogram>::draw(task, plan, {table_of(chosen, everybody), 1}, randomness)
          .answers;
    };
    const auto report = neighbors == Neighbors::replace
                            ? check_replace(everybody.size(), 1, 1.5, draw)
                            : check_add_remove(everybody.size(), 0, 1, 1.5, draw);
    CHECK(report.within(0.05));
    CHECK(report.worst_delta > 0.001);
  }
}

TEST_CASE("histograms use Gaussian noise only if it releases more groups with a smaller error") {
  ByGroup<UserHistogram>::Task task;
  task.each.epsilon = 1;
  task.each.bins = 3;
  task.search = GroupDiscoveryOptions{1e-6};
  for (const std::uint64_t per_user : {1u, 3u, 10u, 30u}) {
    task.each.per_user.groups = per_user;
    const auto by = [&](std::optional<NoiseKind> noise) {
      task.each.noise = noise;
      return *ByGroup<UserHistogram>::plan(task).naming;
    };
    const GroupNaming laplace = by(NoiseKind::laplace);
    const GroupNaming gaussian = by(NoiseKind::gaussian);
    const GroupNaming chosen = by(std::nullopt);
    const bool better = gaussian.named_from < laplace.named_from && gaussian.error <= laplace.error;
    CHECK(chosen.variance.has_value() == better);
    CHECK(better == (per_user >= 10));
    task.each.noise = std::nullopt;
    const Claim claim = ByGroup<UserHistogram>::claim(task, ByGroup<UserHistogram>::plan(task));
    CHECK(claim.loss == Loss{1, 1e-6});
    CHECK_FALSE(claim.rho);
  }
  task.each.per_user.groups = std::nullopt;
  task.each.noise = NoiseKind::gaussian;
  CHECK_THROWS_AS(ByGroup<UserHistogram>::plan(task), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::group_naming_test
