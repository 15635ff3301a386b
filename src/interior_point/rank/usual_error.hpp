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
#include "logstar/privacy/rounding.hpp"

namespace logstar {

/// How one algorithm is chosen if the caller names none.
enum class AlgorithmChoice {
  usual_error,   ///< the least promise among those whose usual error is nearly the least
  least_promise  ///< the least promise
};
constexpr AlgorithmChoice last_of(AlgorithmChoice) { return AlgorithmChoice::least_promise; }

/// "usual-error", "least-promise".
std::string_view name_of(AlgorithmChoice choice);

/// Whether a guess decides: of the algorithms only the exponential mechanism, and the recursion by it, use unequal
/// weights of keys, and usual errors do not tell what that is worth.
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

/// The same of texts is so many times as large, as neighbours in the alphabet are far apart or close: measured on
/// names, words, paths, web addresses and dates, where it was 3 to 8 times.
inline constexpr double kTextGaps = 5;
/// The same as usual_exponential_records, of texts: 60 at epsilon 1, three times that of numbers, where the
/// promise is not less.
double usual_exponential_text_records(const ExponentialParameters& median, double promise,
                                      double for_none = 0);

/// How many records more it takes if "none" takes part, which weighs 1/beta - 1 times the whole domain: what a
/// candidate weighs doubles with every 2 ln 2 / rate records.
double usual_records_for_none(const ExponentialParameters& median, double beta);

/// The number of records with which half of the interior points of smooth data lie within them, for keys of
/// at most kMaxSmoothBits. `promise`: the records that every data set needs. `for_none`: how many of them
/// usual_records_for_none adds, if "none" takes part.
double usual_exponential_records(const ExponentialParameters& median, std::uint32_t bits,
                                 double promise, double for_none = 0);

/// Keys of more bits than this have no smooth shape that stands for all: text and numbers of hundreds of
/// digits leave the exponential mechanism gaps of any size.
inline constexpr std::uint32_t kMaxSmoothBits = 64;

/// The usual rank error of each quantile of the recursion.
double usual_recursion_error(const QuantilesParameters& parameters);

/// What a choice among algorithms compares; by default what no other is worse than.
struct ErrorFigures {
  double promise = kInfinity;  ///< holds on every data set, with the confidence asked for
  double usual = kInfinity;    ///< on smooth data, half of the time
};

/// A usual error up to this multiple of the least is as good as the least.
inline constexpr double kUsualErrorMargin = 1.6;

/// The same of numbers of records, which are held closer: of 1.3 times the usual number 1 interior point in 5 fails
/// by cut choice, of 1.6 times 1 in 50. An algorithm that needs 1.6 times as many fails many times as often.
inline constexpr double kUsualRecordsMargin = 1.15;

/// The place of the least promise among those whose usual error is at most `margin` times the least; of equals the
/// first. `figures`: at least one.
std::size_t place_of_best(std::span<const ErrorFigures> figures, double margin = kUsualErrorMargin);

}  // namespace logstar
