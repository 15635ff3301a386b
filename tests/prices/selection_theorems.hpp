// The loss of single draws and tests, from the proofs of docs/guarantees, in 80 digits.
#pragma once

#include <cstdint>

#include "composition_theorems.hpp"
#include "logstar/interior_point/rec_concave/rec_concave.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "real.hpp"

namespace logstar::testing {

/// P[discrete Laplace noise >= k]; 1, which is enough, for k < 0.
Real laplace_tail(const Real& rate, std::int64_t k);

Real score_of(const BottomScore& bottom);

/// Stable choice where a record can bring `candidates` candidates, by the rate and the bottom of the run. The
/// loss is its rate (twice that if scores move both ways) and the weight of new candidates against bottom.
/// If scores move both ways, this also has to be below e^rate - 1.
RealLoss stable_choice_price(const StableChoiceParameters& choice, std::uint64_t candidates,
                             bool both_ways);

/// rec-concave.md: draws and gap tests of all levels, the outermost quality moving by `outermost`
/// in all (1 one way, 2 both ways), the inner ones by 2.
RealLoss rec_concave_price(const RecConcaveParameters& parameters, int outermost);

/// The price of g neighbours in a row.
RealLoss group_price(const RealLoss& loss, unsigned g);

}  // namespace logstar::testing
