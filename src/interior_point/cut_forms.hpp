// Cut choice for an interior point or a quantile, in the form that promises most.
//
// Privacy: as the form (cut_choice/draw.hpp, quantile.hpp, two_rates.hpp) for the declared neighbours and every
//   data set. This file samples nothing.
// Source: ours; docs/guarantees/cut-choice.md.
// Cost: one calibration for each form that the task allows, some ten milliseconds the first time.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <variant>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/rank/quantile_fraction.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

enum class CutForm {
  pure,            ///< no delta, always an answer
  public_size,     ///< under replace, or in a window: always an answer
  pure_two_rates,  ///< the next without a delta
  two_rates,       ///< a quantile of records whose number is private: always an answer
  stable           ///< with "nothing"
};

/// Whether it spends no delta; it is bounded-range then.
constexpr bool is_pure(CutForm form) {
  return form == CutForm::pure || form == CutForm::pure_two_rates;
}

/// The usual rank error as a share of the promised one: measured on smooth data of several shapes.
double usual_error_share(CutForm form);

/// The records with which half of the interior points of smooth data lie within them, as a share of the
/// promised number: measured likewise. `bits`: of the keys. Wide keys cost the pure forms a larger share.
double usual_records_share(CutForm form, std::uint32_t bits);

/// "pure", "public-size", "pure-two-rates", "two-rates", "stable".
std::string_view name_of(CutForm form);

struct CutFormRequest {
  CutChoiceRequest choice;  ///< delta 0 leaves the pure forms only, `abstain` the stable one
  std::optional<QuantileFraction> quantile;  ///< which one; empty: any interior point
  /// An interior point under replace: the number of records, which is public and guaranteed. A
  /// quantile under add-remove: the declared one. Unused otherwise.
  std::optional<std::uint64_t> size;
};

/// The records among which a quantile is an interior point.
enum class CutPlace {
  all,     ///< all records
  window,  ///< a window of `least_records` around the rank, replaced record by record
  trimmed  ///< the rest after trimming for a declared size: neighbours add or remove one
};

struct CutFormDraw {
  CutForm form = CutForm::pure;
  CutPlace place = CutPlace::all;
  std::variant<CutChoiceParameters, TwoRatesParameters> parameters;
  /// The rank error, or for an interior point how many records are needed.
  double promise = 0;
};

/// The form with the least promise; of equals the first in the order of CutForm. Depends on the
/// request only. An obstacle if no form promises anything or fits into memory. Errors: OutOfRange for parameters
/// outside their ranges.
Possible<CutFormDraw> possible_cut_form(const CutFormRequest& request);

/// As above, but throws OutOfRange for an obstacle.
CutFormDraw best_cut_form(const CutFormRequest& request);

}  // namespace logstar
