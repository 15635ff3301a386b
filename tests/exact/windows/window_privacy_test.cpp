// Windows that depend on the rows: draws through them are as private as draws from all rows, and broken
// variants are not.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "databases.hpp"
#include "engine_table.hpp"
#include "mistakes/windows.hpp"
#include "user_tables.hpp"

namespace logstar::testing {
namespace {

/// Keys 0..3 in regions of about `most` units, from below; the rows decide where regions end.
std::vector<Region> bins_of(const KeyWeights& table, std::uint64_t most) {
  std::vector<std::uint64_t> cuts;
  std::uint64_t weight = 0;
  for (const auto& [key, of_key] : table) {
    weight += of_key;
    if (weight < most) continue;
    cuts.push_back(key + 1);
    weight = 0;
  }
  return regions_between(table, 0, 3, cuts);
}

std::vector<std::vector<Region>> bins_of(const std::vector<KeyWeights>& tables,
                                         std::uint64_t most) {
  std::vector<std::vector<Region>> windows;
  for (const KeyWeights& table : tables) windows.push_back(bins_of(table, most));
  return windows;
}

struct BinMode {
  UserAlgorithm algorithm;
  std::optional<QuantileFraction> rank;
  GroupList list;
  Neighbors neighbors;

  std::uint32_t groups() const { return list == GroupList::none ? 1 : 2; }
};

std::vector<BinMode> bin_modes() {
  std::vector<BinMode> modes;
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const GroupList list : {GroupList::none, GroupList::declared}) {
      modes.push_back({UserAlgorithm::exponential, std::nullopt, list, neighbors});
      modes.push_back({UserAlgorithm::exponential, QuantileFraction{1, 4}, list, neighbors});
    }
    for (const GroupList list : {GroupList::none, GroupList::occurring}) {
      modes.push_back({UserAlgorithm::cut, std::nullopt, list, neighbors});
    }
  }
  return modes;
}

UserRankTask binned_task(const BinMode& mode, double epsilon) {
  UserRankTask task;
  task.bits = 2;
  task.domain = WideInterval::all(2);
  task.algorithm = mode.algorithm;
  task.quantile = mode.rank;
  task.loss = {epsilon, mode.algorithm == UserAlgorithm::cut ? 0.2 : 0};
  task.neighbors = mode.neighbors;
  task.list = mode.list;
  task.groups = mode.groups();
  task.user_weight = 2;
  return task;
}

const UserPlaces kOneGroup{2, {0, 1, 3}, 1};
const UserPlaces kTwoGroups{2, {0, 3}, 2};

/// Checks all tables of up to `most` users (under replace exactly that number) with the base.
template <typename Draw>
PrivacyReport check_bins(const BinMode& mode, double epsilon, std::size_t most,
                         const UserBase& base, const Draw& draw) {
  const UserPlaces& places = mode.groups() > 1 ? kTwoGroups : kOneGroup;
  const auto kinds = users_of_rows(places.count(), 2, mode.neighbors);
  const auto mechanism = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
    const auto tables = key_weights(user_rows(places, kinds, database, base), mode.groups(), 2);
    return draw(tables, randomness);
  };
  auto report = mode.neighbors == Neighbors::replace
                    ? check_replace(kinds.size(), most, epsilon, mechanism)
                    : check_add_remove(kinds.size(), 0, most, epsilon, mechanism);
  report.mode = std::string(logstar::name_of(mode.algorithm)) + " from a window" +
                (mode.rank ? ", quantile " + text_of(*mode.rank) : "") +
                (mode.groups() > 1 ? ", groups" : "");
  return report;
}

TEST_CASE("ranks and interior points from windows are as private as from all rows") {
  for (const BinMode& mode : bin_modes()) {
    const bool is_cut = mode.algorithm == UserAlgorithm::cut;
    const bool grouped = mode.groups() > 1;
    const double epsilon = is_cut ? 5 : 3;
    const auto task = binned_task(mode, epsilon);
    const auto plan = UserRankWindows::plan(task);
    const UserBase base = grouped ? UserBase{1, 1, 0, is_cut ? 1u : 2u} : UserBase{};
    const auto report =
        check_bins(mode, epsilon, grouped ? 1 : 2, base,
                   [&](const std::vector<KeyWeights>& tables, Randomness& randomness) {
                     return as_numbers(draw_by_windows(task, plan, tables, {bins_of(tables, 3), 1},
                                                       Fetch::keys, randomness));
                   });
    INFO(report.mode << ", " << report.neighbors);
    CHECK(report.within(task.loss.delta));
    CHECK(report.pairs > 10);
  }
}

TEST_CASE(
    "controls: a bound from the wrong end, the point alone redrawn, and a skipped check, fail") {
  const BinMode mode{UserAlgorithm::exponential, std::nullopt, GroupList::none,
                     Neighbors::add_remove};
  const auto plan = UserRankWindows::plan(binned_task(mode, 1));
  const auto report = [&](WindowMistake mistake) {
    const MistakenWindowDraw draw(std::get<UserRankParameters>(plan.parameters), 3, mistake);
    return check_bins(mode, 1, 2, {2, 2, 2},
                      [&](const std::vector<KeyWeights>& tables, Randomness& randomness) {
                        return draw(tables[0], bins_of(tables[0], 5), randomness);
                      });
  };
  CHECK(report(WindowMistake::none).within_each_outcome());
  for (const WindowMistake mistake :
       {WindowMistake::worst_end, WindowMistake::point_again, WindowMistake::no_check}) {
    const auto found = report(mistake);
    CHECK_FALSE(found.within_each_outcome());
    CHECK(found.largest_log_ratio > 1.6);
  }
}

}  // namespace
}  // namespace logstar::testing
