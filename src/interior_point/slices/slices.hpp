// A dataset taken apart slice by slice, in orders chosen on the way, with computations on the
// slices: for as many slices as one likes, close to the price of a few.
//
// Privacy: `loss(delta)` under add-remove, for every data set and every adaptive choice of orders,
//   lengths and computations, provided that each order is adjacency-preserving and each computation
//   has the cost that it declares.
// Source: CLNSS22 Algorithm 1 (ReorderSliceCompute), Theorem 2.1, Lemma 2.4.
// Departures: explicit constants, three bounds of which the least is taken (slice_loss.hpp). A
//   slice longer than what is left takes all of it. Exact lengths on request: cheaper for few
//   slices.
// Cost: that of the orders; a copy of the records.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "logstar/interior_point/slices/slice_loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// The engine. Slices stay inside and are only reached by computations.
template <typename Record>
class SliceSession {
 public:
  /// Names a slice; says nothing about it.
  class Slice {
   private:
    friend class SliceSession;
    explicit Slice(std::size_t index) : index_(index) {}
    std::size_t index_;
  };

  /// Errors: as check_slice_budget.
  SliceSession(std::vector<Record> data, const SliceBudget& budget, Randomness& randomness)
      : left_(std::move(data)), budget_(budget), randomness_(randomness) {
    check_slice_budget(budget);
  }

  /// Puts what is left in a new order and removes the first `length` records, and some more by
  /// noise. `reorder` maps a list of records to a list of the same size, and one record more to a
  /// list with one more at some place: sorting does, whatever the order before. It may depend on
  /// what computations returned, not on the data otherwise. A `reorder(records, taken)` is told how
  /// many will be removed and need only bring those to the front, in any order, if no computation
  /// minds it and the next order does not either. Errors: BudgetExceeded beyond the declared number
  /// of slices.
  template <typename Reorder>
  Slice slice(std::size_t length, const Reorder& reorder) {
    if (slices_.size() == budget_.slices) {
      throw BudgetExceeded("no slice is left of the declared " + std::to_string(budget_.slices));
    }
    // In 64 bits: where std::size_t has 32, as in WebAssembly, a length and its noise may exceed
    // it.
    std::uint64_t with_noise = std::min(length, left_.size());
    if (budget_.slice_epsilon > 0) {
      with_noise +=
          static_cast<std::uint64_t>(randomness_.geometric(Rational::of(budget_.slice_epsilon)));
    }
    const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(with_noise, left_.size()));
    if constexpr (std::is_invocable_v<const Reorder&, std::vector<Record>, std::size_t>) {
      left_ = reorder(std::move(left_), taken);
    } else {
      left_ = reorder(std::move(left_));
    }
    const auto end = left_.begin() + static_cast<std::ptrdiff_t>(taken);
    slices_.push_back({{left_.begin(), end}, 0});
    left_.erase(left_.begin(), end);
    return Slice(slices_.size() - 1);
  }

  /// What `mechanism(records, randomness)` returns for the records of a slice. `cost` is what it
  /// costs under add-remove; which mechanism it is may depend on what others returned.
  /// Errors: BudgetExceeded if the cost is above the declared one or the slice was computed on k
  /// times.
  template <typename Mechanism>
  auto compute(const Slice& slice, const Loss& cost, const Mechanism& mechanism) {
    auto& [records, computes] = slices_[slice.index_];
    if (cost.epsilon > budget_.compute.epsilon || cost.delta > budget_.compute.delta) {
      throw BudgetExceeded("a computation costs more than the declared one");
    }
    if (computes == budget_.computes) {
      throw BudgetExceeded("no computation is left of the declared " +
                           std::to_string(budget_.computes) + " on this slice");
    }
    ++computes;
    return mechanism(std::span<const Record>(records), randomness_);
  }

  /// What the whole session costs, whatever is done with it.
  Loss loss(double delta) const { return {slice_epsilon_of(budget_, delta), delta}; }

 private:
  struct Kept {
    std::vector<Record> records;
    unsigned computes;
  };

  std::vector<Record> left_;
  std::vector<Kept> slices_;
  SliceBudget budget_;
  Randomness& randomness_;
};

}  // namespace logstar
