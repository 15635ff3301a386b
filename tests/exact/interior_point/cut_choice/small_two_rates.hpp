// Pure quantiles at two rates on a few keys.
#pragma once

#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/two_rates.hpp"
#include "logstar/interior_point/cut_choice/two_rates_bound.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "passing_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"
#include "two_rates_tables.hpp"

namespace logstar::testing::pure_two_rates_test {

using Database = std::vector<std::size_t>;

/// All prefixes together weigh less than their number at the score of no record, by a factor e^`short_of`.
inline TwoRatesParameters small(const QuantileFraction& tau, double rise, double fall, double base,
                                std::int64_t margin, std::uint64_t copies, double short_of = 0) {
  TwoRatesParameters p = small_two_rates(tau, rise, fall, base, margin, copies);
  p.uniform_score = BottomScore::above(-p.per_weight, (std::log(15.0) - short_of) / p.unit);
  return p;
}

}  // namespace logstar::testing::pure_two_rates_test
