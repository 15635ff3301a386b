// The search for parameters of a quantile at two rates.
//
// Privacy: none is spent; everything here is computed from public numbers.
#pragma once

#include <cstdint>

#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/support/possible.hpp"

namespace logstar {

struct TwoRatesTask {
  QuantileFraction tau;
  std::uint32_t bits;
  Loss loss;
  double beta;
  double delta;  // that is used; 0: pure
  double log_needed;
  /// The part that was the worst one of the last bound. It is computed first, as it often excludes a
  /// shape alone; this affects the time only.
  mutable std::int64_t worst_part = 0;
};

/// The parameters of the least error found; an obstacle if the loss or beta allows no promise.
Possible<TwoRatesParameters> search_two_rates(const TwoRatesTask& task);

/// Completes parameters from unit, rates, base and margin.
TwoRatesParameters completed_two_rates(const TwoRatesTask& task, TwoRatesParameters p);

}  // namespace logstar
