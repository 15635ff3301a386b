// Rows cut into slices one by one, in orders of the caller's choice, each slice asked in pieces now or later.
//
// Privacy: as row_slices_task.hpp, provided that `by` depends on its one row (and on answers so far) alone, and
//   that nothing of `Slice::rows()` is published other than by a release that the slice has charged.
// Source: CLNSS22 Algorithm 1; docs/guarantees/slices-over-rows.md, Lemmas 1 and 2, Theorems 3 and 4.
// Departures: rows without a key are in no slice of a cut, and stay. A slice is asked any number of times within
//   its budget. Exact lengths on request.
// Cost: of a cut: one key for each row left; a copy of the slice's rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "logstar/interior_point/slices/noisy_length.hpp"
#include "logstar/interior_point/slices/row_slices_task.hpp"
#include "logstar/interior_point/slices/slice_account.hpp"
#include "logstar/release/release.hpp"
#include "logstar/support/errors.hpp"

namespace logstar {

/// The end of the order from which a slice is cut.
enum class SliceEnd { low, high };

/// Everything that a saved session continues with: as secret as the data.
struct RowSlicesState {
  struct Kept {
    std::vector<std::uint32_t> places;  ///< of its rows, ascending
    SliceAccountState account;
  };

  std::vector<std::uint32_t> left;  ///< places of the rows left, ascending
  std::vector<Kept> slices;         ///< of all sessions, in order
  std::uint32_t cut = 0;            ///< slices of the present session
  std::uint32_t sessions = 1;       ///< begun
};

template <typename Row>
class RowSlices {
 public:
  /// The rows of a slice, and what may still be asked of them.
  class Slice {
   public:
    /// In the order of all rows. As secret as the data, and so is their number.
    std::span<const Row> rows() const { return rows_; }

    /// Pays for pieces, for callers' own mechanisms. Errors: WrongState if the session has `computes`.
    Ledger& ledger() { return account_.ledger(); }

    /// Releases a piece: charges the slice, draws, and claims the loss of the session. Errors: as release().
    template <Releasable M>
    Released<typename M::Answer> release(typename M::Task task, typename M::Data data) {
      auto released =
          account_.template release<M>(std::move(task), std::move(data), owner_->randomness_);
      released.claim = claim_in_session(std::move(released.claim), owner_->claim_);
      return released;
    }

   private:
    friend class RowSlices;
    Slice(RowSlices& owner, std::vector<std::uint32_t> places, SliceAccount account)
        : owner_(&owner), places_(std::move(places)), account_(std::move(account)) {
      rows_.reserve(places_.size());
      for (const std::uint32_t place : places_) rows_.push_back(owner.all_[place]);
    }

    RowSlices* owner_;
    std::vector<std::uint32_t> places_;
    std::vector<Row> rows_;
    SliceAccount account_;
  };

  RowSlices(const RowSlicesTask& task, Claim claim, std::vector<Row> rows, Randomness& randomness)
      : task_(task), claim_(std::move(claim)), all_(std::move(rows)), randomness_(randomness) {
    begin();
  }

  /// Resumes a saved session on the same rows. Errors: OutOfRange for a state of other rows or terms.
  RowSlices(const RowSlicesTask& task, Claim claim, std::vector<Row> rows, RowSlicesState state,
            Randomness& randomness)
      : RowSlices(task, std::move(claim), std::move(rows), randomness) {
    check_row_places(state.left, all_.size());
    check_count("sessions", state.sessions, 1, task_.sessions);
    check_count("cut", state.cut, 0, task_.slices);
    left_ = std::move(state.left);
    cut_ = state.cut;
    sessions_ = state.sessions;
    for (RowSlicesState::Kept& kept : state.slices) {
      check_row_places(kept.places, all_.size());
      keep(std::move(kept.places), SliceAccount(task_, kept.account));
    }
  }

  // Slices refer to it.
  RowSlices(const RowSlices&) = delete;
  RowSlices& operator=(const RowSlices&) = delete;

  /// Cuts a slice: `length` rows from an end of the order of their keys, and some more by noise if there is any.
  /// `by(row)` is an optional key, totally ordered; a NaN is none. Rows without a key stay for later cuts, and
  /// rows of one key count in the order of all rows. The slice stays valid as long as the session.
  /// Errors: BudgetExceeded beyond the declared number of slices; whatever `by` throws, with nothing cut.
  template <typename By>
  Slice& take(std::uint64_t length, const By& by, SliceEnd end) {
    check_open();
    auto keyed = keys_of_left(by);
    const std::size_t size = noisy_length(length, keyed.size(), task_.slice_epsilon, randomness_);
    const auto first = [end](const auto& a, const auto& b) {
      if (a.key < b.key) return end == SliceEnd::low;
      if (b.key < a.key) return end == SliceEnd::high;
      return a.place < b.place;
    };
    const auto last = keyed.begin() + static_cast<std::ptrdiff_t>(size);
    if (last != keyed.end()) std::nth_element(keyed.begin(), last, keyed.end(), first);
    std::vector<std::uint32_t> places;
    places.reserve(size);
    for (auto one = keyed.begin(); one != last; ++one) places.push_back(one->place);
    std::sort(places.begin(), places.end());
    std::vector<std::uint32_t> rest;
    rest.reserve(left_.size() - size);
    std::set_difference(left_.begin(), left_.end(), places.begin(), places.end(),
                        std::back_inserter(rest));
    left_ = std::move(rest);
    ++cut_;
    return keep(std::move(places), SliceAccount(task_));
  }

  /// Errors: BudgetExceeded if no slice is left.
  void check_open() const {
    if (cut_ < task_.slices) return;
    throw BudgetExceeded("no slice is left of the declared " + std::to_string(task_.slices));
  }

  /// Begins a further session: all rows are there again, and earlier slices stay. Errors: BudgetExceeded
  /// beyond the declared number of sessions.
  void restart() {
    if (sessions_ == task_.sessions) {
      throw BudgetExceeded("no session is left of the declared " + std::to_string(task_.sessions));
    }
    ++sessions_;
    begin();
  }

  /// How many rows are left: as secret as the data.
  std::size_t left() const { return left_.size(); }

  /// Slices of all sessions, in order.
  std::size_t size() const { return slices_.size(); }
  Slice& slice(std::size_t number) { return *slices_.at(number); }
  /// Places of a slice's rows among all rows, ascending: as secret as the data.
  std::span<const std::uint32_t> places(std::size_t number) const {
    return slices_.at(number)->places_;
  }

  /// The state to save, to go on from once.
  RowSlicesState state() const {
    RowSlicesState state{left_, {}, cut_, sessions_};
    for (const auto& slice : slices_) {
      state.slices.push_back({slice->places_, slice->account_.state()});
    }
    return state;
  }

 private:
  void begin() {
    left_.resize(all_.size());
    std::iota(left_.begin(), left_.end(), 0);
    cut_ = 0;
  }

  Slice& keep(std::vector<std::uint32_t> places, SliceAccount account) {
    slices_.push_back(
        std::unique_ptr<Slice>(new Slice(*this, std::move(places), std::move(account))));
    return *slices_.back();
  }

  template <typename By>
  auto keys_of_left(const By& by) const {
    using Key = std::remove_cvref_t<decltype(*by(std::declval<const Row&>()))>;
    struct Keyed {
      Key key;
      std::uint32_t place;
    };
    std::vector<Keyed> keyed;
    keyed.reserve(left_.size());
    for (const std::uint32_t place : left_) {
      std::optional<Key> key = by(all_[place]);
      if (!key) continue;
      if constexpr (std::floating_point<Key>) {
        if (std::isnan(*key)) continue;
      }
      keyed.push_back({std::move(*key), place});
    }
    return keyed;
  }

  RowSlicesTask task_;
  Claim claim_;
  std::vector<Row> all_;
  Randomness& randomness_;
  std::vector<std::uint32_t> left_;
  std::vector<std::unique_ptr<Slice>> slices_;
  std::uint32_t cut_ = 0;
  std::uint32_t sessions_ = 1;
};

}  // namespace logstar
