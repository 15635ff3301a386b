// What calibrations of cut choice find at usual parameters, which they need not search for again.
//
// Privacy: none is spent; everything here is computed from public numbers, and what a calibration takes
// from it is what its search finds: tests search for every entry again.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/interior_point/cut_choice/least_records.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"

namespace logstar {

/// Of `least_cut_records` without a bound on the offset. (Numbers as small as they are, as all of this is
/// loaded with the module.)
struct PrecomputedSize {
  std::uint32_t bits;
  bool rival_is_drawn;
  double rate;
  double beta;
  double log_rival;
  std::uint32_t records;
  std::uint32_t offset;
};

/// Of a quantile at two rates: what was searched for. The rest follows from it.
struct UsualTwoRates {
  QuantileFraction tau;
  std::uint32_t bits;
  int log_unit;  ///< base 2
  Loss loss;
  double beta;
  std::int32_t per_weight;
  std::int32_t most_fall;
  std::int32_t base;
  std::int32_t margin;
};

/// All of them: what quartiles, deciles and percentiles of 64-bit keys ask for under add-remove at epsilon
/// 0.1, 0.25, 0.5, 1 and 2, confidence 0.95, without a delta and with 1e-6, where that takes long.
/// `build/native/tables_usual_calibrations` writes them.
std::span<const PrecomputedSize> usual_sizes();
std::span<const UsualTwoRates> usual_two_rates();

/// What was calibrated in this thread, as far as an entry holds it: how the table is made, and how it is seen
/// that nothing is missing.
std::vector<PrecomputedSize> remembered_cut_sizes();
std::vector<UsualTwoRates> remembered_two_rates();

/// The entry for exactly these parameters.
std::optional<CutSize> usual_size(const CutTask& task);
std::optional<UsualTwoRates> usual_two_rates_for(const QuantileFraction& tau, std::uint32_t bits,
                                                 const Loss& loss, double beta);

}  // namespace logstar
