// Groups released by their own noisy numbers: exact laws over all small tables of users, and controls.
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

/// P[S > above], of two noises together, summed up.
double above(double q, std::int64_t above) {
  double weights = 0;
  for (std::int64_t sum = above + 6000; sum > above; --sum) {
    const auto size = static_cast<double>(std::abs(sum));
    weights += std::pow(q, size) * (size + (1 + q * q) / (1 - q * q));
  }
  const double one = (1 + q) / (1 - q);
  return weights / one / one;
}

/// The delta with which two numbers a group have exactly the threshold t.
double delta_of_pair(double epsilon, std::uint32_t whole, std::int64_t t, Neighbors neighbors) {
  const double q = std::exp(-epsilon / whole / (neighbors == Neighbors::replace ? 2 : 1));
  return (above(q, t - whole) - above(q, t)) / (1 - above(q, t)) * (1 + 1e-11);
}

using MeanTask = ByGroup<UserMean>::Task;

MeanTask mean_task(double epsilon, std::uint32_t whole, double delta, Neighbors neighbors) {
  MeanTask task;
  task.each.epsilon = epsilon;
  task.each.domain = {0, 1};
  task.each.user_weight = whole;
  task.each.neighbors = neighbors;
  task.search = GroupDiscoveryOptions{delta};
  return task;
}

/// The release's own draw. Returns the sum of both ends and the high end. Everything below or above the tables'
/// range has one likelihood ratio between two tables, so it is one outcome.
template <typename Noise = PairFromAbove>
auto means(const MeanTask& task, const ByGroup<UserMean>::Plan& plan, const Tables& tables) {
  return [=](const Users& chosen, Randomness& randomness) {
    const auto& [everybody, groups, base, least, sensitivity] = tables;
    const std::int64_t t = plan.naming->threshold;
    Noise noise(randomness, t - 2 * (least + sensitivity) + 1, sensitivity + 1);
    const auto answer =
        ByGroup<UserMean>::draw(task, plan, {table_of(chosen, everybody, base), groups}, noise);
    Told told;
    for (std::size_t i = 0; i < answer.named.size(); ++i) {
      const auto& [group, sum] = answer.named[i];
      if (sum != answer.answers[i].high + answer.answers[i].low) throw std::logic_error("sum");
      told.first.push_back(group);
      told.second.push_back(sum);
      told.second.push_back(in_window(answer.answers[i].high,
                                      std::min(least, sum - least - sensitivity),
                                      std::max(least + sensitivity, sum - least)));
    }
    return told;
  };
}

TEST_CASE(
    "means that release groups are (epsilon, delta)-DP with the groups, and use all of delta") {
  for (const Case& one : kCases) {
    const Tables tables{small_users(2, {0, 1}, one.whole == 2 ? 2 : 3), 2, {}, 0, one.whole};
    for (const Neighbors neighbors : kBoth) {
      const double delta = delta_of_pair(one.epsilon, one.whole, one.threshold, neighbors);
      const auto task = mean_task(one.epsilon, one.whole, delta, neighbors);
      const auto plan = ByGroup<UserMean>::plan(task);
      CHECK(plan.naming->threshold == one.threshold);
      const auto report = report_of(tables, 1, one.epsilon, neighbors, means(task, plan, tables));
      CHECK(report.within(delta));
      CHECK(report.worst_delta > (1 - 1e-6) * delta);
    }
  }
}

/// One group whose users weigh about the threshold, half of them at each end.
Tables beside(std::size_t users, std::uint32_t whole) {
  Tables tables{{{}, {{0, 1}}, {{0, 0}}}, 1, {}, 0, whole};
  tables.least = static_cast<std::int64_t>(users / 2) * whole;
  for (std::size_t user = 0; user < users; ++user) {
    tables.base.push_back({{0, static_cast<std::int64_t>(user % 2)}});
  }
  return tables;
}

TEST_CASE("means that release groups keep epsilon next to other users, and fail at 1.1 epsilon") {
  for (const Case& one : {Case{2, 2, 0}, Case{4, 2, 0}, Case{4, 3, 0}}) {
    const Tables tables = beside(10, one.whole);
    for (const Neighbors neighbors : kBoth) {
      const auto keeps = [&](double epsilon, Neighbors as) {
        const auto task = mean_task(epsilon, one.whole, 1e-4, as);
        const auto draw = means(task, ByGroup<UserMean>::plan(task), tables);
        return report_of(tables, 1, one.epsilon, neighbors, draw).within(1e-4);
      };
      CHECK(keeps(one.epsilon, neighbors));
      CHECK_FALSE(keeps(1.1 * one.epsilon, neighbors));
      if (neighbors == Neighbors::replace) CHECK_FALSE(keeps(one.epsilon, Neighbors::add_remove));
    }
  }
}

TEST_CASE("means that release groups are (epsilon, delta)-DP next to users at the threshold") {
  for (const Case& one : kCases) {
    Tables tables = beside(2, one.whole);
    tables.everybody.insert(tables.everybody.end(), {{{1, 1}}, {{0, 0}, {1, 1}}});
    tables.groups = 2;
    for (const Neighbors neighbors : kBoth) {
      const double delta = delta_of_pair(one.epsilon, one.whole, one.threshold, neighbors);
      const auto task = mean_task(one.epsilon, one.whole, delta, neighbors);
      const auto draw = means(task, ByGroup<UserMean>::plan(task), tables);
      CHECK(report_of(tables, 1, one.epsilon, neighbors, draw).within(delta));
    }
  }
}

/// Draws two noises once that should be redrawn while their sum is above t.
class PairDrawnOnce final : public PassingRandomness {
 public:
  PairDrawnOnce(Randomness& inner, std::int64_t, std::int64_t) : PassingRandomness(inner) {}
  std::pair<std::int64_t, std::int64_t> discrete_laplace_pair_at_most(const Rational& rate,
                                                                      std::int64_t) override {
    const std::int64_t first = inner_.discrete_laplace(rate);
    const std::int64_t second = inner_.discrete_laplace(rate);
    return {first, second};
  }
};

TEST_CASE("controls: a threshold without a user's weight or one lower, or noise drawn once") {
  for (const Case& one : kCases) {
    const Tables tables{{{}, {{0, 1}}, {{0, 0}}}, 1, {}, 0, one.whole};
    for (const Neighbors neighbors : kBoth) {
      const double delta = delta_of_pair(one.epsilon, one.whole, one.threshold, neighbors);
      const auto task = mean_task(one.epsilon, one.whole, delta, neighbors);
      auto plan = ByGroup<UserMean>::plan(task);
      const auto keeps = [&](const auto& draw) {
        return report_of(tables, 1, one.epsilon, neighbors, draw).within(delta);
      };
      CHECK(keeps(means(task, plan, tables)));
      CHECK_FALSE(keeps(means<PairDrawnOnce>(task, plan, tables)));
      --plan.naming->threshold;
      CHECK_FALSE(keeps(means(task, plan, tables)));
      plan.naming->threshold = one.threshold - one.whole;
      CHECK_FALSE(keeps(means(task, plan, tables)));
    }
  }
}

TEST_CASE("the tail of two noises equals the sum of its terms, from above and from below") {
  for (const Rational& rate : {Rational{1, 100}, Rational{1, 3}, Rational{2, 1}, Rational{7, 1}}) {
    const double q = std::exp(-rate.approximate());
    for (const std::int64_t sum : {0, 1, 2, 5, 40}) {
      const double exact = above(q, sum - 1);
      CHECK(pair_tail_up(rate, sum) >= pair_tail_down(rate, sum));
      CHECK(pair_tail_up(rate, sum) == Approx(exact).epsilon(1e-9));
      CHECK(pair_tail_down(rate, sum) == Approx(exact).epsilon(1e-9));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::group_naming_test
