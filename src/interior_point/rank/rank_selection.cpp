#include "logstar/interior_point/rank/rank_selection.hpp"

#include <algorithm>
#include <functional>
#include <span>
#include <utility>

#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/likely_bounds.hpp"
#include "logstar/interior_point/rank/selection_limits.hpp"

namespace logstar {
namespace {

/// From this many records in bounds on, those that are equal to an end are counted if they are a fourth of these.
constexpr std::size_t kMany = 4 * kFewToSelect;

/// Bounds that very likely enclose ranks from..to of the data.
struct Bounds {
  KeyInterval keys;
  std::size_t enclosed = 0;  ///< records to list, as expected
  bool ends_repeat = false;  ///< whether many records are equal to an end: then they are counted
};

/// `may_count`: whether equal records may be counted.
Bounds likely_bounds(const KeySample& sample, const RankSpan& ranks, bool may_count) {
  const auto found = bounds_from(sample.keys, sample.stride, ranks.from, ranks.to, std::less<>());
  const KeyInterval keys{found.lowest.value_or(0), found.highest.value_or(~std::uint64_t(0))};
  Bounds bounds{keys, found.enclosed};
  if (!may_count || found.enclosed < kMany) return bounds;
  const auto is_end = [&](std::uint64_t key) { return key == keys.lowest || key == keys.highest; };
  const auto at_ends =
      static_cast<std::size_t>(std::count_if(sample.keys.begin(), sample.keys.end(), is_end)) *
      sample.stride;
  bounds.ends_repeat = 4 * at_ends >= found.enclosed;
  if (bounds.ends_repeat) bounds.enclosed -= std::min(bounds.enclosed, at_ends);
  return bounds;
}

/// What a pass finds: how many records lie around those inside, and these in any order.
struct Passed {
  KeyEnds around;
  std::vector<std::uint64_t> keys;

  std::size_t before() const { return around.below + around.at_lowest; }
  std::size_t behind() const { return around.at_highest + around.above; }
};

KeyEnds split(const Bounds& bounds, const KeySource& records, const KeySource::Visit& visit) {
  if (bounds.ends_repeat) return records.split_between(bounds.keys, visit);
  const auto [below, above] = records.split(bounds.keys, visit);
  return {{below, above}};
}

/// Lists the records inside; empty if there are too many.
std::optional<Passed> listed(const Bounds& bounds, const KeySource& records) {
  const std::size_t most = most_selected(records.size());
  if (std::min(bounds.enclosed, records.size()) > most) return std::nullopt;
  Passed passed;
  std::vector<std::uint64_t>& keys = passed.keys;
  // Reserves the expected number: growing would copy them, which takes as long as the pass.
  keys.reserve(bounds.enclosed + bounds.enclosed / 8);
  passed.around = split(bounds, records, [&](std::span<const std::uint64_t> inside) {
    keys.insert(keys.end(), inside.begin(), inside.end());
    return keys.size() <= most;
  });
  if (keys.size() > most) return std::nullopt;
  return passed;
}

bool is_worthwhile(const RankSpan& ranks, std::size_t records) {
  return records > kFewToSelect && 2 * (ranks.to - ranks.from) <= records;
}

/// Takes out what lies before the first rank's key and after the last rank's, and puts the others in order.
void keep_listed(SelectedRanks& selected, const RankSpan& ranks) {
  while (selected.keys.size() > kFewToSelect) {
    const std::size_t before = selected.below;
    const StoredKeys records(selected.keys);
    const RankSpan inside{ranks.from - before, ranks.to - before};
    auto fewer = listed(likely_bounds(records.sample(), inside, false), records);
    if (!fewer) break;
    const std::size_t below = fewer->before();
    if (inside.from < below || inside.to >= below + fewer->keys.size()) break;
    if (2 * fewer->keys.size() > selected.keys.size()) break;
    selected = {before + below, std::move(fewer->keys)};
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

/// Those ranks, each key once.
SelectedRanks counted_ranks(Passed passed, const KeyInterval& bounds, const RankSpan& ranks) {
  const auto [from, to] = ranks;
  const std::size_t first = passed.before();
  const std::size_t end = first + passed.keys.size();
  SelectedRanks inside{from < first ? first : end, {}};
  if (first < end && from < end && to >= first) {
    inside = {first, std::move(passed.keys)};
    keep_listed(inside, {std::max(from, first), std::min(to, end - 1)});
  }
  SelectedWeights counted{{}, {from < first ? passed.around.below : inside.below}};
  if (from < first) counted.add(bounds.lowest, passed.around.at_lowest);
  for (const std::uint64_t key : inside.keys) counted.add(key, 1);
  if (to >= end) counted.add(bounds.highest, passed.around.at_highest);
  const auto below = static_cast<std::size_t>(counted.before.front());
  return {below, std::move(counted.keys), std::move(counted.before)};
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
  const Bounds bounds = likely_bounds(sample, *likely, may_count);
  auto passed = listed(bounds, records);
  if (!passed) return std::nullopt;
  const std::size_t n = passed->before() + passed->keys.size() + passed->behind();
  const auto ranks = ranks_of(n);
  if (!ranks || !is_worthwhile(*ranks, n)) return std::nullopt;
  if (ranks->from < passed->around.below || ranks->to >= n - passed->around.above) {
    return std::nullopt;
  }
  if (bounds.ends_repeat) {
    return CountedRanks{n, counted_ranks(*std::move(passed), bounds.keys, *ranks)};
  }
  SelectedRanks selected{passed->before(), std::move(passed->keys)};
  keep_listed(selected, *ranks);
  return CountedRanks{n, std::move(selected)};
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
