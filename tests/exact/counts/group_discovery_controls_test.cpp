// Controls of partition selection: broken variants that are rejected. Accuracy as stated.
#include <catch2/catch.hpp>
#include <cmath>

#include "clipped_noise.hpp"
#include "discovered_groups.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/user_histogram_release.hpp"
#include "mistakes/counts.hpp"
#include "noise_from_above.hpp"
#include "small_users.hpp"

namespace logstar::testing::group_discovery_test {
namespace {

TEST_CASE("control: discovery that ignores a user's number of groups is rejected") {
  for (const Case& one : kHighCases) {
    if (one.per_user.groups != 2) continue;
    const Table table = heavy_groups(one);
    const Loss loss =
        loss_of(one.epsilon, one.threshold, one.per_user.share(), Neighbors::add_remove);
    const auto forgotten = calibrate_group_discovery(loss, {1, 1}, Neighbors::add_remove);
    const auto draw = discovery(table, one.per_user, forgotten);
    CHECK_FALSE(check_add_remove(table.users.size(), 0, 1, loss.epsilon, draw).within(loss.delta));
  }
}

TEST_CASE("controls: a threshold one lower, noise drawn once, noise cut at the threshold") {
  for (const Case& one : kCases) {
    const ContributionBound share = one.per_user.share();
    const Loss loss = loss_of(one.epsilon, one.threshold, share, Neighbors::add_remove);
    const auto parameters = calibrated(loss, one.per_user, Neighbors::add_remove);
    const Table table = alone(one);
    const std::size_t users = table.users.size();
    auto lower = parameters;
    --lower.threshold;
    CHECK_FALSE(check_add_remove(users, 0, 1, loss.epsilon, discovery(table, one.per_user, lower))
                    .within(loss.delta));
    const auto with_noise = [&](const auto& noise_of) {
      return [&](const Users& chosen, Randomness& randomness) {
        const ValuedRows rows = table_of(chosen, table.users);
        const auto weights = group_weights(rows.rows, 2, one.per_user, randomness);
        auto noise = noise_of(randomness);
        return discover_groups(weights, parameters, noise);
      };
    };
    const auto drawn_once = [](Randomness& inner) { return DrawnOnce(inner); };
    const auto cut_off = [](Randomness& inner) { return CutOff(inner); };
    CHECK_FALSE(
        check_add_remove(users, 0, 1, loss.epsilon, with_noise(drawn_once)).within(loss.delta));
    CHECK_FALSE(
        check_add_remove(users, 0, 1, loss.epsilon, with_noise(cut_off)).within(loss.delta));
  }
}

TEST_CASE("control: discovery by weights of rows, ignoring a user's weight, is rejected") {
  for (const Case& one : kCases) {
    if (one.per_user.groups) continue;
    const Loss loss =
        loss_of(one.epsilon, one.threshold, one.per_user.share(), Neighbors::add_remove);
    const Table table = alone(one);
    const auto parameters = calibrated(loss, one.per_user, Neighbors::add_remove);
    const auto by_rows = [&](const Users& chosen, Randomness& randomness) {
      const ValuedRows rows = table_of(chosen, table.users);
      const auto weights = row_weights(rows.rows, 2, one.per_user.user_weight);
      return discover_groups(weights, parameters, randomness);
    };
    CHECK_FALSE(
        check_add_remove(table.users.size(), 0, 1, loss.epsilon, by_rows).within(loss.delta));
  }
}

TEST_CASE("control: discovery with a power of 1 - d for d above 1 is rejected") {
  // q = 1/2, t = 0, two groups of 2 each: (1 - 3/2)^2 = 1 - 3/4.
  const ContributionBound share{4, 2};
  const Loss loss{4 * std::log(2.0), 0.75};
  GroupDiscoveryParameters literal{loss, share, calibrate_user_noise(loss.epsilon, share.total), 0};
  CHECK(newcomer_probability_up(literal) == Approx(1.5));
  CHECK(std::pow(1 - newcomer_probability_up(literal), 2) == Approx(1 - loss.delta));
  const auto delta_of = [&](const GroupDiscoveryParameters& parameters) {
    const auto law = [&](std::vector<std::uint64_t> weights) {
      return enumerate([&](Randomness& r) { return discover_groups(weights, parameters, r); });
    };
    return hockey_stick(law({2, 2}), law({0, 0}), loss.epsilon);
  };
  CHECK(delta_of(literal) == Approx(15.0 / 16));
  const auto kept = calibrate_group_discovery(loss, share, Neighbors::add_remove);
  CHECK(newcomer_probability_up(kept) < 1);
  CHECK(delta_of(kept) <= loss.delta);
}

TEST_CASE("control: groups in their order of occurrence are rejected") {
  for (const Case& one : kCases) {
    const Loss loss =
        loss_of(one.epsilon, one.threshold, one.per_user.share(), Neighbors::add_remove);
    const Table table = beside_many(one);
    const auto draw =
        discovery(table, one.per_user, calibrated(loss, one.per_user, Neighbors::add_remove));
    const auto as_they_occur = [&](const Users& chosen, Randomness& randomness) {
      const Named named = draw(chosen, randomness);
      return in_order_of_rows(named, table_of(chosen, table.users, table.base).rows);
    };
    CHECK_FALSE(
        check_add_remove(table.users.size(), 0, 1, loss.epsilon, as_they_occur).within(loss.delta));
  }
}

/// The released weight of a group of this weight, 0 if it is withheld.
Law<std::int64_t> told_of(std::int64_t weight, const GroupDiscoveryParameters& parameters) {
  return enumerate([&](Randomness& randomness) {
    const std::uint64_t weights[] = {static_cast<std::uint64_t>(weight)};
    const Named named = discover_groups(weights, parameters, randomness);
    return named.empty() ? std::int64_t(0) : named.front().weight;
  });
}

long double off_by_more(std::int64_t weight, std::int64_t error,
                        const GroupDiscoveryParameters& parameters) {
  const auto law = told_of(weight, parameters);
  long double mass = law.missing;
  for (const auto& [told, p] : law.mass) {
    if (std::abs(told - weight) > error) mass += p;
  }
  return mass;
}

TEST_CASE(
    "groups are released from exactly the stated weight on, and within the exact stated error") {
  for (const Case& one : kCases) {
    const auto parameters =
        calibrate_group_discovery({one.epsilon, 0.03}, one.per_user.share(), Neighbors::add_remove);
    for (const double confidence : {0.6, 0.9, 0.999}) {
      const long double wrong = 1 - static_cast<long double>(confidence);
      const std::int64_t from = named_from(parameters, confidence);
      CHECK(told_of(from, parameters).of(0) <= wrong + 1e-11L);
      CHECK(told_of(from - 1, parameters).of(0) > wrong - 1e-11L);
      const std::int64_t error = group_discovery_error(parameters, confidence);
      for (std::int64_t weight = 1; weight <= 2 * error; ++weight) {
        CHECK(off_by_more(weight, error, parameters) <= wrong + 1e-11L);
      }
      CHECK(off_by_more(error, error - 1, parameters) > wrong - 1e-11L);
    }
  }
}

}  // namespace
}  // namespace logstar::testing::group_discovery_test
