// What rows of users weigh.
#include "logstar/users/spread.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <vector>

#include "logstar/support/errors.hpp"

namespace logstar::testing {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("the rows of a user share one weight evenly, rounded down") {
  const Numbers users = {0, 1, 1, 0, 2, 1};
  CHECK(spread({users, {}, nullptr}, 12) == Numbers{6, 4, 4, 6, 12, 4});
  CHECK(spread({users, {}, nullptr}, 7) == Numbers{3, 2, 2, 3, 7, 2});
  CHECK(spread({users, {}, nullptr})[1] == 240240);
}

TEST_CASE("a user's weight is shared over all groups, and rows in none do not count") {
  const Numbers users = {0, 0, 0, 1, 1};
  const Numbers groups = {5, 0, 5, kNoGroup, 2};
  CHECK(spread({users, groups, nullptr}, 6) == Numbers{2, 2, 2, 0, 6});
}

TEST_CASE("without users each row is another one's") {
  const Numbers groups = {1, kNoGroup, 0};
  CHECK(spread({{}, groups, nullptr}, 6) == Numbers{6, 0, 6});
  const KeyArray keys(8, {3, 1});
  CHECK(spread({{}, {}, &keys}, 6) == Numbers{6, 6});
  CHECK(spread({{}, {}, nullptr}, 6).empty());
}

TEST_CASE("of a user with more rows than the weight the first by group and key have 1 each") {
  const Numbers users = {0, 0, 1, 0, 0};
  const Numbers groups = {1, 0, 0, 0, kNoGroup};
  const KeyArray keys(8, {1, 9, 5, 2, 0});
  CHECK(spread({users, groups, &keys}, 2) == Numbers{0, 1, 2, 1, 0});
  CHECK(spread({users, groups, &keys}, 1) == Numbers{0, 0, 1, 1, 0});
  // Keys of several limbs are compared as numbers.
  const KeyArray wide(100, {1, 0, 0, 9, 0, 0, 0, 3});
  CHECK(spread({Numbers{0, 0, 0, 0}, {}, &wide}, 2) == Numbers{0, 0, 1, 1});
}

TEST_CASE("nobody weighs more than the whole, and another user changes nobody's weights") {
  for (std::uint32_t whole = 1; whole <= 9; ++whole) {
    Numbers users, groups;
    KeyArray keys(8);
    for (std::uint32_t i = 0; i < 40; ++i) {
      users.push_back(i * i % 11 % 5);
      groups.push_back(i % 7 == 0 ? kNoGroup : i * 5 % 3);
      keys.append(WideKey{i * 37 % 64});
    }
    const Numbers weights = spread({users, groups, &keys}, whole);
    std::map<std::uint32_t, std::uint32_t> of_user;
    for (std::size_t i = 0; i < users.size(); ++i) of_user[users[i]] += weights[i];
    for (const auto& [user, weight] : of_user) CHECK(weight <= whole);
    users.insert(users.end(), 12, 5);
    groups.insert(groups.end(), 12, 1);
    for (std::uint64_t i = 0; i < 12; ++i) keys.append(WideKey{i});
    const Numbers more = spread({users, groups, &keys}, whole);
    CHECK(std::equal(weights.begin(), weights.end(), more.begin()));
  }
}

TEST_CASE("the weight of a user is shared by up to 16 rows without a rest") {
  for (std::uint32_t rows = 1; rows <= 16; ++rows) CHECK(kUserWeight % rows == 0);
}

TEST_CASE("columns of unlike length and weights that are none are refused by name") {
  const Numbers users = {0, 1};
  const Numbers groups = {0};
  const KeyArray keys(8, {1, 2, 3});
  CHECK_THROWS_WITH(spread({users, groups, nullptr}), "groups must be as many as users, 2, got 1");
  CHECK_THROWS_WITH(spread({users, {}, &keys}), "keys must be as many as users, 2, got 3");
  CHECK_THROWS_AS(spread({users, {}, nullptr}, 0), OutOfRange);
  CHECK_THROWS_AS(spread({users, {}, nullptr}, kMostUserWeight + 1), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing
