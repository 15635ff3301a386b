#include "logstar/interior_point/rank/wide_rank_runs.hpp"

#include <algorithm>

#include "logstar/domain/key_view.hpp"
#include "logstar/interior_point/rank/selection_limits.hpp"
#include "logstar/interior_point/rank/wide_selection.hpp"

namespace logstar {
namespace {

WideKey wide(std::span<const std::uint64_t> key) { return {key.begin(), key.end()}; }

Natural size_of(const WideInterval& keys) {
  return natural_of(keys.highest) - natural_of(keys.lowest) + 1;
}

}  // namespace

WideRankRuns::WideRankRuns(KeyArray keys, WideInterval domain, const RankScore& score,
                           std::uint64_t margin)
    : keys_(std::move(keys)), domain_(std::move(domain)), score_(score) {
  if (keys_.size() <= kFewToSelect || margin >= keys_.size() / 4) {
    sort();
    complete_ = true;
    show(keys_, domain_, 0);
    return;
  }
  const auto [from, to] = score_.span_around(margin);
  if (const auto selected = select_wide_ranks(keys_, from, to)) {
    const auto& [found, before] = *selected;
    window_ = {wide(found[0]), wide(found[found.size() - 1])};
    below_ = before.front();
    below_next_ = before.back();
    segments_ = {{natural_of(window_.lowest), rank_quality(found, before, window_, score_)}};
    return;
  }
  // Selecting gives up where the order of records misleads it. To weigh all takes longer than to sort them.
  sort();
  window_ = {wide(keys_[from]), wide(keys_[to])};
  // With a record all that are equal to it.
  below_ = from;
  while (below_ > 0 && keys_.equal(below_ - 1, from)) --below_;
  below_next_ = to + 1;
  while (below_next_ < keys_.size() && keys_.equal(below_next_, to)) ++below_next_;
  show(KeyView(keys_, below_, below_next_, {}, {}), window_, below_);
}

void WideRankRuns::sort() {
  if (!is_sorted_) keys_.sort();
  is_sorted_ = true;
}

void WideRankRuns::show(const KeyView& sorted, const WideInterval& interval, std::size_t below) {
  segments_.push_back({natural_of(interval.lowest),
                       rank_quality(sorted, interval, score_, static_cast<std::int64_t>(below))});
}

// A key before the window has at most `below_` records at or before it; one after the window has all of the
// window's records before it. The score is monotone on either side.
std::optional<CandidateRuns::Hidden> WideRankRuns::hidden() const {
  if (complete_) return std::nullopt;
  const auto below = static_cast<std::int64_t>(below_);
  const auto below_next = static_cast<std::int64_t>(below_next_);
  return Hidden{std::max(score_(0, below), score_(below_next, score_.n)),
                size_of(domain_) - size_of(window_)};
}

void WideRankRuns::complete() {
  if (complete_) return;
  complete_ = true;
  sort();
  if (domain_.lowest < window_.lowest) {
    const WideKey last = key_of(natural_of(window_.lowest) - 1, keys_.bits());
    show(KeyView(keys_, 0, below_, {}, {}), {domain_.lowest, last}, 0);
  }
  if (window_.highest < domain_.highest) {
    const WideKey first = key_of(natural_of(window_.highest) + 1, keys_.bits());
    show(KeyView(keys_, below_next_, keys_.size(), {}, {}), {first, domain_.highest}, below_next_);
  }
}

std::size_t WideRankRuns::size() const {
  std::size_t runs = 0;
  for (const Segment& segment : segments_) runs += segment.runs.size();
  return runs;
}

std::pair<const WideRankRuns::Segment*, std::size_t> WideRankRuns::locate(std::size_t index) const {
  const Segment* segment = segments_.data();
  while (index >= segment->runs.size()) index -= (segment++)->runs.size();
  return {segment, index};
}

CandidateRun WideRankRuns::run(std::size_t index) const {
  const auto [segment, inside] = locate(index);
  const QualityRun& run = segment->runs[inside];
  return {run.quality, run.width};
}

// Each run has points. Their number, which takes time, is not asked.
std::optional<std::int64_t> WideRankRuns::best() const {
  std::optional<std::int64_t> best;
  for (const Segment& segment : segments_) {
    for (const QualityRun& run : segment.runs) {
      if (!best || *best < run.quality) best = run.quality;
    }
  }
  return best;
}

Natural WideRankRuns::start_of(std::size_t index) const {
  const auto [segment, inside] = locate(index);
  Natural start = segment->lowest;
  for (std::size_t i = 0; i < inside; ++i) start += segment->runs[i].width;
  return start;
}

}  // namespace logstar
