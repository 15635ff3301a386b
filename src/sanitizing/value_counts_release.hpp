// Noisy counts of all values of a small domain as a release.
//
// Privacy, source, cost: as value_counts.hpp, which draws.
// Departures: none.
#pragma once

#include <cstdint>
#include <vector>

#include "logstar/release/claim.hpp"
#include "logstar/release/release.hpp"
#include "logstar/sanitizing/value_counts.hpp"

namespace logstar {

struct ValueCountsRelease {
  /// All that is public.
  struct Task {
    KeyInterval domain;
    double epsilon = 0;
    Neighbors neighbors = Neighbors::add_remove;
    double confidence = 0.95;  ///< that the share at or below every value keeps the stated error

    void describe(auto& field) {
      field("domain", domain);
      field("epsilon", epsilon);
      field("neighbors", neighbors);
      field("confidence", confidence);
    }
  };
  using Data = std::vector<std::uint64_t>;  ///< one key a record, any order, inside the domain
  using Answer = GroupedKeys;
  using Plan = ValueCountsParameters;

  /// Errors: as calibrate_value_counts.
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, const Data& keys, Randomness& randomness);
};

static_assert(Releasable<ValueCountsRelease>);

}  // namespace logstar
