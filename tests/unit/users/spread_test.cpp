// The weights of users' rows.
#include "logstar/users/spread.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "logstar/support/errors.hpp"

namespace logstar::testing {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST_CASE("the rows of a user share one weight, evenly if they divide it") {
  const Numbers users = {0, 1, 1, 0, 2, 1};
  CHECK(spread({users, {}, nullptr}, 12) == Numbers{6, 4, 4, 6, 12, 4});
  CHECK(spread({users, {}, nullptr})[1] == 240240);
}

// floor(7/3) each would be 6 of 7: of users with 997 rows one in 800 would be missing.
TEST_CASE("rows that do not divide the weight differ by at most 1, in order of group and key") {
  const Numbers users = {0, 1, 1, 0, 2, 1};
  CHECK(spread({users, {}, nullptr}, 7) == Numbers{3, 2, 2, 4, 7, 3});
  const KeyArray keys(8, {9, 2, 8, 1, 0, 5});
  CHECK(spread({users, {}, &keys}, 7) == Numbers{4, 2, 3, 3, 7, 2});
  const Numbers groups = {0, 1, 0, 1, 0, 1};
  CHECK(spread({users, groups, &keys}, 7) == Numbers{3, 2, 2, 4, 7, 3});
}

TEST_CASE("a user's weight is split over all groups, and rows without a group do not count") {
  const Numbers users = {0, 0, 0, 1, 1};
  const Numbers groups = {5, 0, 5, kNoGroup, 2};
  CHECK(spread({users, groups, nullptr}, 6) == Numbers{2, 2, 2, 0, 6});
}

TEST_CASE("without users each row is a different user") {
  const Numbers groups = {1, kNoGroup, 0};
  CHECK(spread({{}, groups, nullptr}, 6) == Numbers{6, 0, 6});
  const KeyArray keys(8, {3, 1});
  CHECK(spread({{}, {}, &keys}, 6) == Numbers{6, 6});
  CHECK(spread({{}, {}, nullptr}, 6).empty());
}

TEST_CASE("a user with more rows than the weight has some of weight 1, evenly spaced") {
  const Numbers users = {0, 0, 1, 0, 0, 0};
  const Numbers groups = {1, 0, 0, 0, kNoGroup, 1};
  const KeyArray keys(8, {1, 9, 5, 2, 0, 2});
  // The rows in order: 3, 1, 0 and 5.
  CHECK(spread({users, groups, &keys}, 2) == Numbers{0, 1, 2, 0, 0, 1});
  CHECK(spread({users, groups, &keys}, 1) == Numbers{0, 0, 1, 0, 0, 1});
  // Keys of several limbs compare as numbers.
  const KeyArray wide(100, {1, 0, 0, 9, 0, 0, 0, 3});
  CHECK(spread({Numbers{0, 0, 0, 0}, {}, &wide}, 2) == Numbers{1, 0, 0, 1});
}

TEST_CASE("every user weighs exactly the user weight, for any order of rows and any other users") {
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
    for (const auto& [user, weight] : of_user) CHECK(weight == whole);
    // The rows in reverse order: keys differ, so that each row is identifiable.
    Numbers users_back(users.rbegin(), users.rend()), groups_back(groups.rbegin(), groups.rend());
    KeyArray keys_back(8);
    for (std::size_t i = keys.size(); i-- > 0;) keys_back.append(keys[i]);
    Numbers back = spread({users_back, groups_back, &keys_back}, whole);
    std::ranges::reverse(back);
    CHECK(back == weights);
    users.insert(users.end(), 12, 5);
    groups.insert(groups.end(), 12, 1);
    for (std::uint64_t i = 0; i < 12; ++i) keys.append(WideKey{i});
    const Numbers more = spread({users, groups, &keys}, whole);
    CHECK(std::equal(weights.begin(), weights.end(), more.begin()));
  }
}

/// As documented: all rows in one sort by user, group and key, which all differ.
Numbers weights_of_all(const Numbers& users, const Numbers& groups, const KeyArray& keys,
                       std::uint32_t whole) {
  std::vector<std::size_t> order;
  for (std::size_t row = 0; row < users.size(); ++row) {
    if (groups[row] != kNoGroup) order.push_back(row);
  }
  std::ranges::sort(order, {}, [&](std::size_t row) {
    return std::tuple(users[row], groups[row], keys[row].front());
  });
  Numbers weights(users.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && users[order[last]] == users[order[first]]) ++last;
    for (std::size_t at = first; at < last; ++at) {
      weights[order[at]] = weight_between(at - first, at - first + 1, last - first, whole);
    }
  }
  return weights;
}

TEST_CASE("rows weigh the same for many users at a time, and for a user with most rows") {
  constexpr std::uint32_t kRows = 200'000;
  for (const std::uint32_t most : {0u, 100'000u, 199'990u}) {  // of one user
    for (const std::uint32_t whole : {1u, 7u, kUserWeight}) {
      Numbers users, groups;
      KeyArray keys(32);
      for (std::uint32_t i = 0; i < kRows; ++i) {
        users.push_back(i < most ? 3 : i * 7'919u % 40'009u % 9'001u);
        groups.push_back(i % 19 == 0 ? kNoGroup : i * 31u % 5u);
        keys.append(WideKey{i * 2'654'435'761u});  // odd: each occurs once
      }
      INFO(most << " rows of one user, weight " << whole);
      // Compared within parentheses: Catch2 would print both lists of a failure for minutes.
      CHECK((spread({users, groups, &keys}, whole) == weights_of_all(users, groups, keys, whole)));
    }
  }
}

TEST_CASE("the rows of a user in a group weigh their share of the user, up to 1") {
  for (const std::size_t rows : {1u, 17u, 997u, 720'721u, 1'000'003u}) {
    for (std::size_t begin = 0; begin < rows; begin += rows / 7 + 1) {
      for (const std::size_t end : {begin + 1, (begin + rows) / 2 + 1, rows}) {
        const double share = static_cast<double>(end - begin) / static_cast<double>(rows);
        const double off = weight_between(begin, end, rows, kUserWeight) - share * kUserWeight;
        CHECK((off > -1 && off < 1));
      }
    }
  }
}

TEST_CASE("up to 16 rows share the weight of a user equally") {
  for (std::uint32_t rows = 1; rows <= 16; ++rows) CHECK(kUserWeight % rows == 0);
}

TEST_CASE("columns of different lengths and invalid user weights are rejected by name") {
  const Numbers users = {0, 1};
  const Numbers groups = {0};
  const KeyArray keys(8, {1, 2, 3});
  CHECK_THROWS_WITH(spread({users, groups, nullptr}), "groups must be as many as users, 2, got 1");
  CHECK_THROWS_WITH(spread({users, {}, &keys}), "keys must be as many as users, 2, got 3");
  CHECK_THROWS_AS(spread({users, {}, nullptr}, 0), OutOfRange);
  CHECK_THROWS_AS(spread({users, {}, nullptr}, kMaxUserWeight + 1), OutOfRange);
}

}  // namespace
}  // namespace logstar::testing
