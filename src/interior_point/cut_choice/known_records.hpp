// The records of data between copies of the domain's ends, of which only those around a rank are put in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_view.hpp"

namespace logstar {

/// Records in increasing order, with as many copies of the domain's ends before and behind them. All that are
/// asked for lie together: they are selected, and not sorted. With a record, all that are equal to it are known.
/// Cost: O(n limbs), and to sort them where that is quicker.
class KnownRecords {
 public:
  using Position = std::int64_t;  // in order, from 0 on

  KnownRecords(KeyArray keys, const WideInterval& domain, Position copies);
  KnownRecords(const KnownRecords&) = delete;  // lists point into it
  KnownRecords& operator=(const KnownRecords&) = delete;

  Position size() const { return n_ + 2 * copies_; }

  /// Sees to it that the records begin..end - 1 are known.
  void know(Position begin, Position end);
  /// The same, if they are those known and at most one more on either side.
  void know_one_more(Position begin, Position end);
  /// Sees to it that all are known. Lists of those known before stay as they are.
  void sort();

  /// The first record that is equal to record i, which is known or a copy of an end.
  Position first_equal(Position i) const;
  /// One behind the last such record.
  Position behind_equal(Position i) const;

  /// Records begin..end - 1, of which those of the data are known. Of the copies of either end one is among them.
  KeyView list(Position begin, Position end) const;
  /// Where record i of such a list stands among all, or behind all of them where the list ends.
  Position place_of(std::size_t i, Position begin, Position end) const;

 private:
  std::span<const std::uint64_t> record(Position i) const;
  void know_before();
  void know_behind();

  KeyArray keys_;             // in any order
  KeyArray known_;            // some of them, in order
  KeyArray listed_;           // what lists were made of before all were sorted
  Position first_known_ = 0;  // where they begin
  Position last_known_ = 0;   // and end
  WideInterval domain_;
  Position n_;
  Position copies_;
};

}  // namespace logstar
