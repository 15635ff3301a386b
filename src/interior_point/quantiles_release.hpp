// Several quantiles at once as a release, by the algorithm with the best promise or the requested one.
//
// Privacy, source, cost: as several_quantiles/, which draws.
// Departures: none.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "logstar/interior_point/several_quantiles/plain_quantiles.hpp"
#include "logstar/interior_point/several_quantiles/sliced_quantiles.hpp"
#include "logstar/interior_point/several_quantiles/task.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The quantiles' keys, in the order of `taus`; empty if a draw abstained.
struct QuantilesRelease {
  using Task = QuantilesTask;
  using Data = std::vector<std::uint64_t>;  ///< one key a record, any order, inside the domain
  using Answer = std::vector<std::uint64_t>;

  struct Plan {
    std::variant<PlainQuantiles, SlicedQuantiles> by;
    bool abstains = false;  ///< whether it may abstain (docs/guarantees/none.md)
  };

  /// Without an algorithm `task.choice` decides. AlgorithmChoice::usual_error compares the recursion, draws of
  /// the exponential mechanism and noisy slices. AlgorithmChoice::least_promise takes the least promise. It
  /// takes slices only if, for fewer records than they need, the others' promises do not distinguish the
  /// quantiles anyway, or slices lose a smaller factor there than they gain with more. Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data keys, Randomness& randomness);
};

static_assert(Releasable<QuantilesRelease>);

}  // namespace logstar
