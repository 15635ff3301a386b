// Distinct items of users by hand, and their release.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/counts/distinct_count_release.hpp"
#include "logstar/support/errors.hpp"
#include "release_contract.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::distinct_count_unit_test {
namespace {

std::uint64_t distinct(const ItemRows& data, std::uint64_t per_user) {
  SeededBits bits(3);
  ExactRandomness randomness(bits);
  return distinct_items(data, per_user, randomness);
}

TEST_CASE("a distinct count counts each item once, for any users and any number of rows") {
  CHECK(distinct({{{0, 1, 2, 2, 2}, {1, 1, 3, 3, kNoGroup}}, 5}, 1) == 2);
  // Every row is a user.
  CHECK(distinct({{{}, {0, 0, 1, kNoGroup, 4}}, 5}, 1) == 3);
  CHECK(distinct({{{}, {}}, 0}, 3) == 0);
}

TEST_CASE("a user counts with up to perUser items, of different rows") {
  const ItemRows one{{std::vector<std::uint32_t>(6, 0), {0, 1, 2, 3, 4, 4}}, 5};
  for (const std::uint64_t per_user : {1u, 2u, 4u}) CHECK(distinct(one, per_user) == per_user);
  CHECK(distinct(one, 9) == 5);
}

TEST_CASE("a distinct count charges its loss and runs with the granted loss") {
  const ItemRows data{{{0, 0, 1, 2}, {0, 1, 1, 2}}, 3};
  check_release<DistinctCount>({{1, 2}, data, charge_of(Loss{1, 0}), {0.5, 0}, {0.5, 2}});
}

TEST_CASE("distinct items have the same noise under replace, and state the unit of privacy") {
  DistinctCountTask task{1, 4};
  const Claim claim = Release<DistinctCount>(task).claim();
  // (error + 1)/4 >= ln(2/(0.05 (1 + e^-0.25))).
  CHECK(claim.accuracy.error == std::ceil(4 * std::log(40 / (1 + std::exp(-0.25))) - 1));
  CHECK(claim.protects == Protects::users);
  task.neighbors = Neighbors::replace;
  CHECK(Release<DistinctCount>(task).claim().accuracy.error == claim.accuracy.error);
  task.protects = Protects::records;
  CHECK(Release<DistinctCount>(task).claim().protects == Protects::records);
  CHECK_THROWS_WITH(DistinctCount::plan({1, 0}),
                    "perUser must be a whole number from 1 to 1000000000, got 0");
  CHECK_THROWS_AS(DistinctCount::plan({0, 1}), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing::distinct_count_unit_test
