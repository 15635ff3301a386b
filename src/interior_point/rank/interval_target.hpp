// The reach beyond a quantile's rank with which an interval covers it at the requested confidence.
//
// Privacy: none is spent; a target depends on public numbers and on released values.
// Source: ours; of binomial tails Zubkov, Serov 2013 (cited, not proved here). Proof in docs/guarantees/intervals.md, Theorems
//   2, 3 and 5.
// Departures: every number is rounded to the side on which an interval covers more.
// Cost: constant of the data; of a population some hundred sums of 400 terms.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "logstar/interior_point/rank/interval_width.hpp"

namespace logstar {

/// Whether the quantile of the data or of a population is covered.
enum class IntervalOf {
  data,       ///< of the records themselves, whatever they are
  population  ///< of the law that the records are independent draws from
};
constexpr IntervalOf last_of(IntervalOf) { return IntervalOf::population; }

/// "data", "population".
std::string_view name_of(IntervalOf of);

/// The law by which the ranks of a population's quantile stray.
enum class IntervalSample {
  values,  ///< one value a record or user: binomial
  weights  ///< users' rows have weights, at most 1 a user: Theorem 5
};

/// The parameters of a target.
struct IntervalTargetRequest {
  QuantileFraction tau;
  double epsilon = 0;  ///< of the width alone
  Neighbors neighbors = Neighbors::add_remove;
  double beta = 0.05;  ///< in (0, 1): bounds P[an interval is returned and misses]
  IntervalOf of = IntervalOf::data;
  std::uint64_t most_records = 0;  ///< of a population: the maximum number of records or users
  OpenSides open = {};             ///< not both
  IntervalUnit unit = {};
  IntervalSample sample = IntervalSample::values;
};

/// The draw whose intervals reach just far enough, with the steps per octave that make them shortest. Empty if
/// the reach exceeds 2^60 steps. Errors: OutOfRange.
std::optional<IntervalWidthParameters> interval_width_for(const IntervalTargetRequest& request);

/// The chance that n draws with probability q have q n - d successes or fewer, or q n + d or more, where a side is
/// not open: at most this. Grows with n.
double binomial_beyond(std::uint64_t n, const QuantileFraction& q, double d, const OpenSides& open);

/// The chance that users' weights, n at most, stray by d or more on either side of a quantile: at most this (Theorem 5).
/// Grows with n.
double weights_beyond(std::uint64_t n, const QuantileFraction& q, double d);

/// U(n) = n + sqrt(2 n L) + 2 L, L = ln(1/beta): what n and its mean are bounded by, each from the other. Infinite
/// beyond 2^62.
double weight_bound(double n, double beta);

}  // namespace logstar
