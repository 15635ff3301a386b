#include "logstar/learning/public_rules.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "logstar/selection/exponential.hpp"
#include "logstar/support/checks.hpp"
#include "logstar/support/errors.hpp"

// Every set of points that a box cuts out has one least box around it, whose sides each touch one of the
// points. So boxes are listed axis by axis between values of points that lie inside the sides chosen before,
// and at the last axis those are taken that touch all earlier sides: each set once.

namespace logstar {
namespace {

constexpr double kMaxBoxes = 4e9;

bool before(const WideKey& value, std::span<const std::uint64_t> key) {
  return std::lexicographical_compare(value.begin(), value.end(), key.begin(), key.end());
}

std::vector<WideKey> distinct_values(KeyArray keys) {
  keys.sort();
  std::vector<WideKey> values;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (values.empty() || before(values.back(), keys[i])) {
      values.emplace_back(keys[i].begin(), keys[i].end());
    }
  }
  return values;
}

/// How many of the values lie below the key.
std::uint32_t count_below(const std::vector<WideKey>& values, std::span<const std::uint64_t> key) {
  const auto end = std::partition_point(values.begin(), values.end(),
                                        [&](const WideKey& value) { return before(value, key); });
  return static_cast<std::uint32_t>(end - values.begin());
}

bool holds(const std::vector<WideKey>& values, std::uint32_t rank,
           std::span<const std::uint64_t> key) {
  return rank < values.size() && std::equal(key.begin(), key.end(), values[rank].begin());
}

}  // namespace

PublicThreshold learn_public_threshold(KeyArray building, LabelledKeys records, double draw_epsilon,
                                       Randomness& randomness) {
  const std::vector<WideKey> values = distinct_values(std::move(building));
  const SortedSample sample(std::move(records));
  std::vector<std::int64_t> right;
  const auto size = static_cast<std::int64_t>(sample.size());
  right.push_back(size - sample.errors(0));
  std::size_t count = 0;
  for (const WideKey& value : values) {
    while (count < sample.size()) {
      const auto key = sample.keys()[count];
      if (before(value, key)) break;
      ++count;
    }
    right.push_back(size - sample.errors(count));
  }
  PublicThreshold learned;
  learned.rules = right.size();
  const std::size_t chosen = exponential_choice(right, draw_epsilon, randomness);
  if (chosen > 0) learned.rule.last = values[chosen - 1];
  return learned;
}

namespace {
using Side = std::pair<std::uint32_t, std::uint32_t>;  // ranks of its low and its high value
}

/// A point's touches are two bits an axis.
struct PublicBoxes::Inside {
  std::vector<std::uint32_t> building;
  std::vector<std::uint8_t> touches;  // of each of `building`
  std::vector<std::uint32_t> records;
  std::vector<Side> sides;
};

struct PublicBoxes::Line {
  const std::vector<Side>& sides;       // of all axes but the last one
  std::uint32_t high;                   // on the last one
  std::span<const std::uint32_t> lows;  // one for each box
  std::int64_t with_all;                // right labels if nothing lay below the low side
  // The number of right labels that the records below make, by rank.
  const std::vector<std::int64_t>& below;

  std::int64_t right(std::uint32_t low) const { return with_all - below[low]; }
};

PublicBoxes::PublicBoxes(const std::vector<KeyArray>& building, const LabelledPoints& records)
    : labels_(records.labels) {
  check_count("dimensions", building.size(), 1, 4);
  check_points(building, building.size());
  check_labelled(records, building.size());
  const auto points = static_cast<double>(building.front().size());
  double boxes = 1;
  for (std::size_t i = 0; i < building.size(); ++i) boxes *= points * (points + 1) / 2;
  if (boxes > kMaxBoxes) {
    reject("public points", "few enough for 4 10^9 boxes", points);
  }
  for (std::size_t i = 0; i < building.size(); ++i) {
    Axis axis;
    axis.values = distinct_values(building[i]);
    for (std::size_t p = 0; p < building[i].size(); ++p) {
      axis.rank.push_back(count_below(axis.values, building[i][p]));
    }
    for (std::size_t p = 0; p < records.axes[i].size(); ++p) {
      const auto key = records.axes[i][p];
      axis.below.push_back(count_below(axis.values, key));
      axis.up_to.push_back(axis.below.back() + holds(axis.values, axis.below.back(), key));
    }
    axes_.push_back(std::move(axis));
  }
  zeros_ = std::count(labels_.begin(), labels_.end(), false);
  std::vector<std::uint64_t> of_score(labels_.size() + 1, 0);
  ++of_score[static_cast<std::size_t>(zeros_)];  // the empty box
  for_each_line(0, everything(), [&](const Line& line) {
    if (labels_.empty()) {  // all alike: counted by the line
      of_score.front() += line.lows.size();
      return false;
    }
    for (const std::uint32_t low : line.lows) ++of_score[static_cast<std::size_t>(line.right(low))];
    return false;
  });
  for (std::size_t score = 0; score < of_score.size(); ++score) {
    if (of_score[score] > 0) runs_.push_back({static_cast<std::int64_t>(score), of_score[score]});
  }
}

PublicBoxes::Inside PublicBoxes::everything() const {
  Inside all;
  all.building.resize(axes_.front().rank.size());
  std::iota(all.building.begin(), all.building.end(), 0u);
  all.touches.assign(all.building.size(), 0);
  all.records.resize(labels_.size());
  std::iota(all.records.begin(), all.records.end(), 0u);
  return all;
}

/// Visits all boxes but the empty one, until a visit is the last; whether one was.
bool PublicBoxes::for_each_line(std::size_t axis, const Inside& inside, const Visit& visit) const {
  if (axis + 1 == axes_.size()) return for_each_last_side(inside, visit);
  const Axis& here = axes_[axis];
  std::vector<std::uint32_t> ranks;
  ranks.reserve(inside.building.size());
  for (const std::uint32_t p : inside.building) ranks.push_back(here.rank[p]);
  std::sort(ranks.begin(), ranks.end());
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    for (std::size_t j = i; j < ranks.size(); ++j) {
      const std::uint32_t low = ranks[i];
      const std::uint32_t high = ranks[j];
      Inside narrower;
      narrower.sides = inside.sides;
      narrower.sides.emplace_back(low, high);
      for (std::size_t k = 0; k < inside.building.size(); ++k) {
        const std::uint32_t rank = here.rank[inside.building[k]];
        if (rank < low || rank > high) continue;
        narrower.building.push_back(inside.building[k]);
        const unsigned touched = unsigned(rank == low) | unsigned(rank == high) << 1;
        narrower.touches.push_back(
            static_cast<std::uint8_t>(inside.touches[k] | touched << 2 * axis));
      }
      for (const std::uint32_t r : inside.records) {
        if (here.up_to[r] > low && here.below[r] <= high) narrower.records.push_back(r);
      }
      if (for_each_line(axis + 1, narrower, visit)) return true;
    }
  }
  return false;
}

bool PublicBoxes::for_each_last_side(const Inside& inside, const Visit& visit) const {
  const Axis& here = axes_.back();
  const std::size_t faces = 2 * (axes_.size() - 1);
  // By rank: the additional right labels with label 1 for the records up to that value, or for those below it;
  // and the faces that the points there touch.
  std::vector<std::int64_t> up_to(here.values.size() + 1, 0);
  std::vector<std::int64_t> below(here.values.size() + 1, 0);
  for (const std::uint32_t r : inside.records) {
    const std::int64_t gain = labels_[r] ? 1 : -1;
    up_to[here.below[r]] += gain;
    below[here.up_to[r]] += gain;
  }
  std::partial_sum(up_to.begin(), up_to.end(), up_to.begin());
  std::partial_sum(below.begin(), below.end(), below.begin());
  std::vector<int> touches(here.values.size(), -1);
  for (std::size_t k = 0; k < inside.building.size(); ++k) {
    int& touched = touches[here.rank[inside.building[k]]];
    touched = std::max(touched, 0) | inside.touches[k];
  }
  std::vector<std::uint32_t> lows;                // values of points, up to the high one
  std::vector<std::size_t> last_touch(faces, 0);  // 1 + the place in `lows`, or 0
  for (std::uint32_t high = 0; high < here.values.size(); ++high) {
    if (touches[high] < 0) continue;
    lows.push_back(high);
    std::size_t usable = lows.size();
    for (std::size_t face = 0; face < faces; ++face) {
      if (touches[high] >> face & 1) last_touch[face] = lows.size();
      usable = std::min(usable, last_touch[face]);
    }
    const std::span<const std::uint32_t> touching(lows.data(), usable);
    if (visit({inside.sides, high, touching, zeros_ + up_to[high], below})) return true;
  }
  return false;
}

Natural PublicBoxes::rules() const {
  Natural all = 0;
  for (const CandidateRun& run : runs_) all += run.multiplicity;
  return all;
}

std::optional<RectangleHypothesis> PublicBoxes::draw_box(double draw_epsilon,
                                                         Randomness& randomness) const {
  RunList list(runs_);
  const CandidateRun& run = runs_[randomness.weighted_choice(list, draw_epsilon, std::nullopt)];
  auto skipped = randomness.uniform_below(static_cast<std::uint64_t>(run.multiplicity));
  if (run.score == zeros_ && skipped-- == 0) return std::nullopt;  // the empty box comes first
  RectangleHypothesis box;
  for_each_line(0, everything(), [&](const Line& line) {
    for (const std::uint32_t low : line.lows) {
      if (line.right(low) != run.score || skipped-- > 0) continue;
      for (std::size_t axis = 0; axis < axes_.size(); ++axis) {
        const Side side = axis < line.sides.size() ? line.sides[axis] : Side{low, line.high};
        box.lowest.push_back(axes_[axis].values[side.first]);
        box.highest.push_back(axes_[axis].values[side.second]);
      }
      return true;
    }
    return false;
  });
  return box;
}

}  // namespace logstar
