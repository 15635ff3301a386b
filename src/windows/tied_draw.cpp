#include "logstar/windows/tied_draw.hpp"

#include <algorithm>
#include <bit>

#include "logstar/support/errors.hpp"

// For the rows of a region of 2^j points all tie-breaking bits are known except j. The highest unknown bit
// decides the half that a row lies in: a fresh coin, independent of all earlier draws. So the distribution is
// the same as if all bits of all rows were drawn at the start (docs/guarantees/windows.md, Theorem 7).

namespace logstar {
namespace {

constexpr unsigned kCoinsAtOnce = 62;

/// The number of heads of `coins` fair coins.
std::uint64_t heads_of(std::uint64_t coins, Randomness& randomness) {
  std::uint64_t heads = 0;
  while (coins > 0) {
    const auto thrown = static_cast<unsigned>(std::min<std::uint64_t>(coins, kCoinsAtOnce));
    const std::uint64_t sides = randomness.uniform_below(std::uint64_t(1) << thrown);
    heads += static_cast<std::uint64_t>(std::popcount(sides));
    coins -= thrown;
  }
  return heads;
}

/// The total weight of rows. Errors: as key_of_rows.
std::uint64_t weight_of(const std::vector<RowsAlike>& rows) {
  std::uint64_t weight = 0;
  for (const auto& [each, count] : rows) {
    if (each < 1 || count < 1 || count > (kMaxTotal - 1 - weight) / each) {
      reject("rows", "of a weight of at least 1 each, below 2^61 together", "others");
    }
    weight += each * count;
  }
  return weight;
}

void check_rows(const ToldRegion& told) {
  if (told.rows.empty()) return;
  if (!told.region.is_key() || weight_of(told.rows) != told.region.weight) {
    reject("rows", "the rows of one key, with its weight", "others");
  }
}

Propose among(const RankCandidates& candidates) {
  return [candidates](const RegionWindow& window) {
    return std::make_unique<RankProposals>(window, candidates);
  };
}

}  // namespace

ToldRegion key_of_rows(const Natural& key, std::vector<RowsAlike> rows) {
  const std::uint64_t weight = weight_of(rows);
  return {{key, key, weight}, std::move(rows)};
}

Region points_of(const Region& keys, unsigned tie_bits) {
  const Natural last = (keys.last + 1) << tie_bits;
  return {keys.first << tie_bits, last - 1, keys.weight};
}

Region keys_of(const Region& points, unsigned tie_bits) {
  return {points.first >> tie_bits, points.last >> tie_bits, points.weight};
}

bool are_inside(const Region& keys, const std::vector<ToldRegion>& told) {
  std::vector<Region> regions;
  for (const ToldRegion& one : told) {
    check_rows(one);
    regions.push_back(one.region);
  }
  if (!keys.is_key()) return is_partition_of(keys, regions);
  const bool has_rows = told.size() == 1 && !told[0].rows.empty();
  if (!has_rows || told[0].region.first != keys.first) {
    reject("contents", "the rows of the key", "others");
  }
  return told[0].region.weight == keys.weight;
}

TiedDraw::TiedDraw(TiedWindow window, const RankCandidates& candidates, std::size_t ahead)
    : tie_bits_(candidates.tie_bits),
      rows_(std::move(window.rows)),
      draw_(std::move(window.regions), among(candidates), ahead) {}

void TiedDraw::advance(Randomness& randomness) {
  while (true) {
    draw_.advance(randomness);
    wanted_.clear();
    for (const Region& region : draw_.wanted()) {
      if (!rows_.contains(region.first)) wanted_.push_back(region);
    }
    if (wanted_.size() == draw_.wanted().size()) return;
    for (const Region& region : draw_.wanted()) {
      if (rows_.contains(region.first)) halve(region, randomness);
    }
  }
}

void TiedDraw::halve(const Region& points, Randomness& randomness) {
  const std::vector<RowsAlike> rows = std::move(rows_.extract(points.first).mapped());
  std::vector<RowsAlike> lower;
  std::vector<RowsAlike> upper;
  for (const auto& [weight, count] : rows) {
    const std::uint64_t below = heads_of(count, randomness);
    if (below > 0) lower.push_back({weight, below});
    if (below < count) upper.push_back({weight, count - below});
  }
  const Natural middle = points.first + ((points.last - points.first + 1) >> 1);
  std::vector<Region> parts;
  const auto add = [&](const Natural& first, const Natural& last, std::vector<RowsAlike> inside) {
    if (inside.empty()) return;
    parts.push_back({first, last, weight_of(inside)});
    if (first != last) rows_.emplace(first, std::move(inside));
  };
  add(points.first, middle - 1, std::move(lower));
  add(middle, points.last, std::move(upper));
  draw_.refine(points, parts);
}

std::vector<Region> TiedDraw::wanted() const {
  std::vector<Region> keys;
  keys.reserve(wanted_.size());
  for (const Region& points : wanted_) keys.push_back(keys_of(points, tie_bits_));
  return keys;
}

void TiedDraw::refine(const Region& keys, const std::vector<ToldRegion>& told) {
  std::vector<Region> parts;
  for (const auto& [region, rows] : told) {
    parts.push_back(points_of(region, tie_bits_));
    if (!rows.empty() && tie_bits_ > 0) rows_[parts.back().first] = rows;
  }
  if (!keys.is_key()) draw_.refine(points_of(keys, tie_bits_), parts);
}

// A row at the point z is on neither side. No region hides z, so each region lies on one side of it or is z.
std::pair<TiedWindow, TiedWindow> TiedDraw::sides() const {
  const Natural& z = *answer();
  std::vector<Region> below;
  std::vector<Region> above;
  for (std::size_t i = 0; i < window().size(); ++i) {
    const Region& region = window()[i];
    if (region.last < z) below.push_back(region);
    if (region.first > z) above.push_back(region);
  }
  const auto behind = rows_.lower_bound(z);
  return {{RegionWindow(std::move(below)), {rows_.begin(), behind}},
          {RegionWindow(std::move(above)), {behind, rows_.end()}}};
}

}  // namespace logstar
