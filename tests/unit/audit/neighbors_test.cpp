// The audit's neighbour check rejects inputs that are not neighbours.
#include "neighbors.hpp"

#include <catch2/catch.hpp>
#include <string>

namespace logstar::testing {
namespace {

using Catch::Contains;
using enum Neighbors;
using Records = std::vector<int>;
using Counts = std::vector<std::int64_t>;

TEST_CASE("neighbours under add-remove differ by exactly one record, in any order") {
  CHECK_NOTHROW(require_neighbors(Records{3, 1, 1}, Records{1, 3, 1, 1}, add_remove));
  CHECK_NOTHROW(require_neighbors(Records{3, 1, 1}, Records{1, 3}, add_remove));
  CHECK_NOTHROW(require_neighbors(Records{}, Records{7}, add_remove));
  for (const Records& second : {Records{3, 1, 1}, {3, 1, 2}, {3, 1, 1, 1, 1}, {1}, {2, 2, 2, 2}}) {
    CHECK_THROWS_WITH(require_neighbors(Records{3, 1, 1}, second, add_remove),
                      Contains("not neighbours (add-remove)"));
  }
}

TEST_CASE("neighbours under replace differ in exactly one changed record") {
  CHECK_NOTHROW(require_neighbors(Records{3, 1, 1}, Records{1, 3, 3}, replace));
  for (const Records& second : {Records{1, 1, 3}, {3, 2, 2}, {3, 1}, {3, 1, 1, 1}}) {
    CHECK_THROWS_WITH(require_neighbors(Records{3, 1, 1}, second, replace),
                      Contains("not neighbours (replace)"));
  }
  CHECK_THROWS_WITH(require_neighbors(Records{501, 499}, Records{499, 502, 503}, replace),
                    Contains("1 records less and 2 more"));
}

TEST_CASE(
    "an added or removed user moves counts by one in one direction, up to the bound per user") {
  CHECK_NOTHROW(require_counts_of_neighbors(Counts{5, 5, 0}, Counts{6, 5, 1}, add_remove));
  CHECK_NOTHROW(require_counts_of_neighbors(Counts{5, 5, 0}, Counts{4, 4, 0}, add_remove, 2));
  const auto refused = [](const Counts& second, std::size_t per_user, const std::string& why) {
    CHECK_THROWS_WITH(require_counts_of_neighbors({5, 5, 0}, second, add_remove, per_user),
                      Contains(why));
  };
  refused({5, 5, 0}, 2, "the same");
  refused({7, 5, 0}, 2, "by more than 1");
  refused({3, 5, 0}, 2, "by more than 1");
  refused({6, 4, 0}, 2, "both ways");
  refused({6, 6, 0}, 1, "a user of 2 counts, not of at most 1");
  refused({5, 5}, 2, "different numbers");
}

TEST_CASE("a replaced user lowers and raises counts by one, each up to the bound per user") {
  CHECK_NOTHROW(require_counts_of_neighbors(Counts{5, 5, 5}, Counts{6, 4, 5}, replace, 1));
  CHECK_NOTHROW(require_counts_of_neighbors(Counts{5, 5, 5}, Counts{6, 5, 5}, replace, 1));
  CHECK_NOTHROW(require_counts_of_neighbors(Counts{5, 5, 5}, Counts{6, 4, 4}, replace, 2));
  CHECK_NOTHROW(require_counts_of_neighbors(Counts{5, 5, 5}, Counts{6, 4, 4}, replace));
  // Two records of {501, 499} change to become {499, 501}.
  CHECK_THROWS_WITH(require_counts_of_neighbors({501, 499}, {499, 501}, replace, 1),
                    Contains("not neighbours (replace): a count moves by more than 1"));
  CHECK_THROWS_WITH(require_counts_of_neighbors({5, 5, 5}, {6, 4, 4}, replace, 1),
                    Contains("a user of 2 counts, not of at most 1"));
  CHECK_THROWS_WITH(require_counts_of_neighbors({5, 5}, {5, 5}, replace), Contains("the same"));
}

}  // namespace
}  // namespace logstar::testing
