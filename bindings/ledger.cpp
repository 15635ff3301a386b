// Ledgers for JavaScript, which holds them by number and keeps the release records beside them.
#include "logstar/privacy/ledger.hpp"

#include <emscripten/bind.h>

#include <map>
#include <string>
#include <utility>

#include "bindings/border.hpp"
#include "bindings/claim.hpp"

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

Ledger& ledger_of(const val& id) {
  const auto found = ledgers().find(id.as<int>());
  if (found == ledgers().end()) throw WrongType("ledger", "one that is in use", "a disposed one");
  return found->second;
}

const std::map<EntryStatus, std::string> kStatusNames = {{EntryStatus::reserved, "reserved"},
                                                         {EntryStatus::spent, "spent"},
                                                         {EntryStatus::open, "open"},
                                                         {EntryStatus::settled, "settled"},
                                                         {EntryStatus::withdrawn, "withdrawn"}};

val object_of(const Loss& loss) {
  return Object().with("epsilon", loss.epsilon).with("delta", loss.delta);
}

val object_of(const Charge& charge) {
  return Object()
      .with("epsilon", charge.epsilon)
      .with("delta", charge.delta)
      .with("rho", charge.rho);
}

Charge charge_from(const val& charge) {
  return {charge["epsilon"].as<double>(), charge["delta"].as<double>(), charge["rho"].as<double>()};
}

Budget budget_from(const val& budget) {
  Budget result;
  result.total = loss_of(budget);
  result.neighbors = neighbors_of(budget);
  result.tail = budget["tail"].as<double>();
  result.composition = budget["composition"].as<std::string>() == "concentrated"
                           ? Composition::concentrated
                           : Composition::basic;
  return result;
}

std::optional<Part> part_from(const val& part) {
  if (part.isUndefined() || part.isNull()) return std::nullopt;
  return Part{part["group"].as<std::size_t>(), part["index"].as<std::size_t>()};
}

SessionTerms terms_from(const val& terms) {
  return {terms["epsilon"].as<double>(), whole(terms["outcomes"]), terms["delta"].as<double>(),
          whole(terms["calls"])};
}

val object_of(const LedgerEntry& entry) {
  val result = Object()
                   .with("mechanism", entry.mechanism)
                   .with("asked", object_of(entry.asked))
                   .with("charged", object_of(entry.charged))
                   .with("neighbors", std::string(name_of(entry.neighbors)))
                   .with("status", kStatusNames.at(entry.status));
  if (entry.part) {
    result.set("part",
               Object().with("group", entry.part->group).with("index", entry.part->index).value());
  }
  if (entry.session) {
    result.set("session", value_of_terms(*entry.session));
    result.set("returned", static_cast<double>(entry.returned));
    result.set("called", static_cast<double>(entry.called));
  }
  return result;
}

LedgerEntry entry_from(const val& saved) {
  LedgerEntry entry;
  entry.mechanism = saved["mechanism"].as<std::string>();
  entry.asked = charge_from(saved["asked"]);
  entry.charged = charge_from(saved["charged"]);
  entry.neighbors = neighbors_of(saved);
  entry.part = part_from(saved["part"]);
  const auto status = saved["status"].as<std::string>();
  for (const auto& [known, name] : kStatusNames) {
    if (name == status) entry.status = known;
  }
  if (!saved["session"].isUndefined()) {
    entry.session = terms_from(saved["session"]);
    entry.returned = whole(saved["returned"]);
    entry.called = whole(saved["called"]);
  }
  return entry;
}

val create_ledger(val budget) { return keep(Ledger(budget_from(budget))); }

val dispose_ledger(val id) {
  ledgers().erase(id.as<int>());
  return val::undefined();
}

/// Charges a request: { epsilon, delta, boundedRange, rho, mechanism, neighbors, part }. The
/// mechanism runs with what it returns.
val spend(val id, val request) {
  const Loss loss = loss_of(request);
  Charge charge = request["boundedRange"].as<bool>()
                      ? bounded_range_charge(loss.epsilon, 1, loss.delta)
                      : charge_of(loss);
  if (!request["rho"].isUndefined()) charge.rho = request["rho"].as<double>();
  Ledger& ledger = ledger_of(id);
  const auto entry = ledger.spend({request["mechanism"].as<std::string>(), charge,
                                   neighbors_of(request), part_from(request["part"])});
  const Loss& granted = ledger.entries()[entry].granted;
  return Object()
      .with("entry", entry)
      .with("epsilon", granted.epsilon)
      .with("delta", granted.delta);
}

/// Charges a session in full: { epsilon, outcomes, delta, calls, mechanism, part }, epsilon and
/// delta for each outcome and each call. Its terms are those of one user more or fewer.
val open_session(val id, val request) {
  Ledger& ledger = ledger_of(id);
  const auto entry =
      ledger.open_session({request["mechanism"].as<std::string>(), terms_from(request),
                           Neighbors::add_remove, part_from(request["part"])});
  const Loss& granted = ledger.entries()[entry].granted;
  return Object()
      .with("entry", entry)
      .with("epsilon", granted.epsilon)
      .with("delta", granted.delta);
}

val settle_session(val id, val entry, val returned, val called) {
  ledger_of(id).settle(entry.as<std::size_t>(), whole(returned), whole(called));
  return val::undefined();
}

val declare_parallel(val id, val declaration, val parts) {
  return Object().with("group", ledger_of(id).declare_parallel(declaration.as<std::string>(),
                                                               parts.as<std::size_t>()));
}

val ledger_totals(val id) {
  const Ledger& ledger = ledger_of(id);
  return Object()
      .with("spent", object_of(ledger.spent()))
      .with("remaining", object_of(ledger.remaining()));
}

val ledger_state(val id) {
  const Ledger& ledger = ledger_of(id);
  val groups = val::array();
  val entries = val::array();
  const LedgerState state = ledger.state();
  for (const ParallelGroup& group : state.groups) {
    groups.call<void>(
        "push", Object().with("declaration", group.declaration).with("parts", group.parts).value());
  }
  for (const LedgerEntry& entry : state.entries) entries.call<void>("push", object_of(entry));
  return Object().with("groups", groups).with("entries", entries);
}

val resume_ledger(val budget, val groups, val entries) {
  LedgerState state;
  state.budget = budget_from(budget);
  for (std::size_t i = 0; i < groups["length"].as<std::size_t>(); ++i) {
    state.groups.push_back(
        {groups[i]["declaration"].as<std::string>(), groups[i]["parts"].as<std::size_t>()});
  }
  for (std::size_t i = 0; i < entries["length"].as<std::size_t>(); ++i) {
    state.entries.push_back(entry_from(entries[i]));
  }
  return keep(Ledger::resume(state));
}

EMSCRIPTEN_BINDINGS(ledger) {
  bind<&create_ledger>("createLedger");
  bind<&dispose_ledger>("disposeLedger");
  bind<&spend>("spend");
  bind<&open_session>("openSession");
  bind<&settle_session>("settleSession");
  bind<&declare_parallel>("declareParallel");
  bind<&ledger_totals>("ledgerTotals");
  bind<&ledger_state>("ledgerState");
  bind<&resume_ledger>("resumeLedger");
}

}  // namespace
}  // namespace logstar::bindings
