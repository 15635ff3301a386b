// Ranks of users in discovered groups: both steps use epsilon, and each group has its answers.
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "noise_from_above.hpp"
#include "passing_randomness.hpp"
#include "privacy_report.hpp"
#include "ranked_users.hpp"
#include "release_contract.hpp"
#include "user_tables.hpp"

namespace logstar::testing::user_ranks_test {
namespace {

/// Replaces noise by the decision to release or withhold a group, in order of occurrence.
class NamedOrNot final : public PassingRandomness {
 public:
  NamedOrNot(Randomness& inner, std::vector<std::int64_t> weights)
      : PassingRandomness(inner), weights_(std::move(weights)) {}

  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override {
    const std::int64_t weight = weights_[next_++];
    const double q = std::exp(-rate.approximate());
    const auto power = [&](std::int64_t k) { return std::pow(q, static_cast<double>(k)); };
    // P[weight + noise <= most, given noise <= most].
    const double below =
        (weight >= most ? power(weight - most) : 1 + q - power(most - weight + 1)) /
        (1 + q - power(most + 1));
    const bool is_unnamed = inner_.bernoulli_exp(Rational::of(-std::log(below)));
    return most - weight + (is_unnamed ? 0 : 1);
  }

 private:
  std::vector<std::int64_t> weights_;
  std::size_t next_ = 0;
};

/// One group is released half of the time. The other has the users as above, or a median that mostly is the
/// middle key. An added user has most rows in the first group, and the whole user weight in the second if the
/// first is withheld: the losses of the two steps add up.
struct BesideNamed {
  UserPlaces places{62, {0, std::uint64_t(1) << 60, std::uint64_t(1) << 61}, 2};
  UserBase base;
  std::vector<UserOf> kinds = {{1, 1, 1, 4}, {3}};

  explicit BesideNamed(const UserRanks::Plan& plan) {
    const UserRankTask& answers = plan.tasks.front();
    const auto half =
        static_cast<std::size_t>(plan.found->parameters.threshold) / answers.user_weight + 1;
    if (plan.tasks.size() > 1) {
      // Keys just above a rank are likely enough that delta cannot hide them, for either quantile.
      places.keys = {0, std::uint64_t(1) << 58, std::uint64_t(1) << 59, std::uint64_t(1) << 60,
                     std::uint64_t(1) << 61};
      base = {0, half, 0, 0, 0, 503, 8, 7, 505, 1};
      kinds = {{1, 1, 1, 5}, {9}};
      return;
    }
    const double each = answers.loss.epsilon / (answers.neighbors == Neighbors::replace ? 2 : 1);
    const auto middle = static_cast<std::size_t>(45 / each);
    base = {0, half, 0, 200, middle, 200};
  }

  std::vector<std::int64_t> weights(const UserRows& rows, std::uint32_t whole) const {
    std::vector<std::int64_t> sums(places.groups, 0);
    const auto each = spread(rows.columns(), whole);
    for (std::size_t i = 0; i < each.size(); ++i) sums[rows.groups[i]] += each[i];
    return sums;
  }
};

PrivacyReport check_beside_named(Neighbors neighbors, bool several, bool abstain, const Loss& loss,
                                 double drawn_at) {
  auto task = ranks_task(loss, neighbors, true, false);
  task.each.bits = 62;
  task.each.domain = WideInterval::all(62);
  task.each.user_weight = 4;
  task.each.abstain = abstain;
  if (several) task.quantiles = kTwoQuantiles;
  task.discovery_share = 0.05;
  const BesideNamed tables(UserRanks::plan(task));
  task.each.loss.epsilon = drawn_at;
  const auto plan = UserRanks::plan(task);
  const auto& kinds = tables.kinds;
  const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    UserRows rows = user_rows(tables.places, kinds, database, tables.base);
    FirstOfRun first(randomness);
    NamedOrNot noise(first, tables.weights(rows, task.each.user_weight));
    return numbers_of(UserRanks::draw(task, plan, std::move(rows), noise));
  };
  return neighbors == Neighbors::replace ? check_replace(kinds.size(), 1, loss.epsilon, draw)
                                         : check_add_remove(kinds.size(), 0, 1, loss.epsilon, draw);
}

TEST_CASE("medians and quantiles of discovered groups use epsilon in both steps, and fail at 1.1") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const bool several : {false, true}) {
      for (const bool abstain : {false, true}) {
        // Under replace, a user moves scores half as far per epsilon.
        const Loss loss{several && neighbors == Neighbors::replace ? 3 : 1.5, 1e-8};
        const auto check = [&](double drawn_at) {
          return check_beside_named(neighbors, several, abstain, loss, drawn_at);
        };
        INFO(name_of(neighbors) << (several ? ", several" : "") << (abstain ? ", abstain" : ""));
        CHECK(check(loss.epsilon).within(loss.delta));
        CHECK_FALSE(check(1.1 * loss.epsilon).within(loss.delta));
      }
    }
  }
}

TEST_CASE("control: groups that are released whenever they occur are rejected") {
  const auto task = ranks_task({5, 0.2}, Neighbors::add_remove, true, false);
  auto plan = UserRanks::plan(task);
  plan.found->parameters.threshold = 0;
  CHECK_FALSE(check_tables(Neighbors::add_remove, 5, {}, drawing(task, plan)).within(0.2));
}

TEST_CASE("every discovered group has an answer, drawn as for a listed group") {
  auto task = ranks_task({20, 1e-3}, Neighbors::replace, true, false);
  task.each.quantile = QuantileFraction{9, 10};
  const auto plan = UserRanks::plan(task);
  auto declared = task;
  declared.each.list = GroupList::declared;
  declared.each.loss = plan.tasks[0].loss;
  const auto rate = [](const UserRanks::Plan& of) {
    return std::get<UserRankParameters>(of.ranks[0].parameters).draw.draw_epsilon;
  };
  CHECK(rate(plan) == rate(UserRanks::plan(declared)));
  SeededBits bits(6);
  ExactRandomness randomness(bits);
  // Each is released except with probability below 1e-9.
  const UserRows rows = user_rows(kPlaces, {}, {}, {40, 0, 0, 40});
  CHECK(numbers_of(UserRanks::draw(task, plan, rows, randomness)).size() == 4);
}

TEST_CASE("ranks of records by the same release claim to protect records, not users") {
  auto task = ranks_task({2, 0}, Neighbors::add_remove, false, false);
  task.each.list = GroupList::none;
  task.unit_is_record = true;
  const Claim claim = UserRanks::claim(task, UserRanks::plan(task));
  CHECK(claim.protects == Protects::records);
  CHECK(claim.bounded_range);
  CHECK(to_text(claim).find("perUser") == std::string::npos);
}

TEST_CASE("of several quantiles a group has all, in order, or no answer") {
  auto task = ranks_task({4, 0}, Neighbors::add_remove, false, true);
  task.each.abstain = true;
  const auto plan = UserRanks::plan(task);
  SeededBits bits(5);
  ExactRandomness randomness(bits);
  int none = 0;
  for (int run = 0; run < 300; ++run) {
    const auto answers =
        UserRanks::draw(task, plan, user_rows(kPlaces, {}, {}, {3, 3, 3, 3}), randomness);
    REQUIRE(answers.size() == 2);
    for (const GroupRanks& one : answers) {
      REQUIRE(one.values.size() == 2);
      CHECK(one.values[0].has_value() == one.values[1].has_value());
      CHECK(one.values[0] <= one.values[1]);
      none += !one.values[0].has_value();
    }
  }
  CHECK(none > 0);
  CHECK(none < 600);
}

}  // namespace
}  // namespace logstar::testing::user_ranks_test
