#include "logstar/interior_point/slices/slice_account.hpp"

#include <string>

#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

std::optional<Unit> unit_of(const RowSlicesTask& task) {
  return task.protects == Protects::users ? std::optional(Unit::user) : std::nullopt;
}

std::variant<Ledger, PaidSteps> account_of(const RowSlicesTask& task) {
  if (!task.computes) return Ledger({.total = task.compute, .unit = unit_of(task)});
  PaidSteps pieces;
  pieces.steps = *task.computes;
  pieces.kind = task.compute.delta > 0 ? StepKind::approximate : StepKind::pure;
  pieces.each = task.compute;
  pieces.unit = unit_of(task);
  return pieces;
}

}  // namespace

void check_row_places(const std::vector<std::uint32_t>& places, std::size_t rows) {
  std::uint64_t least = 0;
  for (const std::uint32_t place : places) {
    if (place < least || place >= rows) {
      reject("places", "ascending and of the given rows", std::to_string(place));
    }
    least = std::uint64_t(place) + 1;
  }
}

SliceAccount::SliceAccount(const RowSlicesTask& task) : account_(account_of(task)) {}

SliceAccount::SliceAccount(const RowSlicesTask& task, const SliceAccountState& state)
    : SliceAccount(task) {
  if (PaidSteps* pieces = std::get_if<PaidSteps>(&account_)) {
    const std::uint64_t* used = std::get_if<std::uint64_t>(&state);
    if (used == nullptr) reject("account", "a number of pieces", "a budget");
    check_count("used", *used, 0, pieces->steps);
    pieces->used = *used;
    return;
  }
  const LedgerState* saved = std::get_if<LedgerState>(&state);
  if (saved == nullptr) reject("account", "a budget", "a number of pieces");
  LedgerState ledger = *saved;
  ledger.budget = std::get<Ledger>(account_).budget();
  account_ = Ledger::resume(ledger);
}

Ledger& SliceAccount::ledger() {
  Ledger* budget = std::get_if<Ledger>(&account_);
  if (budget == nullptr) reject_state("slice", "of a session without computes", "one with");
  return *budget;
}

SliceAccountState SliceAccount::state() const {
  if (const Ledger* budget = std::get_if<Ledger>(&account_)) return budget->state();
  return std::get<PaidSteps>(account_).used;
}

Loss SliceAccount::use(const Claim& piece) {
  if (piece.session) reject_type("piece", "charged as a whole", "a session");
  PaidSteps& pieces = std::get<PaidSteps>(account_);
  const auto used = use_step(pieces, {.mechanism = piece.mechanism,
                                      .cost = {piece.loss, piece.bounded_range, piece.rho},
                                      .neighbors = piece.neighbors,
                                      .protects = piece.protects});
  if (const auto* refused = std::get_if<RefusedStep>(&used)) {
    throw BudgetExceeded(piece.mechanism + ": " + name_of(refused->why));
  }
  const auto& granted = std::get<UsedStep>(used);
  pieces.used = granted.used;
  return granted.granted;
}

}  // namespace logstar
