// Counts, sums and means by group of users whose rows stay in an engine: what the users of each group give is
// asked for when it is paid for, of private groups after it was asked which of them occur.
//
// Privacy: as ByGroup for the same task, if what is told is of one state of the rows: weights of the groups that
//   occur, in an order of their names, then of the groups that are wanted (those that discovery names; all of them if
//   the release names groups itself) what ByGroup would have summed up of the rows in these alone; where bounds are
//   found, before that what the users of these groups weigh in each bin. Nothing here can see that it is. Which groups
//   occur is for eyes that may see the rows. Whether sums are asked for depends on what was released: on the groups
//   that are named, and on the range.
// Source: by_group_release.hpp and from_sums.hpp.
// Departures: none.
// Cost: a trip for private groups, one for bins where bounds are found, and one for sums.
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

/// A release that finds the bounds of what users give before it answers.
template <typename M>
concept FindsRange = Releasable<M> &&
    requires(const typename M::Task& task, const typename M::Plan& plan, const FoundRange& range,
             const std::vector<FoundBounds::Sum>& weights, const std::vector<typename M::Sum>& sums,
             Randomness& randomness) {
  { M::draw_range(task, plan, weights, randomness) } -> std::same_as<std::optional<FoundRange>>;
  { M::draw_within(task, range, sums, randomness) } -> std::same_as<typename M::Answer>;
};

/// Of what a release by group may be told in place of rows.
template <typename M>
concept OfGroupSums = SumBased<M> || FindsRange<M>;

/// A release that was paid for, from the first thing it has to know to its answer.
template <OfGroupSums M>
class GroupSumsSession {
 public:
  using Base = ByGroup<M>;

  /// `randomness` must outlive this object.
  GroupSumsSession(typename Base::Task task, typename Base::Plan plan, Randomness& randomness)
      : task_(std::move(task)), plan_(std::move(plan)), randomness_(randomness) {
    if (!task_.search) named_.emplace();
  }

  /// Whether it has to be told first which groups there are.
  bool wants_groups() const { return !named_; }

  /// What the users give to each group that occurs, spread over all rows, in an order of their names. The groups
  /// whose sums are wanted. Errors: WrongState unless it wants them.
  const std::vector<NamedGroup>& provide_group_weights(const std::vector<std::uint64_t>& weights) {
    if (!wants_groups()) reject_state("groups", "told once, if they are private", "told again");
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

  /// Whether it has to be told what users weigh in each bin before it is told sums.
  bool wants_bins() const { return FindsRange<M> && !binned_ && !has_no_group(); }

  /// What the users of the wanted groups weigh in each bin of ExponentBins, spread over what they give. The range;
  /// nothing if there is none. Errors: WrongState unless it wants them and knows its groups; OutOfRange for more or
  /// fewer.
  const std::optional<FoundRange>& tell_bins(const std::vector<FoundBounds::Sum>& weights) requires
      FindsRange<M> {
    if (wants_groups() || !wants_bins()) {
      reject_state("bins", "told once, of groups that are known", "told before or again");
    }
    binned_ = true;
    range_ =
        M::draw_range(Base::task_for_groups(task_, *named_), plan_.answers, weights, randomness_);
    return range_;
  }

  /// Of each group that is wanted, once; of none if none is named or there is no range. Errors: WrongState for a second
  /// time, and while groups or bins are wanted; OutOfRange for more or fewer.
  typename Base::Answer provide(const std::vector<typename M::Sum>& sums) {
    if (wants_groups() || wants_bins() || told_) {
      reject_state("sums", "told once, of groups that are known", "told before or again");
    }
    told_ = true;
    typename Base::Answer answer{*named_, {}};
    if (has_no_group() || (FindsRange<M> && !range_)) {
      if (!sums.empty()) reject("sums", "none, as nothing was found", "some");
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
  /// Whether nobody is left to be answered.
  bool has_no_group() const { return task_.search && named_ && named_->empty(); }

  /// Of the groups that occur those that their sums name, by the numbers that they were told by.
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

/// The same release, whose answer is such a conversation.
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
static_assert(Releasable<DeferredByGroup<WithinFound<UserMean>>>);
static_assert(Releasable<DeferredByGroup<WithinFound<UserSum>>>);
static_assert(Releasable<DeferredByGroup<UserVariance>>);

}  // namespace logstar
