#include "logstar/interior_point/rank/tied_keys.hpp"

#include <algorithm>
#include <utility>

#include "logstar/domain/number_sort.hpp"

namespace logstar {
namespace {

/// The first index in first..last - 1 for which `holds` is false; it is true for all before.
template <typename Holds>
std::size_t partition_index(std::size_t first, std::size_t last, const Holds& holds) {
  while (first < last) {
    const std::size_t half = first + (last - first) / 2;
    if (holds(half)) {
      first = half + 1;
    } else {
      last = half;
    }
  }
  return first;
}

}  // namespace

std::size_t TiedRecords::not_below(Uint128 z, std::size_t first, std::size_t last) const {
  return partition_index(first, last, [&](std::size_t i) { return (*this)[i] < z; });
}

std::size_t TiedRecords::first_above(Uint128 z, std::size_t first, std::size_t last) const {
  return partition_index(first, last, [&](std::size_t i) { return (*this)[i] <= z; });
}

TiedKeys::TiedKeys(std::vector<std::uint64_t> keys, unsigned tie_bits,
                   const std::vector<RankRange>& likely, Randomness& randomness)
    : size_(keys.size()), tie_bits_(tie_bits), randomness_(randomness), keys_(std::move(keys)) {
  auto selected = select_stretches(keys_, likely);
  if (selected) {
    sorted_ = std::move(*selected);
  } else {
    sort_all();
  }
}

TiedKeys::TiedKeys(WeightedKeys rows, unsigned tie_bits, Randomness& randomness)
    : size_(rows.size()),
      tie_bits_(tie_bits),
      randomness_(randomness),
      weights_(std::move(rows.weights)) {
  keys_ = std::move(rows.keys).words();
  sort_along(keys_, weights_);
  before_ = weights_before(weights_);
  sorted_ = {{{0, size_}, 0}};
}

std::size_t TiedKeys::holding(std::uint64_t unit, std::size_t first, std::size_t last) const {
  if (!has_weights()) return static_cast<std::size_t>(unit);
  return partition_index(first, last, [&](std::size_t i) { return before_[i + 1] <= unit; });
}

void TiedKeys::sort_all() {
  sort_numbers(keys_);
  sorted_ = {{{0, size_}, 0}};
}

TiedRecords TiedKeys::of(const RankRange& ranks) {
  if (ranks.first == ranks.last) return {ranks, nullptr, nullptr, tie_bits_};
  const Stretch* stretch = stretch_with(ranks);
  if (stretch == nullptr) {
    sort_all();
    stretch = stretch_with(ranks);
  }
  const Ties& ties = ties_of(*stretch, ranks);
  const std::size_t offset = stretch->offset + (ties.ranks.first - stretch->ranks.first);
  return {ties.ranks, keys_.data() + offset, &ties.bits, tie_bits_};
}

void TiedKeys::forget_before(std::size_t rank) {
  forgotten_ = rank;
  const auto kept = std::partition_point(known_.begin(), known_.end(),
                                         [&](const Ties& ties) { return ties.ranks.last <= rank; });
  known_.erase(known_.begin(), kept);
}

const Stretch* TiedKeys::stretch_with(const RankRange& ranks) const {
  const auto after = std::partition_point(sorted_.begin(), sorted_.end(), [&](const Stretch& s) {
    return s.ranks.first <= ranks.first;
  });
  const bool any = after != sorted_.begin();
  return any && after[-1].ranks.last >= ranks.last ? &after[-1] : nullptr;
}

const TiedKeys::Ties& TiedKeys::ties_of(const Stretch& stretch, const RankRange& ranks) {
  RankRange wanted = with_equals(stretch, ranks);
  const auto first = std::partition_point(known_.begin(), known_.end(), [&](const Ties& ties) {
    return ties.ranks.last <= wanted.first;
  });
  const auto last = std::partition_point(
      first, known_.end(), [&](const Ties& ties) { return ties.ranks.first < wanted.last; });
  if (first != last) {
    if (first->ranks.first <= wanted.first && first->ranks.last >= wanted.last) return *first;
    // Takes the known bits on either side along, except for those that may be forgotten.
    const std::size_t oldest = std::max(forgotten_, stretch.ranks.first);
    const std::size_t needed = with_equals(stretch, {oldest, ranks.last}).first;
    wanted.first = std::min(wanted.first, std::max(first->ranks.first, needed));
    wanted.last = std::max(wanted.last, last[-1].ranks.last);
  }
  Ties all = drawn(stretch, wanted, {first, last});
  return *known_.insert(known_.erase(first, last), std::move(all));
}

RankRange TiedKeys::with_equals(const Stretch& stretch, const RankRange& ranks) const {
  const std::uint64_t lowest = key(stretch, ranks.first);
  const std::uint64_t highest = key(stretch, ranks.last - 1);
  return {partition_index(stretch.ranks.first, ranks.first,
                          [&](std::size_t i) { return key(stretch, i) < lowest; }),
          partition_index(ranks.last, stretch.ranks.last,
                          [&](std::size_t i) { return key(stretch, i) == highest; })};
}

/// The bits of these ranks, of which some are known. Equal records are all known or none.
TiedKeys::Ties TiedKeys::drawn(const Stretch& stretch, const RankRange& ranks,
                               std::span<const Ties> known) {
  /// Calls `draw(first, last)` for each class of equal records without bits, and `take(bits, first)` for the bits
  /// that are known from place `first` on, in the order of ranks.
  const auto each = [&](const auto& draw, const auto& take) {
    std::size_t next = ranks.first;
    const auto draw_up_to = [&](std::size_t last) {
      while (next < last) {
        const std::size_t first = next++;
        const std::uint64_t same = key(stretch, first);
        while (next < last && key(stretch, next) == same) ++next;
        draw(first, next);
      }
    };
    for (const Ties& ties : known) {
      draw_up_to(ties.ranks.first);
      take(ties.bits, std::max(next, ties.ranks.first) - ties.ranks.first);
      next = ties.ranks.last;
    }
    draw_up_to(ranks.last);
  };
  std::size_t listed = 0;
  each([&](std::size_t first,
           std::size_t last) { listed += counts(last - first) ? 0 : last - first; },
       [&](const TieBits& bits, std::size_t first) { listed += bits.listed_from(first); });
  Ties all{ranks, {}};
  all.bits.reserve(listed);
  each(
      [&](std::size_t first, std::size_t last) {
        if (counts(last - first)) {
          all.bits.draw_counted(last - first, tie_bits_, randomness_);
        } else {
          sort_ties(all.bits.draw_listed(last - first, tie_bits_, randomness_), first);
        }
      },
      [&](const TieBits& bits, std::size_t first) { all.bits.append(bits, first); });
  return all;
}

/// Sorts the bits of equal records from this rank on, and moves their weights along.
void TiedKeys::sort_ties(std::span<std::uint32_t> bits, std::size_t first) {
  if (bits.size() < 2) return;  // nearly all, where few records are equal
  if (!has_weights()) {
    sort_numbers(bits);
    return;
  }
  // By bits, then by weight: a word of both.
  std::vector<std::uint64_t> records(bits.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    records[i] = std::uint64_t(bits[i]) << 32 | weights_[first + i];
  }
  sort_numbers(records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    bits[i] = static_cast<std::uint32_t>(records[i] >> 32);
    weights_[first + i] = static_cast<std::uint32_t>(records[i]);
    before_[first + i + 1] = before_[first + i] + weights_[first + i];
  }
}

}  // namespace logstar
