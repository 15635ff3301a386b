// Found by fuzzing: at an epsilon of 1e-9 a plan summed binomials with 10^11 trials, which took minutes.
#include "logstar/learning/sample_sizes.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace logstar {
namespace {

TEST_CASE("from 10^7 errors on Chernoff's bound plans, slightly above the exact sums",
          "[statistics]") {
  for (const double accuracy : {0.01, 0.4}) {
    const std::uint64_t exact = records_for_one_rule(10'000'000, accuracy, 0.05);
    const std::uint64_t bound = records_for_one_rule(10'000'001, accuracy, 0.05);
    CHECK(bound > exact);
    CHECK(static_cast<double>(bound) < 1.001 * static_cast<double>(exact));
  }
}

TEST_CASE("plans for very many errors leave room for only a few standard deviations") {
  for (const std::int64_t errors : {100'000'000LL, 50'000'000'000LL, 1'000'000'000'000LL}) {
    for (const double accuracy : {0.01, 0.42}) {
      for (const double beta : {0.05, 1e-12}) {
        const auto n = static_cast<double>(records_for_one_rule(errors, accuracy, beta));
        const double deviation = std::sqrt(n * accuracy * (1 - accuracy));
        const double room = (n * accuracy - static_cast<double>(errors)) / deviation;
        CHECK(room > 1.6);
        CHECK(room < 1.01 * std::sqrt(-2 * std::log(beta)) + 0.5);
      }
    }
  }
}

}  // namespace
}  // namespace logstar
