// A rule chosen among public ones as a release: the label-private and the semi-private learner.
//
// Privacy, source, cost: as rule_choice.hpp.
// Departures: none.
#pragma once

#include <cstdint>
#include <utility>

#include "logstar/learning/rule_candidates.hpp"
#include "logstar/release/claim.hpp"
#include "logstar/release/described.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// `Rules`: ListedRules, ThresholdRules or BoxRules.
template <typename Rules>
struct RuleRelease {
  struct Task {
    Rules rules;
    Protects protects = Protects::records;  ///< these, or the labels
    double epsilon = 0;
    Neighbors neighbors = Neighbors::add_remove;  ///< of records; labels are changed
    double confidence = 0.95;

    void describe(auto& field) {
      if constexpr (Described<Rules>) rules.describe(field);
      field("protects", protects);
      field("epsilon", epsilon);
      field("neighbors", neighbors);
      field("confidence", confidence);
    }
  };
  using Data = typename Rules::Records;
  using Answer = typename Rules::Rule;

  struct Plan {
    double draw_epsilon = 0;  ///< per right label
    Natural rules = 0;
    std::int64_t excess = 0;  ///< errors more than the best rule's
  };

  /// Errors: OutOfRange; as the rules' count().
  static Plan plan(const Task& task);
  static Claim claim(const Task& asked, const Plan& plan);
  static Task with_loss(const Task& task, const Plan& plan, const Loss& granted);
  static Answer draw(const Task& task, const Plan& plan, Data records, Randomness& randomness) {
    return task.rules.draw_rule(std::move(records), plan.draw_epsilon, randomness);
  }
};

static_assert(Releasable<RuleRelease<ListedRules>>);
static_assert(Releasable<RuleRelease<ThresholdRules>>);
static_assert(Releasable<RuleRelease<BoxRules>>);

}  // namespace logstar
