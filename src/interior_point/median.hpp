// A private median of doubles, charged to a ledger: RankRelease for the most usual case.
//
// Privacy: (epsilon, delta) for the declared neighbours, for every data set; (epsilon, 0) without a delta.
// Source: as rank_draw.hpp, which draws.
// Departures: none.
// Cost: one sort.
#pragma once

#include <optional>
#include <span>

#include "logstar/domain/reals.hpp"
#include "logstar/interior_point/rank_release.hpp"

namespace logstar {

/// Everything about it is public, and none of it may be read off the values.
struct MedianOptions {
  double epsilon = 0;   ///< 1e-9 to 1e4; 0.1 to 1 are usual
  double delta = 0;     ///< 0 to below 1; above 0 the error may be smaller
  RealDomain domain{};  ///< which values there are; the narrower, the smaller the error
  Outside outside =
      Outside::clamp;  ///< the treatment of a value outside the domain; NaN is left out
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;  ///< of the stated error
};

/// The task of RankRelease that this is.
RankTask median_task(const MedianOptions& options);

/// The median, which always exists, and its claim.
/// Errors: OutOfRange and BudgetExceeded, with nothing charged or drawn.
Released<std::optional<double>> release_median(Ledger& ledger, std::span<const double> values,
                                               const MedianOptions& options,
                                               Randomness& randomness);

}  // namespace logstar
