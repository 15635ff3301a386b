// Answers by group, as one release: for listed groups, for private groups that discovery selects, or for
// private groups selected by the release's own noisy numbers.
//
// Privacy: (epsilon, 0) for listed groups, (epsilon, delta) for private groups and wherever Gaussian noise
//   answers, for the declared neighbours, one user with all rows being added, removed or changed, over all
//   groups together.
//   If discovery comes first and Gaussian noise answers, each has half of delta.
// Source: by_group.hpp, and the mechanism that answers.
// Departures: none.
// Cost: as both.
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/counts/by_group.hpp"
#include "logstar/counts/user_histogram_release.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/counts/user_variance_release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// The public parameters. `Each`: the task of the answers, with all of epsilon and the number of listed groups.
template <typename Each>
struct ByGroupTask {
  Each each;
  std::optional<GroupDiscoveryOptions> search = std::nullopt;  ///< if the groups are private

  void describe(auto& field) {
    each.describe(field);
    field("search", search);
  }
};

/// A release that selects private groups by the noisy numbers that it returns for them, with all of epsilon.
template <typename M>
concept NamesGroups = requires(const typename M::Task& task, const typename M::Plan& plan,
                               const GroupNaming& naming, const std::vector<typename M::Sum>& sums,
                               Randomness& randomness, double delta) {
  { M::naming(task, plan, delta) } -> std::same_as<GroupNaming>;
  { M::unit(task) } -> std::same_as<std::uint64_t>;
  { M::sums_of_group(task) } -> std::same_as<std::size_t>;
  {
    M::draw_named_of_sums(task, plan, naming, sums, randomness)
    } -> std::same_as<std::pair<std::vector<NamedGroup>, typename M::Answer>>;
};

/// Noise of either law.
template <typename Each>
concept TakesNoise = requires(Each each) {
  each.noise = NoiseKind::gaussian;
  each.delta;
};

template <typename M>
struct ByGroup {
  using Each = typename M::Task;
  using Task = ByGroupTask<Each>;

  /// Rows and the number of their groups. Groups are numbered as declared, or in an order of their names:
  /// then their number must stay private like the rows.
  struct Data {
    ValuedRows rows;
    std::uint32_t group_count = 1;
  };

  struct Answer {
    std::vector<NamedGroup> named;  ///< the groups, if discovery selected them
    typename M::Answer answers;     ///< group by group

    friend bool operator==(const Answer&, const Answer&) = default;
  };

  struct Plan {
    std::optional<GroupDiscovery::Plan>
        discovery;  ///< if discovery selects groups before the answers
    typename M::Plan answers;
    std::optional<GroupNaming> naming = std::nullopt;  ///< if the answers select groups
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task) {
    if (!task.search) {
      if (!task.each.groups) reject("groups", "a number, or searched for", "neither");
      return {std::nullopt, M::plan(task.each)};
    }
    if constexpr (NamesGroups<M>) {
      check_no_share(*task.search);
      Plan plan{std::nullopt, M::plan(answers(by_noise(task, NoiseKind::laplace)))};
      plan.naming = M::naming(answers(task), plan.answers, task.search->delta);
      plan.answers.error = plan.naming->error;
      plan.answers.variance = plan.naming->variance;
      return plan;
    } else if constexpr (TakesNoise<Each>) {
      if (task.each.noise) return found_first(task);
      Plan laplace = found_first(by_noise(task, NoiseKind::laplace));
      if (!task.each.per_user) return laplace;
      const Plan gaussian = found_first(by_noise(task, NoiseKind::gaussian));
      const auto error = [&](const Plan& plan) {
        return M::claim(answers(task), plan.answers).accuracy.error;
      };
      return error(gaussian) < error(laplace) ? gaussian : laplace;
    } else {
      return found_first(task);
    }
  }

  static Claim claim(const Task& asked, const Plan& plan) {
    const Task task = settled(asked, plan);
    Claim claim = M::claim(answers(task), plan.answers);
    if (!asked.search) return claim;
    if constexpr (NamesGroups<M>) {
      return with_names(claim, {asked.each.epsilon, asked.search->delta}, *plan.naming,
                        M::unit(asked.each));
    } else {
      return with_discovery(claim, asked.each.epsilon, discovery(task), *plan.discovery);
    }
  }

  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted) {
    Task run = task;
    if (!run.search) {
      run.each = M::with_loss(task.each, plan.answers, granted);
      return run;
    }
    run.each.epsilon = granted.epsilon;
    run.search->delta = granted.delta;
    return settled(run, plan);
  }

  static Answer draw(const Task& asked, const Plan& plan, Data data, Randomness& randomness) {
    const Task task = settled(asked, plan);
    Answer answer;
    if constexpr (NamesGroups<M>) {
      if (task.search) {
        auto [named, answers] = M::draw_named(task.each, plan.answers, *plan.naming,
                                              std::move(data.rows), data.group_count, randomness);
        return {std::move(named), std::move(answers)};
      }
    }
    if (task.search) {
      answer.named =
          select_groups(data.rows, data.group_count, discovery(task), *plan.discovery, randomness);
      if (answer.named.empty()) return answer;
    }
    const Each each = task_for_groups(task, answer.named);
    answer.answers = M::draw(each, plan.answers, rows_for(each, std::move(data.rows)), randomness);
    return answer;
  }

  /// The task of the answers, once the groups are known.
  static Each task_for_groups(const Task& task, const std::vector<NamedGroup>& named) {
    Each each = answers(task);
    if (task.search) each.groups = static_cast<std::uint32_t>(named.size());
    return each;
  }

  /// The discovery of a task with private groups.
  static GroupDiscoveryTask discovery(const Task& task) {
    GroupDiscoveryOptions search = *task.search;
    search.delta -= delta_of_answers(task);
    return discovery_task(task.each.epsilon, search, task.each.neighbors, task.each.confidence);
  }

 private:
  static Plan found_first(const Task& task) {
    return {GroupDiscovery::plan(discovery(task)), M::plan(answers(task))};
  }

  static Task by_noise(const Task& task, NoiseKind noise) {
    Task chosen = task;
    if constexpr (TakesNoise<Each>) chosen.each.noise = noise;
    return chosen;
  }

  /// The task with the noise that its plan chose.
  static Task settled(const Task& task, const Plan& plan) {
    if constexpr (TakesNoise<Each>) {
      if (!task.search || task.each.noise) return task;
      const Task gaussian = by_noise(task, NoiseKind::gaussian);
      const bool is_gaussian = plan.naming
                                   ? plan.naming->variance.has_value()
                                   : M::claim(answers(gaussian), plan.answers).loss.delta > 0;
      return is_gaussian ? gaussian : by_noise(task, NoiseKind::laplace);
    }
    return task;
  }

  /// Half of all delta where groups that were found before are answered by Gaussian noise.
  static double delta_of_answers(const Task& task) {
    if constexpr (TakesNoise<Each> && !NamesGroups<M>) {
      return task.each.noise == NoiseKind::gaussian ? task.search->delta / 2 : 0;
    }
    return 0;
  }

  /// The task of the answers, with the remaining epsilon; the number of private groups is unknown here.
  static Each answers(const Task& task) {
    Each each = task.each;
    if (task.search) {
      if constexpr (!NamesGroups<M>) {
        each.epsilon = answer_epsilon(each.epsilon, *task.search);
      }
      each.groups = std::nullopt;
      // If the answers select the groups, all of delta goes to the selection.
      if constexpr (requires { each.delta; }) each.delta = delta_of_answers(task);
    }
    return each;
  }

  static ValuedRows rows_for(const UserSumTask&, ValuedRows rows) { return rows; }
  static ValuedRows rows_for(const UserMeanTask&, ValuedRows rows) { return rows; }
  static CountedRows rows_for(const UserHistogramTask& task, ValuedRows rows) {
    return task.bins == 1 ? std::move(rows.rows) : rows_in_bins(rows, task.bins);
  }
};

static_assert(Releasable<ByGroup<UserHistogram>>);
static_assert(Releasable<ByGroup<UserMean>>);
static_assert(Releasable<ByGroup<UserSum>>);
static_assert(Releasable<ByGroup<UserVariance>>);

}  // namespace logstar
