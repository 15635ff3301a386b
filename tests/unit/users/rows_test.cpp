// The groups of a table in turn: each row of positive weight is in its group, in order, once.
#include "logstar/users/rows.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::rows_test {
namespace {

UserRows table(std::size_t rows, std::uint32_t users, std::uint32_t groups, std::uint32_t bits,
               BitPool& pool) {
  UserRows all{{}, {}, KeyArray(bits)};
  std::vector<std::uint64_t> words(rows * all.keys.limbs());
  for (std::uint64_t& word : words) word = pool.below(1000);
  all.keys = KeyArray(bits, std::move(words));
  for (std::size_t row = 0; row < rows; ++row) {
    if (users > 0) all.users.push_back(static_cast<std::uint32_t>(pool.below(users)));
    if (groups == 0) continue;
    const auto group = static_cast<std::uint32_t>(pool.below(groups + 1));
    all.groups.push_back(group == groups ? kNoGroup : group);
  }
  return all;
}

/// The rows of a group, row by row as documented.
WeightedKeys expected(const UserRows& rows, const std::vector<std::uint32_t>& weights,
                      std::uint32_t group) {
  WeightedKeys found{KeyArray(rows.keys.bits()), {}};
  for (std::size_t row = 0; row < weights.size(); ++row) {
    if (weights[row] == 0 || (!rows.groups.empty() && rows.groups[row] != group)) continue;
    found.keys.append(rows.keys[row]);
    found.weights.push_back(weights[row]);
  }
  return found;
}

void check_divided(const UserRows& rows, std::uint32_t whole, std::uint32_t groups) {
  GroupedRows divided(rows, whole, groups);
  const std::vector<std::uint32_t> weights = spread(rows.columns(), whole);
  for (std::uint32_t group = 0; group < groups; ++group) {
    const WeightedKeys taken = divided.take(group);
    const WeightedKeys right = expected(rows, weights, group);
    REQUIRE(taken.weights == right.weights);
    REQUIRE(taken.keys.words() == right.keys.words());
  }
}

TEST_CASE("each group has its rows in their input order, for any sizes of blocks") {
  SeededBits source(31);
  BitPool pool(source);
  for (const std::uint32_t bits : {64u, 200u}) {
    for (const std::uint32_t groups : {1u, 2u, 7u, 300u}) {
      for (const std::size_t rows : {0u, 1u, 5u, 255u, 256u, 257u, 2'000u, 9'001u}) {
        INFO(bits << " bits, " << groups << " groups, " << rows << " rows");
        check_divided(table(rows, 50, groups, bits, pool), kUserWeight, groups);
        check_divided(table(rows, 0, groups, bits, pool), kUserWeight, groups);
        // Some rows weigh 0 if a user has more than three.
        check_divided(table(rows, 50, groups, bits, pool), 3, groups);
      }
    }
  }
}

TEST_CASE("all rows of one group fill its blocks in sequence, and others are empty") {
  UserRows rows{{}, std::vector<std::uint32_t>(1'000, 3), KeyArray(64)};
  std::vector<std::uint64_t> words;
  for (std::uint64_t i = 0; i < 1'000; ++i) words.push_back(i);
  rows.keys = KeyArray(64, words);
  GroupedRows divided(rows, 5, 8);
  CHECK(divided.take(2).size() == 0);
  CHECK(divided.take(3).keys.words() == words);
  CHECK(divided.take(7).size() == 0);
}

TEST_CASE("without a column of groups all rows with weight are in one group") {
  SeededBits source(32);
  BitPool pool(source);
  for (const std::uint32_t bits : {64u, 130u}) {
    check_divided(table(700, 9, 0, bits, pool), kUserWeight, 1);
    check_divided(table(700, 9, 0, bits, pool), 10, 1);
  }
}

TEST_CASE("columns of different lengths are rejected before any division") {
  const UserRows rows{{0, 1}, {0}, KeyArray(64, {5, 6})};
  CHECK_THROWS_AS(GroupedRows(rows, 1, 1), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::rows_test
