// The complete binary tree over all keys of a domain, seen from a sorted array of keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_view.hpp"

namespace logstar {

/// A chain of the tree: the prefixes of lengths top..bottom of one key, without a branch in
/// between, so the same records lie below each. The chain's records are first..last - 1 of the sorted array.
/// Below the prefix of length `bottom` the records part (at index `middle`, the first one with a 1 there), or
/// bottom is the length of the keys and they are all equal.
struct PrefixChain {
  std::size_t first;
  std::size_t last;
  std::uint32_t top;
  std::uint32_t bottom;
  std::size_t middle;

  std::size_t weight() const { return last - first; }
};

/// Nodes are prefixes: the root is the empty one, a leaf a whole key. The tree stores only the view of the
/// keys; it finds a node's records by binary search on one bit. The size of the domain has no influence.
class PrefixTree {
 public:
  /// The keys must stay where they are.
  explicit PrefixTree(const KeyView& sorted) : keys_(sorted) {}

  /// The chain that starts at the root; empty without records.
  /// Cost of each of these: O(limbs + log n).
  std::optional<PrefixChain> root() const;
  /// The chains below a chain whose bottom is shorter than a key. Both have records.
  PrefixChain left(const PrefixChain& chain) const;
  PrefixChain right(const PrefixChain& chain) const;

  /// The greatest number of records below one prefix, for each length 0..bits. Not increasing.
  /// Cost: O(n limbs + bits).
  std::vector<std::size_t> heaviest_by_level() const;

  /// The chains from the root down, always to the child with more records (to the left one if
  /// equal). Cost: O(limbs + log n) a chain.
  std::vector<PrefixChain> heavy_path() const;

 private:
  PrefixChain chain(std::size_t first, std::size_t last, std::uint32_t top) const;

  KeyView keys_;
};

/// The ends of the subtree below the first `length` bits of `key`: its smallest and its largest key. With
/// length < bits also the largest key below its left child and the smallest below its right one.
WideKey leftmost_below(std::span<const std::uint64_t> key, std::uint32_t length,
                       std::uint32_t bits);
WideKey rightmost_below(std::span<const std::uint64_t> key, std::uint32_t length,
                        std::uint32_t bits);
WideKey inner_left_below(std::span<const std::uint64_t> key, std::uint32_t length,
                         std::uint32_t bits);
WideKey inner_right_below(std::span<const std::uint64_t> key, std::uint32_t length,
                          std::uint32_t bits);

}  // namespace logstar
