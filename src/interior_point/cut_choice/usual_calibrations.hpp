// A table of calibrations of cut choice at usual parameters, which need no search.
//
// Privacy: none is spent; everything here is computed from public numbers. Each entry equals the result of a
// search: tests repeat the search for every entry.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "logstar/interior_point/cut_choice/least_records.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"

namespace logstar {

/// An entry for `least_cut_records` without a bound on the offset. (Numbers as small as they are, as all of
/// this is loaded with the module.)
struct PrecomputedSize {
  std::uint32_t bits;
  bool rival_is_drawn;
  double rate;
  double beta;
  double log_rival;
  std::uint32_t records;
  std::uint32_t offset;
};

/// An entry for a quantile at two rates: the searched parameters. The others follow from them.
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

/// All entries: the median, and quartiles, deciles and percentiles where their search is slow, of 64-bit keys
/// under add-remove at epsilon 0.1, 0.25, 0.5, 1 and 2, confidence 0.95, without a delta and with 1e-6.
/// `build/native/tables_usual_calibrations` writes them.
std::span<const PrecomputedSize> usual_sizes();
std::span<const UsualTwoRates> usual_two_rates();

/// This thread's cached calibrations in the form of entries: they make the table and show that it is complete.
std::vector<PrecomputedSize> remembered_cut_sizes();
std::vector<UsualTwoRates> remembered_two_rates();

/// The entry for exactly these parameters.
std::optional<CutSize> usual_size(const CutTask& task);
std::optional<UsualTwoRates> usual_two_rates_for(const QuantileFraction& tau, std::uint32_t bits,
                                                 const Loss& loss, double beta);

}  // namespace logstar
