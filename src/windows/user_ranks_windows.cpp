#include "logstar/windows/user_ranks_windows.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr std::uint32_t kMostAhead = 1024;

std::vector<std::uint32_t> first_numbers(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

std::uint64_t weight_of(const std::vector<Region>& regions) {
  std::uint64_t weight = 0;
  for (const Region& region : regions) weight += region.weight;
  return weight;
}

}  // namespace

RanksConversation::RanksConversation(const UserRanks::Plan& plan, std::uint32_t ahead,
                                     Randomness& randomness)
    : found_(plan.found),
      finding_(plan.finding),
      tasks_(plan.tasks),
      ranks_(plan.ranks),
      ahead_(ahead),
      randomness_(randomness) {
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    shapes_.push_back(window_shape(tasks_[i], ranks_[i]));
  }
  const UserRankTask& any = tasks_.front();
  if (finding_ || any.list == GroupList::occurring) return;
  groups_ = first_numbers(any.list == GroupList::none ? 1 : any.groups);
}

void RanksConversation::tell_groups(const std::vector<std::uint64_t>& weights) {
  if (!wants_groups()) throw WrongType("groups", "told once, if they are private", "told again");
  if (!finding_) {
    groups_ = first_numbers(weights.size());
    // Rows that are chosen weigh less than all of them.
    if (!tasks_.front().most_rows) told_ = weights;
    return;
  }
  groups_.emplace();
  for (const NamedGroup& one :
       GroupDiscovery::draw_of_sums(*finding_, *found_, weights, randomness_)) {
    groups_->push_back(one.group);
  }
  if (groups_->empty()) return;
  for (UserRankTask& task : tasks_) task.groups = static_cast<std::uint32_t>(groups_->size());
}

/// What was told of the same groups before, or is told of them for another quantile, weighs as much.
bool RanksConversation::is_one_table(
    const std::vector<std::vector<std::vector<Region>>>& windows) const {
  for (const auto& of_quantile : windows) {
    for (std::size_t place = 0; place < of_quantile.size(); ++place) {
      const std::uint64_t expected =
          told_.empty() ? weight_of(windows.front()[place]) : told_[place];
      if (weight_of(of_quantile[place]) != expected) return false;
    }
  }
  return true;
}

bool RanksConversation::open(std::vector<std::vector<std::vector<Region>>> windows) {
  if (wants_groups() || !draws_.empty() || changed_) {
    throw WrongType("windows", "told once, of groups that are known", "told before or again");
  }
  check_as_many("windows", windows.size(), "quantiles", tasks_.size());
  for (const auto& of_quantile : windows) {
    check_as_many("groups", of_quantile.size(), "those whose windows are wanted", groups_->size());
    // That they are regions at all is looked at before one is summed up.
    for (const auto& regions : of_quantile) RegionWindow{regions};
  }
  changed_ = !is_one_table(windows);
  if (changed_) return false;
  for (std::size_t i = 0; i < tasks_.size(); ++i) {
    draws_.push_back(std::make_unique<WindowConversation>(
        tasks_[i], ranks_[i], std::move(windows[i]), ahead_, randomness_));
  }
  list_wanted();
  return true;
}

void RanksConversation::list_wanted() {
  wanted_.clear();
  for (std::uint32_t i = 0; i < draws_.size(); ++i) {
    for (const auto& [place, region] : draws_[i]->wanted()) wanted_.push_back({i, place, region});
  }
}

bool RanksConversation::tell(const std::vector<std::vector<Region>>& contents) {
  check_as_many("contents", contents.size(), "wanted", wanted_.size());
  // Those of a draw follow each other; a draw reads all of its own before it uses one.
  auto next = contents.begin();
  for (const auto& draw : draws_) {
    const auto end = next + static_cast<std::ptrdiff_t>(draw->wanted().size());
    if (next == end) continue;
    if (!draw->tell({next, end})) {
      changed_ = true;
      wanted_.clear();
      return false;
    }
    next = end;
  }
  list_wanted();
  return true;
}

UserRanks::Answer RanksConversation::answers() const {
  const bool is_open = groups_ && (groups_->empty() || !draws_.empty());
  if (!is_open || !wanted_.empty() || changed_) {
    throw WrongType("answers", "asked for when nothing is wanted any more", "asked before");
  }
  UserRanks::Answer answers;
  for (std::size_t i = 0; i < draws_.size(); ++i) {
    const std::vector<GroupAnswer>& drawn = draws_[i]->answers();
    for (std::size_t place = 0; place < drawn.size(); ++place) {
      if (i == 0) answers.push_back({(*groups_)[drawn[place].group], {}});
      answers[place].values.push_back(drawn[place].value);
    }
  }
  for (auto& [group, values] : answers) all_or_none(values);
  return answers;
}

UserRanksWindows::Plan UserRanksWindows::plan(const Task& task) {
  if (task.several == SeveralRanks::recursion) {
    throw OutOfRange("algorithm", "separate for rows that stay in an engine", "recursion");
  }
  Task separate = task;
  separate.several = SeveralRanks::separate;
  Plan plan = UserRanks::plan(separate);
  for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
    check_for_windows(plan.tasks[i], plan.ranks[i]);
  }
  return plan;
}

Claim UserRanksWindows::claim(const Task& asked, const Plan& plan) {
  return UserRanks::claim(asked, plan);
}

UserRanksTask UserRanksWindows::within(const Task& task, const Plan& plan, const Loss& granted) {
  return UserRanks::within(task, plan, granted);
}

UserRanksWindows::Answer UserRanksWindows::draw(const Task&, const Plan& plan, Data data,
                                                Randomness& randomness) {
  check_count("ahead", data.ahead, 1, kMostAhead);
  return std::make_unique<RanksConversation>(plan, data.ahead, randomness);
}

}  // namespace logstar
