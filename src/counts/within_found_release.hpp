// The mean or sum of users' values between bounds that are found first, as a release.
//
// Privacy: (epsilon, 0), by Gaussian noise (epsilon, delta), for the declared neighbours, one user with all
//   rows being added, removed or changed, over all groups together, for every data set. Two fifths of epsilon
//   find the bounds and are charged with the rest also where nothing is found.
// Source: found_bounds_release.hpp, then the mechanism of known bounds; proof in docs/guarantees/found-bounds.md.
// Departures: none. For sums the bounds are for a user's total in a group.
// Cost: as both.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>

#include "logstar/counts/found_bounds_release.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_sum_release.hpp"

namespace logstar {

/// The public parameters. `Each`: the task with known bounds; its domain is ignored, and its `epsilon`
/// covers both steps.
template <typename Each>
struct WithinFoundTask : Each {
  RangeScale scale = {};
  /// For sums: the weight of a user where bounds are found.
  std::uint32_t summed_whole = kUserWeight;

  static constexpr bool kWeighs = requires(Each each) { each.user_weight; };

  void describe(auto& field) {
    field("epsilon", this->epsilon);
    this->describe_beside_domain(field);
    field("rangeScale", scale);
    if constexpr (!kWeighs) field("userWeight", summed_whole, UserWeight());
  }

  /// The weight of a user where bounds are found; for means the user weight.
  std::uint32_t weight() const {
    if constexpr (kWeighs) {
      return this->user_weight;
    } else {
      return summed_whole;
    }
  }
};

/// The shares of epsilon for the bounds and for the answers.
struct FoundShares {
  double bounds = 0;
  double answers = 0;
};
FoundShares found_shares(double epsilon);

/// The widest domain that a grid has, in steps of the range's farther end.
UserMeanTask on_widest_grid(UserMeanTask task, int bits);
UserSumTask on_widest_grid(UserSumTask task, int bits);
/// The domain of a range, in steps of its grid.
void put_on_grid(UserMeanTask& task, const RangeGrid& grid);
void put_on_grid(UserSumTask& task, const RangeGrid& grid);

/// The values for a mean: all rows. For a sum: the users' totals.
ValuedRows given_to(const UserMeanTask& task, ValuedRows rows);
ValuedRows given_to(const UserSumTask& task, const ValuedRows& rows);

/// Turns a claim about answers on the widest grid into one about both steps. Errors of sums are in units of a
/// user's total at the end of the range that is farther from 0.
Claim with_bounds(Claim answers, const FoundBoundsTask& task, const FoundBounds::Plan& plan,
                  double epsilon);

template <typename M>
struct WithinFound {
  using Each = typename M::Task;
  using Task = WithinFoundTask<Each>;
  using Data = ValuedRows;  ///< code_of the values
  /// The sum of a group for by_group_sums.hpp: of RangeGrid's places.
  using Sum = typename M::Sum;

  struct Answer {
    std::optional<FoundRange> range;  ///< empty if no bin passes: then `answers` is empty
    typename M::Answer answers;       ///< group by group, in steps of RangeGrid
    std::int64_t error = 0;  ///< by which each of their numbers is off at most, in the same units

    friend bool operator==(const Answer&, const Answer&) = default;
  };

  struct Plan {
    FoundBounds::Plan bounds;
    UserNoise answers;  ///< where the range reaches as far to both sides
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task) {
    return {FoundBounds::plan(bounds_task(task)), M::plan(widest(task))};
  }

  static Claim claim(const Task& asked, const Plan& plan) {
    Claim claim = M::claim(widest(asked), plan.answers);
    return with_bounds(std::move(claim), bounds_task(asked), plan.bounds, asked.epsilon);
  }

  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted) {
    Task run = task;
    static_cast<Each&>(run) = M::with_loss(task, plan.answers, granted);
    return run;
  }

  static Answer draw(const Task& task, const Plan& plan, Data data, Randomness& randomness) {
    ValuedRows rows = given_to(task, std::move(data));
    const auto range = FoundBounds::draw(bounds_task(task), plan.bounds, rows, randomness);
    if (!range) return {};
    return within_range(task, *range, [&](const Each& each, const typename M::Plan& answers) {
      const RangeGrid grid(*range, task.scale.grid_bits);
      return M::draw(each, answers, on_grid(std::move(rows), grid), randomness);
    });
  }

  /// The range from sums: the users' weight in each bin. Errors: OutOfRange for more or fewer bins.
  static std::optional<FoundRange> draw_range(const Task& task, const Plan& plan,
                                              const std::vector<FoundBounds::Sum>& weights,
                                              Randomness& randomness) {
    return FoundBounds::draw_from_sums(bounds_task(task), plan.bounds, weights, randomness);
  }
  /// Then the answers. Errors: as M.
  static Answer draw_within(const Task& task, const FoundRange& range, const std::vector<Sum>& sums,
                            Randomness& randomness) {
    return within_range(task, range, [&](const Each& each, const typename M::Plan& answers) {
      return M::draw_from_sums(each, answers, sums, randomness);
    });
  }

  static FoundBoundsTask bounds_task(const Task& task) {
    FoundBoundsTask bounds;
    bounds.epsilon = found_shares(task.epsilon).bounds;
    bounds.user_weight = task.weight();
    bounds.neighbors = task.neighbors;
    bounds.confidence = task.confidence;
    bounds.scale = task.scale;
    return bounds;
  }

 private:
  static Each widest(const Task& task) {
    Each each = on_widest_grid(static_cast<const Each&>(task), task.scale.grid_bits);
    each.epsilon = found_shares(task.epsilon).answers;
    return each;
  }

  /// Runs `draw` with the task and plan of a range.
  static Answer within_range(const Task& task, const FoundRange& range, const auto& draw) {
    const Each each = of_range(task, RangeGrid(range, task.scale.grid_bits));
    const typename M::Plan answers = M::plan(each);
    return {range, draw(each, answers), answers.error};
  }

  /// The task of the groups, once the range is known.
  static Each of_range(const Task& task, const RangeGrid& grid) {
    Each each = task;
    each.epsilon = found_shares(task.epsilon).answers;
    put_on_grid(each, grid);
    return each;
  }
};

static_assert(Releasable<WithinFound<UserMean>>);
static_assert(Releasable<WithinFound<UserSum>>);

/// The mean within a range, from released values only; empty if the weight is at most its error.
std::optional<MeanEstimate> told_within(const NoisyEnds& ends, const RangeGrid& grid,
                                        std::uint32_t least_weight);

/// The sum of `steps` steps, and its maximum error.
MeanEstimate told_sum(std::int64_t steps, std::int64_t error, const RangeGrid& grid);

}  // namespace logstar
