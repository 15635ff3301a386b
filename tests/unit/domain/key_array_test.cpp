#include "logstar/domain/key_array.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

KeyArray random_keys(std::uint32_t bits, std::size_t n, BitPool& pool, unsigned distinct_limbs) {
  KeyArray keys(bits);
  const WideInterval all = WideInterval::all(bits);
  for (std::size_t i = 0; i < n; ++i) {
    WideKey key(limbs_for(bits));
    for (auto& limb : key) limb = pool.below(distinct_limbs) * 0x9e3779b97f4a7c15u;
    key[0] &= all.highest[0];
    keys.append(key);
  }
  return keys;
}

TEST_CASE("packed keys sort in the order of their numbers") {
  SeededBits source(1);
  BitPool pool(source);
  for (const std::uint32_t bits : {1u, 7u, 63u, 64u, 65u, 128u, 200u, 512u}) {
    for (const unsigned distinct : {1u, 2u, 1000000u}) {
      KeyArray keys = random_keys(bits, 300, pool, distinct);
      std::vector<Natural> expected;
      for (std::size_t i = 0; i < keys.size(); ++i) expected.push_back(natural_of(keys[i]));
      std::sort(expected.begin(), expected.end());
      keys.sort();
      REQUIRE(keys.size() == 300);
      for (std::size_t i = 0; i < keys.size(); ++i) REQUIRE(natural_of(keys[i]) == expected[i]);
    }
  }
}

TEST_CASE("sorting returns the previous place of each key") {
  SeededBits source(2);
  BitPool pool(source);
  for (const unsigned distinct : {1u, 3u, 1000000u}) {
    const KeyArray before = random_keys(200, 300, pool, distinct);
    KeyArray keys = before;
    std::vector<std::size_t> order = keys.sort_with_order();
    for (std::size_t i = 0; i < keys.size(); ++i) {
      REQUIRE(std::ranges::equal(keys[i], before[order[i]]));
      REQUIRE((i == 0 || order_of(keys[i - 1], keys[i]) <= 0));
    }
    std::sort(order.begin(), order.end());
    for (std::size_t i = 0; i < order.size(); ++i) REQUIRE(order[i] == i);
  }
}

TEST_CASE("keys are compared from their first limb on") {
  CHECK(order_of(WideKey{1, 9}, WideKey{2, 0}) < 0);
  CHECK(order_of(WideKey{2, 0}, WideKey{1, 9}) > 0);
  CHECK(order_of(WideKey{2, 0}, WideKey{2, 1}) < 0);
  CHECK(order_of(WideKey{2, 1}, WideKey{2, 1}) == 0);
}

TEST_CASE("sorting accepts many equal keys and no keys") {
  KeyArray equal(1024, std::vector<std::uint64_t>(16 * 100'000, 7));
  equal.sort();
  CHECK(equal.size() == 100'000);
  KeyArray none(1024);
  none.sort();
  CHECK(none.size() == 0);
}

TEST_CASE("common_prefix counts the leading bits that two keys share, up to all of them") {
  KeyArray keys(70);
  for (const std::uint64_t value : {0u, 1u, 2u, 3u}) keys.append(key_of(value, 70));
  keys.append(key_of(Natural(1) << 69, 70));
  CHECK(keys.common_prefix(0, 0) == 70);
  CHECK(keys.common_prefix(0, 1) == 69);
  CHECK(keys.common_prefix(1, 2) == 68);
  CHECK(keys.common_prefix(0, 4) == 0);
}

TEST_CASE("bit reads a key from its most significant bit on") {
  for (const std::uint32_t bits : {5u, 64u, 65u, 130u}) {
    KeyArray keys(bits);
    keys.append(key_of((Natural(1) << (bits - 1)) + 1, bits));
    for (std::uint32_t level = 0; level < bits; ++level) {
      CHECK(keys.bit(0, level) == (level == 0 || level == bits - 1));
    }
  }
}

TEST_CASE("keys and numbers convert to each other") {
  const Natural value = (Natural(0x123456789abcdefu) << 100) + 42;
  CHECK(natural_of(key_of(value, 200)) == value);
  CHECK(key_of(value, 200).size() == 4);
  CHECK(key_of(5, 3) == WideKey{5});
}

TEST_CASE(
    "WideInterval::all covers every key of a width, and clamp moves keys to the nearest end") {
  CHECK(WideInterval::all(64).highest == WideKey{~std::uint64_t(0)});
  CHECK(WideInterval::all(65).highest == WideKey{1, ~std::uint64_t(0)});
  const WideInterval interval{{0, 5}, {1, 9}};
  CHECK(interval.clamp({0, 4}) == WideKey{0, 5});
  CHECK(interval.clamp({1, 10}) == WideKey{1, 9});
  CHECK(interval.clamp({1, 8}) == WideKey{1, 8});
}

TEST_CASE("a key array rejects a bad width and half a key, by name") {
  CHECK_THROWS_WITH(KeyArray(0), "bits must be a whole number from 1 to 67108864, got 0");
  CHECK_THROWS_WITH(KeyArray(65, {1, 2, 3}), "words must be a multiple of 2, got 3");
}

}  // namespace
}  // namespace logstar::testing
