#include "logstar/support/remembered.hpp"

#include <catch2/catch.hpp>
#include <stdexcept>

#include "logstar/interior_point/cut_choice/calibration.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"

namespace logstar::testing::remembered_test {
namespace {

TEST_CASE("a cache computes each value once and does not keep errors") {
  Cache<int, int> squares;
  int computed = 0;
  const auto square = [&](int x) {
    return squares.of(x, [&] {
      ++computed;
      return x * x;
    });
  };
  CHECK(square(3) == 9);
  CHECK(square(3) == 9);
  CHECK(computed == 1);
  for (int x = 0; x < 1000; ++x) CHECK(square(x) == x * x);
  CHECK_THROWS_AS(squares.of(-1, []() -> int { throw std::runtime_error("no"); }),
                  std::runtime_error);
  CHECK(squares.of(-1, [] { return 1; }) == 1);
}

TEST_CASE("the cache distinguishes every argument of a calibration") {
  const auto error = [](const QuantileFraction& tau, std::uint32_t bits, const Loss& loss,
                        double beta) {
    return two_rates_error(calibrate_two_rates(tau, bits, loss, beta));
  };
  const double base = error({1, 2}, 64, {1, 1e-6}, 0.05);
  CHECK(error({9, 10}, 64, {1, 1e-6}, 0.05) != base);
  CHECK(error({1, 2}, 1024, {1, 1e-6}, 0.05) != base);
  CHECK(error({1, 2}, 64, {2, 1e-6}, 0.05) != base);
  CHECK(error({1, 2}, 64, {1, 1e-9}, 0.05) != base);
  CHECK(error({1, 2}, 64, {1, 1e-6}, 1e-6) != base);
  CHECK(error({1, 2}, 64, {1, 1e-6}, 0.05) == base);

  const auto least = [](const CutChoiceRequest& request) {
    return calibrate_cut_choice(request).least_records;
  };
  const CutChoiceRequest request{64, {1, 1e-6}, Neighbors::add_remove, 0.05, false};
  const std::uint64_t records = least(request);
  for (const CutChoiceRequest& other :
       {CutChoiceRequest{4096, {1, 1e-6}, Neighbors::add_remove, 0.05, false},
        {64, {2, 1e-6}, Neighbors::add_remove, 0.05, false},
        {64, {1, 1e-9}, Neighbors::add_remove, 0.05, false},
        {64, {1, 1e-6}, Neighbors::replace, 0.05, false},
        {64, {1, 1e-6}, Neighbors::add_remove, 1e-6, false},
        {64, {1, 1e-6}, Neighbors::add_remove, 0.05, true}}) {
    CHECK(least(other) != records);
  }
  CHECK(least(request) == records);
}

}  // namespace
}  // namespace logstar::testing::remembered_test
