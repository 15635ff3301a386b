// The records between the outermost ones, on which an interior point of a depth is drawn.
//
// Privacy: that of the algorithm that sees them. Of data that differ in one record added, they are equal or
//   differ in one record added; of one record replaced, at most one is replaced.
// Source: ours, for KLMNS20 Lemma 3.8 (a score of Omega(ln(1/delta)/epsilon)) with the constant 1.
// Departures: by the real number of records instead of another calibration, for every algorithm alike.
// Cost: one sort.
#pragma once

#include <cstdint>

#include "logstar/domain/key_array.hpp"

namespace logstar {

inline constexpr std::uint64_t kMaxDepth = 1'000'000;

/// Errors: OutOfRange unless it is 1 to kMaxDepth.
void check_depth(std::uint64_t depth);

/// How many records a depth leaves out.
constexpr std::uint64_t outside_depth(std::uint64_t depth) { return 2 * (depth - 1); }

/// The records without the depth - 1 smallest and the depth - 1 largest ones, sorted; none if there are fewer
/// than 2 depth - 1. Between two of them at least `depth` records lie on either side of every point, itself
/// counted. `depth`: 1 to kMaxDepth.
KeyArray records_inside(KeyArray keys, std::uint64_t depth);

}  // namespace logstar
