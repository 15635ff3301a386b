#include "logstar/interior_point/rank/wide_selection.hpp"

#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/domain/sample_step.hpp"
#include "logstar/interior_point/rank/likely_bounds.hpp"
#include "logstar/interior_point/rank/selection_limits.hpp"

namespace logstar {
namespace {

constexpr std::uint64_t kAllBits = ~std::uint64_t(0);

/// The indices of some records in the array, in any order, and the number of other records before them all.
struct Enclosed {
  std::size_t below = 0;
  std::vector<std::size_t> places;
};

/// Whether the record at index a is before the record at index b.
struct Before {
  const KeyArray& keys;
  bool operator()(std::size_t a, std::size_t b) const { return order_of(keys[a], keys[b]) < 0; }
};

/// The records between likely bounds of ranks from..to, among all records or `some`; empty if the ranks are not
/// among them, or if there are too many.
std::optional<Enclosed> enclosed(const KeyArray& keys, const Enclosed* some, std::size_t from,
                                 std::size_t to) {
  const std::size_t count = some == nullptr ? keys.size() : some->places.size();
  const auto place_of = [&](std::size_t i) { return some == nullptr ? i : some->places[i]; };
  Enclosed found;
  if (some != nullptr) found.below = some->below;
  const std::size_t stride = sample_step(count / kRankSample + 1);
  std::vector<std::size_t> sample;
  for (std::size_t i = 0; i < count; i += stride) sample.push_back(place_of(i));
  const auto bounds =
      bounds_from(std::move(sample), stride, from - found.below, to - found.below, Before{keys});
  const std::uint64_t least = bounds.lowest ? keys[*bounds.lowest][0] : 0;
  const std::uint64_t width = (bounds.highest ? keys[*bounds.highest][0] : kAllBits) - least;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = place_of(i);
    // The first limbs decide about most keys, without a branch that is often mispredicted.
    const std::uint64_t first = keys[place][0];
    found.below += first < least;
    if (first - least > width) continue;
    if (bounds.lowest && order_of(keys[place], keys[*bounds.lowest]) < 0) {
      ++found.below;
    } else if (!bounds.highest || order_of(keys[place], keys[*bounds.highest]) <= 0) {
      if (found.places.size() == count / 4) return std::nullopt;
      found.places.push_back(place);
    }
  }
  if (found.below > from || found.below + found.places.size() <= to) return std::nullopt;
  return found;
}

}  // namespace

std::optional<SelectedKeys> select_wide_ranks(const KeyArray& keys, std::size_t from,
                                              std::size_t to) {
  if (keys.size() <= kFewToSelect || 4 * (to - from) > keys.size()) return std::nullopt;
  auto found = enclosed(keys, nullptr, from, to);
  if (!found) return std::nullopt;
  while (found->places.size() > kFewToSelect) {
    auto fewer = enclosed(keys, &*found, from, to);
    if (!fewer) break;
    found = std::move(fewer);
  }
  SelectedKeys selected{found->below, KeyArray(keys.bits())};
  selected.keys.reserve(found->places.size());
  for (const std::size_t place : found->places) selected.keys.append(keys[place]);
  selected.keys.sort();
  return selected;
}

}  // namespace logstar
