// A ledger under arbitrary requests: it never grants more than its total, a rejection changes no state, and a
// resumed ledger grants at most what the saved one would.
#include "logstar/privacy/ledger.hpp"

#include <algorithm>
#include <cmath>

#include "fuzz_input.hpp"
#include "logstar/privacy/concentrated.hpp"

namespace logstar::testing {
namespace {

double any_share(FuzzInput& input) { return (input.byte() + 1) / 256.0; }

Budget any_budget(FuzzInput& input) {
  Budget budget;
  budget.total = {input.coin() ? any_share(input) * 8 : input.number(),
                  input.coin() ? any_share(input) / 100 : input.number()};
  budget.neighbors = input.coin() ? Neighbors::add_remove : Neighbors::replace;
  if (input.coin()) {
    budget.composition = Composition::concentrated;
    budget.tail = input.choice(8) == 0 ? input.number() : budget.total.delta * any_share(input);
  }
  if (input.choice(4) == 0) budget.unit = input.coin() ? Unit::user : Unit::record;
  return budget;
}

Charge any_charge(FuzzInput& input) {
  if (input.choice(8) == 0) return {input.number(), input.number(), input.number()};
  const Loss loss{any_share(input), input.coin() ? 0 : any_share(input) / 1000};
  if (input.coin()) return charge_of(loss);
  return bounded_range_charge(loss.epsilon / 16, 1 + input.choice(16), loss.delta);
}

std::optional<Protects> any_protects(FuzzInput& input) {
  if (input.choice(8) == 0) return std::nullopt;
  return static_cast<Protects>(input.choice(3));
}

std::optional<Part> any_part(FuzzInput& input, const Ledger&) {
  if (input.coin()) return std::nullopt;
  return Part{input.choice(3), input.choice(4)};
}

/// Checks the ledger's promise from its entries: groups cost their most expensive part.
void check_total(const Ledger& ledger, std::size_t groups) {
  const Budget& budget = ledger.budget();
  struct Sum {
    long double epsilon = 0, delta = 0, rho = 0;
  };
  Sum total;
  std::vector<std::vector<Sum>> parts(groups, std::vector<Sum>(4));
  for (const LedgerEntry& entry : ledger.entries()) {
    if (entry.protects && budget.unit) {
      const bool users = budget.unit == Unit::user;
      require(entry.protects == (users ? Protects::users : Protects::records), "of the unit");
    }
    Sum& sum = entry.part ? parts.at(entry.part->group).at(entry.part->index) : total;
    require(entry.granted.epsilon <= entry.asked.epsilon || entry.session,
            "granted is within asked");
    sum.epsilon += entry.charged.epsilon;
    sum.delta += entry.charged.delta;
    sum.rho += entry.charged.rho;
  }
  for (const auto& group : parts) {
    Sum most;
    for (const Sum& sum : group) {
      most.epsilon = std::max(most.epsilon, sum.epsilon);
      most.delta = std::max(most.delta, sum.delta);
      most.rho = std::max(most.rho, sum.rho);
    }
    total.epsilon += most.epsilon;
    total.delta += most.delta;
    total.rho += most.rho;
  }
  const long double slack = 1 + 1e-15L;  // for this long double sum; the ledger's is exact
  require(total.delta <= (budget.total.delta - budget.tail) * slack + 1e-300L, "delta is within");
  const bool sums = total.epsilon <= budget.total.epsilon * slack;
  const bool concentrated = budget.composition == Composition::concentrated &&
                            total.rho <= largest_rho({budget.total.epsilon, budget.tail}) * slack;
  require(sums || concentrated, "epsilon is within");
  require(ledger.spent().epsilon >= 0 && ledger.spent().delta >= 0, "spent is a loss");
}

/// Changes a saved ledger arbitrarily.
void tamper(LedgerState& state, FuzzInput& input) {
  if (state.entries.empty()) return;
  LedgerEntry& entry = state.entries[input.choice(256) % state.entries.size()];
  switch (input.choice(9)) {
    case 8:
      entry.protects = any_protects(input);
      break;
    case 0:
      state.budget.total = {input.number(), input.number()};
      break;
    case 1:
      state.budget.tail = input.number();
      break;
    case 2:
      entry.charged = any_charge(input);
      break;
    case 3:
      entry.asked = any_charge(input);
      break;
    case 4:
      entry.status = static_cast<EntryStatus>(input.choice(5));
      break;
    case 5:
      entry.returned = input.count();
      entry.called = input.count();
      break;
    case 6:
      entry.part = Part{static_cast<std::size_t>(input.count()), input.choice(5)};
      break;
    default:
      entry.session = SessionTerms{input.number(), input.count(), input.number(), input.count()};
  }
}

void check_ledger(FuzzInput& input) {
  std::optional<Ledger> made;
  const Budget budget = any_budget(input);
  if (!accepts([&] { made.emplace(budget); })) return;
  Ledger ledger = std::move(*made);
  std::size_t groups = 0;
  std::size_t entries = 0;
  while (!input.used_up() && entries < 60) {
    const auto before = ledger.spent();
    const Neighbors neighbors = input.coin() ? Neighbors::add_remove : Neighbors::replace;
    const auto part = any_part(input, ledger);
    const auto protects = any_protects(input);
    const std::size_t id = input.choice(static_cast<unsigned>(entries) + 2);
    switch (input.choice(8)) {
      case 0:
        if (groups < 3) {
          ledger.declare_parallel(input.text(8), 4);
          ++groups;
        }
        break;
      case 1:
        accepts([&] { ledger.commit(id); });
        break;
      case 2:
        accepts([&] { ledger.withdraw(id); });
        break;
      case 3:
        accepts([&] { ledger.settle(id, input.choice(20), input.choice(6)); });
        break;
      case 4: {
        const SessionTerms terms{input.choice(8) ? any_share(input) / 8 : input.number(),
                                 input.choice(8) ? input.choice(12) : input.count(),
                                 input.choice(8) ? any_share(input) / 5000 : input.number(),
                                 input.choice(8) ? input.choice(5) : input.count()};
        accepts([&] { ledger.open_session({"session", terms, neighbors, part, protects}); });
        break;
      }
      case 5: {
        const LedgerState saved = ledger.state();
        Ledger resumed = Ledger::resume(saved);
        require(resumed.spent().epsilon >= ledger.spent().epsilon * (1 - 1e-13) &&
                    resumed.spent().delta >= ledger.spent().delta * (1 - 1e-13),
                "a resumed ledger has spent as much");
        LedgerState changed = saved;
        tamper(changed, input);
        accepts([&] { check_total(Ledger::resume(changed), groups); });
        ledger = std::move(resumed);
        break;
      }
      case 6: {
        const Loss left = ledger.remaining();
        if (left.epsilon >= 1e-9 && budget.neighbors == Neighbors::add_remove) {
          require(accepts([&] {
                    ledger.reserve({"rest", charge_of({left.epsilon, 0}), Neighbors::add_remove,
                                    std::nullopt, std::nullopt});
                  }),
                  "what remains can be had");
        }
        break;
      }
      default: {
        const LedgerRequest request{input.text(5), any_charge(input), neighbors, part, protects};
        const bool spends = input.coin();
        const bool admitted = accepts([&] {
          if (spends) {
            ledger.spend(request);
          } else {
            ledger.reserve(request);
          }
        });
        require(admitted == (ledger.entries().size() == entries + 1), "an entry, or none");
        if (!admitted) require(ledger.spent() == before, "a refusal changes nothing");
      }
    }
    entries = ledger.entries().size();
    check_total(ledger, groups);
  }
}

}  // namespace
}  // namespace logstar::testing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  logstar::testing::FuzzInput input(data, size);
  logstar::testing::check_ledger(input);
  return 0;
}
