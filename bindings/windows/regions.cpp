#include "bindings/windows/regions.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "bindings/border.hpp"
#include "bindings/domains.hpp"
#include "logstar/support/columns.hpp"

namespace logstar::bindings {

namespace {

/// A line of an answer: a region, or rows of a key that are alike.
struct Line {
  Region region;
  std::uint64_t times = 1;
};

/// Splits the lines into lists, one per element of `counts`.
std::vector<std::vector<Line>> lines_of(const val& data, const val& reading) {
  const KeyArray firsts = keys_of_column(property(data, "firsts"), reading);
  const KeyArray lasts = keys_of_column(property(data, "lasts"), reading);
  const auto weights = wholes_of<std::uint64_t>(property(data, "weights"));
  const auto counts = elements_of<std::uint32_t>(property(data, "counts"));
  const val given = property(data, "times");
  const auto times = given.isUndefined() ? std::vector<std::uint64_t>(weights.size(), 1)
                                         : wholes_of<std::uint64_t>(given);
  std::size_t together = 0;
  for (const std::uint32_t count : counts) together += count;
  check_same_length("firsts", firsts.size(), "weights", weights.size());
  check_same_length("lasts", lasts.size(), "weights", weights.size());
  check_same_length("times", times.size(), "weights", weights.size());
  check_same_length("weights", weights.size(), "regions", together);
  std::vector<std::vector<Line>> lists;
  std::size_t i = 0;
  for (const std::uint32_t count : counts) {
    std::vector<Line>& list = lists.emplace_back();
    for (const std::size_t end = i + count; i < end; ++i) {
      list.push_back({{natural_of(firsts[i]), natural_of(lasts[i]), weights[i]}, times[i]});
    }
  }
  return lists;
}

/// Lines of one key, one after the other, become its rows.
std::vector<ToldRegion> with_rows(const std::vector<Line>& lines) {
  std::vector<ToldRegion> told;
  for (auto line = lines.begin(); line != lines.end();) {
    if (!line->region.is_key()) {
      told.push_back({(line++)->region});
      continue;
    }
    const Natural& key = line->region.first;
    std::vector<RowsAlike> rows;
    for (; line != lines.end() && line->region.is_key() && line->region.first == key; ++line) {
      rows.push_back({line->region.weight, line->times});
    }
    told.push_back(key_of_rows(key, std::move(rows)));
  }
  return told;
}

}  // namespace

std::vector<std::vector<Region>> regions_of(const val& data, const val& reading) {
  std::vector<std::vector<Region>> lists;
  for (const auto& lines : lines_of(data, reading)) {
    std::vector<Region>& list = lists.emplace_back();
    for (const Line& line : lines) list.push_back(line.region);
  }
  return lists;
}

std::vector<std::vector<ToldRegion>> told_regions_of(const val& data, const val& reading) {
  const bool has_rows = !property(data, "times").isUndefined();
  std::vector<std::vector<ToldRegion>> lists;
  for (const auto& lines : lines_of(data, reading)) {
    if (has_rows) {
      lists.push_back(with_rows(lines));
      continue;
    }
    std::vector<ToldRegion>& list = lists.emplace_back();
    for (const Line& line : lines) list.push_back({line.region});
  }
  return lists;
}

}  // namespace logstar::bindings
