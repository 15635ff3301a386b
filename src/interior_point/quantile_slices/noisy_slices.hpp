// Several quantiles of the same records at once: an interior point of a slice of the records around
// each, the slices shifted by noise so that one record more changes one slice at most.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set, the empty one
//   included, provided that the draw from a slice keeps `inner` under replace and the other
//   mechanism keeps `fallback` under add-remove. This covers the noisy size and the choice between both, which
//   are released too.
// Source: ours; docs/guarantees/noisy-slices.md. The recursion of quantiles.hpp is pure and its
//   loss grows with every level; here one record affects one slice and one noise, for any number of
//   quantiles.
// Departures: none.
// When: for many quantiles, if a delta is allowed and there are `least_size` records or more.
// Cost: after sorting, the records in the slices, m draws from them and m / 2 of noise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/interior_point/quantile_slices/truncated_noise.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The number of records from which on a draw answers between the smallest and the largest of them with
/// probability at least 1 - failure, for every data set, at this loss under replace; never more at a larger
/// epsilon. Empty if the draw cannot guarantee it.
using SliceRecords = std::function<std::optional<std::uint64_t>(const Loss& inner, double failure)>;

/// An interior point of a slice, or empty.
using SliceDraw = std::function<std::optional<WideKey>(const KeyArray& slice, Randomness&)>;

/// The quantiles by any other mechanism.
using OtherQuantiles = std::function<std::vector<std::optional<WideKey>>(Randomness&)>;

/// Whether block k, between slices k and k + 1 of m, has noise: every other block and the last one do. So each
/// slice has a noisy block on one side, and each block is noisy or has a noisy neighbour. (Blocks 0 and m,
/// before and after all slices, have none.)
constexpr bool block_has_noise(std::size_t k, std::size_t m) {
  return k > 0 && k < m && (k % 2 == 1 || k + 1 == m);
}

struct NoisySlicesRequest {
  std::vector<QuantileFraction> quantiles;  ///< increasing, 2 to 10^5
  Loss loss;                                ///< delta > 0
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;
};

struct NoisySlicesParameters {
  std::vector<QuantileFraction> quantiles;
  TruncatedNoise noise;      ///< of the length of some blocks
  std::size_t window = 1;    ///< V, the records of a slice
  Loss inner;                ///< of the draw from a slice, under replace
  double inner_failure = 0;  ///< its chance to miss the slice
  Loss fallback;             ///< of the other mechanism, under add-remove, for a request for that
  std::int64_t least_size = 0;  ///< slices are drawn if the noisy size is at least this
  /// With the confidence of the request: either the noisy size was less, or all points z satisfy
  /// #{x < z} <= q n + rank_error and #{x <= z} >= q n - rank_error.
  double rank_error = 0;
};

/// The parameters of the least rank_error that was found, trying shares of epsilon for the noise.
/// Empty if no slice can guarantee its point, or if the noise would be wider than 2^20. Calls `records` at most
/// six times, which takes most of the time. Only twice, and returns empty, if by a guess its error is a
/// quarter above `rival_error`, which another mechanism keeps.
/// Errors: OutOfRange for quantiles that do not increase, epsilon outside 1e-9..1e4, delta outside
/// (0, 1), confidence outside (0, 1).
std::optional<NoisySlicesParameters> calibrate_noisy_slices(
    const NoisySlicesRequest& request, const SliceRecords& records,
    std::optional<double> rival_error = std::nullopt);

/// A number that least_size of calibrate_noisy_slices is not below. `records`: numbers that those of a slice are not
/// below, which do not increase with epsilon. Errors: as calibrate_noisy_slices.
std::int64_t noisy_slices_size_at_least(const NoisySlicesRequest& request,
                                        const SliceRecords& records);

/// The loss of the noise, the slices and their multiplicity under add-remove: at most the loss of the
/// calibration.
Loss noisy_slices_loss(const NoisySlicesParameters& parameters);

struct NoisySlicesResult {
  std::int64_t size = 0;  ///< the number of records, with noise; may be published
  bool sliced = false;    ///< or by the other mechanism
  std::vector<std::optional<WideKey>> points;  ///< one per quantile; the answered ones increase
};

/// `sorted`: the keys in increasing order, all inside `domain`, at most 2^40.
NoisySlicesResult draw_noisy_slices(const KeyArray& sorted, const WideInterval& domain,
                                    const NoisySlicesParameters& parameters,
                                    const SliceDraw& slice_draw, const OtherQuantiles& others,
                                    Randomness& randomness);

}  // namespace logstar
