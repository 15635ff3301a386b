// The window of a group whose rows stay in an engine: key ranges ("regions") and the total weight of the rows
// in each.
//
// Privacy: none is spent. Regions reveal rows: they must stay private.
// Cost: O(log regions) a question, O(regions) to refine a region.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/randomness/natural.hpp"

namespace logstar {

/// The total weight of a group is below this.
inline constexpr std::uint64_t kMaxTotal = std::uint64_t(1) << 61;

/// All rows with keys first..last, both included, and their total weight, at least 1.
struct Region {
  Natural first;
  Natural last;
  std::uint64_t weight = 1;

  /// Whether the region is a single key, which hides nothing.
  bool is_key() const { return first == last; }
  friend bool operator==(const Region&, const Region&) = default;
};

/// Regions in order that contain all rows of the group: gaps between them have weight 0.
class RegionWindow {
 public:
  /// Errors: OutOfRange unless the regions are in order and disjoint, each weighs at least 1, and all together
  /// below 2^61.
  explicit RegionWindow(std::vector<Region> regions = {});

  std::size_t size() const { return regions_.size(); }
  const Region& operator[](std::size_t i) const { return regions_[i]; }
  /// The weight before region i; for i = size(), the total.
  std::uint64_t below(std::size_t i) const { return below_[i]; }
  std::uint64_t total() const { return below_.back(); }

  /// The first region that ends at or after `key`; size() if all end before it.
  std::size_t at(const Natural& key) const;

  /// Bounds on the weight of the rows with keys below `key`: exact if equal.
  struct Bounds {
    std::uint64_t least;
    std::uint64_t most;
  };
  Bounds below_key(const Natural& key) const;
  /// The region that hides this weight, if any.
  std::optional<Region> range_containing(const Natural& key) const;
  /// The region that holds unit `unit` of the weight, counted from 0 in the order of keys; unit < total().
  std::size_t range_at_weight(std::uint64_t unit) const;

  /// Replaces `region`, one of the window's, by `parts`, which is_partition_of it.
  void refine(const Region& region, const std::vector<Region>& parts);

 private:
  void sum_up();

  std::vector<Region> regions_;
  std::vector<std::uint64_t> below_;
};

/// Whether `parts`, regions inside `region`, have its total weight; otherwise they are of other rows.
/// Errors: OutOfRange as for a RegionWindow, for keys outside `region`, and for `region` itself as the only
/// part.
bool is_partition_of(const Region& region, const std::vector<Region>& parts);

}  // namespace logstar
