#include "logstar/windows/region_window.hpp"

#include <algorithm>
#include <utility>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// Their weight. Throws OutOfRange as documented in the header; the messages reveal no contents.
std::uint64_t checked_weight(const std::vector<Region>& regions) {
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    const auto& [first, last, weight] = regions[i];
    if (last < first || (i > 0 && first <= regions[i - 1].last)) {
      reject("regions", "in order, without a key in common", "others");
    }
    if (weight < 1 || weight >= kMaxTotal - total) {
      reject("regions", "of a weight of at least 1 each, below 2^61 together", "others");
    }
    total += weight;
  }
  return total;
}

}  // namespace

RegionWindow::RegionWindow(std::vector<Region> regions) : regions_(std::move(regions)) {
  checked_weight(regions_);
  sum_up();
}

void RegionWindow::sum_up() {
  below_.assign(1, 0);
  for (const Region& region : regions_) below_.push_back(below_.back() + region.weight);
}

std::size_t RegionWindow::at(const Natural& key) const {
  const auto found = std::partition_point(regions_.begin(), regions_.end(),
                                          [&](const Region& r) { return r.last < key; });
  return static_cast<std::size_t>(found - regions_.begin());
}

RegionWindow::Bounds RegionWindow::below_key(const Natural& key) const {
  const std::size_t i = at(key);
  const bool hidden = i < size() && regions_[i].first < key;
  return {below_[i], below_[hidden ? i + 1 : i]};
}

std::optional<Region> RegionWindow::range_containing(const Natural& key) const {
  const std::size_t i = at(key);
  if (i < size() && regions_[i].first < key) return regions_[i];
  return std::nullopt;
}

std::size_t RegionWindow::range_at_weight(std::uint64_t unit) const {
  const auto behind = std::upper_bound(below_.begin(), below_.end(), unit);
  return static_cast<std::size_t>(behind - below_.begin()) - 1;
}

void RegionWindow::refine(const Region& region, const std::vector<Region>& parts) {
  const auto where = regions_.begin() + static_cast<std::ptrdiff_t>(at(region.first));
  regions_.insert(regions_.erase(where), parts.begin(), parts.end());
  sum_up();
}

bool is_partition_of(const Region& region, const std::vector<Region>& parts) {
  const std::uint64_t weight = checked_weight(parts);
  if (weight != region.weight) return false;
  if (parts.front().first < region.first || region.last < parts.back().last) {
    reject("contents", "inside of the region", "keys beyond");
  }
  if (parts.front() == region) reject("contents", "regions inside", "the region itself");
  return true;
}

}  // namespace logstar
