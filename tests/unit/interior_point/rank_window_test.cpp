// The promises of the window around a rank: neighbours differ in one record, and its rank error.
#include "logstar/interior_point/rank/rank_window.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <iterator>

#include "databases.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kKeys = 6;
const WideInterval kDomain{{0}, {kKeys - 1}};
const QuantileFraction kRanks[] = {{1, 2}, {1, 10}, {9, 10}, {1, 3}};

std::vector<std::uint64_t> window(std::vector<std::uint64_t> keys, const QuantileFraction& tau,
                                  std::size_t size) {
  std::sort(keys.begin(), keys.end());
  return rank_window(KeyArray(3, std::move(keys)), kDomain, tau, size).words();
}

/// The number of records of one sorted window that another of equal size lacks.
std::size_t replaced(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  std::vector<std::uint64_t> missing;
  std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(missing));
  return missing.size();
}

template <typename Visit>
void for_each_window(const Visit& visit) {
  for (std::size_t n = 0; n <= 6; ++n) {
    for_each_multiset(kKeys, n, [&](const std::vector<std::size_t>& database) {
      const std::vector<std::uint64_t> keys(database.begin(), database.end());
      for (const QuantileFraction& tau : kRanks) {
        for (std::size_t size = 1; size <= 5; ++size) visit(keys, tau, size);
      }
    });
  }
}

TEST_CASE("an added or replaced record replaces at most one record of the window") {
  std::size_t pairs = 0;
  std::size_t most = 0;
  for_each_window([&](const auto& keys, const QuantileFraction& tau, std::size_t size) {
    const auto before = window(keys, tau, size);
    for (std::uint64_t added = 0; added < kKeys; ++added) {
      auto more = keys;
      more.push_back(added);
      most = std::max(most, replaced(before, window(more, tau, size)));
      ++pairs;
      if (keys.empty()) continue;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        auto other = keys;
        other[i] = added;
        most = std::max(most, replaced(before, window(other, tau, size)));
        ++pairs;
      }
    }
  });
  CHECK(most == 1);
  CHECK(pairs > 100'000);
}

TEST_CASE("values between the ends of the window are at most size / 2 ranks off") {
  for_each_window([&](const auto& keys, const QuantileFraction& tau, std::size_t size) {
    const auto ends = window(keys, tau, size);
    const auto rank = static_cast<double>(keys.size()) * tau.numerator / tau.denominator;
    const auto error = static_cast<double>(rank_window_error(size));
    for (std::uint64_t z = ends.front(); z <= ends.back(); ++z) {
      const auto count = [&](auto holds) {
        return static_cast<double>(std::count_if(keys.begin(), keys.end(), holds));
      };
      CHECK(count([z](std::uint64_t x) { return x < z; }) <= rank + error + 1e-9);
      CHECK(count([z](std::uint64_t x) { return x <= z; }) >= rank - error - 1e-9);
    }
  });
}

TEST_CASE("without records, a window consists of the domain's ends") {
  CHECK(window({}, {1, 2}, 5) == std::vector<std::uint64_t>{0, 0, 5, 5, 5});
  CHECK(window({}, {1, 2}, 1) == std::vector<std::uint64_t>{5});
  CHECK(window({3}, {1, 2}, 4) == std::vector<std::uint64_t>{0, 0, 3, 5});
}

}  // namespace
}  // namespace logstar::testing
