#include "logstar/interior_point/slices/row_slices_task.hpp"

#include <cmath>
#include <string>

#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

/// A margin for the ledger, which may grant slightly less than the request: plans with slightly less delta, and
/// charges slightly more epsilon.
constexpr double kHair = 0x1p-20;

/// Enough for a D close to the greatest that fits, where there is one above 0.
constexpr int kMostTries = 12;

/// Twice the epsilon E at a delta D of add-remove with (1 + e^E) D <= `delta`. E grows as D falls, so each try
/// takes D from the last one's E. A D of 0 always fits; infinity if pieces have a delta.
double replace_epsilon(const SliceBudget& budget, double delta) {
  double of_one = delta / 2;
  for (int i = 0; i < kMostTries && of_one > 0; ++i) {
    const double epsilon = slice_epsilon_of(budget, of_one);
    const double factor = add_up(1, exp_up(epsilon));
    if (multiply_up(factor, of_one) <= delta) return 2 * epsilon;
    of_one = delta / factor * (1 - kHair);
  }
  return 2 * slice_epsilon_of(budget, 0);
}

}  // namespace

SliceBudget RowSlicesTask::budget() const {
  return {slice_epsilon, compute, computes.value_or(1), slices, sessions};
}

RowSlicesPlan plan_row_slices(const RowSlicesTask& task) {
  const SliceBudget budget = task.budget();
  check_slice_budget(budget);
  check_delta_or_zero("delta", task.delta);
  if (task.protects == Protects::labels) reject_type("protects", "records or users", "labels");
  const double planned = task.delta * (1 - kHair);
  const double epsilon = task.neighbors == Neighbors::replace ? replace_epsilon(budget, planned)
                                                              : slice_epsilon_of(budget, planned);
  if (!std::isfinite(epsilon)) {
    reject("delta", "above what the pieces take of it", task.delta);
  }
  return {epsilon * (1 + kHair)};
}

Claim claim_row_slices(const RowSlicesTask& asked, const RowSlicesPlan& plan) {
  Claim claim;
  const std::string slices = std::to_string(asked.slices);
  claim.mechanism = asked.sessions == 1
                        ? slices + " slices"
                        : std::to_string(asked.sessions) + " times " + slices + " slices";
  claim.loss = {plan.epsilon, asked.delta};
  claim.neighbors = asked.neighbors;
  claim.protects = asked.protects;
  claim.also_public = public_facts(asked.neighbors, asked.protects);
  claim.proof = "docs/guarantees/slices-over-rows.md";
  claim.parameters = Facts()
                         .with("slices", static_cast<double>(asked.slices))
                         .with("sessions", static_cast<double>(asked.sessions))
                         .with("sliceEpsilon", asked.slice_epsilon)
                         .with("computeEpsilon", asked.compute.epsilon)
                         .with("computeDelta", asked.compute.delta);
  if (asked.computes) claim.parameters.with("computes", static_cast<double>(*asked.computes));
  return claim;
}

Claim claim_in_session(Claim piece, const Claim& session) {
  piece.mechanism += ", part of a session of " + session.mechanism;
  piece.parameters.with("computeEpsilon", piece.loss.epsilon)
      .with("computeDelta", piece.loss.delta);
  piece.loss = session.loss;
  piece.neighbors = session.neighbors;
  piece.protects = session.protects;
  // Facts about the piece alone, which hold for nobody outside of the slice.
  piece.bounded_range = false;
  piece.rho = std::nullopt;
  piece.session = std::nullopt;
  piece.also_public = session.also_public + "; epsilon and delta are those of the whole session";
  piece.proof = session.proof;
  return piece;
}

}  // namespace logstar
