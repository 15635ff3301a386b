// Several quantiles at once as a release.
//
// Privacy, source, cost: as rank/quantiles.hpp, which draws.
// Departures: none.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/domain/key_interval.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// All that is public about several quantiles.
struct QuantilesTask {
  std::vector<QuantileFraction> taus;  ///< increasing, 1 to 10^5
  KeyInterval domain;
  double epsilon = 0;  ///< of all of them together
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;  ///< that all of them keep the stated error
};

/// The quantiles' keys, in the order of `taus`.
struct QuantilesRelease {
  using Task = QuantilesTask;
  using Data = std::vector<std::uint64_t>;  ///< one key a record, any order, inside the domain
  using Answer = std::vector<std::uint64_t>;

  struct Plan {
    QuantilesParameters draw;
    double rank_error = 0;   ///< of the worst of them
    double inside_from = 0;  ///< from so many records on none lies outside the data
  };

  /// The stated error holds if no value occurs more often.
  static constexpr std::uint64_t kMostEqual = 1'000'000;

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task within(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data keys, Randomness& randomness);
};

static_assert(Releasable<QuantilesRelease>);

}  // namespace logstar
