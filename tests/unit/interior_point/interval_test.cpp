// Chains of intervals and targets: what their contracts say.
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/interior_point/rank/interval_chain.hpp"
#include "logstar/interior_point/rank/interval_target.hpp"
#include "logstar/privacy/rounding.hpp"

namespace logstar::testing::interval_test {
namespace {

void check_nested(const std::vector<KeyInterval>& chain, std::uint64_t z,
                  const KeyInterval& domain) {
  REQUIRE(chain.front().lowest == z);
  REQUIRE(chain.front().highest == z);
  REQUIRE(chain.back().lowest == domain.lowest);
  REQUIRE(chain.back().highest == domain.highest);
  for (std::size_t j = 1; j < chain.size(); ++j) {
    REQUIRE(chain[j].lowest <= chain[j - 1].lowest);
    REQUIRE(chain[j].highest >= chain[j - 1].highest);
    const bool longer =
        chain[j].lowest < chain[j - 1].lowest || chain[j].highest > chain[j - 1].highest;
    REQUIRE(longer);
    const bool whole = chain[j].lowest == domain.lowest && chain[j].highest == domain.highest;
    REQUIRE(whole == (j + 1 == chain.size()));
  }
}

TEST_CASE(
    "a chain of intervals begins with the point, grows and ends with the whole domain, once") {
  for (const std::uint32_t m : {4u, 8u, 16u, 32u, 64u}) {
    for (const Int128 lowest : {Int128(-1'000'000), Int128(0), -(Int128(1) << 63)}) {
      for (const Int128 highest : {Int128(0), Int128(7), Int128(1) << 62, (Int128(1) << 63) - 1}) {
        const IntegerDomain domain(lowest, highest);
        const std::uint64_t last = domain.keys().highest;
        for (const std::uint64_t z : {std::uint64_t(0), last / 3, last})
          check_nested(interval_chain(z, domain, m), z, domain.keys());
      }
    }
    for (const RealDomain& domain :
         {RealDomain(), RealDomain(0, 120, 3), RealDomain(-1, -1e-300, {})}) {
      const KeyInterval keys = domain.keys();
      for (const std::uint64_t z : {keys.lowest, keys.lowest / 2 + keys.highest / 2, keys.highest})
        check_nested(interval_chain(z, domain, m), z, keys);
    }
  }
}

TEST_CASE(
    "an interval of a chain is at most one step longer than the one inside it, to 2^12 times the "
    "point's size") {
  const IntegerDomain domain(-1'000'000'000, 1'000'000'000);
  const auto chain = interval_chain(1'000'036'290, domain, 4);  // the value 36,290
  for (std::size_t j = 1; j < chain.size(); ++j) {
    const auto h = static_cast<double>(chain[j].highest - chain[0].highest);
    const auto inside = static_cast<double>(chain[j - 1].highest - chain[0].highest);
    if (inside >= 1 && h <= 0x1p12 * 36'290) CHECK(h <= std::ceil(inside * std::exp2(0.25)));
  }
  CHECK(chain.size() < 150);
  CHECK(interval_chain(RealDomain().keys().highest / 4 * 3, RealDomain(), 4).size() < 200);
}

TEST_CASE("roots of two grow, and lie within two ulps of their exact values") {
  for (std::int64_t k = -200; k <= 200; ++k) {
    const double power = power_of_root(k, 64);
    CHECK(power < power_of_root(k + 1, 64));
    CHECK(power == Approx(std::exp2(static_cast<double>(k) / 64)).epsilon(1e-15));
  }
  CHECK(power_of_root(-4, 4) == 0.5);
  CHECK(power_of_root(8, 8) == 2);
}

TEST_CASE(
    "targets are those of the guarantee: 10.8 ranks at half of epsilon 1, of a population more") {
  const auto target = [](const IntervalTargetRequest& request) {
    const auto width = interval_width_for(request);
    return static_cast<double>(width->target) / static_cast<double>(width->steps.steps_per_rank);
  };
  IntervalTargetRequest request{{1, 2}, 0.5, Neighbors::add_remove, 0.05, IntervalOf::data, 0, {}};
  CHECK(target(request) == Approx(10.8).epsilon(0.01));
  request.tau = {9, 10};
  CHECK(target(request) == Approx(10.8 * 1.8).epsilon(0.01));
  request.neighbors = Neighbors::replace;
  CHECK(target(request) == Approx(10.8 * 2).epsilon(0.01));
  request = {{1, 2}, 0.5, Neighbors::add_remove, 0.049, IntervalOf::population, 10'000, {}};
  const double both = target(request);
  CHECK(both == Approx(109).epsilon(0.03));
  request.open.low = true;
  CHECK(target(request) < both);
  request.most_records = 1'000'000'000'000;
  CHECK(target(request) > 700'000);
  CHECK(target(request) < 900'000);
}

TEST_CASE("the bound on binomial tails is never below their exact sum, and grows with n") {
  for (const QuantileFraction q : {QuantileFraction{1, 2}, {1, 4}, {9, 10}, {1, 50}, {49, 50}}) {
    const double p = static_cast<double>(q.numerator) / q.denominator;
    for (const int n : {1, 2, 3, 10, 33, 100, 400}) {
      // log n!/(k! (n - k)!) p^k (1 - p)^(n - k)
      std::vector<double> mass;
      for (int k = 0; k <= n; ++k) {
        mass.push_back(std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) -
                                std::lgamma(n - k + 1.0) + k * std::log(p) +
                                (n - k) * std::log1p(-p)));
      }
      for (double d = 0.25; d <= n; d += 0.25) {
        double beyond = 0;
        for (int k = 0; k <= n; ++k) {
          if (k <= n * p - d || k >= n * p + d) beyond += mass[static_cast<std::size_t>(k)];
        }
        const auto records = static_cast<std::uint64_t>(n);
        CHECK(binomial_beyond(records, q, d, {}) >= beyond * (1 - 1e-9));
        CHECK(binomial_beyond(records + 1, q, d, {}) >=
              binomial_beyond(records, q, d, {}) * (1 - 1e-9));
      }
    }
  }
}

TEST_CASE("intervals reject an invalid epsilon, quantile and beta by name") {
  IntervalTargetRequest request{{1, 2}, 0, Neighbors::add_remove, 0.05, IntervalOf::data, 0, {}};
  CHECK_THROWS_WITH(interval_width_for(request),
                    "epsilon must be a number from 1e-9 to 10000, got 0");
  request.epsilon = 1;
  request.beta = 1;
  CHECK_THROWS(interval_width_for(request));
  request.beta = 0.05;
  request.tau = {2, 2};
  CHECK_THROWS(interval_width_for(request));
}

TEST_CASE("a target exists at the least epsilon, and none where it would exceed 2^60 steps") {
  IntervalTargetRequest request{
      {1, 1'000'000}, 1e-9, Neighbors::add_remove, 0.05, IntervalOf::data, 0, {}};
  const auto width = interval_width_for(request);
  REQUIRE(width);
  CHECK(width->target > 0);
  request.beta = 1e-300;
  CHECK_FALSE(interval_width_for(request));
  // The largest population at the largest epsilon, where steps are shortest.
  request = {{1, 2}, 1e4, Neighbors::add_remove, 0.05, IntervalOf::population, ~std::uint64_t(0),
             {}};
  CHECK(interval_width_for(request));
}

}  // namespace
}  // namespace logstar::testing::interval_test
