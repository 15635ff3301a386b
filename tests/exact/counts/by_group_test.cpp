// Private groups, and sums of them: exact laws over all small tables of users, and controls.
#include <catch2/catch.hpp>

#include "clipped_noise.hpp"
#include "logstar/counts/by_group_release.hpp"
#include "logstar/support/errors.hpp"
#include "noise_from_above.hpp"
#include "small_users.hpp"

namespace logstar::testing::by_group_test {
namespace {

/// Draws discovery's noise from above, and clips the noise that follows.
class BothNoises final : public PassingRandomness {
 public:
  BothNoises(Randomness& randomness, std::int64_t lowest, std::int64_t most)
      : PassingRandomness(randomness), found_(randomness, lowest), clipped_(randomness, most) {}
  std::int64_t discrete_laplace_at_most(const Rational& rate, std::int64_t most) override {
    return found_.discrete_laplace_at_most(rate, most);
  }
  std::int64_t discrete_laplace(const Rational& rate) override {
    return clipped_.discrete_laplace(rate);
  }

 private:
  NoiseFromAbove found_;
  ClippedNoise clipped_;
};

using Sums = ByGroup<UserSum>;

Sums::Task task_of(double epsilon, double delta, Neighbors neighbors) {
  Sums::Task task;
  task.each.epsilon = epsilon;
  task.each.neighbors = neighbors;
  task.search = GroupDiscoveryOptions{delta, 0.5, 2};
  return task;
}

/// The released groups, and the numbers of each.
using Told = std::pair<std::vector<NamedGroup>, std::vector<std::int64_t>>;

/// The release's draw over tables that contain the base. A group weighs at most `heaviest`; answers lie in
/// `[least, most]`.
struct Tables {
  std::vector<SmallUser> everybody;
  std::vector<SmallUser> base = {};
  std::int64_t heaviest = 0;
  std::int64_t least = 0;
  std::int64_t most = 0;
};

auto by_group(const Sums::Task& task, const Sums::Plan& plan, const Tables& tables) {
  return [=](const Users& chosen, Randomness& randomness) {
    const auto& [everybody, base, heaviest, least, most] = tables;
    BothNoises noise(randomness, plan.discovery->parameters.threshold - heaviest + 1,
                     most - least + 2);
    auto answer = Sums::draw(task, plan, {table_of(chosen, everybody, base), 2}, noise);
    auto numbers = answer.answers;
    for (std::int64_t& number : numbers) number = in_window(number, least, most);
    return Told(answer.named, numbers);
  };
}

auto by_group(const Sums::Task& task, const Tables& tables) {
  return by_group(task, Sums::plan(task), tables);
}

template <typename Draw>
auto report_of(const std::vector<SmallUser>& everybody, std::size_t users, double epsilon,
               Neighbors neighbors, const Draw& draw) {
  return neighbors == Neighbors::replace
             ? check_replace(everybody.size(), users, epsilon, draw)
             : check_add_remove(everybody.size(), 0, users, epsilon, draw);
}

TEST_CASE("sums of private groups are (epsilon, delta)-DP together with the released groups") {
  const auto everybody = small_users(2, {-1, 2}, 2);
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const Loss& loss : {Loss{2, 0.1}, Loss{4, 0.02}}) {
      auto task = task_of(loss.epsilon, loss.delta, neighbors);
      task.each.domain = {-1, 2};
      const auto draw = by_group(task, {everybody, {}, 2, -2, 2});
      CHECK(report_of(everybody, 1, loss.epsilon, neighbors, draw).within(loss.delta));
    }
  }
}

TEST_CASE("variances of private groups are (epsilon, delta)-DP together with the released groups") {
  using Variances = ByGroup<UserVariance>;
  const auto everybody = small_users(1, {-2, 0, 2}, 2);
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const Loss& loss : {Loss{2, 0.1}, Loss{4, 0.02}}) {
      Variances::Task task;
      task.each.epsilon = loss.epsilon;
      task.each.neighbors = neighbors;
      task.each.domain = {-2, 2};
      task.each.user_weight = 2;
      task.search = GroupDiscoveryOptions{loss.delta, 0.5, 2};
      const auto plan = Variances::plan(task);
      const auto draw = [&](const Users& chosen, Randomness& randomness) {
        BothNoises noise(randomness, plan.discovery->parameters.threshold - 1, 4);
        auto answer = Variances::draw(task, plan, {table_of(chosen, everybody), 1}, noise);
        for (NoisyMoments& moments : answer.answers) {
          moments.high = in_window(moments.high, 0, 2);
          moments.middle = in_window(moments.middle, 0, 2);
          moments.low = in_window(moments.low, 0, 2);
        }
        return std::pair(answer.named, answer.answers);
      };
      CHECK(report_of(everybody, 1, loss.epsilon, neighbors, draw).within(loss.delta));
    }
  }
}

TEST_CASE("sums of heavy groups use all of epsilon, and exceed it if answers alone get all of it") {
  // Twelve users in each group of every table.
  Tables tables{{{}, {{0, 2}}, {{1, 2}}, {{0, 1}, {1, 1}}}, {}, 26, 24, 26};
  for (const std::uint32_t group : {0u, 1u})
    tables.base.insert(tables.base.end(), 12, {{group, 2}});
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    auto task = task_of(2, 1e-3, neighbors);
    task.each.domain = {0, 2};
    const auto keeps = report_of(tables.everybody, 1, 2, neighbors, by_group(task, tables));
    CHECK(keeps.within(1e-3));
    CHECK(keeps.largest_log_ratio == Approx(2).epsilon(1e-9));
    auto plan = Sums::plan(task);
    auto alone = task.each;
    alone.groups = std::nullopt;
    plan.answers = UserSum::plan(alone);
    const auto draw = by_group(task, plan, tables);
    CHECK_FALSE(report_of(tables.everybody, 1, 2, neighbors, draw).within(1e-3));
  }
}

/// Gaussian counts of users in at most one group.
Sums::Task gaussian_task(const Loss& loss, Neighbors neighbors) {
  auto task = task_of(loss.epsilon, loss.delta, neighbors);
  task.each.domain = {0, 1};
  task.each.per_user = 1;
  task.each.noise = NoiseKind::gaussian;
  return task;
}

/// One group that these users name with probability 1/2 without another user, or almost surely.
Tables beside(std::size_t users) {
  Tables tables{{{}, {{0, 1}}, {{0, 0}}}};
  tables.base.assign(users, {{0, 1}});
  tables.heaviest = 2 * static_cast<std::int64_t>(users + 1);
  return tables;
}

auto gaussian_sums(const Sums::Task& task, const Sums::Plan& plan, const Tables& tables) {
  return [=](const Users& chosen, Randomness& randomness) {
    NoiseFromAbove noise(randomness, plan.discovery->parameters.threshold - tables.heaviest + 1);
    auto answer =
        Sums::draw(task, plan, {table_of(chosen, tables.everybody, tables.base), 1}, noise);
    return Told(answer.named, answer.answers);
  };
}

TEST_CASE("Gaussian sums of private groups are (epsilon, delta)-DP together with the groups") {
  const Loss loss{2, 0.1};
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto task = gaussian_task(loss, neighbors);
    const auto plan = Sums::plan(task);
    CHECK(plan.answers.variance);
    CHECK(Sums::claim(task, plan).loss == loss);
    CHECK_FALSE(Sums::claim(task, plan).rho);
    for (const std::size_t users : {0u, 2u, 6u}) {
      const Tables tables = beside(users);
      const auto draw = gaussian_sums(task, plan, tables);
      CHECK(report_of(tables.everybody, 1, loss.epsilon, neighbors, draw).within(loss.delta));
    }
  }
}

TEST_CASE("controls: Gaussian sums with all of epsilon and delta in addition to discovery's") {
  const Loss loss{1, 0.02};
  const auto task = gaussian_task(loss, Neighbors::add_remove);
  auto plan = Sums::plan(task);
  const Tables tables = beside(5);
  const auto keeps = [&] {
    const auto draw = gaussian_sums(task, plan, tables);
    return report_of(tables.everybody, 1, loss.epsilon, Neighbors::add_remove, draw)
        .within(loss.delta);
  };
  CHECK(keeps());
  UserSumTask alone = task.each;
  alone.groups = std::nullopt;
  alone.delta = loss.delta;
  plan.answers = UserSum::plan(alone);
  CHECK_FALSE(keeps());
}

TEST_CASE("sums of private groups use Gaussian noise if its error is smaller, at no greater loss") {
  for (const std::uint32_t per_user : {1u, 2u, 10u}) {
    Sums::Task task;
    task.each.epsilon = 1;
    task.each.domain = {0, 5};
    task.each.per_user = per_user;
    task.search = GroupDiscoveryOptions{1e-6};
    const auto error_by = [&](std::optional<NoiseKind> noise) {
      task.each.noise = noise;
      return Sums::plan(task).answers.error;
    };
    const auto laplace = error_by(NoiseKind::laplace);
    const auto gaussian = error_by(NoiseKind::gaussian);
    CHECK(error_by(std::nullopt) == std::min(laplace, gaussian));
    CHECK((gaussian < laplace) == (per_user == 10));
    const Sums::Plan chosen = Sums::plan(task);
    CHECK(Sums::claim(task, chosen).loss == Loss{1, 1e-6});
    CHECK(Sums::with_loss(task, chosen, {1, 1e-6}).each.noise == kind_of(chosen.answers));
  }
  Sums::Task scaled;
  scaled.each = {1, {0, 5}};
  scaled.each.noise = NoiseKind::gaussian;
  scaled.search = GroupDiscoveryOptions{1e-6};
  CHECK_THROWS_AS(Sums::plan(scaled), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::by_group_test
