#include "logstar/interior_point/rank/rank_runs.hpp"

#include <algorithm>
#include <utility>

namespace logstar {
namespace {

/// Below this many records sorting all of them is as quick.
constexpr std::size_t kSmall = 4096;
constexpr std::size_t kSample = 16384;

/// Bounds that very likely enclose ranks from..to of the data, from a regular sample. Any answer is
/// right (the caller counts); a good one saves time.
KeyInterval likely_bounds(const std::vector<std::uint64_t>& keys, std::size_t from,
                          std::size_t to) {
  const std::size_t stride = keys.size() / kSample + 1;
  std::vector<std::uint64_t> sample;
  for (std::size_t i = 0; i < keys.size(); i += stride) sample.push_back(keys[i]);
  std::sort(sample.begin(), sample.end());
  // A rank estimated from m random records has a standard deviation of at most sqrt(m)/2 of them.
  std::size_t slack = 3;
  while (slack * slack < 8 * sample.size()) ++slack;
  const std::size_t low = from / stride;
  const std::size_t high = to / stride;
  return {sample[low > slack ? low - slack : 0], sample[std::min(high + slack, sample.size() - 1)]};
}

}  // namespace

RankRuns::RankRuns(std::vector<std::uint64_t> keys, const KeyInterval& domain,
                   const RankScore& score, std::uint64_t margin)
    : keys_(std::move(keys)), domain_(domain), score_(score) {
  if (keys_.size() <= kSmall || margin >= keys_.size() / 4 || !show_window(margin)) show_all();
}

void RankRuns::show_all() {
  std::sort(keys_.begin(), keys_.end());
  segments_ = {{keys_.data(), keys_.data() + keys_.size(), domain_, 0}};
  complete_ = true;
}

bool RankRuns::show_window(std::uint64_t margin) {
  const std::size_t n = keys_.size();
  const auto centre = static_cast<std::uint64_t>(score_.centre());
  const auto from = static_cast<std::size_t>(centre > margin ? centre - margin : 0);
  const auto to = static_cast<std::size_t>(std::min<std::uint64_t>(centre + margin, n - 1));

  const KeyInterval bounds = likely_bounds(keys_, from, to);
  std::size_t below = 0;
  for (const std::uint64_t key : keys_) {
    below += key < bounds.lowest;
    if (key >= bounds.lowest && key <= bounds.highest) window_.push_back(key);
  }
  if (below > from || below + window_.size() <= to) return false;

  // Narrow down to ranks from..to, with all records equal to either end.
  const auto at = [this, below](std::size_t rank) {
    return window_.begin() + static_cast<std::ptrdiff_t>(rank - below);
  };
  std::nth_element(window_.begin(), at(from), window_.end());
  const std::uint64_t lowest = *at(from);  // the next call moves what stands there
  std::nth_element(at(from), at(to), window_.end());
  const KeyInterval shown{lowest, *at(to)};
  const auto middle =
      std::partition(window_.begin(), at(from), [&](auto key) { return key < shown.lowest; });
  below += static_cast<std::size_t>(middle - window_.begin());
  const auto end =
      std::partition(at(to), window_.end(), [&](auto key) { return key <= shown.highest; });
  std::sort(middle, end);
  segments_ = {{&*middle, &*middle + (end - middle), shown, static_cast<std::int64_t>(below)}};
  return true;
}

std::optional<CandidateRuns::Hidden> RankRuns::hidden() const {
  if (complete_) return std::nullopt;
  const Segment& shown = segments_.front();
  // A key before the window has at most `below` records at or before it; one after the window has
  // all of the window's records before it. The score is monotone on either side.
  const std::int64_t before_next = shown.below + (shown.last - shown.first);
  const std::int64_t score = std::max(score_(0, shown.below), score_(before_next, score_.n));
  return Hidden{score, domain_.size() - shown.interval.size()};
}

void RankRuns::complete() {
  if (complete_) return;
  complete_ = true;
  const Segment shown = segments_.front();
  std::sort(keys_.begin(), keys_.end());
  const std::uint64_t* begin = keys_.data();
  const std::uint64_t* end = begin + keys_.size();
  const std::uint64_t* left_end = begin + shown.below;
  const std::uint64_t* right = left_end + (shown.last - shown.first);
  if (shown.interval.lowest > domain_.lowest) {
    segments_.push_back({begin, left_end, {domain_.lowest, shown.interval.lowest - 1}, 0});
  }
  if (shown.interval.highest < domain_.highest) {
    segments_.push_back({right, end, {shown.interval.highest + 1, domain_.highest}, right - begin});
  }
}

std::size_t RankRuns::size() const {
  std::size_t runs = 0;
  for (const Segment& segment : segments_) runs += segment.runs();
  return runs;
}

RankRuns::Located RankRuns::locate(std::size_t index) const {
  const Segment* segment = segments_.data();
  while (index >= segment->runs()) index -= (segment++)->runs();
  return {segment, index};
}

// Within a segment, run 2 j is the gap before its j-th record (the last run: after all), run 2 j +
// 1 the j-th record's key. Of equal records the last one stands for their key; the others' runs and
// the gaps between them are empty.
CandidateRun RankRuns::run(std::size_t index) const {
  const auto [segment, inside] = locate(index);
  const std::uint64_t* record = segment->first + inside / 2;
  if (inside % 2 == 0) {
    const KeyInterval gap = keys_of(index);
    const std::int64_t rank = segment->below + (record - segment->first);
    const bool empty = gap.lowest > gap.highest;
    return {score_(rank, rank), empty ? Natural(0) : gap.size()};
  }
  const bool last_of_equals = record + 1 == segment->last || record[1] != *record;
  if (!last_of_equals) return {0, 0};
  const std::uint64_t* first_equal = record == segment->first || record[-1] != *record
                                         ? record
                                         : std::lower_bound(segment->first, record, *record);
  return {score_(segment->below + (first_equal - segment->first),
                 segment->below + (record - segment->first) + 1),
          1};
}

KeyInterval RankRuns::keys_of(std::size_t index) const {
  const auto [segment, inside] = locate(index);
  const std::uint64_t* record = segment->first + inside / 2;
  if (inside % 2 == 1) return {*record, *record};
  constexpr KeyInterval kEmpty{1, 0};
  KeyInterval gap = segment->interval;
  if (record != segment->first) {
    if (record[-1] == segment->interval.highest) return kEmpty;
    gap.lowest = record[-1] + 1;
  }
  if (record != segment->last) {
    if (*record == segment->interval.lowest) return kEmpty;
    gap.highest = *record - 1;
  }
  return gap;
}

}  // namespace logstar
