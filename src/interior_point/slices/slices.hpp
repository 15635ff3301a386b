// A dataset cut into slices one by one, in adaptively chosen orders, with computations on the slices. Many
// slices cost little more than a few.
//
// Privacy: `loss(delta)` under add-remove, for every data set and every adaptive choice of orders,
//   lengths and computations, provided that each order is adjacency-preserving and each computation
//   has the cost that it declares.
// Source: CLNSS22 Algorithm 1 (ReorderSliceCompute), Theorem 2.1, Lemma 2.4.
// Departures: explicit constants, three bounds of which the least is taken (slice_loss.hpp). A slice longer
//   than the remaining records takes all of them. Exact lengths on request: cheaper for few slices.
// Cost: as the orders; a copy of the records.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "logstar/interior_point/slices/noisy_length.hpp"
#include "logstar/interior_point/slices/slice_loss.hpp"
#include "logstar/randomness/randomness.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// The engine. Slices stay inside and are only reached by computations.
template <typename Record>
class SliceSession {
 public:
  /// Identifies a slice; reveals nothing about it.
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

  /// Puts the remaining records in a new order and removes the first `length` of them, and some more by noise.
  /// `reorder` maps a list of records to a list of the same size, and one record more to a list with one more
  /// at some place: sorting does, whatever the order before. It may depend on what computations returned, not
  /// on the data otherwise. A `reorder(records, taken)` receives the number to be removed. It may bring only
  /// those to the front, in any order, provided that neither a computation nor the next order depends on
  /// their order. Errors: BudgetExceeded beyond the declared number of slices.
  template <typename Reorder>
  Slice slice(std::size_t length, const Reorder& reorder) {
    if (slices_.size() == budget_.slices) {
      throw BudgetExceeded("no slice is left of the declared " + std::to_string(budget_.slices));
    }
    const std::size_t taken =
        noisy_length(length, left_.size(), budget_.slice_epsilon, randomness_);
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

  /// Returns `mechanism(records, randomness)` for the records of a slice. `cost` is its loss under add-remove;
  /// the choice of mechanism may depend on earlier results.
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

  /// The loss of the whole session, however it is used.
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
