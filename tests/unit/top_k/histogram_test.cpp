// The head of a histogram: its top counts.
#include "logstar/top_k/histogram.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

namespace logstar::testing {
namespace {

using Items = std::vector<std::string>;

Items top_items(const Items& items, const std::vector<std::int64_t>& counts, std::size_t limit) {
  Items result;
  for (const auto& row : top_rows(items, counts, limit)) result.push_back(items[row.item]);
  return result;
}

TEST_CASE("top rows are in decreasing order of counts, ties in the order of the items' bytes") {
  const Items items{"b", "a", "\xf0\x9f\x98\x80", "\xef\xbf\xae", "aa", "Z", std::string("a\0", 2)};
  const std::vector<std::int64_t> counts{2, 2, 2, 2, 2, 2, 9};
  CHECK(top_items(items, counts, 10) ==
        Items{std::string("a\0", 2), "Z", "a", "aa", "b", "\xef\xbf\xae", "\xf0\x9f\x98\x80"});
  CHECK(top_items(items, counts, 3) == Items{std::string("a\0", 2), "Z", "a"});
}

TEST_CASE("top rows do not depend on the order in which items arrive") {
  Items items{"a", "b", "c", "d", "e", "f"};
  std::vector<std::int64_t> counts{3, 1, 3, 2, 3, 2};
  std::vector<std::size_t> order{0, 1, 2, 3, 4, 5};
  const Items expected = top_items(items, counts, 4);
  CHECK(expected == Items{"a", "c", "e", "d"});
  do {
    Items arrived;
    std::vector<std::int64_t> arrived_counts;
    for (const auto i : order) {
      arrived.push_back(items[i]);
      arrived_counts.push_back(counts[i]);
    }
    REQUIRE(top_items(arrived, arrived_counts, 4) == expected);
  } while (std::next_permutation(order.begin(), order.end()));
}

TEST_CASE("top rows skip items without users, and a limit of 0 returns no rows") {
  CHECK(top_items({"a", "b", "c"}, {0, 4, -1}, 5) == Items{"b"});
  CHECK(top_items({"a", "b", "c"}, {1, 4, 2}, 0).empty());
  CHECK(top_items({}, {}, 5).empty());
}

TEST_CASE("top rows equal a full sort for any limit (4,000 items, many ties)") {
  std::vector<std::int64_t> counts;
  for (std::int64_t i = 0; i < 4'000; ++i) counts.push_back(1 + i * 2654435761 % 97);
  const auto less = [](std::size_t a, std::size_t b) { return a < b; };
  const auto all = top_rows(counts, counts.size(), less);
  CHECK(std::is_sorted(all.begin(), all.end(), [](const auto& a, const auto& b) {
    return a.count != b.count ? a.count > b.count : a.item < b.item;
  }));
  for (const std::size_t limit : {1u, 2u, 41u, 1'000u, 3'999u}) {
    const auto head = top_rows(counts, limit, less);
    REQUIRE(head.size() == limit);
    CHECK(std::equal(head.begin(), head.end(), all.begin()));
  }
}

TEST_CASE("top rows: items and counts must have the same length") {
  const Items items{"a", "b"};
  const std::vector<std::int64_t> counts{1};
  CHECK_THROWS_WITH(top_rows(items, counts, 3), "counts must be as many as items, 2, got 1");
}

TEST_CASE("counts_of returns the counts in their order") {
  const std::vector<HistogramRow> rows{{4, 9}, {1, 3}};
  CHECK(counts_of(rows) == std::vector<std::int64_t>{9, 3});
}

}  // namespace
}  // namespace logstar::testing
