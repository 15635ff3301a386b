// A private median or quantile of numbers by the exponential mechanism.
//
// Privacy: (epsilon, 0), for the declared neighbours, for every data set, the empty one included.
//   It is epsilon-bounded-range as well.
// Source: McSherry, Talwar 2007, on the depth of BNS13/KLMNS20's interior point problem; the run
//   arithmetic is ours. Neighbours change the depth of every point one way (MONO), so under
//   add-remove the draw is at full epsilon; see docs/guarantees/exponential.md for all four cases.
// Departures: none in law. Points of equal rank are drawn as one run; only the records whose rank
//   can matter are sorted.
// Cost: O(n) time, 8 bytes a record; nothing depends on the number of values in the domain.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/domain/key_source.hpp"
#include "logstar/interior_point/rank/none.hpp"
#include "logstar/interior_point/rank/rank_runs.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The parameters of a draw.
struct ExponentialParameters {
  RankScore::Kind kind = RankScore::Kind::depth;
  QuantileFraction tau;      // for Kind::quantile
  double draw_epsilon = 0;   // the exponential mechanism's own, per unit of score
  BaseMeasure measure = {};  // public weights of the keys, of the domain that is drawn from
};

/// Calibration for an interior point or median: the score is the depth min(#{x <= z}, #{x >= z}).
/// `epsilon`: total, 1e-9 to 1e4. Errors: OutOfRange.
ExponentialParameters calibrate_exponential_median(double epsilon, Neighbors neighbors);

/// Calibration for a quantile (quantile_fraction.hpp). Its draw_epsilon may be as little as 10^-16
/// of 1e-9: weighted_choice takes any above 0. Errors: OutOfRange.
ExponentialParameters calibrate_exponential_quantile(const QuantileFraction& tau, double epsilon,
                                                     Neighbors neighbors);

/// One key of `domain`, drawn with probability proportional to its weight times e^(draw_epsilon score).
/// `keys`: one a record, any order, all inside `domain`.
std::uint64_t draw_exponential_rank(std::vector<std::uint64_t> keys, const KeyInterval& domain,
                                    const ExponentialParameters& parameters,
                                    Randomness& randomness);

/// For keys of any width and equal weight, with big numbers for the few keys whose rank can matter. Cost: O(n limbs),
/// and O(limbs) for each of these; if an order of keys in the array misleads the selection, a sort.
WideKey draw_exponential_rank(KeyArray keys, const WideInterval& domain,
                              const ExponentialParameters& parameters, Randomness& randomness);

/// With the candidate "none"; empty if it is drawn (docs/guarantees/none.md).
std::optional<std::uint64_t> draw_exponential_rank(std::vector<std::uint64_t> keys,
                                                   const KeyInterval& domain,
                                                   const ExponentialParameters& parameters,
                                                   const std::optional<NoneScore>& none,
                                                   Randomness& randomness);
std::optional<WideKey> draw_exponential_rank(KeyArray keys, const WideInterval& domain,
                                             const ExponentialParameters& parameters,
                                             const std::optional<NoneScore>& none,
                                             Randomness& randomness);
/// For records that are read in one pass, so that no array of their keys has to exist.
std::optional<std::uint64_t> draw_exponential_rank(std::unique_ptr<KeySource> records,
                                                   const KeyInterval& domain,
                                                   const ExponentialParameters& parameters,
                                                   const std::optional<NoneScore>& none,
                                                   Randomness& randomness);

/// The number of ranks around the centre to sort at once. The points further out together weigh less than 2^-48
/// of a point in the middle, even if they are all 2^64 points of the largest domain, or the heaviest ones
/// beside the lightest.
std::uint64_t shown_rank_margin(const RankScore& score, const ExponentialParameters& parameters);

/// One key of the runs, or empty if the draw returns the further candidate `none`.
std::optional<std::uint64_t> draw_of_runs(RankRuns& runs, double draw_epsilon,
                                          const std::optional<BottomScore>& none,
                                          Randomness& randomness);

/// By how many ranks the result may miss, with probability at least `confidence`. Median: its depth
/// is at least ceil(n / 2) minus this. Quantile: #{x < z} <= tau n + error and
/// #{x <= z} >= tau n - error. Rounded up. Errors: OutOfRange.
double exponential_rank_error(const Natural& domain_size, const ExponentialParameters& parameters,
                              double confidence);

/// The least n at which the median drawn lies between the smallest and the largest record with
/// probability at least `confidence`. Errors: OutOfRange.
std::uint64_t exponential_least_records(const Natural& domain_size,
                                        const ExponentialParameters& median, double confidence);

/// Both for records that all lie where the measure's guess expects them; empty without a guess.
std::optional<double> expected_rank_error(const ExponentialParameters& parameters,
                                          double confidence);
std::optional<std::uint64_t> expected_least_records(const ExponentialParameters& median,
                                                    double confidence);

/// ln of the least that a key of the measure's guess weighs, rounded down; 0 without a guess.
double log_expected_weight(const BaseMeasure& measure);

}  // namespace logstar
