// What is known of a group of rows that stays in an engine: regions of keys, and what the rows in each
// weigh together.
//
// Privacy: none is spent. Regions say what the rows say: they are shown to nobody.
// Cost: O(log regions) a question, O(regions) to know one region better.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/randomness/natural.hpp"

namespace logstar {

/// The rows of a group weigh less together.
inline constexpr std::uint64_t kMaxTotal = std::uint64_t(1) << 61;

/// All rows with keys first..last, both included: what they weigh together, at least 1.
struct Region {
  Natural first;
  Natural last;
  std::uint64_t weight = 1;

  /// Whether there is one key only, so that nothing of it is hidden.
  bool is_key() const { return first == last; }
  friend bool operator==(const Region&, const Region&) = default;
};

/// Regions in order, among which are all rows of the group: what lies between them weighs nothing.
class RegionWindow {
 public:
  /// Errors: OutOfRange unless the regions are in order without a key in common, each weighs at least 1,
  /// and all below 2^61.
  explicit RegionWindow(std::vector<Region> regions = {});

  std::size_t size() const { return regions_.size(); }
  const Region& operator[](std::size_t i) const { return regions_[i]; }
  /// What weighs before region i; of i = size(), all.
  std::uint64_t below(std::size_t i) const { return below_[i]; }
  std::uint64_t total() const { return below_.back(); }

  /// The first region that ends at `key` or behind it; size() if there is none.
  std::size_t at(const Natural& key) const;

  /// What the rows with keys below `key` weigh: known, if both are the same.
  struct Bounds {
    std::uint64_t least;
    std::uint64_t most;
  };
  Bounds below_key(const Natural& key) const;
  /// The region that hides it, if it is not known.
  std::optional<Region> range_containing(const Natural& key) const;
  /// The region that holds unit `unit` of the weight, counted from 0 in the order of keys; unit < total().
  std::size_t range_at_weight(std::uint64_t unit) const;

  /// Puts `parts`, which is_partition_of it, in place of `region`, which is one of these.
  void refine(const Region& region, const std::vector<Region>& parts);

 private:
  void sum_up();

  std::vector<Region> regions_;
  std::vector<std::uint64_t> below_;
};

/// Whether these are regions inside of `region` that weigh as much together; if not, they are of other
/// rows. Errors: OutOfRange as for a RegionWindow, for keys beyond, and for none but the region itself.
bool is_partition_of(const Region& region, const std::vector<Region>& parts);

}  // namespace logstar
