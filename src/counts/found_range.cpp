#include "logstar/counts/found_range.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace logstar {
namespace {

constexpr double kMax = std::numeric_limits<double>::max();
constexpr std::uint64_t kSign = std::uint64_t(1) << 63;

double within_doubles(double value) { return std::clamp(value, -kMax, kMax); }

}  // namespace

std::int64_t code_of(double value) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  const auto size = static_cast<std::int64_t>(bits & ~kSign);
  return bits & kSign ? -size : size;
}

double value_of_code(std::int64_t code) {
  return code < 0 ? -std::bit_cast<double>(std::uint64_t(0) - static_cast<std::uint64_t>(code))
                  : std::bit_cast<double>(static_cast<std::uint64_t>(code));
}

std::int64_t lowest_code() { return code_of(-kMax); }

std::uint32_t ExponentBins::of(double value) const {
  if (value == 0) return exponents();
  const int exponent = std::clamp(std::ilogb(value), least, most);
  const auto from_zero = static_cast<std::uint32_t>(exponent - least + 1);
  return value < 0 ? exponents() - from_zero : exponents() + from_zero;
}

double ExponentBins::lowest(std::uint32_t bin) const {
  if (bin < exponents()) return -highest(2 * exponents() - bin);
  if (bin == exponents()) return 0;
  return std::ldexp(1.0, least + static_cast<int>(bin - exponents()) - 1);
}

double ExponentBins::highest(std::uint32_t bin) const {
  if (bin < exponents()) return -lowest(2 * exponents() - bin);
  if (bin == exponents()) return 0;
  return within_doubles(std::ldexp(1.0, least + static_cast<int>(bin - exponents())));
}

std::optional<FoundRange> range_above(const std::vector<std::int64_t>& weights,
                                      std::int64_t threshold, const ExponentBins& bins) {
  std::optional<FoundRange> range;
  for (std::uint32_t bin = 0; bin < weights.size(); ++bin) {
    if (weights[bin] <= threshold) continue;
    if (!range) range = FoundRange{bins.lowest(bin), 0};
    range->highest = bins.highest(bin);
  }
  return range;
}

RangeGrid::RangeGrid(const FoundRange& range, int bits) : range_(range) {
  const double farthest = std::max(-range.lowest, range.highest);
  is_zero_ = farthest == 0;
  if (is_zero_) return;
  // The least power of two at or above `farthest`; the greatest double is not a power of two itself.
  const double half = std::frexp(farthest, &exponent_);
  exponent_ -= bits + (half == 0.5 ? 1 : 0);
  lowest_ = place(range.lowest);
  highest_ = place(range.highest);
}

std::int64_t RangeGrid::place(double value) const {
  if (is_zero_) return 0;
  const double inside = std::clamp(value, range_.lowest, range_.highest);
  return static_cast<std::int64_t>(std::nearbyint(std::ldexp(inside, -exponent_)));
}

double RangeGrid::length(double steps) const {
  return is_zero_ ? 0 : within_doubles(std::ldexp(steps, exponent_));
}

ValuedRows on_grid(ValuedRows rows, const RangeGrid& grid) {
  for (std::int64_t& value : rows.values) value = grid.place(value_of_code(value));
  return rows;
}

ValuedRows totals_of_reals(const ValuedRows& rows, std::uint32_t groups) {
  const RowsInOrder ordered = sort_by_user_and_group(rows, groups);
  ValuedRows totals;
  std::vector<std::int64_t> own;
  for (const UserGroup& part : ordered.parts) {
    own.clear();
    for (std::size_t at = part.begin; at < part.end; ++at) {
      own.push_back(rows.values[ordered.rows[at]]);
    }
    std::ranges::sort(own);
    double total = 0;
    for (const std::int64_t code : own) {
      total += std::clamp(value_of_code(code), -kMaxAdded, kMaxAdded);
    }
    totals.rows.users.push_back(part.user);
    totals.rows.groups.push_back(part.group);
    totals.values.push_back(code_of(total));
  }
  return totals;
}

}  // namespace logstar
