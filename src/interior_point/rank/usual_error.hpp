// Usual errors: the median error of an algorithm on smooth data, to compare algorithms by.
//
// Privacy: none is spent; a usual error depends on public parameters only. It is no guarantee: half of the
//   answers err by more, and data with wide gaps or ties change it.
// Source: ours. Of the exponential mechanism by formula; of the others measured, as a share of the promise
//   (tests/unit/interior_point/usual_error_test.cpp holds both to data of several shapes).
// Cost: constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"

namespace logstar {

/// How one algorithm is chosen if the caller names none.
enum class AlgorithmChoice {
  usual_error,   ///< the least promise among those whose usual error is nearly the least
  least_promise  ///< the least promise
};
constexpr AlgorithmChoice last_of(AlgorithmChoice) { return AlgorithmChoice::least_promise; }

/// "usual-error", "least-promise".
std::string_view name_of(AlgorithmChoice choice);

/// Usual rank errors as shares of promised ones: measured on smooth data.
struct UsualErrorShare {
  static constexpr double pure_cut = 0.29;
  static constexpr double pure_two_rates = 0.27;
  static constexpr double two_rates = 0.225;
  static constexpr double cut = 0.25;  ///< with a delta, of a public size or with a bottom
  static constexpr double noisy_slices = 0.16;
};

/// The usual rank error of one draw of the exponential mechanism: on locally even data a miss by j ranks has
/// probability proportional to e^(-rate j), with the median ln 2 / rate.
double usual_exponential_error(const ExponentialParameters& parameters);

/// The number of records with which half of the interior points of smooth data lie within them, for keys of
/// at most kMaxSmoothBits. `promise`: the records that every data set needs. `for_none`: how many of them
/// outweigh a candidate "none" whose score is that of the empty data set.
double usual_exponential_records(const ExponentialParameters& median, double promise,
                                 double for_none = 0);

/// Keys of more bits than this have no smooth shape that stands for all: text and numbers of hundreds of
/// digits leave the exponential mechanism gaps of any size.
inline constexpr std::uint32_t kMaxSmoothBits = 64;

/// The usual rank error of each quantile of the recursion.
double usual_recursion_error(const QuantilesParameters& parameters);

/// What a choice among algorithms compares.
struct ErrorFigures {
  double promise = 0;  ///< holds on every data set, with the confidence asked for
  double usual = 0;    ///< on smooth data, half of the time
};

/// A usual error up to this multiple of the least is as good as the least.
inline constexpr double kUsualErrorMargin = 1.6;

/// The place of the least promise among those whose usual error is at most kUsualErrorMargin times the
/// least; of equals the first. `figures`: at least one.
std::size_t place_of_best(std::span<const ErrorFigures> figures);

}  // namespace logstar
