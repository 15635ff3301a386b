#include "logstar/windows/user_rank_windows.hpp"

#include <utility>

#include "logstar/support/checks.hpp"
#include "logstar/support/columns.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// Cut choice lists prefixes: as many as regions times bits.
constexpr std::uint32_t kMaxCutBits = 1024;
/// The least rate of geometric noise (randomness.hpp).
constexpr double kMinRate = 0x1p-40;

}  // namespace

std::vector<RegionWindow> windows_inside(std::vector<std::vector<Region>> groups,
                                         const WideInterval& domain) {
  const Natural lowest = natural_of(domain.lowest);
  const Natural highest = natural_of(domain.highest);
  std::vector<RegionWindow> windows;
  for (auto& regions : groups) {
    for (const Region& region : regions) {
      if (region.first < lowest || highest < region.last) {
        reject("regions", "inside of the domain", "one beyond");
      }
    }
    windows.emplace_back(std::move(regions));
  }
  return windows;
}

WindowSession::WindowSession(UserRankTask task, const UserRankRelease::Plan& plan,
                             std::vector<std::vector<Region>> groups, std::size_t ahead,
                             Randomness& randomness)
    : task_(std::move(task)), parameters_(plan.parameters), randomness_(randomness) {
  for (RegionWindow& window : windows_inside(std::move(groups), task_.domain)) {
    draws_.emplace_back(std::move(window), proposing(task_, parameters_), ahead);
  }
  open_.resize(draws_.size(), true);
  advance();
}

/// Continues until all answers exist, or regions are requested for each group without one.
void WindowSession::advance() {
  wanted_.clear();
  for (std::uint32_t group = 0; group < draws_.size(); ++group) {
    if (!open_[group]) continue;
    draws_[group].advance(randomness_);
    open_[group] = !draws_[group].wanted().empty();
    for (const Region& region : draws_[group].wanted()) wanted_.push_back({group, region});
  }
  if (!wanted_.empty()) return;
  for (std::uint32_t group = 0; group < draws_.size(); ++group) {
    const auto& key = draws_[group].answer();
    if (task_.list == GroupList::occurring && !key) continue;
    std::optional<WideKey> value;
    if (key) value = task_.domain.clamp(key_of(*key, task_.bits));
    answers_.push_back({group, std::move(value)});
  }
}

bool WindowSession::provide(const std::vector<std::vector<Region>>& contents) {
  check_same_length("contents", contents.size(), "wanted", wanted_.size());
  bool all_fit = true;  // all are read before one is used
  for (std::size_t i = 0; i < contents.size(); ++i) {
    all_fit = is_partition_of(wanted_[i].region, contents[i]) && all_fit;
  }
  if (!all_fit) {
    wanted_.clear();
    return false;
  }
  for (std::size_t i = 0; i < contents.size(); ++i) {
    draws_[wanted_[i].group].refine(wanted_[i].region, contents[i]);
  }
  advance();
  return true;
}

void check_for_windows(const UserRankTask& task, const UserRankRelease::Plan& plan) {
  const auto* cut = std::get_if<WeightedCutParameters>(&plan.parameters);
  if (cut == nullptr) return;
  check_count("bits", task.bits, 1, kMaxCutBits);
  if (cut->draw_epsilon < kMinRate) {
    reject("epsilon", "at least " + to_text(kMinRate) + " a unit of weight", cut->draw_epsilon);
  }
}

UserRankWindows::Plan UserRankWindows::plan(const Task& task) {
  Plan plan = UserRankRelease::plan(task);
  check_for_windows(task, plan);
  return plan;
}

Claim UserRankWindows::claim(const Task& asked, const Plan& plan) {
  return UserRankRelease::claim(asked, plan);
}

UserRankTask UserRankWindows::with_loss(const Task& task, const Plan& plan, const Loss& granted) {
  return UserRankRelease::with_loss(task, plan, granted);
}

UserRankWindows::Answer UserRankWindows::draw(const Task& task, const Plan& plan, Data data,
                                              Randomness& randomness) {
  check_count("ahead", data.ahead, 1, 1024);
  if (task.list != GroupList::occurring) {
    check_count("groups", data.groups.size(), 0, task.groups);
    data.groups.resize(task.list == GroupList::none ? 1 : task.groups);
  }
  return std::make_unique<WindowSession>(task, plan, std::move(data.groups), data.ahead,
                                         randomness);
}

}  // namespace logstar
