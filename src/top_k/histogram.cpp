#include "logstar/top_k/histogram.hpp"

#include <algorithm>

#include "logstar/support/errors.hpp"

namespace logstar {

std::vector<HistogramRow> top_rows(std::span<const std::string> items,
                                   std::span<const std::int64_t> counts, std::size_t limit) {
  if (items.size() != counts.size()) {
    reject("counts", "as many as items, " + std::to_string(items.size()),
           std::to_string(counts.size()));
  }
  // std::string compares its characters as unsigned bytes.
  return top_rows(counts, limit,
                  [items](std::size_t a, std::size_t b) { return items[a] < items[b]; });
}

void sort_from_high(std::vector<HistogramRow>& rows) {
  std::ranges::sort(rows, [](const HistogramRow& a, const HistogramRow& b) {
    return a.count != b.count ? a.count > b.count : a.item < b.item;
  });
}

std::vector<std::int64_t> counts_of(std::span<const HistogramRow> rows) {
  std::vector<std::int64_t> counts;
  counts.reserve(rows.size());
  for (const HistogramRow& row : rows) counts.push_back(row.count);
  return counts;
}

}  // namespace logstar
