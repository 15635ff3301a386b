// Budgets, and requests that a ledger grants or rejects.
#pragma once

#include "logstar/privacy/concentrated.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/support/errors.hpp"

namespace logstar::testing::ledger_test {

inline Budget basic(double epsilon, double delta, Neighbors neighbors = Neighbors::add_remove) {
  return {{epsilon, delta}, neighbors, Composition::basic, 0};
}

inline LedgerRequest request(double epsilon, double delta = 0,
                             Neighbors neighbors = Neighbors::add_remove) {
  return {"median", charge_of({epsilon, delta}), neighbors};
}

// The number of times that the same request fits.
inline int times(Ledger& ledger, const LedgerRequest& wanted, int most = 1000) {
  for (int i = 0; i < most; ++i) {
    try {
      ledger.spend(wanted);
    } catch (const BudgetExceeded&) {
      return i;
    }
  }
  return most;
}

}  // namespace logstar::testing::ledger_test
