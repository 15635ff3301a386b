// The records of data between copies of the domain's ends, of which only those around a rank are put in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "logstar/domain/key_array.hpp"
#include "logstar/domain/key_view.hpp"

namespace logstar {

/// Records in increasing order, with `copies` copies of either end of the domain before and after them. All
/// known records lie together: they are selected, and not sorted. With a record, all that are equal to it
/// are known.
/// Cost: O(n limbs), and to sort them where that is quicker.
class KnownRecords {
 public:
  using Position = std::int64_t;  // in order, from 0 on

  KnownRecords(KeyArray keys, const WideInterval& domain, Position copies);
  KnownRecords(const KnownRecords&) = delete;  // lists point into it
  KnownRecords& operator=(const KnownRecords&) = delete;

  Position size() const { return n_ + 2 * copies_; }

  /// Makes the records begin..end - 1 known.
  void know(Position begin, Position end);
  /// As know, if these extend the known ones by at most one record on either side.
  void know_one_more(Position begin, Position end);
  /// Makes all records known. Earlier lists of known records stay valid.
  void sort();

  /// The first record that is equal to record i, which is known or a copy of an end.
  Position first_equal(Position i) const;
  /// The position after the last such record.
  Position behind_equal(Position i) const;

  /// Records begin..end - 1, whose data records must be known. The list has only
  /// one of the copies of an end among them.
  KeyView list(Position begin, Position end) const;
  /// The position of record i of such a list among all records; for the list's end, the position after its last
  /// record.
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
