// The request for several quantiles, and the algorithms that answer it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "logstar/domain/base_measure.hpp"
#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/interior_point/rank/usual_error.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

enum class QuantilesAlgorithm {
  recursion,  ///< rank/quantiles.hpp: pure, any number of them
  separate,   ///< separate_quantiles.hpp: each on its own share of the loss
  slices      ///< sliced_quantiles.hpp: with a delta, from a number of records on
};
constexpr QuantilesAlgorithm last_of(QuantilesAlgorithm) { return QuantilesAlgorithm::slices; }

/// "recursion", "separate", "slices".
std::string_view name_of(QuantilesAlgorithm algorithm);

/// The obstacle for draws by this algorithm that must abstain.
Obstacle cannot_abstain(QuantilesAlgorithm algorithm);

/// The public parameters of several quantiles.
struct QuantilesTask {
  std::vector<QuantileFraction> taus;  ///< increasing, 1 to 10^5
  KeyInterval domain;
  Loss loss;  ///< of all of them together; delta 0 leaves the pure algorithms
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;                     ///< that all of them keep the stated error
  std::optional<QuantilesAlgorithm> algorithm;  ///< default: the choice of `choice`
  AlgorithmChoice choice = AlgorithmChoice::usual_error;
  /// Whether to abstain instead of returning an answer outside of few records, if the algorithm can abstain:
  /// the recursion, and separate draws of the exponential mechanism.
  bool abstain = false;
  bool must_abstain = false;  ///< with `abstain`: rejects an algorithm that cannot
  BaseMeasure measure = {};  ///< public weights of the keys, for draws of the exponential mechanism
  /// For separate draws: use the exponential mechanism, whatever others promise. It is no option: a plan
  /// that chose such draws sets it in the task of its draw.
  bool exponential_draws = false;

  void describe(auto& field) {
    field("qs", taus);
    field("domain", domain, measure);
    loss.describe(field);
    field("neighbors", neighbors);
    field("confidence", confidence);
    field("algorithm", algorithm);
    field("leastPromise", choice, AlgorithmChoice::usual_error, AlgorithmChoice::least_promise);
    field("abstain", abstain);
    field("mustAbstain", must_abstain);
  }
};

/// Errors: OutOfRange for quantiles that do not increase, zero or too many quantiles, an invalid loss or
/// confidence, and a measure of another domain.
void check_quantiles_task(const QuantilesTask& task);

/// An algorithm's accuracy for all quantiles together, with the task's confidence.
struct QuantilesPromise {
  double rank_error = 0;  ///< of the worst of them
  /// From this many records on results outside the data are excluded; if draws may abstain, the answer exists
  /// as well.
  double inside_from = 0;
  bool ties_count = false;  ///< it holds if no value occurs more than kMaxEqualRecords times
  double usual = 0;         ///< the median rank error of each of them on smooth data: no guarantee
  /// `inside_from` where all records lie where the measure's guess expects them, if there is one.
  std::optional<double> expected_inside_from = std::nullopt;
};

inline constexpr std::uint64_t kMaxEqualRecords = 1'000'000;

/// The maximum epsilon of several quantiles for a replaced record such that one record more or less costs at
/// most `single`, which is `part` of the loss for a replaced record.
double epsilon_within(const QuantilesTask& task, double single, double part);

/// How far apart the closest two of them are, as a share of the records; 1 for a single one.
double least_gap(const std::vector<QuantileFraction>& taus);

/// From this many records on, an error of `rank_error` keeps every quantile inside the data.
double all_inside_from(double rank_error, const std::vector<QuantileFraction>& taus);

}  // namespace logstar
