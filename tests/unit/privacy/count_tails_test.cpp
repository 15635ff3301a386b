#include "logstar/privacy/count_tails.hpp"

#include <catch2/catch.hpp>
#include <cmath>

namespace logstar {
namespace {

// By recurrence, with additions and multiplications only: in WebAssembly the logarithms and gamma functions of
// long double have the precision of double.
long double poisson_sum(long double mean, std::uint64_t from, std::uint64_t to) {
  long double sum = 0;
  long double term = std::exp(-static_cast<double>(mean));
  for (std::uint64_t i = 0; i < to; ++i) {
    if (i >= from) sum += term;
    term *= mean / static_cast<long double>(i + 1);
  }
  return sum;
}

long double failure_sum(std::uint64_t r, long double fail, std::uint64_t from, std::uint64_t to) {
  long double sum = 0;
  long double term = 1;
  for (std::uint64_t i = 0; i < r; ++i) term *= 1 - fail;
  for (std::uint64_t i = 0; i < to; ++i) {
    if (i >= from) sum += term;
    term *= fail * static_cast<long double>(i + r) / static_cast<long double>(i + 1);
  }
  return sum;
}

void check_holds(const ProbabilityBounds& bounds, long double value) {
  // The reference is exact to 1e-14.
  CHECK(bounds.down <= static_cast<double>(value * (1 + 1e-14L)));
  CHECK(bounds.up >= static_cast<double>(value * (1 - 1e-14L)));
  CHECK(bounds.up <= bounds.down * (1 + 1e-11) + 1e-290);
}

TEST_CASE("Poisson tails bound the exact ones, to 1e-11 of their size at any size") {
  for (const double mean : {1e-5, 0.3, 1.0, 7.5, 50.0, 400.0}) {
    for (const std::uint64_t k : {1u, 2u, 5u, 40u, 60u, 300u, 600u}) {
      const TailBounds tails = poisson_tails(mean, k);
      check_holds(tails.at_least, poisson_sum(mean, k, k + 3000));
      check_holds(tails.fewer, poisson_sum(mean, 0, k));
    }
  }
}

TEST_CASE("Poisson tails of 10^5 events and of tails beyond all doubles stay bounds") {
  const TailBounds middle = poisson_tails(1e5, 100'000);
  CHECK(middle.at_least.down == Approx(0.5).margin(0.002));
  CHECK(middle.at_least.up - middle.at_least.down < 1e-9);
  const TailBounds far = poisson_tails(1e12, 1'000'000);
  CHECK(far.fewer.down == 0);
  CHECK(far.fewer.up > 0);
  CHECK(far.fewer.up <= 1e-300);
  CHECK(poisson_tails(1e-3, 1'000).at_least.up <= 1e-300);
  CHECK(poisson_tails(0, 3).at_least.up == 0);
  CHECK(poisson_tails(0, 3).fewer.down == 1);
}

TEST_CASE("negative binomial tails bound the exact ones") {
  for (const double fail : {0.1, 0.5, 0.9}) {
    for (const std::uint64_t r : {1u, 3u, 40u}) {
      for (const std::uint64_t k : {1u, 4u, 50u, 700u}) {
        const TailBounds tails = failure_tails(r, fail, fail, k);
        check_holds(tails.at_least, failure_sum(r, fail, k, k + 4000));
        check_holds(tails.fewer, failure_sum(r, fail, 0, k));
      }
    }
  }
}

}  // namespace
}  // namespace logstar
