// A quantile from an interior point of the records around its rank: its privacy over all small databases, under
// both neighbour relations.
#include "logstar/interior_point/rank/rank_window.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/interior_point/rank/exponential.hpp"

namespace logstar::testing::rank_window_test {
namespace {

const WideInterval kDomain{{0}, {5}};
constexpr std::size_t kValues = 5;

auto mechanism(const ExponentialParameters& parameters, const QuantileFraction& tau,
               std::size_t size) {
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    KeyArray keys(3, {database.begin(), database.end()});
    keys.sort();
    return draw_exponential_rank(rank_window(keys, kDomain, tau, size), kDomain, parameters,
                                 randomness);
  };
}

TEST_CASE("an algorithm for replace on a window is private under add-remove and under replace") {
  for (const QuantileFraction tau : {QuantileFraction{1, 2}, {1, 5}, {9, 10}}) {
    for (const std::size_t size : {1u, 2u, 3u}) {
      const auto draw = mechanism(calibrate_exponential_median(1.5, Neighbors::replace), tau, size);
      CHECK(check_add_remove(kValues, 0, 5, 1.5, draw).within(0));
      CHECK(check_replace(kValues, 4, 1.5, draw).within(0));
    }
  }
}

TEST_CASE("control: an algorithm for add-remove on a window is rejected") {
  const auto draw = mechanism(calibrate_exponential_median(1.5, Neighbors::add_remove), {1, 2}, 3);
  CHECK_FALSE(check_add_remove(kValues, 0, 5, 1.5, draw).within(0));
}

TEST_CASE("the exponential mechanism with big numbers has the law of the 64-bit one") {
  const std::vector<std::uint64_t> data = {1, 1, 4, 3, 2};
  for (const auto& parameters :
       {calibrate_exponential_median(0.7, Neighbors::add_remove),
        calibrate_exponential_quantile({9, 10}, 2.0, Neighbors::add_remove)}) {
    const auto narrow = enumerate([&](Randomness& randomness) {
      return draw_exponential_rank(data, KeyInterval{0, 5}, parameters, randomness);
    });
    const auto wide = enumerate([&](Randomness& randomness) {
      return draw_exponential_rank(KeyArray(3, data), kDomain, parameters, randomness);
    });
    for (std::uint64_t z = 0; z <= 5; ++z) CHECK(std::fabs(narrow.of(z) - wide.of({z})) < 1e-12L);
  }
}

}  // namespace
}  // namespace logstar::testing::rank_window_test
