#include "logstar/privacy/ledger.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/rounding.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/decimal.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

// The part of a request that the ledger keeps back. It exceeds
//   - the rounding of decimals, and of total/n, to doubles: 2^-53 each, in request and total;
//   - the rounding of remaining() to 14 digits: at most 5 * 10^-14 of the total.
constexpr double kHeldBack = 0x1p-44;

double grant(double asked) { return asked == 0 ? 0 : multiply_down(asked, 1 - kHeldBack); }

// To 14 significant digits of `scale`, for people to read; more than the 10^-15 by which the sums
// of granted numbers differ from sums on paper.
double readable(double value, double scale) {
  if (value == 0 || scale == 0) return 0;
  const int digits = std::clamp(13 - static_cast<int>(std::floor(std::log10(scale))), 0, 340);
  return to_decimals(value, digits);
}

// The requested sum for which the granted numbers add up to `sum`.
double asked_for(const ExactSum& sum, double scale) {
  return readable(sum.round_down() * (1 + kHeldBack), scale);
}

std::string show_loss(const Loss& loss) {
  return "epsilon " + to_text(loss.epsilon) + " and delta " + to_text(loss.delta);
}

// Ensures that the next push_back cannot fail.
void make_room(auto& list) {
  if (list.size() == list.capacity()) list.reserve(2 * list.size() + 1);
}

void check_budget(const Budget& budget) {
  check_epsilon("epsilon", budget.total.epsilon);
  check_delta_or_zero("delta", budget.total.delta);
  if (budget.composition == Composition::basic) {
    if (budget.tail != 0) reject("tail", "0 for basic composition", budget.tail);
    return;
  }
  if (!(budget.tail > 0 && budget.tail <= budget.total.delta)) {
    reject("tail", "above 0 and at most delta (" + to_text(budget.total.delta) + ")", budget.tail);
  }
}

}  // namespace

// The smallest deltas would leave a grant of 0: the mechanism would reject its grant after the charge.
Loss grant_for(const Loss& asked) {
  if (asked.delta > 0 && asked.delta < kMinLedgerDelta) {
    reject("delta", "0 or at least " + to_text(kMinLedgerDelta), asked.delta);
  }
  return {grant(asked.epsilon), grant(asked.delta)};
}

Ledger::Ledger(const Budget& budget) : budget_(budget) {
  check_budget(budget);
  if (budget.composition == Composition::concentrated) {
    rho_limit_ = largest_rho({budget.total.epsilon, budget.tail});
  }
}

Ledger::EntryId Ledger::spend(const LedgerRequest& request) {
  LedgerEntry entry = checked(request);
  entry.status = EntryStatus::spent;
  return admit(std::move(entry));
}

Ledger::EntryId Ledger::reserve(const LedgerRequest& request) {
  LedgerEntry entry = checked(request);
  entry.status = EntryStatus::reserved;
  return admit(std::move(entry));
}

void Ledger::commit(EntryId reserved) {
  entry_with_status(EntryStatus::reserved, reserved, "a reservation").status = EntryStatus::spent;
}

void Ledger::withdraw(EntryId reserved) {
  LedgerEntry& entry = entry_with_status(EntryStatus::reserved, reserved, "a reservation");
  change_charge(entry, {});
  entry.status = EntryStatus::withdrawn;
}

Ledger::EntryId Ledger::open_session(const SessionRequest& request) {
  LedgerEntry entry = checked(request);
  entry.status = EntryStatus::open;
  return admit(std::move(entry));
}

void Ledger::settle(EntryId session, std::uint64_t returned, std::uint64_t called) {
  LedgerEntry& entry = entry_with_status(EntryStatus::open, session, "an open session");
  check_count("returned", returned, 0, entry.session->outcomes);
  check_count("called", called, 0, entry.session->calls);
  const Charge charge = session_charge(entry, returned, called);
  // At most the admitted loss, even where a rounded factor is not quite monotone.
  change_charge(entry, {std::min(charge.epsilon, entry.charged.epsilon),
                        std::min(charge.delta, entry.charged.delta),
                        std::min(charge.rho, entry.charged.rho)});
  entry.returned = returned;
  entry.called = called;
  entry.status = EntryStatus::settled;
}

std::size_t Ledger::declare_parallel(std::string declaration, std::uint64_t parts) {
  check_count("parts", parts, 1, kMaxParts);
  make_room(groups_);  // the last line cannot fail then
  sums_.add_group();
  groups_.push_back({std::move(declaration), parts});
  return groups_.size() - 1;
}

Loss Ledger::spent() const {
  const ChargeSum& sums = sums_.total();
  Loss result{asked_for(sums.epsilon, budget_.total.epsilon),
              asked_for(sums.delta, budget_.total.delta)};
  if (budget_.composition == Composition::basic) return result;
  const double concentrated = concentrated_epsilon(step_up(sums.rho.round_down()), budget_.tail);
  if (concentrated < result.epsilon) {
    result.epsilon = readable(concentrated, budget_.total.epsilon);
    result.delta = readable(result.delta + budget_.tail, budget_.total.delta);
  }
  return result;
}

Loss Ledger::remaining() const {
  const ChargeSum& sums = sums_.total();
  const auto left = [](double limit, const ExactSum& sum) {
    return std::fmax(0, limit - sum.round_down() * (1 + kHeldBack));
  };
  const double delta_limit = budget_.total.delta - budget_.tail;
  Loss result{readable(left(budget_.total.epsilon, sums.epsilon), budget_.total.epsilon),
              readable(left(delta_limit, sums.delta), delta_limit)};
  if (budget_.composition == Composition::basic) return result;
  const double rho_left = subtract_down(rho_limit_, step_up(sums.rho.round_down()));
  if (rho_left > 0) {
    const double pure = sqrt_down(multiply_down(2, rho_left));
    result.epsilon = std::max(result.epsilon, readable(pure, pure));
  }
  return result;
}

LedgerState Ledger::state() const {
  LedgerState state{budget_, groups_, {entries_.begin(), entries_.end()}};
  for (LedgerEntry& entry : state.entries) {
    // After resuming, the ledger cannot know whether the mechanism drew.
    if (entry.status == EntryStatus::reserved || entry.status == EntryStatus::open) {
      entry.status = EntryStatus::spent;
    }
  }
  return state;
}

Ledger Ledger::resume(const LedgerState& state) {
  Ledger ledger(state.budget);
  for (const ParallelGroup& group : state.groups) {
    ledger.declare_parallel(group.declaration, group.parts);
  }
  for (const LedgerEntry& saved : state.entries) {
    LedgerEntry entry =
        saved.session ? ledger.checked(SessionRequest{saved.mechanism, *saved.session,
                                                      saved.neighbors, saved.part, saved.protects})
                      : ledger.checked(LedgerRequest{saved.mechanism, saved.asked, saved.neighbors,
                                                     saved.part, saved.protects});
    entry.status = EntryStatus::spent;
    if (saved.status == EntryStatus::withdrawn) {
      entry.status = EntryStatus::withdrawn;
      entry.charged = {};
    }
    if (saved.session && saved.status == EntryStatus::settled) {
      check_count("returned", saved.returned, 0, saved.session->outcomes);
      check_count("called", saved.called, 0, saved.session->calls);
      entry.status = EntryStatus::settled;
      entry.returned = saved.returned;
      entry.called = saved.called;
      entry.charged = ledger.session_charge(entry, saved.returned, saved.called);
    }
    const Charge before = checked_charge(saved.charged);
    entry.charged = {std::max(entry.charged.epsilon, before.epsilon),
                     std::max(entry.charged.delta, before.delta),
                     std::max(entry.charged.rho, before.rho)};
    if (!ledger.within_total(ledger.sums_.total_with(entry.charged, entry.part))) {
      reject("the saved ledger", "within its total", "entries that exceed it");
    }
    ledger.sums_.add(entry.charged, entry.part);
    ledger.entries_.push_back(std::move(entry));
  }
  return ledger;
}

LedgerEntry Ledger::checked_entry(const auto& request) const {
  if (request.protects) check_unit(budget_.unit, request.mechanism, *request.protects);
  check_part(request.neighbors, request.part);
  LedgerEntry entry;
  entry.mechanism = request.mechanism;
  entry.neighbors = request.neighbors;
  entry.protects = request.protects;
  entry.part = request.part;
  return entry;
}

LedgerEntry Ledger::checked(const LedgerRequest& request) const {
  LedgerEntry entry = checked_entry(request);
  entry.asked = checked_charge(request.charge);
  entry.granted = grant_for({entry.asked.epsilon, entry.asked.delta});
  entry.charged = in_ledger_terms({entry.granted.epsilon, entry.granted.delta, entry.asked.rho},
                                  entry.neighbors);
  return entry;
}

LedgerEntry Ledger::checked(const SessionRequest& request) const {
  LedgerEntry entry = checked_entry(request);
  const SessionTerms& terms = request.terms;
  check_epsilon("epsilon", terms.epsilon);
  check_delta_or_zero("delta", terms.delta);
  constexpr std::uint64_t kMax = std::uint64_t{1} << 53;
  check_count("outcomes", terms.outcomes, 1, kMax);
  check_count("calls", terms.calls, 1, kMax);
  entry.asked = bounded_range_charge(terms.epsilon, terms.outcomes,
                                     std::fmin(1, multiply_up(count_up(terms.calls), terms.delta)));
  entry.session = terms;
  entry.granted = grant_for({terms.epsilon, terms.delta});
  entry.charged = session_charge(entry, terms.outcomes, terms.calls);
  return entry;
}

void Ledger::check_part(Neighbors neighbors, const std::optional<Part>& part) const {
  if (neighbors == Neighbors::replace && budget_.neighbors == Neighbors::add_remove) {
    reject("neighbors", "add-remove, as the ledger's are", "replace");
  }
  if (!part) return;
  if (part->group >= groups_.size()) {
    reject("part", "of a declared group", "group " + std::to_string(part->group));
  }
  check_count("part", part->index, 0, groups_[static_cast<std::size_t>(part->group)].parts - 1);
  // A record may leave one part and enter another: each part sees an addition or a removal.
  if (neighbors != Neighbors::add_remove) {
    reject("neighbors", "add-remove for a parallel part", "replace");
  }
}

Charge Ledger::in_ledger_terms(const Charge& charge, Neighbors neighbors) const {
  const Charge checked = checked_charge(charge);
  return neighbors == budget_.neighbors ? checked : to_replace(checked);
}

Charge Ledger::session_charge(const LedgerEntry& entry, std::uint64_t returned,
                              std::uint64_t called) const {
  const double delta = std::fmin(1, multiply_up(count_up(called), entry.granted.delta));
  return in_ledger_terms(bounded_range_charge(entry.granted.epsilon, returned, delta),
                         entry.neighbors);
}

Ledger::EntryId Ledger::admit(LedgerEntry entry) {
  if (!within_total(sums_.total_with(entry.charged, entry.part))) {
    const Loss asked{readable(entry.charged.epsilon * (1 + kHeldBack), entry.charged.epsilon),
                     readable(entry.charged.delta * (1 + kHeldBack), entry.charged.delta)};
    throw BudgetExceeded(entry.mechanism + " asks for " + show_loss(asked) + ", but " +
                         show_loss(remaining()) + " are left");
  }
  // Both may fail, and then nothing is charged. The last step cannot: a charge without its entry would not be saved.
  if (entry.part) sums_.add_part(*entry.part);
  entries_.push_back(std::move(entry));
  sums_.add(entries_.back().charged, entries_.back().part);
  return entries_.size() - 1;
}

bool Ledger::within_total(const ChargeSum& sums) const {
  ExactSum delta = sums.delta;
  delta.add(budget_.tail);
  if (delta > ExactSum(budget_.total.delta)) return false;
  if (sums.epsilon <= ExactSum(budget_.total.epsilon)) return true;
  return budget_.composition == Composition::concentrated && sums.rho <= ExactSum(rho_limit_);
}

void Ledger::change_charge(LedgerEntry& entry, const Charge& charge) {
  sums_.remove(entry.charged, entry.part);
  sums_.add(charge, entry.part);
  entry.charged = charge;
}

LedgerEntry& Ledger::entry_with_status(EntryStatus status, EntryId id, const char* description) {
  if (id >= entries_.size() || entries_[id].status != status) {
    reject("entry", description, "entry " + std::to_string(id));
  }
  return entries_[id];
}

}  // namespace logstar
