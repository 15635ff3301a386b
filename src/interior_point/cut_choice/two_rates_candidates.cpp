#include "logstar/interior_point/cut_choice/two_rates_candidates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "logstar/interior_point/rank/rank_selection.hpp"
#include "logstar/interior_point/rank/wide_selection.hpp"

// A near place has its neighbours in E among the records begin..end - 1 around the rank. So the
// prefixes whose cut or key is near are the same in the tree of these records as in that of E, at
// the same places. Of a prefix that holds the first or the last of them more records may lie
// outside, and only a lower bound of its weight is known; its score is still by_rank() if that is
// at most what this lower bound allows. Otherwise all of E is looked at.
//
// Elsewhere: if the records before and after position `from` of E differ, a place with less < from
// has at_most <= from, and the second term of its score bounds it. Likewise at `to`.

namespace logstar {
namespace {

constexpr Int128 kMostScore = Int128(1) << 61;

std::int64_t cut_off(Int128 score) {
  return static_cast<std::int64_t>(std::clamp(score, -kMostScore, kMostScore));
}

}  // namespace

TwoRatesCandidates::TwoRatesCandidates(KeyArray keys, const WideInterval& domain,
                                       const TwoRatesParameters& parameters)
    : keys_(std::move(keys)),
      known_(keys_.bits()),
      near_known_(keys_.bits()),
      domain_(domain),
      p_(parameters),
      n_(static_cast<Position>(keys_.size())),
      copies_(static_cast<Position>(p_.copies)),
      total_(n_ + 2 * copies_),
      target_(Int128(p_.tau.numerator) * n_),
      margin_(shown_cut_margin(keys_, p_.unit)) {
  if (show_near()) return;
  near_ = {};
  shown_.reset();
  show_others();
}

std::int64_t TwoRatesCandidates::by_weight(Position weight) const {
  return cut_off(Int128(p_.per_weight) * (weight - 1));
}

std::int64_t TwoRatesCandidates::by_rank(Position less, Position at_most) const {
  const Int128 b = p_.tau.denominator;
  const Int128 before = b * (at_most - copies_) - target_ + p_.margin;
  const Int128 after = target_ - b * (less - copies_) + p_.margin;
  return cut_off(p_.base + std::min(p_.per_part_before * before, p_.per_part_after * after));
}

TwoRatesCandidates::Position TwoRatesCandidates::Score::in_all(std::size_t i) const {
  if (i == 0) return begin_;
  const Position at = begin_ + static_cast<Position>(i) + owner_.lowest_left_out(begin_, end_);
  // Behind the one copy of the highest key all records are.
  return at > owner_.copies_ + owner_.n_ ? end_ : at;
}

bool TwoRatesCandidates::Score::may_go_on(Position first, Position last) const {
  return (first == begin_ && begin_ > 0) || (last == end_ && end_ < owner_.total_);
}

std::optional<std::int64_t> TwoRatesCandidates::Score::at(std::size_t first, std::size_t last,
                                                          std::size_t less,
                                                          std::size_t at_most) const {
  if (owner_.near_.contains(in_all(less), in_all(at_most)) != is_near_) return std::nullopt;
  const std::int64_t weight = owner_.by_weight(in_all(last) - in_all(first));
  const std::int64_t rank = owner_.by_rank(in_all(less), in_all(at_most));
  if (rank > weight && may_go_on(in_all(first), in_all(last))) exact_ = false;
  return std::min(weight, rank);
}

std::int64_t TwoRatesCandidates::Score::limit(std::size_t first, std::size_t last) const {
  const Position begin = in_all(first);
  const Position end = in_all(last);
  return std::min(owner_.by_weight(end - begin), owner_.by_rank(begin, end));
}

void TwoRatesCandidates::sort() {
  if (first_known_ == copies_ && last_known_ == copies_ + n_) return;
  keys_.sort();
  near_known_ = std::exchange(known_, std::move(keys_));
  first_known_ = copies_;
  last_known_ = copies_ + n_;
}

/// Sees to it that the records begin..end - 1 of E are known. They are selected, where that is quicker than to
/// sort all.
void TwoRatesCandidates::know(Position begin, Position end) {
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
  auto selected = select_wide_ranks(keys_, first, last - 1);
  if (!selected) return sort();
  keep(selected->below, std::move(selected->keys));
}

/// The record before those known; there is one.
void TwoRatesCandidates::know_before() {
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

/// The record behind those known; there is one.
void TwoRatesCandidates::know_behind() {
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

/// Record i of E, which is known or a copy of an end.
std::span<const std::uint64_t> TwoRatesCandidates::record(Position i) const {
  if (i < copies_) return domain_.lowest;
  if (i >= copies_ + n_) return domain_.highest;
  return known_[static_cast<std::size_t>(i - first_known_)];
}

/// The first record of E that is equal to record i. With a record, all that are equal are known.
TwoRatesCandidates::Position TwoRatesCandidates::first_equal(Position i) const {
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

/// One behind the last record of E that is equal to record i.
TwoRatesCandidates::Position TwoRatesCandidates::behind_equal(Position i) const {
  const auto key = record(i);
  Position high = last_known_ == copies_ + n_ ? total_ : last_known_;
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

/// The copies of the lowest key among records begin..end - 1 of E, but for one of them.
TwoRatesCandidates::Position TwoRatesCandidates::lowest_left_out(Position begin,
                                                                 Position end) const {
  return std::max<Position>(0, std::min(end, copies_) - begin - 1);
}

/// Records begin..end - 1 of E, of which those of the data are known. Of the copies of either end one is among them.
KeyView TwoRatesCandidates::records(Position begin, Position end) const {
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

/// False if the records around the rank do not settle what is near.
bool TwoRatesCandidates::show_near() {
  // How far from the rank scores are still within the margin of the best, and for how many records
  // a weight may be the least of the three terms.
  const std::int64_t b = p_.tau.denominator;
  const auto ranks = [&](std::int64_t per_part) {
    return static_cast<Position>(
        std::min<Int128>((Int128(margin_) / per_part + p_.margin) / b + 2, total_));
  };
  const Int128 most =
      Int128(p_.base) + Int128(std::max(p_.per_part_before, p_.per_part_after)) * (p_.margin + b);
  const auto apart =
      static_cast<Position>(std::clamp<Int128>(2 * most / p_.per_weight + 8, 8, total_));
  const Position centre = copies_ + static_cast<Position>(target_ / b);
  near_.from = centre - ranks(p_.per_part_before);
  near_.to = centre + ranks(p_.per_part_after);
  Position begin = std::max<Position>(0, near_.from - apart);
  Position end = std::min<Position>(total_, near_.to + apart);
  if (2 * (end - begin) > total_) return false;
  know(begin, end);
  near_.from = begin == 0 ? 0 : first_equal(near_.from);
  near_.to = end == total_ ? total_ : behind_equal(near_.to - 1);
  // One record more on either side, from which those that are near part.
  begin = std::clamp<Position>(near_.from - 1, 0, begin);
  end = std::clamp<Position>(near_.to + 1, end, total_);
  if (copies_ <= begin && begin < first_known_) know_before();
  if (last_known_ < end && end <= copies_ + n_) know_behind();
  beyond_ = -static_cast<std::int64_t>(kMostScore);
  if (near_.from > 0) beyond_ = std::max(beyond_, by_rank(0, near_.from));
  if (near_.to < total_) beyond_ = std::max(beyond_, by_rank(near_.to, total_));
  near_score_.emplace(*this, begin, end, true);
  shown_.emplace(records(begin, end), *near_score_, margin_,
                 -static_cast<std::int64_t>(kMostScore));
  shown_->complete();
  return near_score_->is_exact();
}

void TwoRatesCandidates::show_others() {
  sort();
  other_score_.emplace(*this, 0, total_, false);
  others_.emplace(records(0, total_), *other_score_, margin_,
                  -static_cast<std::int64_t>(kMostScore));
}

std::size_t TwoRatesCandidates::size() const {
  return (shown_ ? shown_->size() : 0) + (others_ ? others_->size() : 0);
}

CandidateRun TwoRatesCandidates::run(std::size_t index) const {
  const std::size_t shown = shown_ ? shown_->size() : 0;
  return index < shown ? shown_->run(index) : others_->run(index - shown);
}

std::uint64_t TwoRatesCandidates::weight(std::size_t index) const {
  const std::int64_t above = run(index).score + p_.per_weight;
  return above > 0 ? static_cast<std::uint64_t>(above) : 0;
}

std::optional<CandidateRuns::Hidden> TwoRatesCandidates::hidden() const {
  if (others_) return others_->hidden();
  return Hidden{beyond_,
                Natural(static_cast<std::uint64_t>(total_)) * (keys_.bits() + std::uint64_t(1))};
}

void TwoRatesCandidates::complete() {
  if (!others_) show_others();
  others_->complete();
}

WideKey TwoRatesCandidates::draw_key(std::size_t index, Randomness& randomness) const {
  const std::size_t shown = shown_ ? shown_->size() : 0;
  return index < shown ? shown_->draw_key(index, randomness)
                       : others_->draw_key(index - shown, randomness);
}

}  // namespace logstar
