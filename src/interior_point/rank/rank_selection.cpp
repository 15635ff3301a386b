#include "logstar/interior_point/rank/rank_selection.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <utility>

#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/key_tally.hpp"
#include "logstar/interior_point/rank/likely_bounds.hpp"
#include "logstar/interior_point/rank/selection_limits.hpp"

namespace logstar {
namespace {

/// From this many records between the bounds on, they are counted if few of them differ.
constexpr std::size_t kMany = 4 * kFewToSelect;

/// Bounds that very likely enclose ranks from..to of the data.
struct Bounds {
  KeyInterval keys;
  std::size_t enclosed = 0;  ///< records, as expected
  bool repeat = false;       ///< whether few of these differ
};

Bounds likely_bounds(const KeySample& sample, const RankSpan& ranks) {
  const auto found = bounds_from(sample.keys, sample.stride, ranks.from, ranks.to, std::less<>());
  const KeyInterval keys{found.lowest.value_or(0), found.highest.value_or(~std::uint64_t(0))};
  Bounds bounds{keys, found.enclosed};
  if (found.enclosed < kMany) return bounds;
  std::vector<std::uint64_t> inside;
  for (const std::uint64_t key : sample.keys) {
    if (key >= keys.lowest && key <= keys.highest) inside.push_back(key);
  }
  const std::size_t all = inside.size();
  std::sort(inside.begin(), inside.end());
  const auto different = std::unique(inside.begin(), inside.end()) - inside.begin();
  bounds.repeat = different <= 1024 && 4 * static_cast<std::size_t>(different) <= all;
  return bounds;
}

/// The records inside the bounds in any order, and how many there are; empty if there are too many.
std::optional<CountedRanks> listed(const Bounds& bounds, const KeySource& records) {
  const std::size_t most = most_selected(records.size());
  if (std::min(bounds.enclosed, records.size()) > most) return std::nullopt;
  CountedRanks found;
  std::vector<std::uint64_t>& keys = found.ranks.keys;
  // Reserves the expected number: growing would copy them, which takes as long as the pass.
  keys.reserve(bounds.enclosed + bounds.enclosed / 8);
  const KeySplit others = records.split(bounds.keys, [&](std::span<const std::uint64_t> inside) {
    keys.insert(keys.end(), inside.begin(), inside.end());
    return keys.size() <= most;
  });
  if (keys.size() > most) return std::nullopt;
  found.ranks.below = others.below;
  found.records = others.below + keys.size() + others.above;
  return found;
}

/// As above, counted and in order; empty if too many of them differ.
std::optional<CountedRanks> tallied(const Bounds& bounds, const KeySource& records) {
  KeyTally tally;
  bool fits = true;
  const KeySplit others = records.split(bounds.keys, [&](std::span<const std::uint64_t> inside) {
    fits = tally.add(inside);
    return fits;
  });
  if (!fits) return std::nullopt;
  CountedRanks found;
  found.ranks.below = others.below;
  found.ranks.before = {others.below};
  for (const auto& [key, count] : tally.in_order()) {
    found.ranks.keys.push_back(key);
    found.ranks.before.push_back(found.ranks.before.back() + count);
  }
  found.records = static_cast<std::size_t>(found.ranks.before.back()) + others.above;
  return found;
}

/// As above of a single key.
CountedRanks counted(std::uint64_t key, const KeySource& records) {
  const KeyCounts counts = records.count({key, key});
  const std::size_t end = counts.below + counts.inside;
  return {end + counts.above, {counts.below, {key}, {counts.below, end}}};
}

/// Whether ranks from..to are among these, the last of which is before rank `end`.
bool has_ranks(const SelectedRanks& selected, std::size_t end, const RankSpan& ranks) {
  return selected.below <= ranks.from && ranks.to < end;
}

bool is_worthwhile(const RankSpan& ranks, std::size_t records) {
  return records > kFewToSelect && 2 * (ranks.to - ranks.from) <= records;
}

/// Takes out what lies before the first rank's key and after the last rank's; the keys are counted.
void keep_counted(SelectedRanks& selected, const RankSpan& ranks) {
  auto& [below, keys, before] = selected;
  const auto after = [&](std::size_t rank) {
    const auto& counts = selected.before;
    return std::upper_bound(counts.begin(), counts.end(), rank) - counts.begin();
  };
  const auto first = after(ranks.from) - 1;
  const auto last = after(ranks.to);
  before.erase(before.begin() + last + 1, before.end());
  before.erase(before.begin(), before.begin() + first);
  keys.erase(keys.begin() + last, keys.end());
  keys.erase(keys.begin(), keys.begin() + first);
  below = static_cast<std::size_t>(before.front());
}

/// As above for keys in any order, and puts them in order.
void keep_listed(SelectedRanks& selected, const RankSpan& ranks) {
  while (selected.keys.size() > kFewToSelect) {
    const std::size_t before = selected.below;
    const StoredKeys records(selected.keys);
    auto fewer =
        listed(likely_bounds(records.sample(), {ranks.from - before, ranks.to - before}), records);
    if (!fewer) break;
    fewer->ranks.below += before;
    if (!has_ranks(fewer->ranks, fewer->ranks.below + fewer->ranks.keys.size(), ranks)) break;
    if (2 * fewer->ranks.keys.size() > selected.keys.size()) break;
    selected = std::move(fewer->ranks);
  }
  std::size_t& below = selected.below;
  std::vector<std::uint64_t>& window = selected.keys;

  // Narrow down to ranks from..to, with all records equal to either end: these lie outside, already in order.
  const auto at = [&](std::size_t rank) {
    return window.begin() + static_cast<std::ptrdiff_t>(rank - below);
  };
  const auto [from, to] = ranks;
  const auto first = at(from);
  const auto last = at(to);
  std::nth_element(window.begin(), first, window.end(), std::less());
  const std::uint64_t lowest = *first;
  std::nth_element(first, last, window.end(), std::less());
  const std::uint64_t highest = *last;
  std::sort(first, last);
  const auto end = std::partition(last, window.end(), [&](auto key) { return key <= highest; });
  const auto middle = std::partition(window.begin(), first, [&](auto key) { return key < lowest; });
  below += static_cast<std::size_t>(middle - window.begin());
  window.erase(end, window.end());
  window.erase(window.begin(), middle);
}

/// `may_count`: whether equal records may be counted.
std::optional<CountedRanks> selected_ranks(const KeySource& records, const RanksOf& ranks_of,
                                           bool may_count) {
  if (records.size() <= kFewToSelect) return std::nullopt;
  const KeySample sample = records.sample();
  // Records that the domain drops are counted by the pass: until then the sample's share of them is a guess.
  const double kept =
      static_cast<double>(sample.keys.size()) / static_cast<double>(sample.looked_at);
  const auto expected = static_cast<std::size_t>(kept * static_cast<double>(records.size()));
  const auto likely = ranks_of(expected);
  if (!likely || !is_worthwhile(*likely, expected)) return std::nullopt;
  const Bounds bounds = likely_bounds(sample, *likely);
  const bool counts = may_count && bounds.repeat;
  const auto [lowest, highest] = bounds.keys;
  auto found = !counts             ? listed(bounds, records)
               : lowest == highest ? counted(lowest, records)
                                   : tallied(bounds, records);
  if (!found) return std::nullopt;
  SelectedRanks& selected = found->ranks;
  const auto ranks = ranks_of(found->records);
  const std::size_t end = counts ? static_cast<std::size_t>(selected.before.back())
                                 : selected.below + selected.keys.size();
  if (!ranks || !is_worthwhile(*ranks, found->records) || !has_ranks(selected, end, *ranks)) {
    return std::nullopt;
  }
  if (counts) {
    keep_counted(selected, *ranks);
  } else {
    keep_listed(selected, *ranks);
  }
  return found;
}

}  // namespace

std::optional<SelectedRanks> select_ranks(const std::vector<std::uint64_t>& keys, std::size_t from,
                                          std::size_t to) {
  const auto ranks = [=](std::size_t) { return RankSpan{from, to}; };
  auto found = selected_ranks(StoredKeys(keys), ranks, false);
  if (!found) return std::nullopt;
  return std::move(found->ranks);
}

std::optional<CountedRanks> select_ranks(const KeySource& records, const RanksOf& ranks_of) {
  return selected_ranks(records, ranks_of, true);
}

}  // namespace logstar
