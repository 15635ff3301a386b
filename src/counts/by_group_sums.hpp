// Counts, sums and means by group of users whose rows stay in an engine: what the users of each group give is
// asked for when it is paid for, of private groups after it was asked which of them are to be named.
//
// Privacy: as ByGroup for the same task, if what is told is of one state of the rows: weights of the groups that
//   occur, in an order of their names, then of the groups that are wanted what ByGroup would have summed up of
//   the rows in these alone. Nothing here can see that it is. Which groups occur is for eyes that may see the rows.
// Source: by_group_release.hpp and from_sums.hpp.
// Departures: none.
// Cost: a trip for private groups, and one for sums.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "logstar/counts/by_group_release.hpp"
#include "logstar/counts/from_sums.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// A release that was paid for, from the first thing it has to know to its answer.
template <OfSums M>
class GroupSumsConversation {
 public:
  using Whole = ByGroup<M>;

  /// `randomness` must outlive this object.
  GroupSumsConversation(typename Whole::Task task, typename Whole::Plan plan,
                        Randomness& randomness)
      : task_(std::move(task)), plan_(std::move(plan)), randomness_(randomness) {
    if (!task_.search) named_.emplace();
  }

  /// Whether it has to be told first which groups there are.
  bool wants_groups() const { return !named_; }

  /// What the users give to each group that occurs, spread over all rows, in an order of their names. The groups
  /// that are named, whose sums are wanted. Errors: WrongType unless it wants them.
  const std::vector<NamedGroup>& tell_groups(const std::vector<std::uint64_t>& weights) {
    if (!wants_groups()) throw WrongType("groups", "told once, if they are private", "told again");
    named_ = GroupDiscovery::draw_of_sums(Whole::discovery(task_), *plan_.discovery, weights,
                                          randomness_);
    return *named_;
  }

  /// Of each group that is wanted, once. Errors: WrongType for a second time, and while groups are wanted;
  /// OutOfRange for more or fewer.
  typename Whole::Answer tell(const std::vector<typename M::Sum>& sums) {
    if (wants_groups() || told_) {
      throw WrongType("sums", "told once, of groups that are known", "told before or again");
    }
    told_ = true;
    typename Whole::Answer answer{*named_, {}};
    const bool none = task_.search && named_->empty();
    if (none && !sums.empty()) throw OutOfRange("sums", "none, as no group is named", "some");
    if (none) return answer;
    answer.answers =
        M::draw_of_sums(Whole::of_named(task_, *named_), plan_.answers, sums, randomness_);
    return answer;
  }

 private:
  typename Whole::Task task_;
  typename Whole::Plan plan_;
  Randomness& randomness_;
  std::optional<std::vector<NamedGroup>> named_;
  bool told_ = false;
};

/// The same release, whose answer is such a conversation.
template <OfSums M>
struct ByGroupLater {
  using Task = typename ByGroup<M>::Task;
  using Plan = typename ByGroup<M>::Plan;
  using Data = std::monostate;
  using Answer = std::unique_ptr<GroupSumsConversation<M>>;

  static Plan plan(const Task& task) { return ByGroup<M>::plan(task); }
  static Claim claim(const Task& asked, const Plan& plan) { return ByGroup<M>::claim(asked, plan); }
  static Task within(const Task& task, const Plan& plan, const Loss& granted) {
    return ByGroup<M>::within(task, plan, granted);
  }
  static Answer draw(const Task& task, const Plan& plan, Data, Randomness& randomness) {
    return std::make_unique<GroupSumsConversation<M>>(task, plan, randomness);
  }
};

static_assert(Releasable<ByGroupLater<UserHistogram>>);
static_assert(Releasable<ByGroupLater<UserMean>>);
static_assert(Releasable<ByGroupLater<UserSum>>);

}  // namespace logstar
