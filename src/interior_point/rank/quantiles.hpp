// Several private quantiles of the same numbers at once: the middle one first, then recursively the quantiles
// of the records on either side of it.
//
// Privacy: (epsilon, 0) for the declared neighbours, for every data set, the empty one included.
// Source: recursive halving after Kaplan, Schnapp, Stemmer (ICML 2022); each quantile by the
//   exponential mechanism as in exponential.hpp.
//   A part that touches an end of the domain may abstain, and then the answer is empty:
//   docs/guarantees/none.md.
// Departures: fresh random bits break ties between equal values, instead of the assumption that values are
//   distinct. (Breaking ties by rank or position, or giving equal records to both sides, is not private;
//   dropping them is, and misses by their number of ranks.) Proofs in docs/guarantees/quantiles.md.
// Cost: one sort, limited to the records around the quantiles if there are many; then O(w) for each quantile, w
//   the few ranks that its draw can distinguish.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct QuantilesParameters {
  std::vector<QuantileFraction> taus;  ///< increasing
  double level_epsilon = 0;  ///< of the draws that a record takes part in, one a level; add-remove
  unsigned levels = 1;       ///< floor(lg m) + 1
  unsigned tie_bits = 16;    ///< random bits appended to each key; up to 32
  /// If draws may abstain: with at most this probability some quantile lies outside the data.
  std::optional<double> none_beta = std::nullopt;
  BaseMeasure measure = {};  ///< public weights of the keys, of the domain that is drawn from
};

/// Parameters for the quantiles `taus` (quantile_fraction.hpp), increasing, 1 to 10^5 of them.
/// `epsilon`: total, 1e-9 to 1e4. `tie_bits`: 16 to 32; more bits keep more equal records apart and
/// cost 0.7 levels * 2 max(theta, 1 - theta) / level_epsilon ranks each. Errors: OutOfRange.
QuantilesParameters calibrate_quantiles(std::vector<QuantileFraction> taus, double epsilon,
                                        Neighbors neighbors, unsigned tie_bits = 16);

/// The quantiles, in the order of `taus`, which is increasing; empty if a draw abstained. `keys`: one a record,
/// any order, all inside `domain`, at most 2^32.
std::vector<std::uint64_t> draw_quantiles(std::vector<std::uint64_t> keys,
                                          const KeyInterval& domain,
                                          const QuantilesParameters& parameters,
                                          Randomness& randomness);

/// The data that an error bound covers: any data, or records that all lie where the measure's guess expects
/// them.
enum class DataPlace { anywhere, as_expected };

/// By how many ranks each quantile may miss: with probability at least `confidence`, all z satisfy
/// #{x < z} <= tau n + error and #{x <= z} >= tau n - error, if no more than `coincident` records
/// have the same key and random bits, and there are at most 2^32. Rounded up. Errors: OutOfRange.
std::vector<double> quantiles_rank_errors(const Natural& domain_size,
                                          const QuantilesParameters& parameters, double confidence,
                                          std::uint64_t coincident = 1,
                                          DataPlace place = DataPlace::anywhere);

/// For users, in users: `coincident` is the total weight of rows that share key and random bits.
std::vector<double> quantiles_weight_errors(const Natural& domain_size,
                                            const QuantilesParameters& parameters,
                                            double confidence, double coincident,
                                            DataPlace place = DataPlace::anywhere);

/// Adds "none" to the draws: with probability at least 1 - beta, no quantile of the answer lies outside the
/// data, however few they are. `user_weight`: in how many units weights count, 1 for records. Errors:
/// OutOfRange for beta outside (0, 1), and for an epsilon so small that the score of "none" would overflow.
Possible<QuantilesParameters> with_none(QuantilesParameters parameters, const Natural& domain_size,
                                        double beta, std::uint32_t user_weight = 1);

/// The number of records, or users, from which on draws that may abstain return an answer inside the data, with
/// probability at least `confidence`; `coincident` and `user_weight` as above. Rounded up. Errors: OutOfRange.
double quantiles_answer_from(const Natural& domain_size, const QuantilesParameters& parameters,
                             double confidence, double coincident, std::uint32_t user_weight = 1,
                             DataPlace place = DataPlace::anywhere);

/// With probability at least `confidence`, at most this many records of one key get the same bits. This holds
/// for all keys together, none of which has more than `equal` records, and for at most 2^32 records. Errors:
/// OutOfRange.
std::uint64_t coincident_records(std::uint64_t equal, unsigned tie_bits, double confidence);

}  // namespace logstar
