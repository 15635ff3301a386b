// How well a point serves as a median or another quantile, as a whole number.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "logstar/interior_point/rank/quantile_fraction.hpp"

namespace logstar {

/// Ranks from..to, counted from 0.
struct RankSpan {
  std::size_t from;
  std::size_t to;
};

/// The same of records with weights: sums of them, which std::size_t of WebAssembly does not hold.
struct WeightSpan {
  std::uint64_t from;
  std::uint64_t to;
};

/// The score of a point z as a function of less = #{x < z} and at_most = #{x <= z} out of n.
/// Every value fits: b n < 2^60 for n <= 2^40 records and a quantile's b <= 10^6, and b n <= 2^62 for n <= 2^32
/// records and b <= 2^30 between two quantiles (quantile_fraction.hpp). No product below exceeds b n, and their
/// differences lie between 0 and b n or below 0: the sampler takes scores within +-2^62.
struct RankScore {
  enum class Kind { depth, quantile };

  Kind kind = Kind::depth;
  std::int64_t n = 0;
  QuantileFraction tau;

  /// depth: min(#{x <= z}, #{x >= z}).
  /// quantile a/b: -max(0, b less - a n, a n - b at_most), b times the number of ranks by which z
  /// misses tau n.
  std::int64_t operator()(std::int64_t less, std::int64_t at_most) const {
    if (kind == Kind::depth) return std::min(at_most, n - less);
    const std::int64_t target = tau.numerator * n;
    const std::int64_t b = tau.denominator;
    const std::int64_t miss = std::max(b * less - target, target - b * at_most);
    return -std::max(std::int64_t(0), miss);
  }

  /// For records with weights: less, at_most and n are sums of weights up to 2^62. A miss above 2^61 counts as
  /// 2^61, which only shortens the movement of a score.
  std::int64_t of_weights(std::int64_t less, std::int64_t at_most) const {
    if (kind == Kind::depth || fits_64_bits()) return (*this)(less, at_most);
    const Int128 target = Int128(tau.numerator) * n;
    const Int128 b = tau.denominator;
    const Int128 miss = std::max(b * less - target, target - b * at_most);
    return -static_cast<std::int64_t>(std::clamp(miss, Int128(0), Int128(kMaxMiss)));
  }

  static constexpr std::int64_t kMaxMiss = std::int64_t(1) << 61;

  /// Whether b n is below kMaxMiss: then no miss is cut, and needs no slow arithmetic of 128 bits.
  bool fits_64_bits() const {
    return std::bit_width(static_cast<std::uint64_t>(n)) +
               std::bit_width(static_cast<std::uint64_t>(tau.denominator)) <=
           61;
  }

  /// The highest score of any point, if it is the same for all data: that of a quantile is 0. The ranks of some
  /// record's point, or the rank of all points without records, hold the quantile's own.
  std::optional<std::int64_t> highest() const {
    return kind == Kind::quantile ? std::optional<std::int64_t>(0) : std::nullopt;
  }

  /// The rank around which the score is highest.
  std::int64_t centre() const {
    if (kind == Kind::depth) return n / 2;
    return static_cast<std::int64_t>(static_cast<double>(n) * tau.numerator / tau.denominator);
  }

  /// By how much the score falls for each rank away from the centre.
  std::int64_t per_rank() const { return kind == Kind::depth ? 1 : tau.denominator; }

  /// The ranks within a margin of the centre; n >= 1.
  WeightSpan weights_around(std::uint64_t margin) const {
    const auto middle = static_cast<std::uint64_t>(centre());
    return {middle > margin ? middle - margin : 0,
            std::min<std::uint64_t>(middle + margin, static_cast<std::uint64_t>(n) - 1)};
  }
  /// As above, of records without weights.
  RankSpan span_around(std::uint64_t margin) const {
    const auto [from, to] = weights_around(margin);
    return {static_cast<std::size_t>(from), static_cast<std::size_t>(to)};
  }
};

}  // namespace logstar
