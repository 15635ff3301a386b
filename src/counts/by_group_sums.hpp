// Counts, sums and means by group from per-group totals that a database engine computes. The ledger is charged
// first; then the caller provides group weights (private groups only) and totals.
//
// Privacy: as ByGroup for the same task, if all data describe one state of the rows and equal the sums that
//   ByGroup would compute. First come the weights of the groups that occur, in an order of their names. If
//   bounds are found, the weights per bin of the requested groups' users follow. Last come the sums of the rows
//   in the requested groups alone: those that discovery selects, or all of them if the release selects groups
//   itself. This code cannot check this condition. Show the existing groups only to people who may read the
//   rows. Whether sums are requested depends on released values: the groups and the range.
// Source: by_group_release.hpp and from_sums.hpp.
// Departures: none.
// Cost: a round trip for private groups, one for bins if bounds are found, and one for sums.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/from_sums.hpp"
#include "logstar/counts/within_found_release.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// A release that finds the bounds of users' values before it answers.
template <typename M>
concept FindsRange = Releasable<M> &&
    requires(const typename M::Task& task, const typename M::Plan& plan, const FoundRange& range,
             const std::vector<FoundBounds::Sum>& weights, const std::vector<typename M::Sum>& sums,
             Randomness& randomness) {
  { M::draw_range(task, plan, weights, randomness) } -> std::same_as<std::optional<FoundRange>>;
  { M::draw_within(task, range, sums, randomness) } -> std::same_as<typename M::Answer>;
};

/// Releases by group that accept sums instead of rows.
template <typename M>
concept OfGroupSums = SumBased<M> || FindsRange<M>;

/// A charged release, from its first request to its answer.
template <OfGroupSums M>
class GroupSumsSession {
 public:
  using Base = ByGroup<M>;

  /// `randomness` must outlive this object.
  GroupSumsSession(typename Base::Task task, typename Base::Plan plan, Randomness& randomness)
      : task_(std::move(task)), plan_(std::move(plan)), randomness_(randomness) {
    if (!task_.search) named_.emplace();
  }

  /// Whether provide_group_weights comes first.
  bool wants_groups() const { return !named_; }

  /// Takes the weight of each group that occurs, in an order of the groups' names; each user is split evenly
  /// over all of their rows. Returns the groups whose sums are requested.
  /// Errors: WrongState unless wants_groups().
  const std::vector<NamedGroup>& provide_group_weights(const std::vector<std::uint64_t>& weights) {
    if (!wants_groups()) {
      reject_state("groups", "provided exactly once, if private", "a call out of turn");
    }
    if constexpr (NamesGroups<M>) {
      named_.emplace();
      for (std::size_t group = 0; group < weights.size(); ++group) {
        if (weights[group] != 0) named_->push_back({static_cast<std::uint32_t>(group), 0});
      }
    } else {
      named_ = GroupDiscovery::draw_from_sums(Base::discovery(task_), *plan_.discovery, weights,
                                              randomness_);
    }
    return *named_;
  }

  /// The weight from which on a group's sums will probably be requested, from public parameters alone.
  std::int64_t likely_from() const {
    return plan_.discovery ? plan_.discovery->half_released_at : 1;
  }

  /// Whether provide_bins comes before the sums.
  bool wants_bins() const { return FindsRange<M> && !binned_ && !has_no_group(); }

  /// Takes the weight of the requested groups' users in each bin of ExponentBins, each user split evenly over
  /// their values. Returns the range; empty if no bin passes. Errors: WrongState unless wants_bins() and the
  /// groups are known; OutOfRange for another number of bins.
  const std::optional<FoundRange>& provide_bins(
      const std::vector<FoundBounds::Sum>& weights) requires FindsRange<M> {
    if (wants_groups() || !wants_bins()) {
      reject_state("bins", "provided exactly once, after the groups", "a call out of turn");
    }
    binned_ = true;
    range_ =
        M::draw_range(Base::task_for_groups(task_, *named_), plan_.answers, weights, randomness_);
    return range_;
  }

  /// Takes the sums of each requested group, once. The list is empty if discovery released no group or found no
  /// range.
  /// Errors: WrongState for a second call, and before the groups or bins; OutOfRange for another number of sums.
  typename Base::Answer provide(const std::vector<typename M::Sum>& sums) {
    if (wants_groups() || wants_bins() || told_) {
      reject_state("sums", "provided exactly once, after groups and bins", "a call out of turn");
    }
    told_ = true;
    typename Base::Answer answer{*named_, {}};
    if (has_no_group() || (FindsRange<M> && !range_)) {
      if (!sums.empty()) reject("sums", "empty without a group or a range", "some");
      return answer;
    }
    if constexpr (NamesGroups<M>) {
      if (task_.search) return named_by_sums(sums);
    }
    const auto each = Base::task_for_groups(task_, *named_);
    if constexpr (FindsRange<M>) {
      answer.answers = M::draw_within(each, *range_, sums, randomness_);
    } else {
      answer.answers = M::draw_from_sums(each, plan_.answers, sums, randomness_);
    }
    return answer;
  }

 private:
  /// Whether the answer is empty: discovery released no group, or no group occurs.
  bool has_no_group() const { return task_.search && named_ && named_->empty(); }

  /// The groups that their sums select, with the numbers of provide_group_weights.
  typename Base::Answer named_by_sums(const std::vector<typename M::Sum>& sums) requires
      NamesGroups<M> {
    check_same_length("sums", sums.size(), "groups", named_->size() * M::sums_of_group(task_.each));
    auto [named, answers] =
        M::draw_named_of_sums(task_.each, plan_.answers, *plan_.naming, sums, randomness_);
    for (NamedGroup& one : named) one.group = (*named_)[one.group].group;
    return {std::move(named), std::move(answers)};
  }

  typename Base::Task task_;
  typename Base::Plan plan_;
  Randomness& randomness_;
  std::optional<std::vector<NamedGroup>> named_;
  bool binned_ = false;
  std::optional<FoundRange> range_;
  bool told_ = false;
};

/// As ByGroup, with a session as its answer.
template <OfGroupSums M>
struct DeferredByGroup {
  using Task = typename ByGroup<M>::Task;
  using Plan = typename ByGroup<M>::Plan;
  using Data = std::monostate;
  using Answer = std::unique_ptr<GroupSumsSession<M>>;

  static Plan plan(const Task& task) { return ByGroup<M>::plan(task); }
  static Claim claim(const Task& asked, const Plan& plan) { return ByGroup<M>::claim(asked, plan); }
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted) {
    return ByGroup<M>::with_loss(task, plan, granted);
  }
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness) {
    return std::make_unique<GroupSumsSession<M>>(task, plan, randomness);
  }
};

static_assert(Releasable<DeferredByGroup<UserHistogram>>);
static_assert(Releasable<DeferredByGroup<UserMean>>);
static_assert(Releasable<DeferredByGroup<UserSum>>);
static_assert(Releasable<ByGroup<WithinFound<UserMean>>>);
static_assert(Releasable<ByGroup<WithinFound<UserSum>>>);
static_assert(Releasable<DeferredByGroup<WithinFound<UserMean>>>);
static_assert(Releasable<DeferredByGroup<WithinFound<UserSum>>>);
static_assert(Releasable<DeferredByGroup<UserVariance>>);

}  // namespace logstar
