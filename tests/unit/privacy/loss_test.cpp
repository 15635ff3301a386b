#include "logstar/privacy/loss.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "logstar/support/errors.hpp"

namespace logstar::loss_test {

TEST_CASE("under replace an add-remove loss of (0.5, 1e-6) is (1, (1 + sqrt(e)) 1e-6)") {
  const Loss replace = to_replace(Loss{0.5, 1e-6});
  CHECK(replace.epsilon == 1);
  CHECK(replace.delta >= (1 + std::exp(0.5)) * 1e-6);
  CHECK(replace.delta == Approx((1 + std::exp(0.5)) * 1e-6).epsilon(1e-12));
}

TEST_CASE("a loss calibrated for replace never exceeds it, and a larger one does") {
  for (const double epsilon : {0.0, 1e-12, 0.1, 1.0, 7.3, 1000.0}) {
    for (const double delta : {0.0, 1e-300, 1e-6, 0.3, 1.0}) {
      const Loss calibrated = add_remove_for_replace({epsilon, delta});
      const Loss back = to_replace(calibrated);
      CHECK(back.epsilon <= epsilon);
      CHECK(back.delta <= delta);
      CHECK(back.epsilon == Approx(epsilon).epsilon(1e-9));
      if (delta > 0 && calibrated.delta > 1e-280) {
        CHECK(to_replace(Loss{calibrated.epsilon, calibrated.delta * (1 + 1e-9)}).delta >
              delta * (1 - 1e-12));
      }
    }
  }
}

TEST_CASE("the loss of one record is the loss itself") {
  CHECK(group_loss({0.3, 1e-5}, 1) == Loss{0.3, 1e-5});
  CHECK(loss_for_group({0.3, 1e-5}, 1) == Loss{0.3, 1e-5});
}

TEST_CASE("the loss of g records is the chain of g single steps, never less") {
  for (const double epsilon : {0.0, 1e-12, 1e-3, 0.7, 3.0}) {
    long double chain = 0;
    for (std::uint64_t g = 1; g <= 12; ++g) {
      chain = chain * std::exp(static_cast<long double>(epsilon)) + 1;
      const Loss group = group_loss({epsilon, 1e-9}, g);
      CHECK(group.epsilon == Approx(static_cast<double>(g) * epsilon).epsilon(1e-12));
      // In long double, whose rounding over 12 steps is far below the gap between two doubles.
      const long double delta = std::min(1.0L, chain * static_cast<long double>(1e-9));
      CHECK(static_cast<long double>(group.delta) >= delta * (1 - 1e-17L));
      CHECK(group.delta == Approx(static_cast<double>(delta)).epsilon(1e-9));
      const Loss back = group_loss(loss_for_group({epsilon, 1e-9}, g), g);
      CHECK(back.epsilon <= epsilon);
      CHECK(back.delta <= 1e-9);
    }
  }
}

TEST_CASE("a delta beyond 1 is 1, an epsilon beyond doubles is infinity, nothing is NaN") {
  CHECK(group_loss({1000, 0.5}, 1000000) == Loss{1e9, 1});
  CHECK(group_loss({1e308, 0.5}, 3).epsilon == std::numeric_limits<double>::infinity());
  CHECK(group_loss({1000, 0}, 1000000).delta == 0);
  CHECK(group_loss({std::numeric_limits<double>::infinity(), 0.1}, 2).delta == 1);
}

TEST_CASE("an invalid loss is rejected by name") {
  CHECK_THROWS_WITH(to_replace(Loss{-1, 0}), "epsilon must be 0 or more, got -1");
  CHECK_THROWS_WITH(to_replace(Loss{std::nan(""), 0}), "epsilon must be 0 or more, got nan");
  CHECK_THROWS_WITH(to_replace(Loss{1, 1.5}), "delta must be a number from 0 to 1, got 1.5");
  CHECK_THROWS_WITH(group_loss({1, 0}, 0), "records must be at least 1, got 0");
  CHECK_THROWS_AS(loss_for_group({1, std::nan("")}, 2), OutOfRange);
}

}  // namespace logstar::loss_test
