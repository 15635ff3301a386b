#include "logstar/domain/base_measure.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

constexpr Uint128 kMaxMass = Uint128(1) << 95;  // with 32 tie bits still below 2^128

void check_inside(const KeyInterval& keys, const KeyInterval& domain) {
  if (keys.lowest <= keys.highest && domain.lowest <= keys.lowest &&
      keys.highest <= domain.highest) {
    return;
  }
  reject("slopes", "of keys inside the domain",
         std::to_string(keys.lowest) + ".." + std::to_string(keys.highest));
}

/// The first key of each stretch on which no slope begins or ends.
std::vector<std::uint64_t> starts_of(const KeyInterval& domain,
                                     const std::vector<BaseMeasure::Slope>& slopes) {
  std::vector<std::uint64_t> starts{domain.lowest};
  for (const auto& [keys, weight] : slopes) {
    starts.push_back(keys.lowest);
    if (keys.highest < domain.highest) starts.push_back(keys.highest + 1);
  }
  std::ranges::sort(starts);
  starts.erase(std::unique(starts.begin(), starts.end()), starts.end());
  return starts;
}

}  // namespace

BaseMeasure::BaseMeasure(const KeyInterval& domain, const std::vector<Slope>& slopes,
                         std::optional<KeyInterval> expected) {
  auto table = std::make_shared<Table>();
  table->domain = domain;
  table->expected = expected;
  std::vector<Range>& ranges = table->ranges;
  Uint128& mass = table->total;
  if (expected) check_inside(*expected, domain);
  for (const Slope& slope : slopes) check_inside(slope.keys, domain);
  const std::vector<std::uint64_t> starts = starts_of(domain, slopes);
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::uint64_t first = starts[i];
    const std::uint64_t last = i + 1 < starts.size() ? starts[i + 1] - 1 : domain.highest;
    Natural weight = 0;
    for (const Slope& slope : slopes) {
      if (slope.keys.lowest <= first && first <= slope.keys.highest) weight += slope.weight;
    }
    if (weight == 0) reject("slopes", "above 0 for each key", std::to_string(first));
    const Natural total = Natural(mass) + weight * KeyInterval{first, last}.size();
    if (total >= kMaxMass) reject("slopes", "below 2^95 in all", to_text(total));
    const auto narrow = static_cast<Uint128>(weight);
    if (ranges.empty() || ranges.back().weight != narrow) ranges.push_back({first, narrow, mass});
    mass = static_cast<Uint128>(total);
  }
  table_ = std::move(table);
}

bool BaseMeasure::is_of(const KeyInterval& domain) const {
  return is_even() ||
         (domain.lowest == table_->domain.lowest && domain.highest == table_->domain.highest);
}

MassBounds BaseMeasure::bounds(const Natural& keys) const {
  return is_even() ? MassBounds{keys, 1} : bounds_within(table_->domain);
}

MassBounds BaseMeasure::bounds_within(const KeyInterval& keys) const {
  const Range* const first = &range_of(keys.lowest);
  const Range* const last = &range_of(keys.highest);
  return {table_->total, std::ranges::min_element(first, last + 1, {}, &Range::weight)->weight};
}

Natural BaseMeasure::mass(const KeyInterval& keys) const {
  return mass_of_points(keys.lowest, keys.highest, 0);
}

std::uint64_t BaseMeasure::key_from(std::uint64_t first, const Natural& place) const {
  return static_cast<std::uint64_t>(point_from(first, place, 0));
}

Natural BaseMeasure::mass_of_points(Uint128 lowest, Uint128 highest, unsigned tie_bits) const {
  const PointMass last = mass_at(highest, tie_bits);
  return Natural(last.before - mass_at(lowest, tie_bits).before) + last.own;
}

Uint128 BaseMeasure::point_from(Uint128 lowest, const Natural& place, unsigned tie_bits) const {
  const auto offset = static_cast<Uint128>(place);
  if (is_even()) return lowest + offset;
  const Uint128 mass = mass_at(lowest, tie_bits).before + offset;
  // The last range with no more mass before it.
  const auto after =
      std::ranges::upper_bound(table_->ranges, mass, {},
                               [tie_bits](const Range& range) { return range.before << tie_bits; });
  const Range& range = after[-1];
  return (Uint128(range.first) << tie_bits) + (mass - (range.before << tie_bits)) / range.weight;
}

BaseMeasure::PointMass BaseMeasure::mass_at(Uint128 point, unsigned tie_bits) const {
  if (is_even()) return {point, 1};
  return range_of(static_cast<std::uint64_t>(point >> tie_bits)).at(point, tie_bits);
}

void check_measure(const BaseMeasure& measure, const KeyInterval& domain) {
  if (measure.is_of(domain)) return;
  reject("measure", "a measure of the domain's keys", "a measure of other keys");
}

void check_measure(const BaseMeasure& measure, const WideInterval& domain) {
  if (measure.is_even()) return;
  if (domain.lowest.size() > 1)
    reject("measure", "even on a domain of more than 64 bits", "another");
  check_measure(measure, KeyInterval{domain.lowest[0], domain.highest[0]});
}

const BaseMeasure::Range& BaseMeasure::range_of(std::uint64_t key) const {
  return std::ranges::upper_bound(table_->ranges, key, {}, &Range::first)[-1];
}

}  // namespace logstar
