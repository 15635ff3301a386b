#include "logstar/windows/cut_prefixes.hpp"

#include <algorithm>
#include <utility>

namespace logstar {

KeyPrefix CutPrefixes::of(const Natural& key, std::uint32_t length) const {
  const std::uint32_t below = bits_ - length;
  return {(key >> below) << below, length};
}

Natural CutPrefixes::end(const KeyPrefix& prefix) const {
  return prefix.lowest + (Natural(1) << (bits_ - prefix.length));
}

Natural CutPrefixes::cut(const KeyPrefix& prefix) const {
  if (prefix.length == bits_) return prefix.lowest;
  return prefix.lowest + (Natural(1) << (bits_ - prefix.length - 1)) - 1;
}

// The weight is the weight below the end minus the weight below the beginning. The cut's depth is the minimum
// of the weight at or before it and the weight at or after it. Bounds take the larger value of each.
CutScoreBound CutPrefixes::worth(const KeyPrefix& prefix, const RegionWindow& window) const {
  const std::uint64_t weight =
      window.below_key(end(prefix)).most - window.below_key(prefix.lowest).least;
  const Natural at = cut(prefix);
  const std::uint64_t depth =
      std::min(window.below_key(at + 1).most, window.total() - window.below_key(at).least);
  return {weight,
          std::min(static_cast<std::int64_t>(weight), static_cast<std::int64_t>(depth) + offset_)};
}

std::vector<Region> CutPrefixes::unresolved_ranges(const KeyPrefix& prefix,
                                                   const RegionWindow& window) const {
  const Natural at = cut(prefix);
  std::vector<Region> hidden;
  for (const Natural& key : {prefix.lowest, at, at + 1, end(prefix)}) {
    auto region = window.range_containing(key);
    if (region && (hidden.empty() || hidden.back() != *region)) {
      hidden.push_back(std::move(*region));
    }
  }
  return hidden;
}

}  // namespace logstar
