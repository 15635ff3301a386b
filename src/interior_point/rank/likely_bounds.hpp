// Bounds of ranks, guessed from a sample.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

namespace logstar {

/// The approximate size of a sample of records.
inline constexpr std::size_t kRankSample = 16384;

/// Two records of a sample that very likely enclose given ranks. Empty at an end of the data: that side
/// encloses every record, even those beyond the sample.
template <typename Record>
struct LikelyBounds {
  std::optional<Record> lowest;
  std::optional<Record> highest;
  std::size_t enclosed = 0;  ///< how many records of the data to expect between them
};

/// Bounds of ranks from..to of the data, of which every `stride`-th record is in the sample. Any answer is
/// right (the caller counts); a good one saves time.
template <typename Record, typename Before>
LikelyBounds<Record> bounds_from(std::vector<Record> sample, std::size_t stride, std::size_t from,
                                 std::size_t to, const Before& before) {
  // A rank estimated from m random records has a standard deviation of at most sqrt(m)/2 of them.
  std::size_t slack = 3;
  while (slack * slack < 8 * sample.size()) ++slack;
  LikelyBounds<Record> bounds;
  const auto at = [&](std::size_t i) { return sample.begin() + static_cast<std::ptrdiff_t>(i); };
  const std::size_t low = from / stride > slack ? from / stride - slack : 0;
  const std::size_t high = to / stride + slack;
  if (low > 0) {
    std::nth_element(sample.begin(), at(low), sample.end(), before);
    bounds.lowest = sample[low];  // the next call moves this record
  }
  if (high < sample.size()) {
    std::nth_element(at(low), at(high), sample.end(), before);
    bounds.highest = sample[high];
  }
  // More than the ranks are where many records are equal to either end.
  const auto is_enclosed = [&](const Record& record) {
    return !(bounds.lowest && before(record, *bounds.lowest)) &&
           !(bounds.highest && before(*bounds.highest, record));
  };
  const auto enclosed = std::count_if(sample.begin(), sample.end(), is_enclosed);
  bounds.enclosed = static_cast<std::size_t>(enclosed) * stride;
  return bounds;
}

}  // namespace logstar
