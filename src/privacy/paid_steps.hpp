// Grants or refuses the declared steps that a ledger has charged.
//
// Privacy: all steps together cost the charged loss, if each costs at most its part, is of the declared kind
//   and for the ledger's neighbours, and their number is at most the declared one (declared_steps.hpp).
// Source: ours; docs/guarantees/composition.md. Departures: none.
// Cost: constant.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include "logstar/privacy/declared_steps.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/privacy/loss.hpp"
#include "logstar/privacy/unit.hpp"

namespace logstar {

struct PaidSteps {
  std::uint64_t steps = 1;  ///< charged ones, 1 to 10^6
  StepKind kind = StepKind::pure;
  Loss each;                                    ///< the maximum loss of each
  std::uint64_t used = 0;                       ///< at most `steps`
  Neighbors neighbors = Neighbors::add_remove;  ///< of the ledger
  std::optional<Unit> unit = std::nullopt;      ///< of the ledger

  void describe(auto& field) {
    field("steps", steps);
    field("kind", kind);
    each.describe(field);
    field("used", used);
    field("neighbors", neighbors);
    field("unit", unit);
  }

  std::uint64_t remaining() const { return steps - used; }
};

/// Why a step is refused: the first reason that applies.
enum class StepRefusal {
  used_up,            ///< all steps are used
  too_large,          ///< its loss exceeds that of each step
  not_bounded_range,  ///< it is of another kind than declared
  other_neighbors     ///< it is for other neighbours than the ledger
};
constexpr StepRefusal last_of(StepRefusal) { return StepRefusal::other_neighbors; }

/// "used-up", "too-large", "not-bounded-range", "other-neighbors".
const char* name_of(StepRefusal refusal);

/// A used step, and the loss that it runs with.
struct UsedStep {
  Loss granted;
  std::uint64_t used = 0;  ///< steps, with this one
};

/// A refused step, and the maximum loss of one step.
struct RefusedStep {
  StepRefusal why = StepRefusal::used_up;
  Loss left;
};

/// Uses a step for the request of a mechanism. Errors: OutOfRange for an invalid charge, or if more steps are
/// used than declared; WrongType for a mechanism whose unit of privacy is not the ledger's.
std::variant<UsedStep, RefusedStep> use_step(const PaidSteps& paid, const CostRequest& asked);

}  // namespace logstar
