// A noisy count as a release.
//
// Privacy, source, cost: as laplace_count.hpp, which draws.
// Departures: none.
#pragma once

#include <cstdint>

#include "logstar/privacy/loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// The public parameters of a count.
struct CountTask {
  double epsilon = 0;          ///< 1e-9 to 1e4
  std::uint64_t per_user = 1;  ///< by how much one user can change it at most, 1 to 1000
  Neighbors neighbors = Neighbors::add_remove;
  double confidence = 0.95;

  void describe(auto& field) {
    field("epsilon", epsilon);
    field("perUser", per_user);
    field("neighbors", neighbors);
    field("confidence", confidence);
  }
};

/// The count and noise. It may be negative.
struct CountRelease {
  using Task = CountTask;
  using Data = std::int64_t;  ///< within +-2^61
  using Answer = std::int64_t;

  struct Plan {
    Rational rate;
    std::int64_t error = 0;  ///< by which the result misses the count at most
  };

  /// Errors: OutOfRange.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data count, Randomness& randomness);
};

static_assert(Releasable<CountRelease>);

}  // namespace logstar
