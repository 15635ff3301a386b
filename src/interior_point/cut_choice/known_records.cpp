#include "logstar/interior_point/cut_choice/known_records.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/rank_selection.hpp"
#include "logstar/interior_point/rank/wide_selection.hpp"

namespace logstar {

KnownRecords::KnownRecords(KeyArray keys, const WideInterval& domain, Position copies)
    : keys_(std::move(keys)),
      known_(keys_.bits()),
      listed_(keys_.bits()),
      domain_(domain),
      n_(static_cast<Position>(keys_.size())),
      copies_(copies) {}

void KnownRecords::sort() {
  if (first_known_ == copies_ && last_known_ == copies_ + n_) return;
  keys_.sort();
  listed_ = std::exchange(known_, std::move(keys_));
  first_known_ = copies_;
  last_known_ = copies_ + n_;
}

void KnownRecords::know(Position begin, Position end) {
  const auto first = static_cast<std::size_t>(std::clamp<Position>(begin - copies_, 0, n_));
  const auto last = static_cast<std::size_t>(std::clamp<Position>(end - copies_, 0, n_));
  if (first >= last) return sort();
  const auto keep = [&](std::size_t below, KeyArray keys) {
    known_ = std::move(keys);
    first_known_ = copies_ + static_cast<Position>(below);
    last_known_ = first_known_ + static_cast<Position>(known_.size());
  };
  if (keys_.limbs() == 1) {
    auto selected = select_ranks(keys_.words(), first, last - 1);
    if (!selected) return sort();
    return keep(selected->below, KeyArray(keys_.bits(), std::move(selected->keys)));
  }
  const auto selected = select_wide_ranks(keys_, first, last - 1);
  if (!selected) return sort();
  const auto& [found, before] = *selected;
  // A list of so many equal records would take more memory than to sort all in place.
  if (before.back() - before.front() > keys_.size() / 4) return sort();
  KeyArray records(keys_.bits());
  records.reserve(before.back() - before.front());
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t k = before[i]; k < before[i + 1]; ++k) records.append(found[i]);
  }
  keep(before.front(), std::move(records));
}

void KnownRecords::know_one_more(Position begin, Position end) {
  if (copies_ <= begin && begin < first_known_) know_before();
  if (last_known_ < end && end <= copies_ + n_) know_behind();
}

/// The record before those known; there is one.
void KnownRecords::know_before() {
  const auto least = known_[0];
  WideKey greatest(keys_.limbs());
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (order_of(keys_[i], least) < 0 && order_of(greatest, keys_[i]) < 0) {
      greatest.assign(keys_[i].begin(), keys_[i].end());
    }
  }
  std::vector<std::uint64_t> words = std::move(known_).words();
  words.insert(words.begin(), greatest.begin(), greatest.end());
  known_ = KeyArray(keys_.bits(), std::move(words));
  --first_known_;
}

/// The record after the known ones, which must exist.
void KnownRecords::know_behind() {
  const auto greatest = known_[known_.size() - 1];
  WideKey least(keys_.limbs(), ~std::uint64_t(0));
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    if (order_of(keys_[i], greatest) > 0 && order_of(keys_[i], least) < 0) {
      least.assign(keys_[i].begin(), keys_[i].end());
    }
  }
  known_.append(least);
  ++last_known_;
}

/// Record i, which is known or a copy of an end.
std::span<const std::uint64_t> KnownRecords::record(Position i) const {
  if (i < copies_) return domain_.lowest;
  if (i >= copies_ + n_) return domain_.highest;
  return known_[static_cast<std::size_t>(i - first_known_)];
}

KnownRecords::Position KnownRecords::first_equal(Position i) const {
  const auto key = record(i);
  Position low = first_known_ == copies_ ? 0 : first_known_;
  while (low < i) {
    const Position half = low + (i - low) / 2;
    if (std::ranges::equal(record(half), key)) {
      i = half;
    } else {
      low = half + 1;
    }
  }
  return i;
}

KnownRecords::Position KnownRecords::behind_equal(Position i) const {
  const auto key = record(i);
  Position high = last_known_ == copies_ + n_ ? size() : last_known_;
  ++i;
  while (i < high) {
    const Position half = i + (high - i) / 2;
    if (std::ranges::equal(record(half), key)) {
      i = half + 1;
    } else {
      high = half;
    }
  }
  return i;
}

KeyView KnownRecords::list(Position begin, Position end) const {
  const auto known = [&](Position i) {
    return static_cast<std::size_t>(std::clamp(i, first_known_, last_known_) - first_known_);
  };
  const Position first = std::clamp(begin, copies_, copies_ + n_);
  const Position last = std::clamp(end, first, copies_ + n_);
  std::span<const std::uint64_t> before;
  std::span<const std::uint64_t> behind;
  if (begin < std::min(end, copies_)) before = domain_.lowest;
  if (std::max(begin, copies_ + n_) < end) behind = domain_.highest;
  return {known_, known(first), known(last), before, behind};
}

KnownRecords::Position KnownRecords::place_of(std::size_t i, Position begin, Position end) const {
  if (i == 0) return begin;
  const Position lowest_left_out = std::max<Position>(0, std::min(end, copies_) - begin - 1);
  const Position at = begin + static_cast<Position>(i) + lowest_left_out;
  // Behind the one copy of the highest key all records are.
  return at > copies_ + n_ ? end : at;
}

}  // namespace logstar
