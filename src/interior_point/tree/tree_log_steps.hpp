// The steps that TreeLog and the algorithms after it are made of: trim, embed into levels by a
// path, and turn a level back into a point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/stable_choice.hpp"

namespace logstar {

/// The keys without the `border` smallest and the `border` largest; empty if there are too few. One record more
/// in the data is at most one more here (never a different one).
KeyArray without_border(const KeyArray& sorted, std::size_t border);

/// For each record the level at which it leaves a path from the root, in increasing order. At a
/// node with at most `stop` records or a whole key the path ends, and its records leave there. At
/// an empty child it goes to the other one.
///
/// random_path_levels: to each child with probability proportional to e^(path_epsilon w(child)).
/// heavy_path_levels: to the child with more records, the left one if equal.
std::vector<std::uint64_t> random_path_levels(const KeyArray& sorted, std::size_t stop,
                                              double path_epsilon, Randomness& randomness);
std::vector<std::uint64_t> heavy_path_levels(const KeyArray& sorted, std::size_t stop);

/// The levels without the `unassigned` greatest, as keys of `bits` bits; empty if there are too few.
KeyArray assigned_levels(std::vector<std::uint64_t> levels, std::size_t unassigned,
                         std::uint32_t bits);

/// How many bits the levels 0..key_bits take.
std::uint32_t level_bits(std::uint32_t key_bits);

/// One of the prefixes of length `level` that occur in `sorted`, by stable choice of their frequencies;
/// returned as the index of a record with this prefix.
std::optional<std::size_t> choose_prefix(const KeyArray& sorted, std::uint32_t level,
                                         const StableChoiceParameters& choice,
                                         Randomness& randomness);

/// An end of the subtree below a prefix, chosen by its depth among `sorted` with the exponential mechanism. The
/// ends are its smallest key, its largest, the largest of the left half and the smallest of the right half. A
/// whole key is its only end.
WideKey choose_end(const KeyArray& sorted, std::span<const std::uint64_t> key, std::uint32_t level,
                   double end_epsilon, Randomness& randomness);

/// min(#{x <= z}, #{x >= z}).
std::int64_t depth_in(const KeyArray& sorted, const WideKey& z);

}  // namespace logstar
