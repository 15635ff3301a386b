// The head of a histogram: the items with the highest counts, which top-k reads.
//
// Items of equal count are ordered by the items themselves, never by arrival, rank or anything else
// that another user's data could change: the privacy of the limited domain rests on it.
// Cost: O(m + limit log limit) for m items in any usual order, O(m log limit) where each is higher
// than those before; 32 bytes for each row of the limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace logstar {

/// An item, by its number in the list it came from, and the number of distinct users who have it.
struct HistogramRow {
  std::size_t item = 0;
  std::int64_t count = 0;

  friend bool operator==(const HistogramRow&, const HistogramRow&) = default;
};

/// The `limit` items with the highest counts, from high to low. Among equal counts, item a precedes item b if
/// `before(a, b)`, a strict order of the items that no data can change. Items with a count of 0 or less do not
/// exist. Top-k with kbar needs a limit of kbar + 1.
template <typename Before>
std::vector<HistogramRow> top_rows(std::span<const std::int64_t> counts, std::size_t limit,
                                   const Before& before) {
  std::vector<HistogramRow> rows;
  if (limit == 0) return rows;
  const auto higher = [&](const HistogramRow& a, const HistogramRow& b) {
    return a.count != b.count ? a.count > b.count : before(a.item, b.item);
  };
  const auto cut = [&] {
    const auto last = rows.begin() + static_cast<std::ptrdiff_t>(limit - 1);
    std::nth_element(rows.begin(), last, rows.end(), higher);
    rows.resize(limit);
  };
  // Most items rank after the last candidate so far, and are read once.
  HistogramRow last;
  for (std::size_t item = 0; item < counts.size(); ++item) {
    const HistogramRow row{item, counts[item]};
    if (row.count < std::max<std::int64_t>(last.count, 1)) continue;
    if (last.count > 0 && !higher(row, last)) continue;
    rows.push_back(row);
    if (rows.size() / 2 < limit) continue;
    cut();
    last = rows.back();
  }
  if (rows.size() > limit) cut();
  std::sort(rows.begin(), rows.end(), higher);
  return rows;
}

/// The head for items in the order of their bytes (for UTF-8 text: the order of its code points). Items are
/// distinct. Throws OutOfRange if `items` and `counts` differ in length.
std::vector<HistogramRow> top_rows(std::span<const std::string> items,
                                   std::span<const std::int64_t> counts, std::size_t limit);

/// Puts rows in order: from high to low, items of equal count by their numbers.
void sort_from_high(std::vector<HistogramRow>& rows);

/// The counts of the rows, the input of mechanisms.
std::vector<std::int64_t> counts_of(std::span<const HistogramRow> rows);

}  // namespace logstar
