// What may still be asked of one slice: a budget for any number of pieces, or a number of pieces.
//
// Privacy: pieces that it pays for are one conversation of the session's `compute`, or `computes` of them.
//   Losses add up, under add-remove; bounds that do not hold on every path have no place here.
// Source: docs/guarantees/slices-over-rows.md, Lemma 2. Departures: none. Cost: as the ledger.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "logstar/interior_point/slices/row_slices_task.hpp"
#include "logstar/privacy/ledger.hpp"
#include "logstar/privacy/paid_steps.hpp"
#include "logstar/release/release.hpp"

namespace logstar {

/// For saving: of the ledger, or the number of pieces.
using SliceAccountState = std::variant<LedgerState, std::uint64_t>;

/// Errors: OutOfRange unless the places ascend and are below `rows`.
void check_row_places(const std::vector<std::uint32_t>& places, std::size_t rows);

class SliceAccount {
 public:
  explicit SliceAccount(const RowSlicesTask& task);
  /// Errors: OutOfRange for a state of other terms.
  SliceAccount(const RowSlicesTask& task, const SliceAccountState& state);

  /// Errors: WrongState for an account of pieces.
  Ledger& ledger();
  SliceAccountState state() const;

  /// Charges, draws, claims. Errors: as release(), and BudgetExceeded for a piece beyond the number or above
  /// the loss of one.
  template <Releasable M>
  Released<typename M::Answer> release(typename M::Task task, typename M::Data data,
                                       Randomness& randomness) {
    if (Ledger* budget = std::get_if<Ledger>(&account_)) {
      return logstar::release<M>(*budget, std::move(task), std::move(data), randomness);
    }
    const Release<M> checked(std::move(task));
    return checked.draw(use(checked.claim()), std::move(data), randomness);
  }

 private:
  /// Pays for a piece. Errors: BudgetExceeded; WrongType for a session that is charged for its results.
  Loss use(const Claim& piece);

  std::variant<Ledger, PaidSteps> account_;
};

}  // namespace logstar
