// Medians and quantiles of users' rows as one release, several at once and of discovered groups: exact laws
// over small tables, and controls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/counts/user_ranks_release.hpp"
#include "noise_from_above.hpp"
#include "passing_randomness.hpp"
#include "privacy_report.hpp"
#include "release_contract.hpp"
#include "user_tables.hpp"

namespace logstar::testing::user_ranks_test {
namespace {

const UserPlaces kPlaces{2, {0, 3}, 2};

UserRanksTask ranks_task(const Loss& loss, Neighbors neighbors, bool find_groups, bool several) {
  UserRanksTask task;
  task.each.bits = 2;
  task.each.domain = WideInterval::all(2);
  task.each.loss = loss;
  task.each.neighbors = neighbors;
  task.each.confidence = 0.5;
  task.each.list = find_groups ? GroupList::occurring : GroupList::declared;
  task.each.groups = 2;
  task.each.user_weight = 2;
  task.each.quantile = QuantileFraction{1, 2};
  task.several = SeveralRanks::separate;  // by recursion: user_quantiles_test.cpp
  if (several) task.quantiles = {{1, 4}, {1, 2}};
  return task;
}

std::vector<std::int64_t> numbers_of(const UserRanks::Answer& answers) {
  std::vector<std::int64_t> numbers;
  for (const auto& [group, values] : answers) {
    numbers.push_back(group);
    for (const auto& value : values) {
      numbers.push_back(value ? static_cast<std::int64_t>(value->front()) : -1);
    }
  }
  return numbers;
}

/// Checks all tables of at most one user of up to two rows, with the base.
template <typename Draw>
PrivacyReport check_tables(Neighbors neighbors, double epsilon, const UserBase& base,
                           const Draw& draw) {
  const auto kinds = users_of_rows(kPlaces.count(), 2, neighbors);
  const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    return numbers_of(draw(user_rows(kPlaces, kinds, database, base), randomness));
  };
  return neighbors == Neighbors::replace ? check_replace(kinds.size(), 1, epsilon, mechanism)
                                         : check_add_remove(kinds.size(), 0, 1, epsilon, mechanism);
}

/// All noise too low to release a group is one outcome.
auto drawing(const UserRanksTask& task, const UserRanks::Plan& plan) {
  return [=](UserRows rows, Randomness& randomness) {
    if (!plan.finding) return UserRanks::draw(task, plan, std::move(rows), randomness);
    const auto heaviest = static_cast<std::int64_t>(2 * rows.keys.size());
    NoiseFromAbove lumped(randomness, plan.found->parameters.threshold - heaviest + 1);
    return UserRanks::draw(task, plan, std::move(rows), lumped);
  };
}

const UserBase kBase = {2, 1, 0, 3};

TEST_CASE("medians and quantiles of discovered groups are (epsilon, delta)-DP for users together") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const bool several : {false, true}) {
      for (const bool abstain : {false, true}) {
        auto task = ranks_task({5, 0.2}, neighbors, true, several);
        task.each.abstain = abstain;
        const auto plan = UserRanks::plan(task);
        for (const UserBase& base : {UserBase{}, kBase}) {
          CHECK(check_tables(neighbors, 5, base, drawing(task, plan)).within(0.2));
        }
      }
    }
  }
}

TEST_CASE("several quantiles of listed groups are epsilon-DP for users together") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto task = ranks_task({2, 0}, neighbors, false, true);
    for (const UserBase& base : {UserBase{}, kBase}) {
      CHECK(check_tables(neighbors, 2, base, drawing(task, UserRanks::plan(task))).within(0));
    }
  }
}

TEST_CASE("control: quantiles that each spend all of epsilon are rejected") {
  auto task = ranks_task({2, 0}, Neighbors::add_remove, false, true);
  // If most users are at the first key, one more user lowers the log-probability of each answer at the other
  // key by half of its epsilon.
  task.quantiles = {{1, 4}, {3, 8}, {7, 16}};
  auto plan = UserRanks::plan(task);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    plan.tasks[i].loss.epsilon = 2;
    plan.ranks[i] = UserRankRelease::plan(plan.tasks[i]);
  }
  const UserBase heavy = {5, 3, 5, 3};
  CHECK_FALSE(check_tables(Neighbors::add_remove, 2, heavy, drawing(task, plan)).within(0));
}

/// Two quantiles and users at four keys, with most draws just below the rank of each quantile. A user added at
/// the first key raises the score of these draws and lowers the scores above equally. A user who moves from the
/// first key to the last does the opposite, twice. Quantiles 63/128 and 1/2 use all of epsilon, also with
/// private groups.
const UserPlaces kFourKeys{
    62, {0, std::uint64_t(1) << 59, std::uint64_t(1) << 60, std::uint64_t(1) << 61}};
const std::vector<QuantileFraction> kTwoQuantiles = {{63, 128}, {1, 2}};
const UserBase kBelowRanks = {503, 8, 512, 1};

struct SeveralMode {
  Neighbors neighbors;
  bool in_groups;
  bool abstain;
};

PrivacyReport check_below_ranks(const SeveralMode& mode, double epsilon, double drawn_at) {
  auto task = ranks_task({drawn_at, 0}, mode.neighbors, false, false);
  task.each.bits = 62;
  task.each.domain = WideInterval::all(62);
  task.each.abstain = mode.abstain;
  // Records abstain as users of one unit each do.
  task.each.user_weight = mode.abstain && !mode.in_groups ? 1 : 4;
  task.quantiles = kTwoQuantiles;
  UserPlaces places = kFourKeys;
  UserBase base = kBelowRanks;
  if (mode.in_groups) {
    places.groups = 2;
    base.insert(base.end(), {0, 2, 0, 0});
  } else {
    task.each.list = GroupList::none;
    task.each.groups = 1;
  }
  const auto plan = UserRanks::plan(task);
  const std::vector<UserOf> kinds = {{0}, {0, 0, 0}, {3}, {1, 2}};
  const auto draw = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    FirstOfRun first(randomness);
    return numbers_of(UserRanks::draw(task, plan, user_rows(places, kinds, database, base), first));
  };
  return mode.neighbors == Neighbors::replace ? check_replace(kinds.size(), 1, epsilon, draw)
                                              : check_add_remove(kinds.size(), 0, 1, epsilon, draw);
}

TEST_CASE("several quantiles of heavy tables are epsilon-DP together, and fail at 1.1 epsilon") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const bool in_groups : {false, true}) {
      for (const bool abstain : {false, true}) {
        const SeveralMode mode{neighbors, in_groups, abstain};
        INFO(name_of(neighbors) << (in_groups ? ", groups" : "") << (abstain ? ", abstain" : ""));
        const double epsilon = 3;
        const auto report = check_below_ranks(mode, epsilon, epsilon);
        CHECK(report.within_each_outcome());
        CHECK(report.largest_log_ratio > 0.92 * epsilon);
        CHECK_FALSE(check_below_ranks(mode, epsilon, 1.1 * epsilon).within_each_outcome());
      }
    }
  }
}

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

TEST_CASE(
    "ranks of users divide the loss: discovery has half and all of delta, quantiles the rest") {
  const auto task = ranks_task({5, 0.2}, Neighbors::add_remove, true, true);
  const auto plan = UserRanks::plan(task);
  CHECK(plan.finding->loss == Loss{2.5, 0.2});
  REQUIRE(plan.tasks.size() == 2);
  for (const UserRankTask& one : plan.tasks) {
    CHECK(one.loss == Loss{1.25, 0});
    CHECK(one.confidence == Approx(0.75));
  }
  const Claim claim = UserRanks::claim(task, plan);
  CHECK(claim.loss == Loss{5, 0.2});
  CHECK(claim.protects == Protects::users);
  CHECK_FALSE(claim.bounded_range);
  CHECK(claim.accuracy.confidence == 0.5);
  const std::string text = to_text(claim);
  for (const char* part :
       {"groups: private", "discoveryEpsilon: 2.5", "discoveryDelta: 0.2", "answersEpsilon: 2.5",
        "epsilonEach: 1.25", "group discovery and the exponential mechanism"}) {
    CHECK(text.find(part) != std::string::npos);
  }
  CHECK(text.find("groupCount") == std::string::npos);
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

TEST_CASE(
    "ranks of users charge what they claim and draw with the granted loss, private groups too") {
  auto task = ranks_task({20, 1e-3}, Neighbors::add_remove, true, true);
  auto at_other = task;
  at_other.each.loss = {2, 1e-4};
  const UserRows rows = user_rows(kPlaces, {}, {}, {30, 30, 30, 0});
  check_release<UserRanks>({task, rows, charge_of(Loss{20, 1e-3}), {2, 1e-4}, at_other});
}

}  // namespace
}  // namespace logstar::testing::user_ranks_test
