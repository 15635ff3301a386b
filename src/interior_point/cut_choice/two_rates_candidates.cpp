#include "logstar/interior_point/cut_choice/two_rates_candidates.hpp"

#include <algorithm>
#include <utility>
#include <vector>

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

bool are_equal(const KeyArray& keys, std::int64_t i, std::int64_t j) {
  return keys.common_prefix(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) ==
         keys.bits();
}

}  // namespace

TwoRatesCandidates::TwoRatesCandidates(KeyArray keys, const WideInterval& domain,
                                       const TwoRatesParameters& parameters)
    : keys_(std::move(keys)),
      domain_(domain),
      p_(parameters),
      copies_(static_cast<Position>(p_.copies)),
      total_(static_cast<Position>(keys_.size()) + 2 * copies_),
      target_(Int128(p_.tau.numerator) * static_cast<Int128>(keys_.size())),
      near_records_(keys_.bits()),
      all_records_(keys_.bits()) {
  if (keys_.limbs() > 1) {
    keys_.sort();
    sorted_ = true;
  }
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

bool TwoRatesCandidates::Score::may_go_on(Position first, Position last) const {
  return (first == begin_ && begin_ > 0) || (last == end_ && end_ < owner_.total_);
}

std::optional<std::int64_t> TwoRatesCandidates::Score::at(std::size_t first, std::size_t last,
                                                          std::size_t less,
                                                          std::size_t at_most) const {
  const auto in_all = [&](std::size_t i) { return begin_ + static_cast<Position>(i); };
  if (owner_.near_.contains(in_all(less), in_all(at_most)) != is_near_) return std::nullopt;
  const std::int64_t weight = owner_.by_weight(static_cast<Position>(last - first));
  const std::int64_t rank = owner_.by_rank(in_all(less), in_all(at_most));
  if (rank > weight && may_go_on(in_all(first), in_all(last))) exact_ = false;
  return std::min(weight, rank);
}

std::int64_t TwoRatesCandidates::Score::limit(std::size_t first, std::size_t last) const {
  const Position begin = begin_ + static_cast<Position>(first);
  const Position end = begin_ + static_cast<Position>(last);
  return std::min(owner_.by_weight(end - begin), owner_.by_rank(begin, end));
}

/// The records begin..end - 1 of E. Those of one limb are only selected.
KeyArray TwoRatesCandidates::records(Position begin, Position end) {
  const auto n = static_cast<Position>(keys_.size());
  const Position first = std::clamp<Position>(begin - copies_, 0, n);
  const Position last = std::clamp<Position>(end - copies_, 0, n);
  if (!sorted_) {
    std::vector<std::uint64_t> words = std::move(keys_).words();
    const auto at = [&](Position i) { return words.begin() + static_cast<std::ptrdiff_t>(i); };
    if (first > 0) std::nth_element(words.begin(), at(first - 1), words.end());
    if (last < n) std::nth_element(at(first), at(last), words.end());
    std::sort(at(first), at(last));
    keys_ = KeyArray(keys_.bits(), std::move(words));
  }
  KeyArray found(keys_.bits());
  found.reserve(static_cast<std::size_t>(end - begin));
  for (Position i = begin; i < end; ++i) {
    if (i < copies_) {
      found.append(domain_.lowest);
    } else if (i >= copies_ + n) {
      found.append(domain_.highest);
    } else {
      found.append(keys_[static_cast<std::size_t>(i - copies_)]);
    }
  }
  return found;
}

/// False if the records around the rank do not settle what is near.
bool TwoRatesCandidates::show_near() {
  // How far from the rank scores are still within the margin of the best, and for how many records
  // a weight may be the least of the three terms.
  const std::int64_t b = p_.tau.denominator;
  const Int128 margin = shown_cut_margin(keys_, p_.unit);
  const auto ranks = [&](std::int64_t per_part) {
    return static_cast<Position>(std::min<Int128>((margin / per_part + p_.margin) / b + 2, total_));
  };
  const Int128 most =
      Int128(p_.base) + Int128(std::max(p_.per_part_before, p_.per_part_after)) * (p_.margin + b);
  const auto apart =
      static_cast<Position>(std::clamp<Int128>(2 * most / p_.per_weight + 8, 8, total_));
  const Position centre = copies_ + static_cast<Position>(target_ / b);
  near_.from = centre - ranks(p_.per_part_before);
  near_.to = centre + ranks(p_.per_part_after);
  const Position begin = std::max<Position>(0, near_.from - apart);
  const Position end = std::min<Position>(total_, near_.to + apart);
  if (2 * (end - begin) > total_) return false;
  near_records_ = records(begin, end);
  if (begin == 0) near_.from = 0;
  if (end == total_) near_.to = total_;
  while (near_.from > begin &&
         are_equal(near_records_, near_.from - 1 - begin, near_.from - begin)) {
    --near_.from;
  }
  while (near_.to < end && are_equal(near_records_, near_.to - 1 - begin, near_.to - begin)) {
    ++near_.to;
  }
  if ((begin > 0 && near_.from == begin) || (end < total_ && near_.to == end)) return false;
  beyond_ = -static_cast<std::int64_t>(kMostScore);
  if (near_.from > 0) beyond_ = std::max(beyond_, by_rank(0, near_.from));
  if (near_.to < total_) beyond_ = std::max(beyond_, by_rank(near_.to, total_));
  near_score_.emplace(*this, begin, end, true);
  shown_.emplace(near_records_, *near_score_, shown_cut_margin(keys_, p_.unit),
                 -static_cast<std::int64_t>(kMostScore));
  shown_->complete();
  return near_score_->is_exact();
}

void TwoRatesCandidates::show_others() {
  if (!sorted_) keys_.sort();
  sorted_ = true;
  all_records_ = records(0, total_);
  other_score_.emplace(*this, 0, total_, false);
  others_.emplace(all_records_, *other_score_, shown_cut_margin(keys_, p_.unit),
                  -static_cast<std::int64_t>(kMostScore));
}

std::size_t TwoRatesCandidates::size() const {
  return (shown_ ? shown_->size() : 0) + (others_ ? others_->size() : 0);
}

CandidateRun TwoRatesCandidates::run(std::size_t index) const {
  const std::size_t shown = shown_ ? shown_->size() : 0;
  return index < shown ? shown_->run(index) : others_->run(index - shown);
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
