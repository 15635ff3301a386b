#include "logstar/windows/region_window.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "logstar/support/errors.hpp"

namespace logstar {
namespace {

using Regions = std::vector<Region>;

TEST_CASE("a window knows the weight below a key unless a range has keys on both sides of it") {
  const RegionWindow window({{2, 5, 3}, {6, 6, 4}, {9, 12, 1}});
  CHECK(window.total() == 8);
  const auto bounds = [&](int key) {
    const auto [least, most] = window.below_key(key);
    return std::pair(least, most);
  };
  CHECK(bounds(0) == std::pair<std::uint64_t, std::uint64_t>(0, 0));
  CHECK(bounds(2) == std::pair<std::uint64_t, std::uint64_t>(0, 0));
  CHECK(bounds(3) == std::pair<std::uint64_t, std::uint64_t>(0, 3));
  CHECK(bounds(5) == std::pair<std::uint64_t, std::uint64_t>(0, 3));
  CHECK(bounds(6) == std::pair<std::uint64_t, std::uint64_t>(3, 3));
  CHECK(bounds(7) == std::pair<std::uint64_t, std::uint64_t>(7, 7));
  CHECK(bounds(9) == std::pair<std::uint64_t, std::uint64_t>(7, 7));
  CHECK(bounds(12) == std::pair<std::uint64_t, std::uint64_t>(7, 8));
  CHECK(bounds(13) == std::pair<std::uint64_t, std::uint64_t>(8, 8));
  CHECK(window.range_containing(3) == window[0]);
  CHECK_FALSE(window.range_containing(6));
  CHECK_FALSE(window.range_containing(2));
  CHECK(window.range_at_weight(0) == 0);
  CHECK(window.range_at_weight(2) == 0);
  CHECK(window.range_at_weight(3) == 1);
  CHECK(window.range_at_weight(7) == 2);
}

TEST_CASE("inner ranges refine a range if they have all its weight") {
  RegionWindow window({{2, 5, 3}, {9, 12, 1}});
  CHECK(is_partition_of(window[0], {{2, 2, 1}, {4, 5, 2}}));
  window.refine(window[0], {{2, 2, 1}, {4, 5, 2}});
  CHECK(window.size() == 3);
  CHECK(window[1] == Region{4, 5, 2});
  CHECK(window.below(2) == 3);
  CHECK(window.total() == 4);
}

TEST_CASE("contents with another weight than their range belong to other rows") {
  const Region region{2, 5, 3};
  CHECK(is_partition_of(region, {{3, 3, 3}}));
  CHECK_FALSE(is_partition_of(region, {}));
  CHECK_FALSE(is_partition_of(region, {{3, 3, 2}}));
  CHECK_FALSE(is_partition_of(region, {{3, 3, 2}, {4, 4, 2}}));
}

TEST_CASE("ranges out of order, overlapping, without weight or too heavy are rejected") {
  const std::uint64_t most = std::uint64_t(1) << 61;
  for (const Regions& regions :
       {Regions{{5, 4, 1}}, Regions{{4, 5, 1}, {5, 6, 1}}, Regions{{4, 5, 1}, {1, 2, 1}},
        Regions{{1, 2, 0}}, Regions{{1, 2, most}}, Regions{{1, 2, most - 1}, {3, 3, 1}},
        Regions{{1, 2, ~std::uint64_t(0)}, {3, 3, 2}}}) {
    CHECK_THROWS_AS(RegionWindow(regions), OutOfRange);
    CHECK_THROWS_AS(is_partition_of({0, 9, 2}, regions), OutOfRange);
  }
  CHECK(RegionWindow({{1, 2, most - 1}}).total() == most - 1);
}

TEST_CASE("errors about rejected key ranges reveal no key and no weight") {
  CHECK_THROWS_WITH(RegionWindow({{7777, 7776, 1}}), !Catch::Contains("777"));
  CHECK_THROWS_WITH(RegionWindow({{1, 2, std::uint64_t(1) << 63}}), !Catch::Contains("9223"));
  CHECK_THROWS_WITH(is_partition_of({2, 5, 3}, {{5, 7777, 3}}), !Catch::Contains("777"));
}

TEST_CASE("contents beyond their range, or the range itself, are rejected") {
  const Region region{2, 5, 3};
  CHECK_THROWS_AS(is_partition_of(region, {{1, 2, 3}}), OutOfRange);
  CHECK_THROWS_AS(is_partition_of(region, {{5, 6, 3}}), OutOfRange);
  CHECK_THROWS_WITH(is_partition_of(region, {region}), Catch::Contains("contents"));
}

}  // namespace
}  // namespace logstar
