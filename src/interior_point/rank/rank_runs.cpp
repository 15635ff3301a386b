#include "logstar/interior_point/rank/rank_runs.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "logstar/domain/number_sort.hpp"
#include "logstar/domain/weighted_keys.hpp"
#include "logstar/interior_point/rank/rank_selection.hpp"
#include "logstar/interior_point/rank/read_runs.hpp"
#include "logstar/interior_point/rank/selection_limits.hpp"

namespace logstar {
RankRuns::RankRuns(std::vector<std::uint64_t> keys, const KeyInterval& domain,
                   const RankScore& score, std::uint64_t margin, std::vector<std::uint32_t> weights,
                   BaseMeasure measure)
    : weights_(std::move(weights)), domain_(domain), score_(score), measure_(std::move(measure)) {
  if (weights_.empty()) {
    records_ = std::make_unique<StoredKeys>(std::move(keys));
  } else {
    keys_ = std::move(keys);
  }
  show_around(margin);
}

RankRuns::RankRuns(std::unique_ptr<KeySource> records, const KeyInterval& domain,
                   const RankScore& score, std::uint64_t margin, BaseMeasure measure)
    : records_(std::move(records)), domain_(domain), score_(score), measure_(std::move(measure)) {
  show_around(margin);
}

void RankRuns::show_around(std::uint64_t margin) {
  if (complete_) return;
  const bool selected =
      !is_sorted_ && (weights_.empty() ? show_window(margin) : show_window_of_weights(margin));
  if (!selected && !show_sorted_window(margin)) show_all();
}

// Between two records of ranks i <= j every point scores at least min(score(i, i), score(j, j)). Taken a
// quarter into the window from either side.
bool RankRuns::hidden_is_negligible(double rate) const {
  const auto rest = hidden();
  if (!rest) return true;
  const Segment& shown = segments_.front();
  const std::ptrdiff_t quarter = (shown.last - shown.first) / 4;
  const std::uint64_t* from = shown.first + quarter;
  const std::uint64_t* to = shown.last - 1 - quarter;
  const std::int64_t least =
      std::min(score(shown.rank(from), shown.rank(from)), score(shown.rank(to), shown.rank(to)));
  const auto keys = static_cast<double>(measure_.mass({*from, *to}));
  const auto all = static_cast<double>(measure_.mass(domain_));
  const double gap = static_cast<double>(least) - static_cast<double>(rest->score);
  return 100 * all < keys * std::exp(rate * gap);
}

void RankRuns::sort_all() {
  if (is_sorted_) return;
  is_sorted_ = true;
  if (weights_.empty()) {
    keys_ = records_->take_all();
    score_.n = static_cast<std::int64_t>(keys_.size());
    sort_numbers(keys_);
  } else {
    sort_along(keys_, weights_);
    before_ = weights_before(weights_);
  }
}

void RankRuns::show_all() {
  sort_all();
  const std::uint64_t* before = before_.empty() ? nullptr : before_.data();
  segments_ = {{keys_.data(), keys_.data() + keys_.size(), domain_, 0, before}};
  complete_ = true;
}

// Selecting gives up where the data's order misleads its sample. To weigh all records takes longer than to sort them.
bool RankRuns::show_sorted_window(std::uint64_t margin) {
  sort_all();
  const auto n = static_cast<std::uint64_t>(score_.n);
  if (keys_.size() <= kFewToSelect || margin >= n / 4) return false;
  const auto [from, to] = score_.weights_around(margin);
  const auto record_of = [&](std::uint64_t rank) {
    if (before_.empty()) return keys_.begin() + static_cast<std::ptrdiff_t>(rank);
    const auto behind = std::upper_bound(before_.begin(), before_.end(), rank);
    return keys_.begin() + (behind - before_.begin() - 1);
  };
  const auto first = std::lower_bound(keys_.begin(), keys_.end(), *record_of(from)) - keys_.begin();
  const auto last = std::upper_bound(keys_.begin(), keys_.end(), *record_of(to)) - keys_.begin();
  const std::uint64_t* const keys = keys_.data();
  const std::uint64_t* const before = before_.empty() ? nullptr : before_.data() + first;
  segments_ = {{keys + first,
                keys + last,
                {keys[first], keys[last - 1]},
                before == nullptr ? first : static_cast<std::int64_t>(*before),
                before}};
  return true;
}

bool RankRuns::show_window(std::uint64_t margin) {
  const auto shown = [&](std::size_t records) -> std::optional<RankSpan> {
    if (margin >= records / 4) return std::nullopt;
    RankScore score = score_;
    score.n = static_cast<std::int64_t>(records);
    return score.span_around(margin);
  };
  auto selected = select_ranks(*records_, shown);
  if (!selected) return false;
  score_.n = static_cast<std::int64_t>(selected->records);
  window_ = std::move(selected->ranks.keys);
  window_before_ = std::move(selected->ranks.before);
  show(selected->ranks.below);
  return true;
}

bool RankRuns::show_window_of_weights(std::uint64_t margin) {
  const auto n = static_cast<std::uint64_t>(score_.n);
  if (margin >= n / 4) return false;
  const auto [from, to] = score_.weights_around(margin);
  auto selected = select_ranks_of_weights(keys_, weights_, n, from, to);
  if (!selected) return false;
  window_ = std::move(selected->keys);
  window_before_ = std::move(selected->before);
  show(window_before_.front());
  return true;
}

void RankRuns::show(std::uint64_t below) {
  segments_ = {{window_.data(),
                window_.data() + window_.size(),
                {window_.front(), window_.back()},
                static_cast<std::int64_t>(below),
                window_before_.empty() ? nullptr : window_before_.data()}};
}

std::optional<CandidateRuns::Hidden> RankRuns::hidden() const {
  if (complete_) return std::nullopt;
  const Segment& shown = segments_.front();
  // A key before the window has at most `below` at or before it; one after the window has all that
  // the window's records count for before it. The score is monotone on either side.
  const std::int64_t before_next = shown.rank(shown.last);
  const std::int64_t best = std::max(score(0, shown.below), score(before_next, score_.n));
  return Hidden{best, measure_.mass(domain_) - measure_.mass(shown.interval)};
}

void RankRuns::complete() {
  if (complete_) return;
  complete_ = true;
  const Segment shown = segments_.front();
  sort_all();
  const std::uint64_t* begin = keys_.data();
  const std::uint64_t* end = begin + keys_.size();
  const std::uint64_t* left_end = std::lower_bound(begin, end, shown.interval.lowest);
  const std::uint64_t* right = std::upper_bound(left_end, end, shown.interval.highest);
  const std::uint64_t* before = before_.empty() ? nullptr : before_.data();
  if (shown.interval.lowest > domain_.lowest) {
    segments_.push_back({begin, left_end, {domain_.lowest, shown.interval.lowest - 1}, 0, before});
  }
  if (shown.interval.highest < domain_.highest) {
    segments_.push_back({right,
                         end,
                         {shown.interval.highest + 1, domain_.highest},
                         shown.rank(shown.last),
                         before == nullptr ? nullptr : before + (right - begin)});
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

/// The records of a segment, as read_runs wants them.
class RankRuns::SegmentRecords {
 public:
  SegmentRecords(const RankRuns& runs, const Segment& segment) : runs_(runs), segment_(segment) {}

  std::size_t size() const { return static_cast<std::size_t>(segment_.last - segment_.first); }
  std::uint64_t lowest() const { return segment_.interval.lowest; }
  std::uint64_t highest() const { return segment_.interval.highest; }
  std::uint64_t point(std::size_t j) const { return segment_.first[j]; }
  std::int64_t rank(std::size_t j) const { return segment_.rank(segment_.first + j); }
  std::size_t first_equal(std::size_t j) const {
    const std::uint64_t* const record = segment_.first + j;
    const std::uint64_t* const found = std::lower_bound(segment_.first, record, *record);
    return static_cast<std::size_t>(found - segment_.first);
  }
  std::int64_t score(std::int64_t less, std::int64_t at_most) const {
    return runs_.score(less, at_most);
  }

 private:
  const RankRuns& runs_;
  const Segment& segment_;
};

std::span<const CandidateRun> RankRuns::read(std::size_t first, std::size_t last,
                                             std::span<CandidateRun> buffer) const {
  const auto records_of = [this](const Segment& segment) { return SegmentRecords(*this, segment); };
  return read_runs(segments_, records_of, {measure_, 0}, first, last, buffer);
}

// The depth is highest at the record z of rank h = n / 2, cut down. As less(z) <= h < at_most(z), it is at least
// min(h + 1, n - h) there. Points below z have at most less(z) <= h records at or before them, points above z at most
// n - at_most(z) <= n - h - 1 at or after them.
std::optional<std::int64_t> RankRuns::best() const {
  if (const auto known = score_.highest()) return known;
  const Segment& shown = segments_.front();
  if (shown.first == shown.last) return std::nullopt;
  const std::uint64_t* const z = shown.holding(score_.centre());
  return score(shown.rank(std::lower_bound(shown.first, z, *z)),
               shown.rank(std::upper_bound(z, shown.last, *z)));
}

KeyInterval RankRuns::keys_of(std::size_t index) const {
  const auto [segment, inside] = locate(index);
  const std::uint64_t* record = segment->first + inside / 2;
  if (inside % 2 == 1) return {*record, *record};
  KeyInterval gap = segment->interval;
  if (record != segment->first) gap.lowest = record[-1] + 1;
  if (record != segment->last) gap.highest = *record - 1;
  return gap;
}

}  // namespace logstar
