// Usual errors: the median error of an algorithm on smooth data, to compare algorithms by.
//
// Privacy: none is spent; a usual error depends on public parameters only. It is no guarantee: half of the
//   answers err by more, and data with wide gaps or ties change it.
// Source: ours. For the exponential mechanism by formula; for the others measured, as a share of the promise
//   (tests/unit/interior_point/usual_error_test.cpp checks both on data of several shapes).
// Cost: constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/privacy/rounding.hpp"

namespace logstar {

/// How one algorithm is chosen if the caller names none.
enum class AlgorithmChoice {
  usual_error,   ///< the least promise among the algorithms whose usual error is nearly the least
  least_promise  ///< the least promise
};
constexpr AlgorithmChoice last_of(AlgorithmChoice) { return AlgorithmChoice::least_promise; }

/// "usual-error", "least-promise".
std::string_view name_of(AlgorithmChoice choice);

/// Whether a guess decides: only the exponential mechanism, and the recursion by it, use unequal weights of
/// keys, and usual errors do not measure this advantage.
inline bool guess_decides(AlgorithmChoice choice, const BaseMeasure& measure) {
  return choice == AlgorithmChoice::usual_error && measure.expected();
}

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

/// The factor for texts, as neighbours in the alphabet are far apart or close. It was 3 to 8 on names, words,
/// paths, web addresses and dates.
inline constexpr double kTextGaps = 5;
/// usual_exponential_records for texts: 60 at epsilon 1, three times the figure for numbers, unless the promise
/// is less.
double usual_exponential_text_records(const ExponentialParameters& median, double promise,
                                      double for_none = 0);

/// The additional records if "none" takes part. None weighs 1/beta - 1 times the whole domain, and a
/// candidate's weight doubles with every 2 ln 2 / rate records.
double usual_records_for_none(const ExponentialParameters& median, double beta);

/// The number of records with which half of the interior points of smooth data lie within them, for keys of
/// at most kMaxSmoothBits. `promise`: the records that every data set needs. `for_none`: how many of them
/// usual_records_for_none adds, if "none" takes part.
double usual_exponential_records(const ExponentialParameters& median, std::uint32_t bits,
                                 double promise, double for_none = 0);

/// Keys of more bits have no typical smooth shape: text and numbers of hundreds of digits leave the exponential
/// mechanism gaps of any size.
inline constexpr std::uint32_t kMaxSmoothBits = 64;

/// The usual rank error of each quantile of the recursion.
double usual_recursion_error(const QuantilesParameters& parameters);

/// The figures that a choice among algorithms compares; by default no algorithm is worse.
struct ErrorFigures {
  double promise = kInfinity;  ///< holds on every data set, with the requested confidence
  double usual = kInfinity;    ///< on smooth data, half of the time
};

/// A usual error up to this multiple of the least is as good as the least.
inline constexpr double kUsualErrorMargin = 1.6;

/// The margin for numbers of records, which is narrower: with 1.3 times the usual number 1 interior point in 5
/// fails by cut choice, with 1.6 times 1 in 50. An algorithm that needs 1.6 times as many fails many times as
/// often.
inline constexpr double kUsualRecordsMargin = 1.15;

/// The index of the least promise among the figures whose usual error is at most `margin` times the least; the
/// first of equals. `figures`: at least one.
std::size_t place_of_best(std::span<const ErrorFigures> figures, double margin = kUsualErrorMargin);

}  // namespace logstar
