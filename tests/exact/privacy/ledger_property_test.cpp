// No sequence of calls, failing or not, makes the charges of a ledger exceed its total. Checks exact sums of
// the entries after every call of long random histories.
#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <deque>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/support/errors.hpp"

using namespace logstar;

namespace {

using Integer = boost::multiprecision::cpp_int;

Integer scaled(double x) {  // times 2^1074
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  const Integer mantissa(static_cast<std::int64_t>(std::ldexp(fraction, 53)));
  const int shift = exponent - 53 + 1074;
  return shift >= 0 ? Integer(mantissa << shift) : Integer(mantissa >> -shift);
}

struct Totals {
  Integer epsilon = 0;
  Integer delta = 0;
  Integer rho = 0;

  void add(const Totals& other) {
    epsilon += other.epsilon;
    delta += other.delta;
    rho += other.rho;
  }
};

// Computed from the entries alone: everything outside groups, and the largest part of each group.
Totals recount(const std::deque<LedgerEntry>& entries) {
  Totals all;
  std::map<std::size_t, std::map<std::size_t, Totals>> groups;
  for (const LedgerEntry& entry : entries) {
    const Totals charge{scaled(entry.charged.epsilon), scaled(entry.charged.delta),
                        scaled(entry.charged.rho)};
    if (entry.part) {
      groups[entry.part->group][entry.part->index].add(charge);
    } else {
      all.add(charge);
    }
  }
  for (const auto& [group, parts] : groups) {
    Totals largest;
    for (const auto& [index, part] : parts) {
      largest.epsilon = std::max(largest.epsilon, part.epsilon);
      largest.delta = std::max(largest.delta, part.delta);
      largest.rho = std::max(largest.rho, part.rho);
    }
    all.add(largest);
  }
  return all;
}

bool within(const Totals& totals, const Budget& budget) {
  if (totals.delta + scaled(budget.tail) > scaled(budget.total.delta)) return false;
  if (totals.epsilon <= scaled(budget.total.epsilon)) return true;
  return budget.composition == Composition::concentrated &&
         totals.rho <= scaled(largest_rho({budget.total.epsilon, budget.tail}));
}

// The charges of entries cover the losses that they grant.
bool covered(const LedgerEntry& entry, const Budget& budget) {
  if (entry.status == EntryStatus::withdrawn) return entry.charged == Charge{};
  Loss run = entry.granted;
  if (entry.session) {
    const bool settled = entry.status == EntryStatus::settled;
    run.epsilon *= static_cast<double>(settled ? entry.returned : entry.session->outcomes);
    run.delta *= static_cast<double>(settled ? entry.called : entry.session->calls);
  }
  if (entry.neighbors != budget.neighbors) {
    run = {2 * run.epsilon, (1 + std::exp(run.epsilon)) * run.delta};
  }
  // Plain arithmetic, so a tolerance of a few units in the last place.
  return entry.charged.epsilon >= run.epsilon * (1 - 1e-15) &&
         entry.charged.delta >= std::min(1.0, run.delta) * (1 - 1e-14);
}

class History {
 public:
  History(const Budget& budget, std::uint64_t seed) : ledger_(budget), random_(seed) {}

  int refusals() const { return refusals_; }
  const Ledger& ledger() const { return ledger_; }

  void step() {
    const std::deque<LedgerEntry> before = ledger_.entries();
    try {
      call(below(9));
    } catch (const BudgetExceeded&) {
      ++refusals_;
      REQUIRE(ledger_.entries().size() == before.size());
    } catch (const OutOfRange&) {
      REQUIRE(ledger_.entries().size() == before.size());
    }
  }

 private:
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }

  double amount(double total) {
    constexpr double kShares[] = {0, 1e-9, 0.003, 0.01, 0.1, 1.0 / 3, 0.5, 1, 1.5, -1, NAN};
    return total * kShares[below(std::size(kShares))];
  }

  LedgerRequest request() {
    const Loss total = ledger_.budget().total;
    LedgerRequest wanted;
    wanted.mechanism = "step";
    wanted.charge.epsilon = amount(total.epsilon);
    wanted.charge.delta = amount(total.delta);
    wanted.charge.rho = wanted.charge.epsilon * wanted.charge.epsilon / (below(2) == 0 ? 2 : 8);
    wanted.neighbors = below(3) == 0 ? Neighbors::replace : Neighbors::add_remove;
    wanted.part = part();
    return wanted;
  }

  std::optional<Part> part() {
    if (groups_ == 0 || below(2) == 0) return std::nullopt;
    return Part{below(groups_), below(3)};  // the last index may not exist
  }

  void settle(std::size_t id) {
    const std::size_t returned = below(12);
    ledger_.settle(id, returned, below(6));
  }

  void call(std::size_t kind) {
    const std::size_t id = below(ledger_.entries().size() + 1);
    switch (kind) {
      case 0:
      case 1:
        ledger_.spend(request());
        break;
      case 2:
        ledger_.reserve(request());
        break;
      case 3:
        ledger_.commit(id);
        break;
      case 4:
        ledger_.withdraw(id);
        break;
      case 5: {
        const Loss total = ledger_.budget().total;
        ledger_.open_session(
            {"session",
             {amount(total.epsilon) / 10, below(12), amount(total.delta) / 10, below(6)},
             Neighbors::add_remove,
             part()});
        break;
      }
      case 6:
        settle(id);
        break;
      case 7:
        if (groups_ < 3) {
          ledger_.declare_parallel("parts", 2 + below(2));
          ++groups_;
        }
        break;
      default:
        if (below(10) == 0) ledger_ = Ledger::resume(ledger_.state());
    }
  }

  Ledger ledger_;
  std::mt19937_64 random_;
  std::size_t groups_ = 0;
  int refusals_ = 0;
};

}  // namespace

TEST_CASE("no sequence of calls, failing or not, makes a ledger exceed its total") {
  const Budget budgets[] = {
      {{1, 1e-6}, Neighbors::add_remove, Composition::basic, 0},
      {{0.1, 0}, Neighbors::add_remove, Composition::basic, 0},
      {{3, 1e-5}, Neighbors::replace, Composition::basic, 0},
      {{1, 1e-6}, Neighbors::add_remove, Composition::concentrated, 5e-7},
      {{2, 0.1}, Neighbors::replace, Composition::concentrated, 0.05},
  };
  for (const Budget& budget : budgets) {
    int refusals = 0;
    int admitted = 0;
    int broken = 0;
    for (std::uint64_t seed = 1; seed <= 12; ++seed) {
      History history(budget, seed);
      for (int i = 0; i < 150; ++i) {
        history.step();
        const std::deque<LedgerEntry>& entries = history.ledger().entries();
        if (!within(recount(entries), budget)) ++broken;
        for (const LedgerEntry& entry : entries) {
          if (!covered(entry, budget)) ++broken;
        }
      }
      refusals += history.refusals();
      admitted += static_cast<int>(history.ledger().entries().size());
    }
    CHECK(broken == 0);
    CHECK(refusals > 50);  // the histories do press against the total
    CHECK(admitted > 50);
  }
}
