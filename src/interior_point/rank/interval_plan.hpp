// The cost of intervals round released points, and their reach once a noisy count is known.
//
// Privacy: none is spent; everything depends on public numbers and on released values.
// Source: ours, docs/guarantees/intervals.md: the corollaries of Theorems 3 and 5, and Theorem 4.
// Departures: none.
// Cost: constant of the data; of a population some hundred sums of 400 terms a count.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/interval_target.hpp"

namespace logstar {

/// The public parameters of a release's intervals, in addition to those of its points.
struct IntervalTask {
  IntervalOf of = IntervalOf::data;
  double share = 0.5;   ///< of epsilon, for the choice of widths; above 0 and below 0.95
  IntervalScale scale;  ///< of the domain of the points
  /// The declared number of records under add-remove, which replaces a drawn count. A wrong number costs no
  /// privacy; a population is covered if the data have at most this many records.
  std::optional<std::uint64_t> size;
  /// For users: each has one value, in at most one group. A population's quantile then strays as that of
  /// records.
  bool one_value = false;

  void describe(auto& field) {
    field("interval", of);
    field("intervalShare", share);
    field("domain", scale);
    field("intervalSize", size);
    field("oneValue", one_value);
  }
};

/// How epsilon is divided.
struct IntervalEpsilons {
  double points = 0;
  double widths = 0;
  double count = 0;  ///< 0 if the number of records is public
};

/// `counts`: whether the number of records has to be drawn, at a twentieth of epsilon. Errors: OutOfRange for a share
/// that leaves no epsilon for points.
IntervalEpsilons split_for_intervals(double epsilon, double share, bool counts);

/// The parameters from which the width of one quantile is calibrated.
struct IntervalSetting {
  QuantileFraction tau;
  double epsilon = 0;  ///< of this width
  Neighbors neighbors = Neighbors::add_remove;
  IntervalUnit unit = {};
  IntervalSample sample = IntervalSample::values;
  IntervalOf of = IntervalOf::data;
  double beta = 0.05;     ///< bounds the probability that this interval is returned and misses
  double count_rate = 0;  ///< of the noise in the count, a unit of weight; 0: it is public
};

/// The draw for a count, noisy or public, in units of which a record or user has `unit.user_weight`. Empty if
/// the count is too small for an end on either side.
std::optional<IntervalWidthParameters> interval_width_at(const IntervalSetting& setting,
                                                         std::int64_t count);

/// The target of intervals of the data, which is the same for every count. Errors: OutOfRange.
std::optional<IntervalWidthParameters> interval_width_of_data(const IntervalSetting& setting);

/// In ranks: records, or users.
double target_in_ranks(const IntervalWidthParameters& width);

/// The usual half-width in ranks, of smooth data; no guarantee. `point_error`: the usual error of the point.
double usual_half_width(const IntervalWidthParameters& width, double point_error);

/// With probability at least 1 - beta one step inside the interval one of its sides reaches fewer ranks (Theorem 4).
double most_reach(const IntervalWidthParameters& width, const IntervalScale& scale, double beta);

/// From this many records on an interval is returned with probability at least 1 - setting.beta, if the second
/// last interval of the chain contains all data.
double interval_told_from(const IntervalSetting& setting, const IntervalWidthParameters& width,
                          const IntervalScale& scale);

}  // namespace logstar
