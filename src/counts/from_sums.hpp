// Counts, sums, means, variances and groups of users from an engine's sums instead of rows.
//
// Privacy: as the underlying release, if the numbers are the sums that it would compute: each user contributes
//   at most the task's share. This code cannot check this condition.
// Source, departures: as that release.
// Cost: one draw a number; about two for private groups.
#pragma once

#include <concepts>
#include <vector>

#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/counts/group_discovery_release.hpp"
#include "logstar/counts/user_count_release.hpp"
#include "logstar/counts/user_mean_release.hpp"
#include "logstar/counts/user_sum_release.hpp"
#include "logstar/counts/user_variance_release.hpp"
#include "logstar/release/later.hpp"

namespace logstar {

/// A release that adds noise to sums of user contributions, one per group.
template <typename M>
concept SumBased = Releasable<M> &&
    requires(const typename M::Task& task, const typename M::Plan& plan,
             const std::vector<typename M::Sum>& sums, Randomness& randomness) {
  { M::draw_from_sums(task, plan, sums, randomness) } -> std::same_as<typename M::Answer>;
};

/// Releases a mechanism's answer from sums. Groups are numbered as in the release. Errors: OutOfRange as M, and
/// if the number of sums differs from the number of listed groups.
template <SumBased M>
struct FromSums {
  using Task = typename M::Task;
  using Plan = typename M::Plan;
  using Data = std::vector<typename M::Sum>;
  using Answer = typename M::Answer;

  static Plan plan(const Task& task) { return M::plan(task); }
  static Claim claim(const Task& asked, const Plan& plan) { return M::claim(asked, plan); }
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted) {
    return M::with_loss(task, plan, granted);
  }
  static Answer draw(const Task& task, const Plan& plan, Data sums, Randomness& randomness) {
    return M::draw_from_sums(task, plan, sums, randomness);
  }
};

/// As above, with sums provided after the charge.
template <SumBased M>
using DeferredFromSums = Deferred<FromSums<M>>;

static_assert(Releasable<DeferredFromSums<UserHistogram>>);
static_assert(Releasable<FromSums<UserHistogram>>);
static_assert(Releasable<FromSums<UserCount>>);
static_assert(Releasable<FromSums<UserSum>>);
static_assert(Releasable<FromSums<UserMean>>);
static_assert(Releasable<FromSums<UserVariance>>);
static_assert(Releasable<FromSums<DistinctCount>>);
static_assert(Releasable<FromSums<GroupDiscovery>>);

}  // namespace logstar
