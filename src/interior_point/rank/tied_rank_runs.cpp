#include "logstar/interior_point/rank/tied_rank_runs.hpp"

#include <algorithm>
#include <utility>

#include "logstar/interior_point/rank/read_runs.hpp"

namespace logstar {
TiedRankRuns::TiedRankRuns(TiedKeys& keys, const TiedPart& part, const RankScore& score,
                           std::uint64_t margin, BaseMeasure measure)
    : all_(keys), part_(part), score_(score), measure_(std::move(measure)) {
  const auto n = static_cast<std::uint64_t>(score.n);
  if (margin >= n / 4) {
    keys_ = keys.of({part.first, part.last});
    segments_ = {part};
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

/// The records of a segment, as read_runs wants them.
class TiedRankRuns::SegmentRecords {
 public:
  SegmentRecords(const TiedRankRuns& runs, const TiedPart& segment)
      : runs_(runs), segment_(segment) {}

  std::size_t size() const { return segment_.size(); }
  Uint128 lowest() const { return segment_.lowest; }
  Uint128 highest() const { return segment_.highest; }
  Uint128 point(std::size_t j) const { return runs_.keys_[segment_.first + j]; }
  std::int64_t rank(std::size_t j) const { return runs_.rank_of(segment_.first + j); }
  std::size_t first_equal(std::size_t j) const {
    const std::size_t record = segment_.first + j;
    return runs_.keys_.not_below(point(j), segment_.first, record) - segment_.first;
  }
  std::int64_t score(std::int64_t less, std::int64_t at_most) const {
    return runs_.score(less, at_most);
  }

 private:
  const TiedRankRuns& runs_;
  const TiedPart& segment_;
};

std::span<const CandidateRun> TiedRankRuns::read(std::size_t first, std::size_t last,
                                                 std::span<CandidateRun> buffer) const {
  const auto records_of = [this](const TiedPart& segment) {
    return SegmentRecords(*this, segment);
  };
  return read_runs(segments_, records_of, {measure_, all_.tie_bits()}, first, last, buffer);
}

Uint128 TiedRankRuns::draw_point(std::size_t index, Randomness& randomness) const {
  const auto [segment, inside] = locate(index);
  const std::size_t record = segment.first + inside / 2;
  Uint128 lowest = segment.lowest;
  Uint128 highest = segment.highest;
  if (inside % 2 == 1) {
    lowest = highest = keys_[record];
  } else {
    if (record != segment.first) lowest = keys_[record - 1] + 1;
    if (record != segment.last) highest = keys_[record] - 1;
  }
  const Natural place = randomness.uniform_below(mass(lowest, highest));
  return measure_.point_from(lowest, place, all_.tie_bits());
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
