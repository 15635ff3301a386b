#include "logstar/interior_point/cut_choice/two_rates_candidates.hpp"

#include <algorithm>
#include <utility>

// A near place has its neighbours in E among the records begin..end - 1 around the rank. So the prefixes with a
// near cut or key are the same in the tree of these records as in the tree of E, at the same places. A prefix
// with the first or the last of them may have more records outside, so only a lower bound on its weight is
// known. Its score is still by_rank() if that is at most by_weight() of this bound. Otherwise all of E is
// examined.
//
// Elsewhere: if the records before and after position `from` of E differ, a place with less < from
// has at_most <= from, and the second term of its score bounds it. Likewise at `to`.

namespace logstar {
namespace {

constexpr Int128 kMaxScore = Int128(1) << 61;

std::int64_t cut_off(Int128 score) {
  return static_cast<std::int64_t>(std::clamp(score, -kMaxScore, kMaxScore));
}

}  // namespace

TwoRatesCandidates::TwoRatesCandidates(KeyArray keys, const WideInterval& domain,
                                       const TwoRatesParameters& parameters)
    : p_(parameters),
      bits_(keys.bits()),
      copies_(static_cast<Position>(p_.padding)),
      target_(Int128(p_.tau.numerator) * static_cast<Position>(keys.size())),
      margin_(shown_cut_margin(keys.size(), bits_, p_.unit)),
      records_(std::move(keys), domain, copies_),
      total_(records_.size()) {
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
  return owner_.records_.place_of(i, begin_, end_);
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

/// False if the records around the rank do not determine the near places.
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
  records_.know(begin, end);
  near_.from = begin == 0 ? 0 : records_.first_equal(near_.from);
  near_.to = end == total_ ? total_ : records_.behind_equal(near_.to - 1);
  // One record more on either side, where the near ones end.
  begin = std::clamp<Position>(near_.from - 1, 0, begin);
  end = std::clamp<Position>(near_.to + 1, end, total_);
  records_.know_one_more(begin, end);
  beyond_ = -static_cast<std::int64_t>(kMaxScore);
  if (near_.from > 0) beyond_ = std::max(beyond_, by_rank(0, near_.from));
  if (near_.to < total_) beyond_ = std::max(beyond_, by_rank(near_.to, total_));
  near_score_.emplace(*this, begin, end, true);
  shown_.emplace(records_.list(begin, end), *near_score_, margin_,
                 -static_cast<std::int64_t>(kMaxScore));
  shown_->complete();
  return near_score_->is_exact();
}

void TwoRatesCandidates::show_others() {
  records_.sort();
  other_score_.emplace(*this, 0, total_, false);
  others_.emplace(records_.list(0, total_), *other_score_, margin_,
                  -static_cast<std::int64_t>(kMaxScore));
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
  return Hidden{beyond_, Natural(static_cast<std::uint64_t>(total_)) * (bits_ + std::uint64_t(1))};
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
