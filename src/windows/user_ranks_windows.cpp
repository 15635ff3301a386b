#include "logstar/windows/user_ranks_windows.hpp"

#include <cstddef>
#include <numeric>
#include <utility>

#include "logstar/counts/user_ranks_ways.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

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

std::vector<Region> regions_of(const std::vector<ToldRegion>& told) {
  std::vector<Region> regions;
  regions.reserve(told.size());
  for (const ToldRegion& one : told) regions.push_back(one.region);
  return regions;
}

}  // namespace

RanksSession::RanksSession(const UserRanks::Plan& plan, std::uint32_t ahead, Randomness& randomness)
    : found_(plan.found),
      discovery_(plan.discovery),
      tasks_(plan.tasks),
      ranks_(plan.ranks),
      recursion_(plan.recursion),
      ahead_(ahead),
      randomness_(randomness) {
  for (std::size_t i = 0; i < ranks_.size(); ++i) {
    shapes_.push_back(window_shape(tasks_[i], ranks_[i]));
  }
  if (recursion_) shapes_.push_back(window_shape(*recursion_, one_word(tasks_.front().domain)));
  const UserRankTask& any = tasks_.front();
  if (discovery_ || any.list == GroupList::occurring) return;
  groups_ = first_numbers(any.list == GroupList::none ? 1 : any.groups);
}

void RanksSession::provide_group_weights(const std::vector<std::uint64_t>& weights) {
  if (!wants_groups()) {
    reject_state("groups", "provided exactly once, if private", "a call out of turn");
  }
  if (!discovery_) {
    groups_ = first_numbers(weights.size());
    // Rows that are chosen weigh less than all of them.
    if (!tasks_.front().most_rows) told_ = weights;
    return;
  }
  groups_.emplace();
  for (const NamedGroup& one :
       GroupDiscovery::draw_from_sums(*discovery_, *found_, weights, randomness_)) {
    groups_->push_back(one.group);
  }
  if (groups_->empty()) return;
  for (UserRankTask& task : tasks_) task.groups = static_cast<std::uint32_t>(groups_->size());
}

/// Whether each group's windows have the weight provided before, or else the same weight for every quantile.
bool RanksSession::is_one_table(
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

bool RanksSession::open(std::vector<std::vector<std::vector<Region>>> windows) {
  if (wants_groups() || is_open_ || changed_) {
    reject_state("windows", "provided exactly once, after the groups", "a call out of turn");
  }
  check_same_length("windows", windows.size(), "shapes", shapes_.size());
  for (const auto& of_quantile : windows) {
    check_same_length("groups", of_quantile.size(), "the groups that take windows",
                      groups_->size());
    // Checks all regions before summing any.
    for (const auto& regions : of_quantile) RegionWindow{regions};
  }
  changed_ = !is_one_table(windows);
  if (changed_) return false;
  for (const auto& regions : windows.front()) weights_.push_back(weight_of(regions));
  begin(std::move(windows));
  is_open_ = true;
  list_wanted();
  return true;
}

void RanksSession::begin(std::vector<std::vector<std::vector<Region>>> windows) {
  if (!recursion_) {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      draws_.push_back(std::make_unique<WindowSession>(tasks_[i], ranks_[i], std::move(windows[i]),
                                                       ahead_, randomness_));
    }
    return;
  }
  const WideInterval& domain = tasks_.front().domain;
  for (RegionWindow& window : windows_inside(std::move(windows.front()), domain)) {
    recursions_.emplace_back(*recursion_, one_word(domain), window, ahead_);
    recursions_.back().advance(randomness_);
  }
}

void RanksSession::list_wanted() {
  wanted_.clear();
  for (std::uint32_t i = 0; i < draws_.size(); ++i) {
    for (const auto& [place, region] : draws_[i]->wanted()) {
      wanted_.push_back({i, place, in_parts(region)});
    }
  }
  for (std::uint32_t place = 0; place < recursions_.size(); ++place) {
    for (const RegionCut& cut : recursions_[place].wanted()) wanted_.push_back({0, place, cut});
  }
}

bool RanksSession::provide(const std::vector<std::vector<ToldRegion>>& contents) {
  check_same_length("contents", contents.size(), "wanted", wanted_.size());
  changed_ = !(recursion_ ? tell_recursion(contents) : tell_draws(contents));
  if (changed_)
    wanted_.clear();
  else
    list_wanted();
  return !changed_;
}

/// Contents are in the order of draws; a draw reads all of its own before it uses one.
bool RanksSession::tell_draws(const std::vector<std::vector<ToldRegion>>& contents) {
  std::vector<std::vector<Region>> regions;
  regions.reserve(contents.size());
  for (const auto& told : contents) regions.push_back(regions_of(told));
  auto next = regions.begin();
  for (const auto& draw : draws_) {
    const auto end = next + static_cast<std::ptrdiff_t>(draw->wanted().size());
    if (next == end) continue;
    if (!draw->provide({next, end})) return false;
    next = end;
  }
  return true;
}

/// Contents are in the order of groups. All are checked before any draw continues: after contents of another
/// table none may.
bool RanksSession::tell_recursion(std::span<const std::vector<ToldRegion>> contents) {
  for (QuantileDraws& one : recursions_) {
    const std::size_t count = one.wanted().size();
    if (!one.provide(contents.first(count))) return false;
    contents = contents.subspan(count);
  }
  for (QuantileDraws& one : recursions_) {
    if (!one.wanted().empty()) one.advance(randomness_);
  }
  return true;
}

UserRanks::Answer RanksSession::answers() const {
  const bool is_over = groups_ && (groups_->empty() || is_open_) && wanted_.empty();
  if (!is_over || changed_) {
    reject_state("answers", "read after all wanted ranges are provided", "an earlier call");
  }
  return recursion_ ? answers_of_recursion() : answers_of_draws();
}

UserRanks::Answer RanksSession::answers_of_draws() const {
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

UserRanks::Answer RanksSession::answers_of_recursion() const {
  UserRanks::Answer answers;
  for (std::size_t place = 0; place < recursions_.size(); ++place) {
    answers.push_back(
        ranks_of((*groups_)[place], recursions_[place].answer(), recursion_->draws.taus.size()));
  }
  return answers;
}

UserRanksWindows::Plan UserRanksWindows::plan(const Task& task) {
  Plan plan = UserRanks::plan(task);
  for (std::size_t i = 0; i < plan.ranks.size(); ++i) {
    check_for_windows(plan.tasks[i], plan.ranks[i]);
  }
  return plan;
}

Claim UserRanksWindows::claim(const Task& asked, const Plan& plan) {
  return UserRanks::claim(asked, plan);
}

UserRanksTask UserRanksWindows::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  return UserRanks::with_loss(task, plan, granted);
}

UserRanksWindows::Answer UserRanksWindows::draw(const Task&, const Plan& plan, Data data,
                                                Randomness& randomness) {
  check_count("ahead", data.ahead, 1, kMaxWindowsAhead);
  return std::make_unique<RanksSession>(plan, data.ahead, randomness);
}

}  // namespace logstar
