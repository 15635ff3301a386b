// Learns from labelled points in several dimensions an axis-aligned box: label 1 inside, 0 outside.
//
// Privacy: (epsilon, delta) for the declared neighbours (one labelled point), for every data set.
// Source: CLNSS22 section 1.3.4: an interior point of the outermost coordinates on each side.
// Departures: the m outermost coordinates of each side are taken of all points of label 1, filled
// up
//   to exactly m, instead of removing slices of random length one after the other: one point more
//   replaces at most one coordinate on each of the 2 d sides, and the sides are composed. For 2 d
//   below about 20 that needs fewer records than the slices' engine. Interior points by prefix
//   choice. Proof in rectangle.cpp.
// Cost: a partial sort for each side, then 2 d draws of m keys.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "domain/key_array.hpp"
#include "interior_point/prefix_choice.hpp"
#include "privacy/loss.hpp"
#include "randomness/randomness.hpp"

namespace logstar {

/// One dimension: its keys and their width.
struct RectangleAxis {
  std::uint32_t bits = 64;
  WideInterval domain = WideInterval::all(64);
};

/// Keys lowest..highest (both included) in every dimension.
struct RectangleHypothesis {
  std::vector<WideKey> lowest;
  std::vector<WideKey> highest;

  friend bool operator==(const RectangleHypothesis&, const RectangleHypothesis&) = default;
};

struct RectangleParameters {
  Loss loss;
  std::vector<RectangleAxis> axes;
  std::vector<PrefixChoiceParameters> search;  ///< one an axis, for either side
  std::uint64_t outermost = 0;                 ///< m: so many coordinates a side
  /// If some box labels all points rightly, then with probability at least 1 - beta there is a
  /// result, it labels no point of label 0 wrongly and at most so many of label 1.
  std::int64_t errors = 0;
};

/// 1 to 64 axes of 1 to 2^26 bits. Errors: OutOfRange for these, epsilon outside 1e-9..1e4 or too
/// small to be divided, delta or beta outside (0, 1).
RectangleParameters calibrate_rectangle(const std::vector<RectangleAxis>& axes, const Loss& loss,
                                        Neighbors neighbors, double beta);

/// `ones`: the coordinates of the points of label 1, one array an axis, keys inside its domain.
/// Nothing if one of the sides has none. A box whose lowest key exceeds its highest is empty.
std::optional<RectangleHypothesis> learn_rectangle(const std::vector<KeyArray>& ones,
                                                   const RectangleParameters& parameters,
                                                   Randomness& randomness);

}  // namespace logstar
