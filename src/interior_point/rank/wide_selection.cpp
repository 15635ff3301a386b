#include "logstar/interior_point/rank/wide_selection.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/domain/sample_step.hpp"
#include "logstar/interior_point/rank/likely_bounds.hpp"
#include "logstar/interior_point/rank/selection_limits.hpp"

namespace logstar {
namespace {

constexpr std::uint64_t kAllBits = ~std::uint64_t(0);

/// Whether the record at index a is before the record at index b.
struct Before {
  const KeyArray& keys;
  bool operator()(std::size_t a, std::size_t b) const { return order_of(keys[a], keys[b]) < 0; }
};

/// The indices of some records in the array, in any order; none: of all.
using Places = std::vector<std::size_t>;

/// Where the records of ranks very likely are, how many lie before, and which lie between. Those that are equal to
/// an end are counted: an interval of one key has them all at its lowest.
struct Enclosed {
  LikelyBounds<std::size_t> bounds;
  std::size_t below = 0;
  std::size_t at_lowest = 0;
  std::size_t at_highest = 0;
  Places between;
};

/// Empty if there are too many between. Ranks from..to of these records.
std::optional<Enclosed> enclosed(const KeyArray& keys, const Places* some, std::size_t from,
                                 std::size_t to) {
  const std::size_t count = some == nullptr ? keys.size() : some->size();
  const auto place_of = [&](std::size_t i) { return some == nullptr ? i : (*some)[i]; };
  const std::size_t stride = sample_step(count / kRankSample + 1);
  Places sample;
  for (std::size_t i = 0; i < count; i += stride) sample.push_back(place_of(i));
  const auto bounds = bounds_from(std::move(sample), stride, from, to, Before{keys});
  const auto [lowest, highest, expected] = bounds;
  const std::uint64_t least = lowest ? keys[*lowest][0] : 0;
  const std::uint64_t width = (highest ? keys[*highest][0] : kAllBits) - least;
  std::size_t below = 0;
  std::size_t at_lowest = 0;
  std::size_t at_highest = 0;
  Places between;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = place_of(i);
    // The first limbs decide about most keys, without a branch that is often mispredicted.
    const std::uint64_t first = keys[place][0];
    below += first < least;
    if (first - least > width) continue;
    const int from_lowest = lowest ? order_of(keys[place], keys[*lowest]) : 1;
    if (from_lowest <= 0) {
      ++(from_lowest < 0 ? below : at_lowest);
      continue;
    }
    const int from_highest = highest ? order_of(keys[place], keys[*highest]) : -1;
    if (from_highest >= 0) {
      at_highest += from_highest == 0;
      continue;
    }
    if (between.size() == count / 4) return std::nullopt;
    between.push_back(place);
  }
  return Enclosed{bounds, below, at_lowest, at_highest, std::move(between)};
}

SelectedKeys sorted(const KeyArray& keys, const Places& some, std::size_t below) {
  KeyArray records(keys.bits());
  records.reserve(some.size());
  for (const std::size_t place : some) records.append(keys[place]);
  records.sort();
  SelectedKeys selected{KeyArray(keys.bits()), {below}};
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (i > 0 && records.equal(i - 1, i)) {
      ++selected.before.back();
    } else {
      selected.keys.append(records[i]);
      selected.before.push_back(below + i + 1);
    }
  }
  return selected;
}

/// `before`: how many records lie before these. Empty if the ranks are not where they likely are.
std::optional<SelectedKeys> selected(const KeyArray& keys, const Places* some, std::size_t before,
                                     std::size_t from, std::size_t to) {
  const auto found = enclosed(keys, some, from - before, to - before);
  if (!found) return std::nullopt;
  const std::size_t below = before + found->below;
  const std::size_t first = below + found->at_lowest;
  const std::size_t end = first + found->between.size();
  if (from < below || to >= end + found->at_highest) return std::nullopt;
  SelectedKeys chosen{KeyArray(keys.bits()), {from < first ? first : end}};
  if (first < end && from < end && to >= first) {
    std::optional<SelectedKeys> fewer;
    if (found->between.size() > kFewToSelect) {
      fewer = selected(keys, &found->between, first, std::max(from, first), std::min(to, end - 1));
    }
    chosen = fewer ? *std::move(fewer) : sorted(keys, found->between, first);
  }
  if (from < first) {
    KeyArray with_lowest(keys.bits());
    with_lowest.append(keys[*found->bounds.lowest]);
    for (std::size_t i = 0; i < chosen.keys.size(); ++i) with_lowest.append(chosen.keys[i]);
    chosen.keys = std::move(with_lowest);
    chosen.before.insert(chosen.before.begin(), below);
  }
  if (to >= end) {
    chosen.keys.append(keys[*found->bounds.highest]);
    chosen.before.push_back(end + found->at_highest);
  }
  return chosen;
}

}  // namespace

std::optional<SelectedKeys> select_wide_ranks(const KeyArray& keys, std::size_t from,
                                              std::size_t to) {
  if (keys.size() <= kFewToSelect || 4 * (to - from) > keys.size()) return std::nullopt;
  return selected(keys, nullptr, 0, from, to);
}

}  // namespace logstar
