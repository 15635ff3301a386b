// Chooses among the composition bounds, so that no caller has to know their names: how large each
// of k equal steps may be for a total that the caller gives.
//
// Privacy: k steps with the returned parameters, chosen adaptively unless the caller asked for
// `fixed_in_advance`, are (total.epsilon, total.delta)-DP together. k is declared beforehand and the steps are
// one entry of a ledger, never several. The choice depends on the public arguments only. Cost: at most three
// inverses of per_step.hpp. Errors: OutOfRange for total.epsilon outside [10^-9, 10^4], total.delta outside [0,
// 1), zero steps, and an inapplicable bound in `only`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "logstar/privacy/loss.hpp"

namespace logstar {

/// May the question of one step depend on the result of an earlier step? If in doubt, it may.
enum class Interaction { adaptive, fixed_in_advance };

/// Do the steps need a delta of their own (stable choice, limited-domain top-k), or are they pure?
enum class StepDelta { none, needed };

/// Which bound was used.
enum class CompositionBound { basic, optimal, concentrated, fixed_in_advance };

constexpr CompositionBound last_of(CompositionBound) { return CompositionBound::fixed_in_advance; }

/// Its plain name, for release records.
std::string_view name_of(CompositionBound bound);

struct PerStep {
  double epsilon = 0;  ///< of each step
  /// The part of total.delta for the steps' own deltas: their sum may be at most this. 0 for StepDelta::none.
  double delta_for_steps = 0;
  double tail = 0;  ///< the part of total.delta for unlikely large losses; 0 for `basic`
  CompositionBound bound = CompositionBound::basic;
};

/// For k epsilon-bounded-range steps (bounded_range.hpp). With StepDelta::needed each step, or the
/// procedure as a whole, may fail to be so with probabilities that add up to delta_for_steps.
/// Half of delta goes to the tail then, and the bound is the one with the least
/// ln(1/delta_for_steps)/epsilon, which determines the thresholds of such mechanisms.
/// only: takes this bound, which an earlier plan chose. At the slightly smaller loss that a ledger grants,
/// another bound may be the best, but the ledger charged the plan.
PerStep best_bounded_range_per_step(const Loss& total, std::uint64_t count, StepDelta step_delta,
                                    Interaction interaction = Interaction::adaptive,
                                    std::optional<CompositionBound> only = std::nullopt);

/// For k (epsilon, delta_for_steps/k)-DP steps of any kind. only: as above.
PerStep best_per_step(const Loss& total, std::uint64_t count, StepDelta step_delta,
                      std::optional<CompositionBound> only = std::nullopt);

}  // namespace logstar
