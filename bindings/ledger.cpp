// Ledgers for JavaScript, which holds them by number and keeps the release records with them.
#include "logstar/privacy/ledger.hpp"

#include <map>
#include <string>
#include <utility>
#include <variant>

#include "bindings/border.hpp"
#include "bindings/fields.hpp"
#include "bindings/rows.hpp"
#include "logstar/privacy/paid_steps.hpp"

namespace logstar::bindings {
namespace {

std::map<int, Ledger>& ledgers() {
  static std::map<int, Ledger> all;
  return all;
}

val keep(Ledger ledger) {
  static int last = 0;
  ledgers().emplace(++last, std::move(ledger));
  return Object().with("id", last);
}

Ledger& ledger_of(int id) {
  const auto found = ledgers().find(id);
  if (found == ledgers().end()) reject_state("ledger", "in use", "a disposed one");
  return found->second;
}

/// { entry, epsilon, delta }: the loss that the mechanism must run with.
val granted_by(const Ledger& ledger, Ledger::EntryId entry) {
  val granted = value_of_fields(ledger.entries()[entry].granted);
  set_property(granted, "entry", entry);
  return granted;
}

val create_ledger(const val& budget) { return keep(Ledger(read_task<Budget>(budget))); }

val dispose_ledger(int id) {
  ledgers().erase(id);
  return val::undefined();
}

/// Charges a mechanism for good.
val spend(int id, const val& request) {
  Ledger& ledger = ledger_of(id);
  return granted_by(ledger, ledger.spend(read_task<CostRequest>(request).charged()));
}

/// Charges a session in full, until it is settled.
val open_session(int id, const val& request) {
  Ledger& ledger = ledger_of(id);
  return granted_by(ledger, ledger.open_session(read_task<SessionRequest>(request)));
}

val settle_session(int id, const val& entry, const val& returned, const val& called) {
  ledger_of(id).settle(entry.as<std::size_t>(), whole(returned), whole(called));
  return val::undefined();
}

/// Rejects an invalid charge, or one that does not fit the unit of a ledger with this budget. Used for one of
/// several releases that the ledger has already charged.
val use_paid_step(const val& paid, const val& request) {
  const auto outcome = use_step(read_task<PaidSteps>(paid), read_task<CostRequest>(request));
  if (const auto* refused = std::get_if<RefusedStep>(&outcome)) {
    val answer = value_of_fields(refused->left);
    set_property(answer, "refused", value_of_text(name_of(refused->why)));
    return answer;
  }
  const auto& used = std::get<UsedStep>(outcome);
  val answer = value_of_fields(used.granted);
  set_property(answer, "used", static_cast<double>(used.used));
  return answer;
}

/// { epsilon, delta }: the loss that a ledger would grant.
val grant_of(const val& request) {
  const Charge charge = read_task<CostRequest>(request).charged().charge;
  return value_of_fields(grant_for({charge.epsilon, charge.delta}));
}

/// A release to be checked against a ledger's unit.
struct UnitQuestion {
  std::optional<Unit> unit;
  std::string mechanism;
  Protects protects = Protects::records;

  /// release/described.hpp
  void describe(auto& field) {
    field("unit", unit);
    field("mechanism", mechanism);
    field("protects", protects);
  }
};

/// Throws if a session was charged to a ledger of this unit but its answer protects another unit.
val check_asked_unit(const val& request) {
  const auto asked = read_task<UnitQuestion>(request);
  check_unit(asked.unit, asked.mechanism, asked.protects);
  return val::undefined();
}

/// Allows the maximum number of parts: JavaScript numbers them as they appear.
val declare_parallel(int id, const val& declaration) {
  return Object().with("group", ledger_of(id).declare_parallel(text_of(declaration), kMaxParts));
}

/// { spent, remaining }.
val ledger_totals(int id) {
  const Ledger& ledger = ledger_of(id);
  return Object()
      .with("spent", value_of_fields(ledger.spent()))
      .with("remaining", value_of_fields(ledger.remaining()));
}

/// The saved entries, as rows (bindings/rows.hpp).
val ledger_entries(int id) {
  RowWriter rows;
  for (LedgerEntry& entry : ledger_of(id).state().entries) entry.describe(rows);
  return rows.written();
}

/// { budget, groups }, and the entries as of ledgerEntries.
val resume_ledger(const val& saved, const val& entries) {
  LedgerState state;
  const FieldReader fields(saved);
  fields("budget", state.budget);
  fields("groups", state.groups);
  RowReader rows(entries);
  while (!rows.ended()) state.entries.emplace_back().describe(rows);
  return keep(Ledger::resume(state));
}

EMSCRIPTEN_BINDINGS(ledger) {
  bind<&create_ledger>("createLedger");
  bind<&dispose_ledger>("disposeLedger");
  bind<&spend>("spend");
  bind<&open_session>("openSession");
  bind<&settle_session>("settleSession");
  bind<&use_paid_step>("useStep");
  bind<&grant_of>("grantOf");
  bind<&check_asked_unit>("checkUnit");
  bind<&declare_parallel>("declareParallel");
  bind<&ledger_totals>("ledgerTotals");
  bind<&ledger_entries>("ledgerEntries");
  bind<&resume_ledger>("resumeLedger");
}

}  // namespace
}  // namespace logstar::bindings
