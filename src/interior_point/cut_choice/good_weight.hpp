// The least weight that the good candidates of cut choice can have: those between the smallest and
// the largest record.
//
// Privacy: none is spent; everything here is computed from public numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace logstar {

/// Weights above e^690 count as that, so that sums of them are finite.
inline constexpr double kMaxExponent = 690;

/// The weights of candidates: e^(rate (score - 1) - log_unit), score = min(weight, depth + offset). Records and
/// offset are counted in groups of `group` records.
struct CutWeights {
  double rate = 0;            ///< per record, > 0
  std::uint64_t group = 1;    ///< >= 1
  std::uint64_t records = 0;  ///< in groups
  std::uint64_t offset = 0;   ///< in groups, less than `records`
  double log_unit = 0;
};

/// Which splits of the records are computed.
enum class Splits {
  all,
  /// Splits near the lightest for one record fewer, on the side with fewer records, in a twentieth of the time. Each
  /// weight is then at least the minimum over all splits, mostly equal: a size that fails with it fails.
  likely
};

/// Bounds for every data set of records * group records or more. (Up to group - 1 more count as
/// none.) Each number is a lower bound up to a relative error of 2^-40, which failure() in
/// calibration.cpp subtracts; weights above e^kMaxExponent count as e^kMaxExponent.
/// Cost: at most k^3 / 6 steps and 8 k^2 bytes, k = records - offset.
class GoodWeight {
 public:
  explicit GoodWeight(const CutWeights& weights, Splits splits = Splits::all);

  /// If all records are equal, and also if the first prefix to split them leaves at least k on
  /// either side.
  double whole() const { return heavy_[reach_]; }
  /// If the first prefix to split them leaves `fewer` on one side and at least as many on the
  /// other; 1 <= fewer <= most_fewer().
  double split(std::size_t fewer) const;
  /// The greatest such number below k.
  std::size_t most_fewer() const;
  /// In any case.
  double least() const;

 private:
  double below(std::size_t before, std::size_t records) const;
  double with_split(std::size_t before, std::size_t at_most, std::size_t beyond) const;
  double best_split(double best, std::size_t before, std::size_t beyond) const;
  double likely_split(double best, std::size_t before, std::size_t beyond);

  std::uint64_t offset_;
  std::size_t reach_;
  std::vector<double> light_;          // of score i, for i = 0..min(offset, reach)
  std::vector<double> heavy_;          // of score offset + i, for i = 0..reach
  std::unique_ptr<double[]> table_;    // row j >= 1: of offset + j records, by how many lie before
  std::vector<std::size_t> lightest_;  // by how many lie before: the left child's records, last
};

}  // namespace logstar
