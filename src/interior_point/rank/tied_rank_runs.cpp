#include "logstar/interior_point/rank/tied_rank_runs.hpp"

#include <algorithm>
#include <utility>

namespace logstar {
namespace {

/// More runs than this, 8 MiB, take too much memory beside the records.
constexpr std::size_t kMostListed = 1 << 18;

}  // namespace

TiedRankRuns::TiedRankRuns(TiedKeys& keys, const TiedPart& part, const RankScore& score,
                           std::uint64_t margin, BaseMeasure measure)
    : all_(keys), part_(part), score_(score), measure_(std::move(measure)) {
  const auto n = static_cast<std::uint64_t>(score.n);
  if (margin >= n / 4) {
    keys_ = keys.of({part.first, part.last});
    segments_ = {part};
    list();
    return;
  }
  // Ranks around the centre, with all records equal to either end.
  const auto centre = static_cast<std::uint64_t>(score.centre());
  const std::uint64_t from = centre > margin ? centre - margin : 0;
  const std::uint64_t to = std::min<std::uint64_t>(centre + margin, n - 1);
  const std::uint64_t before = keys.before(part.first);
  const std::size_t first = keys.holding(before + from, part.first, part.last);
  const std::size_t last = keys.holding(before + to, part.first, part.last);
  keys_ = keys.of({first, last + 1});
  const Uint128 lowest = keys_[first];
  const Uint128 highest = keys_[last];
  const RankRange& known = keys_.ranks();
  segments_ = {{keys_.not_below(lowest, std::max(part.first, known.first), first),
                keys_.first_above(highest, last, std::min(part.last, known.last)), lowest,
                highest}};
  list();
}

// One pass, in which each point that occurs is looked up once. The same runs as of run().
void TiedRankRuns::list() {
  const TiedPart segment = segments_.front();
  if (2 * segment.size() + 1 > kMostListed) return;
  listed_.reserve(2 * segment.size() + 1);
  const auto add_gap = [&](std::size_t record, bool empty, Uint128 points) {
    const std::int64_t rank = rank_of(record);
    listed_.push_back(empty ? CandidateRun{0, 0} : CandidateRun{score(rank, rank), points});
  };
  Uint128 next = segment.lowest;  // not covered yet
  Uint128 before_next = measure_.mass_at(next, all_.tie_bits()).before;
  std::size_t end = segment.first;
  for (std::size_t record = end; record < segment.last; record = end) {
    const Uint128 z = keys_[record];
    const auto [before, own] = measure_.mass_at(z, all_.tie_bits());
    add_gap(record, z == next, before - before_next);
    for (end = record + 1; end < segment.last && keys_[end] == z; ++end) {
      listed_.insert(listed_.end(), 2, {0, 0});
    }
    listed_.push_back({score(rank_of(record), rank_of(end)), own});
    next = z + 1;
    before_next = before + own;
  }
  const auto [before, own] = measure_.mass_at(segment.highest, all_.tie_bits());
  add_gap(end, next > segment.highest, before + own - before_next);
}

std::optional<CandidateRuns::Hidden> TiedRankRuns::hidden() const {
  const TiedPart& shown = segments_.front();
  if (segments_.size() > 1 || (shown.lowest == part_.lowest && shown.highest == part_.highest)) {
    return std::nullopt;
  }
  // A point before the window has at most `below` records at or before it; one after the window has
  // all of the window's records before it. The score is monotone on either side.
  const std::int64_t below = rank_of(shown.first);
  const std::int64_t before_next = rank_of(shown.last);
  return Hidden{std::max(score(0, below), score(before_next, score_.n)),
                mass(part_.lowest, part_.highest) - mass(shown.lowest, shown.highest)};
}

void TiedRankRuns::complete() {
  if (!hidden()) return;
  const TiedPart shown = segments_.front();
  keys_ = all_.of({part_.first, part_.last});
  if (shown.lowest > part_.lowest) {
    segments_.push_back({part_.first, shown.first, part_.lowest, shown.lowest - 1});
  }
  if (shown.highest < part_.highest) {
    segments_.push_back({shown.last, part_.last, shown.highest + 1, part_.highest});
  }
}

std::size_t TiedRankRuns::size() const {
  std::size_t runs = 0;
  for (const TiedPart& segment : segments_) runs += 2 * segment.size() + 1;
  return runs;
}

std::pair<TiedPart, std::size_t> TiedRankRuns::locate(std::size_t index) const {
  const TiedPart* segment = segments_.data();
  while (index >= 2 * segment->size() + 1) index -= 2 * (segment++)->size() + 1;
  return {*segment, index};
}

// Within a segment, run 2 j is the gap before its j-th record (the last run: after all), run 2 j +
// 1 the j-th record's point. The last of equal records represents their point; the others' runs and the gaps
// between them are empty.
TiedRankRuns::Points TiedRankRuns::points_of(const TiedPart& segment, std::size_t inside) const {
  constexpr Points kEmpty{0, 0, true};
  const std::size_t record = segment.first + inside / 2;
  if (inside % 2 == 1) {
    const bool last_of_equals = record + 1 == segment.last || keys_[record + 1] != keys_[record];
    return last_of_equals ? Points{keys_[record], keys_[record], false} : kEmpty;
  }
  Points gap{segment.lowest, segment.highest, false};
  if (record != segment.first) {
    if (keys_[record - 1] == segment.highest) return kEmpty;
    gap.lowest = keys_[record - 1] + 1;
  }
  if (record != segment.last) {
    if (keys_[record] == segment.lowest) return kEmpty;
    gap.highest = keys_[record] - 1;
  }
  gap.empty = gap.lowest > gap.highest;
  return gap;
}

CandidateRun TiedRankRuns::run(std::size_t index) const {
  if (index < listed_.size()) return listed_[index];
  const auto [segment, inside] = locate(index);
  const Points points = points_of(segment, inside);
  if (points.empty) return {0, 0};
  const std::size_t record = segment.first + inside / 2;
  if (inside % 2 == 0) {
    const std::int64_t rank = rank_of(record);
    return {score(rank, rank), mass(points.lowest, points.highest)};
  }
  const bool alone = record == segment.first || keys_[record - 1] != keys_[record];
  const std::size_t first_equal =
      alone ? record : keys_.not_below(keys_[record], segment.first, record);
  return {score(rank_of(first_equal), rank_of(record + 1)), mass(points.lowest, points.highest)};
}

Uint128 TiedRankRuns::draw_point(std::size_t index, Randomness& randomness) const {
  const auto [segment, inside] = locate(index);
  const Points points = points_of(segment, inside);
  const Natural place = randomness.uniform_below(mass(points.lowest, points.highest));
  return measure_.point_from(points.lowest, place, all_.tie_bits());
}

// A record at z is on neither side. The point z belongs to both, so that neither is empty. Unknown records of
// the part lie beyond the shown ones, and z does not: so both borders are known.
std::pair<TiedPart, TiedPart> TiedRankRuns::sides(Uint128 z) const {
  const std::size_t first = std::max(part_.first, keys_.ranks().first);
  const std::size_t last = std::min(part_.last, keys_.ranks().last);
  return {{part_.first, keys_.not_below(z, first, last), part_.lowest, z},
          {keys_.first_above(z, first, last), part_.last, z, part_.highest}};
}

}  // namespace logstar
