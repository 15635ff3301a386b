// The weights of candidates among consecutive records and beyond them, for draws whose score falls at a
// constant rate with the distance of a cut from some place.
//
// Privacy: none is spent; everything here is computed from public numbers.
#pragma once

#include <cstddef>
#include <vector>

namespace logstar {

/// For records 1..n in a row: e to the least of a score's terms, rounded down.
struct PlaceWeights {
  std::vector<double> by_weight;  ///< 0..n: at a prefix with this many of the records
  std::vector<double> before;     ///< 0..n: where a place has at least k of them at or before it
  std::vector<double> after;      ///< 0..n: where it has at most k of them before it
  /// If other records lie between records `gap` and gap + 1, 0..n: at a prefix with this many of the records,
  /// both of these included. By default there are none.
  std::vector<double> by_weight_across = by_weight;
  std::size_t gap = 0;
};

/// A lower bound on the total weight of the candidates among the records, for every tree of prefixes: at each
/// branch a cut, at each set of equal records a key with all of its terms.
/// Cost: at most n^3/6 steps.
double least_tree_weight(const PlaceWeights& weights);

/// An upper bound on the weight, relative to e^h, of the candidates of one length that lie beyond all
/// places of score e^h or more: scores fall by `rho` a record, and are at most `rise` (w - 1) at a prefix
/// with w records.
double most_weight_behind(double rho, double rise, double h);

}  // namespace logstar
