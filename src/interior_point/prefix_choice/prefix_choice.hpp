// A private median, quantile or other good point of data from a domain of any width: integers of
// thousands of bits, text.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set, the empty one
// included. Source: ours. From BNS13 and KLMNS20 the idea that a heavy prefix at the right scale
//   has an end that is a good point; from DR19 the bottom candidate. One draw of stable choice
//   (selection/stable_choice.hpp) over the ends of all prefixes that occur, no recursion.
// Departures: none; proof in prefix_choice.cpp and docs/guarantees/prefix-choice.md.
// When: above about 45 bits it needs less data than the exponential mechanism, the less it depends
//   on the width the wider the domain: 70 records for 64 bits, 82 for text of 1 KB.
// Cost: the sort, then O(limbs + log n) for each of the few heaviest prefixes; O(n (limbs + log n))
//   if epsilon is so small that all of them matter. Nothing depends on the number of keys.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/prefix_choice/prefix_choice_runs.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/selection/stable_choice.hpp"

namespace logstar {

/// How the score of a place answers to one more record.
enum class PlaceScoreMoves {
  up,        ///< by 0 or 1: depths, counts of agreement
  both_ways  ///< by at most 1 either way: error counts too
};

struct PrefixChoiceParameters {
  StableChoiceParameters choice;  ///< its loss is what a draw costs
  RankScore::Kind kind = RankScore::Kind::depth;
  QuantileFraction tau;         ///< for Kind::quantile
  std::int64_t margin = 0;      ///< for Kind::quantile: ranks by which the result may miss
  std::int64_t per_record = 1;  ///< for Kind::quantile: how far one record moves b times the error
};

/// Calibration of the draw for any score g of places that one step to a neighbour moves as
/// declared. Keys of `bits` bits. Errors: OutOfRange for epsilon outside 1e-9..1e4, delta outside
/// (0, 1), bits outside 1..2^26.
StableChoiceParameters calibrate_prefix_draw(std::uint32_t bits, PlaceScoreMoves moves,
                                             const Loss& loss, Neighbors neighbors);

/// Calibration for an interior point or median: g(z) = min(#{x <= z}, #{x >= z}).
PrefixChoiceParameters calibrate_prefix_median(std::uint32_t bits, const Loss& loss,
                                               Neighbors neighbors);

/// Calibration for the quantile tau = a/b, 0 < a < b <= 1000: with err(z) = max(0, #{x < z} - tau
/// n, tau n - #{x <= z}) and one record moving it by c, g(z) = floor((margin - err(z)) / c). The
/// margin is the least for which the statement of prefix_quantile_least_records holds at `beta`.
/// Errors: OutOfRange.
PrefixChoiceParameters calibrate_prefix_quantile(const QuantileFraction& tau, std::uint32_t bits,
                                                 const Loss& loss, Neighbors neighbors,
                                                 double beta);

/// A key of the domain, or nothing if no prefix is heavy enough. `keys`: one a record, any order,
/// of the width that the parameters were made for, all inside `domain`.
std::optional<WideKey> draw_prefix_choice(KeyArray keys, const WideInterval& domain,
                                          const PrefixChoiceParameters& parameters,
                                          Randomness& randomness);

/// The general form: any score of places. `sorted` in increasing order. `bound`, if given, spares
/// the draw most places of score 0.
std::optional<WideKey> draw_prefix_choice(const KeyArray& sorted, const WideInterval& domain,
                                          const PlaceScore& score,
                                          const StableChoiceParameters& choice,
                                          Randomness& randomness,
                                          const PlaceBound* bound = nullptr);

/// Median: the least n at which the result is a point between the smallest and the largest record
/// with probability at least 1 - beta, for every data set. Errors: OutOfRange.
std::uint64_t prefix_median_least_records(std::uint32_t bits,
                                          const PrefixChoiceParameters& parameters, double beta);

/// Median: with probability at least 1 - beta there is a result and its depth is at least this. 0
/// if n records are too few to promise anything. Errors: OutOfRange.
std::int64_t prefix_median_depth(std::uint32_t bits, const PrefixChoiceParameters& parameters,
                                 std::uint64_t n, double beta);

/// Quantile: from this n on, with probability at least 1 - beta (1 + n delta) there is a result z
/// and #{x < z} < tau n + margin and #{x <= z} > tau n - margin, `beta` that of the calibration.
/// Errors: OutOfRange.
std::uint64_t prefix_quantile_least_records(const PrefixChoiceParameters& parameters, double beta);

}  // namespace logstar
