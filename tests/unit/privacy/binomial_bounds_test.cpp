#include "logstar/privacy/binomial_bounds.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <catch2/catch.hpp>
#include <cstdint>
#include <vector>

using namespace logstar;

namespace {

using Wide = boost::multiprecision::number<boost::multiprecision::cpp_bin_float_50::backend_type,
                                           boost::multiprecision::et_off>;

// P[L < limit] for every limit from 0 to trials + 1, summed from the less likely end.
std::vector<Wide> cumulative(std::uint64_t trials, double odds) {
  const Wide k(trials);
  Wide probability = pow(1 + Wide(odds), -k);
  std::vector<Wide> sums{Wide(0)};
  for (std::uint64_t l = 0; l <= trials; ++l) {
    sums.push_back(sums.back() + probability);
    probability = probability * (k - l) / (l + 1) * Wide(odds);
  }
  return sums;
}

// Each tail has an upper bound, within the stated excess.
void check_tails(std::uint64_t trials, double odds, double excess) {
  const BinomialBounds bounds(trials, odds, odds);
  const std::vector<Wide> exact = cumulative(trials, odds);
  int below = 0;
  int loose = 0;
  for (std::uint64_t limit = 0; limit <= trials; limit += 1 + trials / 300) {
    const Wide bound = bounds.sum_below(limit, [](std::uint64_t) { return 1.0; });
    const Wide& truth = exact[static_cast<std::size_t>(limit)];
    if (bound < truth * (1 - Wide("1e-40"))) ++below;
    if (bound > truth * (1 + Wide(excess)) + Wide("1e-300")) ++loose;
  }
  INFO(trials << " trials with odds " << odds);
  CHECK(below == 0);
  CHECK(loose == 0);
}

}  // namespace

TEST_CASE("binomial tails are bounded from above, within 10^-13 for a few trials") {
  for (const std::uint64_t trials : {1U, 2U, 3U, 10U, 50U}) {
    for (const double odds : {1e-9, 0.01, 0.3, 0.9, 1.0, 7.0, 1e9}) {
      check_tails(trials, odds, 1e-13);
    }
  }
}

TEST_CASE("binomial tails are bounded from above, within 10^-11 for 40,000 trials") {
  for (const double odds : {0.01, 0.9, 1.0, 3.0}) check_tails(40'000, odds, 1e-11);
}

TEST_CASE("odds too small for a double leave only the outcome 0") {
  const BinomialBounds bounds(10, 0, 5e-324);
  CHECK(bounds.sum_below(11, [](std::uint64_t l) { return l == 0 ? 0.0 : 1.0; }) < 1e-300);
  CHECK(bounds.sum_below(1, [](std::uint64_t) { return 1.0; }) == 1);
}

TEST_CASE("an interval of odds covers both of its ends") {
  const BinomialBounds both(20, 0.5, 0.6);
  for (const double odds : {0.5, 0.6}) {
    const std::vector<Wide> exact = cumulative(20, odds);
    for (std::uint64_t limit = 0; limit <= 21; ++limit) {
      CHECK(Wide(both.sum_below(limit, [](std::uint64_t) { return 1.0; })) >=
            exact[static_cast<std::size_t>(limit)] * (1 - Wide("1e-40")));
    }
  }
}
