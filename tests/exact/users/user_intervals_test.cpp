// Intervals of rows of users: exact laws of widths over two groups, and of the release of one.
#include "logstar/counts/user_intervals.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <optional>

#include "databases.hpp"
#include "user_tables.hpp"

namespace logstar::testing::user_intervals_test {
namespace {

constexpr KeyInterval kDomain{0, 3};
constexpr std::uint32_t kWeight = 2;

std::vector<KeyInterval> chain_of(std::uint64_t z) {
  return interval_chain(z, IntegerDomain(0, 3), 4);
}

/// The widths of two groups round the same point, told as one number.
PrivacyReport check_widths(const QuantileFraction& tau, Neighbors neighbors, bool several_rate,
                           double epsilon) {
  const UserPlaces places{2, {0, 3}, 2};
  const auto kinds = users_of_rows(places.count(), 2, neighbors);
  const IntervalSteps steps =
      calibrate_interval_steps(tau, epsilon, neighbors, 4, {kWeight, several_rate});
  const IntervalWidthParameters parameters{steps, steps.steps_per_rank / 2 + 1, {}};
  UserRankTask task;
  task.bits = places.bits;
  task.list = GroupList::declared;
  task.groups = places.groups;
  task.user_weight = kWeight;
  const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    UserRows all = user_rows(places, kinds, database, {2, 1, 0, 3});
    auto [rows, groups] = rows_of_groups(task, std::move(all), randomness);
    std::vector<std::int64_t> told;
    for (std::uint32_t group = 0; group < groups; ++group) {
      const WeightedKeys one = rows.take(group);
      const auto place = draw_interval_width({one.keys.words(), one.weights}, chain_of(1), kDomain,
                                             parameters, randomness);
      told.push_back(place ? static_cast<std::int64_t>(*place) : -1);
    }
    return told;
  };
  return neighbors == Neighbors::replace ? check_replace(kinds.size(), 1, epsilon, mechanism)
                                         : check_add_remove(kinds.size(), 0, 1, epsilon, mechanism);
}

TEST_CASE("widths of intervals in two groups are epsilon-DP for users of two rows, all together") {
  for (const QuantileFraction& tau : {QuantileFraction{1, 2}, {3, 4}}) {
    for (const double epsilon : {1.0, 6.0}) {
      CHECK(check_widths(tau, Neighbors::add_remove, true, epsilon).within(0));
      CHECK(check_widths(tau, Neighbors::replace, true, epsilon).within(0));
    }
  }
}

/// A group of heavy atoms, and a user more or not beyond all intervals with ends. Intervals on one side of the second
/// atom are likely and reach one user less than the target, or more; those on its other side are rare. A user more
/// moves the weights of both against each other.
Law<std::optional<std::size_t>> law_beside_heavy_atoms(const IntervalSteps& steps, bool inner,
                                                       bool one_more) {
  constexpr std::size_t kUsers = 2000;
  constexpr std::size_t kTarget = 6;
  const IntegerDomain domain{0, 1 << 14};
  const std::size_t rank = kUsers * steps.tau.numerator / steps.tau.denominator;
  std::vector<std::uint64_t> keys;
  if (inner) {
    keys.assign(rank + kTarget - 1, 0);
    keys.resize(kUsers, 1 << 9);
  } else {
    keys.assign(5, 0);
    keys.resize(rank + kTarget + 1, 1 << 2);
    keys.resize(kUsers, domain.keys().highest);
  }
  if (one_more) keys.push_back(domain.keys().highest);
  const std::vector<std::uint32_t> weights(keys.size(), kWeight);
  const auto chain = interval_chain(0, domain, steps.steps_an_octave);
  const std::int64_t target = std::int64_t(kTarget) * steps.steps_per_rank;
  const IntervalWidthParameters width{steps, target, {}};
  return enumerate([&](Randomness& randomness) {
    return draw_interval_width({keys, weights}, chain, domain.keys(), width, randomness);
  });
}

/// The largest log ratio of one law to the other.
double log_ratio(const Law<std::optional<std::size_t>>& one,
                 const Law<std::optional<std::size_t>>& other) {
  long double most = 0;
  for (const auto& [told, p] : one.mass) most = std::max(most, std::log(p / other.of(told)));
  return static_cast<double>(most);
}

/// The part of epsilon that a user takes by leaving one group for another. Given their rows, two groups are independent.
double used_by_changing_group(const QuantileFraction& tau, bool several_rate) {
  const double epsilon = 0.1;
  const auto steps =
      calibrate_interval_steps(tau, epsilon, Neighbors::replace, 64, {kWeight, several_rate});
  const auto law = [&](bool inner, bool one_more) {
    return law_beside_heavy_atoms(steps, inner, one_more);
  };
  return (log_ratio(law(true, true), law(true, false)) +
          log_ratio(law(false, false), law(false, true))) /
         epsilon;
}

TEST_CASE("a user that changes group uses at most and nearly all of the epsilon of both widths") {
  for (const QuantileFraction& tau : {QuantileFraction{3, 4}, QuantileFraction{9, 10}}) {
    const double used = used_by_changing_group(tau, true);
    INFO(used);
    CHECK(used <= 1 + 1e-12);
    CHECK(used > 0.9);
  }
}

TEST_CASE("control: widths in two groups at the rate of one are rejected under replace") {
  const double used = used_by_changing_group({3, 4}, false);
  INFO(used);
  CHECK(used > 1.3);
}

TEST_CASE("an interval of users' rows is epsilon-DP with its point and its count") {
  const UserPlaces places{2, {0, 3}, 1};
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const IntervalOf of : {IntervalOf::data, IntervalOf::population}) {
      UserIntervalRelease::Task task;
      task.points.each.bits = 2;
      task.points.each.domain = WideInterval::all(2);
      task.points.each.quantile = QuantileFraction{1, 2};
      task.points.each.loss = {24, 0};
      task.points.each.neighbors = neighbors;
      task.points.each.confidence = 0.5;
      task.points.each.user_weight = kWeight;
      task.intervals.of = of;
      task.intervals.scale = IntegerDomain(0, 3);
      const Release<UserIntervalRelease> checked(task);
      const auto kinds = users_of_rows(places.count(), 2, neighbors);
      const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
        const auto answer = checked
                                .draw(checked.claim().loss,
                                      {user_rows(places, kinds, database, {1, 2})}, randomness)
                                .answer.front();
        const PointWithInterval& one = answer.points.front();
        const bool told = one.interval.has_value();
        return std::vector<double>{
            *answer.count, static_cast<double>(one.point),
            told && one.interval->low ? static_cast<double>(*one.interval->low) : -1,
            told && one.interval->high ? static_cast<double>(*one.interval->high) : -1,
            told ? 1.0 : 0.0};
      };
      CHECK((neighbors == Neighbors::replace ? check_replace(kinds.size(), 1, 24, mechanism)
                                             : check_add_remove(kinds.size(), 0, 1, 24, mechanism))
                .within(0));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::user_intervals_test
