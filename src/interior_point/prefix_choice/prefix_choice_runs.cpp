#include "logstar/interior_point/prefix_choice/prefix_choice_runs.hpp"

#include <algorithm>
#include <bit>

namespace logstar {
namespace {

/// The level from which on all bits of record `i` equal `value`.
std::uint32_t constant_from(const KeyArray& keys, std::size_t i, bool value) {
  const auto key = keys[i];
  std::uint32_t same = 0;
  for (std::size_t limb = key.size(); limb-- > 0;) {
    const auto here = static_cast<std::uint32_t>(value ? std::countr_one(key[limb])
                                                       : std::countr_zero(key[limb]));
    same += here;
    if (here < 64) break;
  }
  return keys.bits() - std::min(same, keys.bits());
}

/// How many of the bits at levels from..to - 1 of record `i` are 1.
std::uint32_t ones_between(const KeyArray& keys, std::size_t i, std::uint32_t from,
                           std::uint32_t to) {
  const auto key = keys[i];
  std::uint32_t ones = 0;
  // In places counted from the least significant bit: low..high - 1.
  const std::uint32_t low = keys.bits() - to;
  const std::uint32_t high = keys.bits() - from;
  for (std::uint32_t place = low; place < high;) {
    const std::uint32_t end = std::min(high, (place / 64 + 1) * 64);
    std::uint64_t limb = key[key.size() - 1 - place / 64] >> (place % 64);
    if (end - place < 64) limb &= (std::uint64_t(1) << (end - place)) - 1;
    ones += static_cast<std::uint32_t>(std::popcount(limb));
    place = end;
  }
  return ones;
}

}  // namespace

PrefixChoiceRuns::PrefixChoiceRuns(const KeyArray& sorted, const PlaceScore& score,
                                   std::int64_t margin, std::int64_t floor, const PlaceBound* bound)
    : keys_(sorted), score_(score), tree_(sorted), bound_(bound), best_(floor) {
  if (const auto root = tree_.root()) wait(*root);
  // A bound of 0 says that all that is left has score 0: shown only if a draw asks for it.
  const auto is_worth_showing = [&](std::int64_t limit) {
    return limit > best_ - margin && (bound_ == nullptr || limit > 0);
  };
  while (!waiting_.empty() && is_worth_showing(waiting_.front().limit)) show_next();
}

/// Higher limits first; of equal ones the leftmost and shortest, so that the order depends on the
/// data only.
bool PrefixChoiceRuns::later(const Waiting& a, const Waiting& b) {
  if (a.limit != b.limit) return a.limit < b.limit;
  return a.chain.first != b.chain.first ? a.chain.first > b.chain.first : a.chain.top > b.chain.top;
}

void PrefixChoiceRuns::wait(const PrefixChain& chain) {
  auto limit = static_cast<std::int64_t>(chain.weight());
  if (bound_ != nullptr) limit = std::min(limit, (*bound_)(chain.first, chain.last));
  waiting_.push_back({std::max<std::int64_t>(limit, 0), chain});
  std::push_heap(waiting_.begin(), waiting_.end(), later);
}

void PrefixChoiceRuns::complete() {
  while (!waiting_.empty()) show_next();
}

std::optional<CandidateRuns::Hidden> PrefixChoiceRuns::hidden() const {
  if (waiting_.empty()) return std::nullopt;
  // Three ends for each record and length bound the number of candidates.
  return Hidden{waiting_.front().limit,
                Natural(3) * keys_.size() * (keys_.bits() + std::uint64_t(1))};
}

void PrefixChoiceRuns::show_next() {
  std::pop_heap(waiting_.begin(), waiting_.end(), later);
  const PrefixChain chain = waiting_.back().chain;
  waiting_.pop_back();
  if (chain.bottom < keys_.bits()) {
    wait(tree_.left(chain));
    wait(tree_.right(chain));
  }
  show_outer_ends(chain);
  show_inner_ends(chain);
}

void PrefixChoiceRuns::add(const PrefixChain& chain, Run run, std::size_t less,
                           std::size_t at_most) {
  if (run.count == 0) return;
  run.score = std::min(static_cast<std::int64_t>(chain.weight()),
                       std::max<std::int64_t>(0, score_(less, at_most)));
  best_ = std::max(best_, run.score);
  runs_.push_back(run);
}

// An outer end is a record iff the first (last) record below has only zeros (ones) from the length
// of the prefix on: so from some length on, and then it is all the records equal to that one.
void PrefixChoiceRuns::show_outer_ends(const PrefixChain& chain) {
  const auto add_lengths = [&](End end, std::size_t record, std::uint32_t from, std::uint32_t to,
                               std::size_t less, std::size_t at_most) {
    if (from <= to) add(chain, {0, record, from, to, to - from + 1, end, false}, less, at_most);
  };
  const std::uint32_t none_before = constant_from(keys_, chain.first, false);
  const std::uint32_t from_left = std::clamp(none_before, chain.top, chain.bottom + 1);
  if (from_left > chain.top) {
    add_lengths(End::left, chain.first, chain.top, from_left - 1, chain.first, chain.first);
  }
  if (from_left <= chain.bottom) {
    const std::size_t equal = equal_to_first(chain.first, chain.last);
    add_lengths(End::left, chain.first, from_left, chain.bottom, chain.first, chain.first + equal);
  }
  const std::uint32_t none_after = constant_from(keys_, chain.last - 1, true);
  const std::uint32_t from_right = std::clamp(none_after, chain.top, chain.bottom + 1);
  if (from_right > chain.top) {
    add_lengths(End::right, chain.first, chain.top, from_right - 1, chain.last, chain.last);
  }
  if (from_right <= chain.bottom) {
    const std::size_t equal = equal_to_last(chain.first, chain.last);
    add_lengths(End::right, chain.first, from_right, chain.bottom, chain.last - equal, chain.last);
  }
}

// Between top and bottom all records are on one side. Next bit 1: the end lies before all of them.
// Next bit 0: it is the right end of the prefix that is one longer.
void PrefixChoiceRuns::show_inner_ends(const PrefixChain& chain) {
  const auto add_positions = [&](std::uint32_t from, std::uint32_t to, bool bit, std::size_t less,
                                 std::size_t at_most) {
    if (from >= to) return;
    const std::uint32_t ones = ones_between(keys_, chain.first, from, to);
    const std::uint32_t count = bit ? ones : to - from - ones;
    add(chain, {0, chain.first, from, to - 1, count, End::inner, bit}, less, at_most);
  };
  add_positions(chain.top, chain.bottom, true, chain.first, chain.first);
  // The length from which on the longer prefix's right end is a record, less one.
  const std::uint32_t none_after = constant_from(keys_, chain.last - 1, true);
  const std::uint32_t split =
      std::clamp(none_after > 0 ? none_after - 1 : 0, chain.top, chain.bottom);
  add_positions(chain.top, split, false, chain.last, chain.last);
  if (split < chain.bottom) {
    const std::size_t equal = equal_to_last(chain.first, chain.last);
    add_positions(split, chain.bottom, false, chain.last - equal, chain.last);
  }
  if (chain.bottom == keys_.bits()) return;
  // Where the records part: between the last one of the left child and the first of the right one.
  const bool is_record = constant_from(keys_, chain.middle - 1, true) <= chain.bottom + 1;
  const std::size_t equal = is_record ? equal_to_last(chain.first, chain.middle) : 0;
  add(chain, {0, chain.first, chain.bottom, chain.bottom, 1, End::inner, false},
      chain.middle - equal, chain.middle);
}

std::size_t PrefixChoiceRuns::equal_to_first(std::size_t first, std::size_t last) const {
  std::size_t low = first + 1;
  std::size_t high = last;
  while (low < high) {
    const std::size_t half = low + (high - low) / 2;
    if (keys_.common_prefix(first, half) == keys_.bits()) {
      low = half + 1;
    } else {
      high = half;
    }
  }
  return low - first;
}

std::size_t PrefixChoiceRuns::equal_to_last(std::size_t first, std::size_t last) const {
  std::size_t low = first;
  std::size_t high = last - 1;
  while (low < high) {
    const std::size_t half = low + (high - low) / 2;
    if (keys_.common_prefix(half, last - 1) == keys_.bits()) {
      high = half;
    } else {
      low = half + 1;
    }
  }
  return last - low;
}

CandidateRun PrefixChoiceRuns::run(std::size_t index) const {
  return {runs_[index].score, runs_[index].count};
}

WideKey PrefixChoiceRuns::draw_key(std::size_t index, Randomness& randomness) const {
  const Run& run = runs_[index];
  const auto key = keys_[run.record];
  auto skipped = static_cast<std::uint32_t>(randomness.uniform_below(std::uint64_t(run.count)));
  if (run.end == End::left) return leftmost_below(key, run.from + skipped, keys_.bits());
  if (run.end == End::right) return rightmost_below(key, run.from + skipped, keys_.bits());
  std::uint32_t length = run.from;
  while (keys_.bit(run.record, length) != run.bit || skipped-- > 0) ++length;
  return inner_left_below(key, length, keys_.bits());
}

}  // namespace logstar
