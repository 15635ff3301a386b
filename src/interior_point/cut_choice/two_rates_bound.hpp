// The accuracy of a draw at two rates, from its parameters alone.
//
// Privacy: none is spent; everything here is computed from public numbers.
#pragma once

#include <cstdint>

#include "logstar/interior_point/cut_choice/two_rates.hpp"

namespace logstar {

/// For every data set: the minimum weight of all candidates together, and the maximum probability that the
/// drawn one misses by more than `margin`.
struct TwoRatesBound {
  double log_least_weight = 0;
  double failure = 1;
};

/// The bounds hold for each of a few parts of the fractions that tau n may leave, and so the worst
/// of them for every data set.
std::int64_t two_rates_parts(const TwoRatesParameters& parameters, std::uint64_t group);

/// The bound for one part, counted from 0. Rounded outward. `group`: counts places in groups of this size,
/// which is faster and weaker. Cost: (2 e / group)^3 / 6 steps, e the error in ranks.
TwoRatesBound two_rates_bound_of_part(const TwoRatesParameters& parameters, std::uint32_t bits,
                                      std::uint64_t group, std::int64_t part);

/// The worst of all parts.
TwoRatesBound two_rates_bound(const TwoRatesParameters& parameters, std::uint32_t bits,
                              std::uint64_t group);

}  // namespace logstar
