// Rows collected by user.
#include "logstar/users/by_user.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

namespace logstar::testing {
namespace {

using Numbers = std::vector<std::uint32_t>;
using Places = std::vector<std::size_t>;

std::size_t itself(std::size_t row) { return row; }

TEST_CASE("a user's rows are adjacent and keep their order") {
  const Numbers users = {2, 0, 2, 3, 0};
  const auto rows = by_user({users, {}, nullptr}, 5, 5, itself);
  CHECK(rows.values == Places{1, 4, 0, 2, 3});
  CHECK(rows.starts == Places{0, 2, 2, 4, 5, 5});
}

TEST_CASE("rows without a group belong to no user") {
  const Numbers users = {1, 0, 1};
  const Numbers groups = {7, kNoGroup, 0};
  const auto rows = by_user({users, groups, nullptr}, 3, 2, itself);
  CHECK(rows.values == Places{0, 2});
  CHECK(rows.starts == Places{0, 0, 2});
}

TEST_CASE("without a column of users each row is a user") {
  const auto rows = by_user({}, 3, 3, [](std::size_t row) { return 10 * row; });
  CHECK(rows.values == Places{0, 10, 20});
  CHECK(rows.starts == Places{0, 1, 2, 3});
}

}  // namespace
}  // namespace logstar::testing
