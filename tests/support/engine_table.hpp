// A table of users as an engine holds it: it reports the weights of key regions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "logstar/users/rows.hpp"
#include "logstar/windows/tied_draw.hpp"
#include "logstar/windows/user_rank_windows.hpp"

namespace logstar::testing {

/// Keys of at most 64 bits, each with the total weight of its rows, like a group in a GROUP BY.
using KeyWeights = std::map<std::uint64_t, std::uint64_t>;

/// Each key of a group with the number of its rows of each weight.
using KeyRows = std::map<std::uint64_t, std::map<std::uint64_t, std::uint64_t>>;

inline std::vector<KeyRows> key_rows(UserRows rows, std::uint32_t groups, std::uint32_t whole) {
  std::vector<KeyRows> all;
  GroupedRows grouped(std::move(rows), whole, groups);
  for (std::uint32_t g = 0; g < groups; ++g) {
    const WeightedKeys group = grouped.take(g);
    all.emplace_back();
    for (std::size_t i = 0; i < group.size(); ++i) {
      ++all.back()[group.keys[i].front()][group.weights[i]];
    }
  }
  return all;
}

inline KeyWeights weights_of(const KeyRows& table) {
  KeyWeights weights;
  for (const auto& [key, rows] : table) {
    for (const auto& [weight, count] : rows) weights[key] += weight * count;
  }
  return weights;
}

inline std::vector<KeyWeights> key_weights(UserRows rows, std::uint32_t groups,
                                           std::uint32_t whole) {
  std::vector<KeyWeights> all;
  for (const KeyRows& table : key_rows(std::move(rows), groups, whole)) {
    all.push_back(weights_of(table));
  }
  return all;
}

/// These key ranges, with the rows of single keys.
inline std::vector<ToldRegion> with_rows(const KeyRows& table, const std::vector<Region>& regions) {
  std::vector<ToldRegion> told;
  for (const Region& region : regions) {
    told.push_back({region});
    if (!region.is_key()) continue;
    for (const auto& [weight, count] : table.at(static_cast<std::uint64_t>(region.first))) {
      told.back().rows.push_back({weight, count});
    }
  }
  return told;
}

/// The regions inside of first..last that `cuts` divide: one before each cut, and one after the last. Ranges
/// without rows are left out.
inline std::vector<Region> regions_between(const KeyWeights& table, std::uint64_t first,
                                           std::uint64_t last, std::vector<std::uint64_t> cuts) {
  std::vector<Region> regions;
  cuts.push_back(last + 1);
  for (const std::uint64_t cut : cuts) {
    if (cut <= first || cut > last + 1) continue;
    std::uint64_t weight = 0;
    for (const auto& [key, of_key] : table) {
      if (key >= first && key < cut) weight += of_key;
    }
    if (weight > 0) regions.push_back({first, cut - 1, weight});
    first = cut;
  }
  return regions;
}

/// The engine's reply to a request: all keys, or two halves.
enum class Fetch { keys, halves };

inline std::vector<Region> contents_of(const KeyWeights& table, const Region& region, Fetch fetch) {
  const auto first = static_cast<std::uint64_t>(region.first);
  const auto last = static_cast<std::uint64_t>(region.last);
  std::vector<std::uint64_t> cuts;
  if (fetch == Fetch::halves) {
    cuts = {first + (last - first) / 2 + 1};
  } else {
    for (std::uint64_t key = first; key < last; ++key) cuts.push_back(key + 1);
  }
  return regions_between(table, first, last, cuts);
}

/// The replies to a session's requests, from this table.
inline std::vector<std::vector<Region>> fetched(const std::vector<KeyWeights>& groups,
                                                const WindowSession& conversation, Fetch fetch) {
  std::vector<std::vector<Region>> contents;
  for (const auto& [group, region] : conversation.wanted()) {
    contents.push_back(contents_of(groups[group], region, fetch));
  }
  return contents;
}

/// Windows of a table: the regions between `cuts` in all groups.
inline std::vector<std::vector<Region>> windows_between(const std::vector<KeyWeights>& groups,
                                                        std::uint64_t last,
                                                        const std::vector<std::uint64_t>& cuts) {
  std::vector<std::vector<Region>> windows;
  for (const KeyWeights& table : groups) windows.push_back(regions_between(table, 0, last, cuts));
  return windows;
}

/// A draw with all its trips.
inline std::vector<GroupAnswer> draw_by_windows(const UserRankTask& task,
                                                const UserRankRelease::Plan& plan,
                                                const std::vector<KeyWeights>& groups,
                                                UserRankWindows::Data windows, Fetch fetch,
                                                Randomness& randomness) {
  const auto conversation = UserRankWindows::draw(task, plan, std::move(windows), randomness);
  while (!conversation->wanted().empty()) {
    conversation->provide(fetched(groups, *conversation, fetch));
  }
  return conversation->answers();
}

}  // namespace logstar::testing
