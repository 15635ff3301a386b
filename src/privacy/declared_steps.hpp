// The cost of a declared number of equal releases, and the loss of each, by the best bound for their kind.
//
// Privacy: steps of at most the returned loss are (epsilon, delta)-DP together, however each is chosen from
//   earlier results (unless `adaptive` is false: then from a list fixed before the first).
// Source: composition.hpp, optimal_composition.hpp, bounded_range.hpp, fixed_range_steps.hpp.
// Departures: none.
// Cost: as the optimal bound, up to 10^6 steps.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "logstar/privacy/best_per_step.hpp"
#include "logstar/privacy/loss.hpp"

namespace logstar {

/// The kind of a step.
enum class StepKind {
  pure,          ///< it is epsilon-DP
  approximate,   ///< it is (epsilon, delta)-DP
  bounded_range  ///< it is an epsilon-bounded-range draw
};
constexpr StepKind last_of(StepKind) { return StepKind::bounded_range; }

/// "pure", "approximate", "bounded-range".
const char* name_of(StepKind kind);

struct DeclaredSteps {
  std::uint64_t steps = 1;  ///< 1 to 10^6, fixed beforehand
  StepKind kind = StepKind::pure;
  bool adaptive = true;

  void describe(auto& field) {
    field("steps", steps);
    field("kind", kind);
    field("adaptive", adaptive);
  }
};

/// Steps with a joint budget.
struct StepBudget {
  DeclaredSteps steps;
  Loss total;

  void describe(auto& field) {
    steps.describe(field);
    total.describe(field);
  }
};

struct StepLoss {
  Loss loss;
  CompositionBound bound = CompositionBound::basic;  ///< the bound that gives the loss
};

/// The maximum loss of each step. Errors: OutOfRange.
StepLoss loss_per_step(const StepBudget& task);

/// Steps of one loss, to be counted at a delta for all.
struct StepSequence {
  DeclaredSteps steps;
  Loss each;               ///< delta above 0 for StepKind::approximate only
  double total_delta = 0;  ///< at least the sum of the steps' own

  void describe(auto& field) {
    steps.describe(field);
    each.describe(field);
    field("totalDelta", total_delta);
  }
};

struct StepsCost {
  std::string bound;
  double epsilon = 0;
};

/// Their joint cost by every bound that applies. Errors: OutOfRange.
std::vector<StepsCost> cost_of_steps(const StepSequence& task);

}  // namespace logstar
