// Choices by the gap test and the choosing mechanism as people call them, and scores of any sensitivity.
#include "logstar/selection/choice_release.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/selection/score_steps.hpp"
#include "score_examples.hpp"

namespace logstar::testing::choice_release_test {
namespace {

ChoiceTask task_of(ChoiceMethod method, Loss loss, Neighbors neighbors) {
  ChoiceTask task;
  task.method = method;
  task.loss = loss;
  task.neighbors = neighbors;
  task.moves = ScoreMoves::one_way;
  return task;
}

/// The release on the scores of a database; only what occurs is listed if the list is private.
template <typename Score>
auto release_of(const ChoiceTask& task, std::size_t values, const Score& score) {
  const ChoiceRelease::Plan plan = ChoiceRelease::plan(task);
  return [=](const Database& database, Randomness& randomness) {
    const Scores all = score(database, values);
    if (task.is_list_public()) {
      const auto chosen = ChoiceRelease::draw(task, plan, all, randomness);
      return chosen ? static_cast<int>(*chosen) : kNothing;
    }
    const Occurring found = occurring(all);
    const auto chosen = ChoiceRelease::draw(task, plan, found.scores, randomness);
    return chosen ? found.solutions[*chosen] : kNothing;
  };
}

TEST_CASE(
    "selectBest by the gap test is (epsilon, delta)-DP, of a public list or one that occurs") {
  const Loss loss{2, 0.1};
  for (const bool is_private : {false, true}) {
    ChoiceTask task = task_of(ChoiceMethod::gap, loss, Neighbors::add_remove);
    task.candidates = 3;
    if (is_private) task.others = 0;
    const auto report = check_add_remove(3, 0, 8, loss.epsilon, release_of(task, 3, counts));
    CHECK(report.within(loss.delta));
    // One record makes another candidate the best: its noise must still pass.
    const GapTestParameters gap = ChoiceRelease::plan(task).gap;
    const double q = std::exp(-gap.noise_epsilon);
    CHECK(static_cast<double>(report.worst_delta) ==
          Approx(std::pow(q, static_cast<double>(gap.threshold - 1)) / (1 + q)));
    task.neighbors = Neighbors::replace;
    CHECK(check_replace(3, 7, loss.epsilon, release_of(task, 3, counts)).within(loss.delta));
  }
}

TEST_CASE("the gap test of a public list is (epsilon, delta)-DP for scores that move both ways") {
  ChoiceTask task = task_of(ChoiceMethod::gap, {2, 0.1}, Neighbors::add_remove);
  task.moves = ScoreMoves::both_ways;
  task.candidates = 3;
  CHECK(check_add_remove(3, 0, 7, 2, release_of(task, 3, votes)).within(0.1));
}

TEST_CASE("selectBest by the choosing mechanism is (epsilon, delta)-DP") {
  const Loss loss{3, 0.1};
  for (const std::uint64_t growth : {1u, 2u}) {
    ChoiceTask task = task_of(ChoiceMethod::choosing, loss, Neighbors::add_remove);
    task.growth = growth;
    const auto report =
        growth == 1 ? check_add_remove(3, 0, 6, loss.epsilon, release_of(task, 3, counts))
                    : check_add_remove(3, 0, 6, loss.epsilon, release_of(task, 3, pair_counts));
    CHECK(report.within(loss.delta));
    CHECK(report.worst_delta > 0.2 * loss.delta);
  }
  const ChoiceTask changed = task_of(ChoiceMethod::choosing, loss, Neighbors::replace);
  CHECK(check_replace(3, 6, loss.epsilon, release_of(changed, 3, counts)).within(loss.delta));
}

TEST_CASE("control: the gap test for counts is rejected for scores that move both ways") {
  ChoiceTask task = task_of(ChoiceMethod::gap, {2, 0.1}, Neighbors::add_remove);
  task.candidates = 3;
  CHECK_FALSE(check_add_remove(3, 0, 7, 2, release_of(task, 3, votes)).within(0.1));
}

/// A record of value v weighs (v + 1) quarters at its own solution: at most 3/4 at one of three.
Scores quarters(const Database& database, std::size_t values, double sensitivity) {
  std::vector<double> weights(values);
  for (const std::size_t value : database) {
    weights[value] += 0.25 * static_cast<double>(value + 1);
  }
  return steps_of("scores", weights, sensitivity);
}

TEST_CASE("scores of quarters keep the loss of a choice at their own sensitivity") {
  for (const auto method : {ChoiceMethod::permute_and_flip, ChoiceMethod::exponential,
                            ChoiceMethod::gap, ChoiceMethod::choosing, ChoiceMethod::stable}) {
    const bool pure =
        method == ChoiceMethod::permute_and_flip || method == ChoiceMethod::exponential;
    ChoiceTask task = task_of(method, {2, pure ? 0 : 0.1}, Neighbors::add_remove);
    task.candidates = 3;
    task.sensitivity = 0.75;
    const auto score = [](const Database& database, std::size_t values) {
      return quarters(database, values, 0.75);
    };
    CHECK(check_add_remove(3, 0, 5, 2, release_of(task, 3, score)).within(task.loss.delta));
  }
}

TEST_CASE("control: scores that move by 3/4, divided by a quarter, are rejected") {
  ChoiceTask task = task_of(ChoiceMethod::exponential, {2, 0}, Neighbors::add_remove);
  task.candidates = 3;
  const auto score = [](const Database& database, std::size_t values) {
    return quarters(database, values, 0.25);
  };
  CHECK_FALSE(check_add_remove(3, 0, 5, 2, release_of(task, 3, score)).within(0));
}

}  // namespace
}  // namespace logstar::testing::choice_release_test
