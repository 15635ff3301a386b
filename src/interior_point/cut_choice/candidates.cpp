#include "logstar/interior_point/cut_choice/candidates.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace logstar {
namespace {

/// The level from which on all bits of record `i` are 1.
std::uint32_t ones_from(const KeyView& keys, std::size_t i) {
  const auto key = keys[i];
  std::uint32_t same = 0;
  for (std::size_t limb = key.size(); limb-- > 0;) {
    const auto here = static_cast<std::uint32_t>(std::countr_one(key[limb]));
    same += here;
    if (here < 64) break;
  }
  return keys.bits() - std::min(same, keys.bits());
}

/// How many of the bits at levels from..to - 1 of record `i` are 1.
std::uint32_t ones_between(const KeyView& keys, std::size_t i, std::uint32_t from,
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

CutCandidates::CutCandidates(const KeyView& sorted, const CutScore& score, std::int64_t margin,
                             std::int64_t floor)
    : keys_(sorted), score_(score), tree_(sorted), best_(floor) {
  if (const auto root = tree_.root()) wait(*root);
  while (!waiting_.empty() && waiting_.front().limit > best_ - margin) show_next();
}

/// Higher limits first; of equal ones the leftmost and shortest, so that the order depends on the
/// data only.
bool CutCandidates::later(const Waiting& a, const Waiting& b) {
  if (a.limit != b.limit) return a.limit < b.limit;
  return a.chain.first != b.chain.first ? a.chain.first > b.chain.first : a.chain.top > b.chain.top;
}

void CutCandidates::wait(const PrefixChain& chain) {
  waiting_.push_back({score_.limit(chain.first, chain.last), chain});
  std::push_heap(waiting_.begin(), waiting_.end(), later);
}

void CutCandidates::complete() {
  while (!waiting_.empty()) show_next();
}

std::optional<CandidateRuns::Hidden> CutCandidates::hidden() const {
  if (waiting_.empty()) return std::nullopt;
  // Each record lies below one prefix of each length.
  return Hidden{waiting_.front().limit, Natural(keys_.size()) * (keys_.bits() + std::uint64_t(1))};
}

CandidateRun CutCandidates::run(std::size_t index) const {
  return {runs_[index].score, runs_[index].count};
}

std::uint64_t CutCandidates::weight(std::size_t index) const {
  return score_.weight(runs_[index].record, runs_[index].last);
}

void CutCandidates::show_next() {
  std::pop_heap(waiting_.begin(), waiting_.end(), later);
  const PrefixChain chain = waiting_.back().chain;
  waiting_.pop_back();
  if (chain.bottom < keys_.bits()) {
    wait(tree_.left(chain));
    wait(tree_.right(chain));
  }
  show_cuts(chain);
}

void CutCandidates::add(const PrefixChain& chain, Run run, std::size_t less, std::size_t at_most) {
  if (run.count == 0) return;
  const auto score = score_.at(chain.first, chain.last, less, at_most);
  if (!score) return;
  run.score = *score;
  best_ = std::max(best_, run.score);
  runs_.push_back(run);
}

// Between top and bottom all records are on one side. Next bit 1: the cut lies before all of them.
// Next bit 0: it is the right end of the prefix that is one bit longer. This is a record iff the last record
// below has only ones from there on, and then it is all the records equal to that one.
void CutCandidates::show_cuts(const PrefixChain& chain) {
  const auto add_cuts = [&](std::uint32_t from, std::uint32_t to, bool bit, std::size_t less,
                            std::size_t at_most) {
    if (from >= to) return;
    const std::uint32_t ones = ones_between(keys_, chain.first, from, to);
    const std::uint32_t count = bit ? ones : to - from - ones;
    add(chain, {0, chain.first, chain.last, from, to - 1, count, bit, false}, less, at_most);
  };
  add_cuts(chain.top, chain.bottom, true, chain.first, chain.first);
  // The length from which on the longer prefix's right end is a record, less one.
  const std::uint32_t none_after = ones_from(keys_, chain.last - 1);
  const std::uint32_t split =
      std::clamp(none_after > 0 ? none_after - 1 : 0, chain.top, chain.bottom);
  add_cuts(chain.top, split, false, chain.last, chain.last);
  if (split < chain.bottom) {
    const std::size_t equal = equal_to_last(chain.first, chain.last);
    add_cuts(split, chain.bottom, false, chain.last - equal, chain.last);
  }
  if (chain.bottom == keys_.bits()) {
    const std::uint32_t length = keys_.bits();
    add(chain, {0, chain.first, chain.last, length, length, 1, false, true}, chain.first,
        chain.last);
    return;
  }
  // The branch: the cut lies between the left child's last record and the right child's first.
  const bool is_record = ones_from(keys_, chain.middle - 1) <= chain.bottom + 1;
  const std::size_t equal = is_record ? equal_to_last(chain.first, chain.middle) : 0;
  add(chain, {0, chain.first, chain.last, chain.bottom, chain.bottom, 1, false, false},
      chain.middle - equal, chain.middle);
}

std::size_t CutCandidates::equal_to_last(std::size_t first, std::size_t last) const {
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

WideKey CutCandidates::draw_key(std::size_t index, Randomness& randomness) const {
  const Run& run = runs_[index];
  const auto key = keys_[run.record];
  if (run.key) return WideKey(key.begin(), key.end());
  auto skipped = static_cast<std::uint32_t>(randomness.uniform_below(std::uint64_t(run.count)));
  std::uint32_t length = run.from;
  while (keys_.bit(run.record, length) != run.bit || skipped-- > 0) ++length;
  return inner_left_below(key, length, keys_.bits());
}

std::int64_t shown_cut_margin(std::uint64_t keys, std::uint32_t bits, double rate) {
  const double candidates = static_cast<double>(keys) * (static_cast<double>(bits) + 1);
  return static_cast<std::int64_t>(std::min((78 + std::log(candidates + 1)) / rate, 0x1p60)) + 2;
}

}  // namespace logstar
