#include "logstar/sparse_vector/threshold_monitor.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/sparse_vector/monitor_calibration.hpp"
#include "logstar/sparse_vector/noise_rate.hpp"
#include "logstar/support/errors.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar {
namespace {

using testing::SeededBits;

MonitorParameters parameters_of(MonitorMethod method, std::uint64_t per_record = 2,
                                QueryGrid grid = QueryGrid::counts) {
  return monitor_parameters_for(method, {1, 1e-6}, per_record, grid).value();
}

std::vector<std::uint8_t> random_flags(std::size_t n, BitPool& bits) {
  std::vector<std::uint8_t> flags(n);
  for (auto& flag : flags)
    flag = bits.below(2) != 0 ? static_cast<std::uint8_t>(bits.below(256)) : 0;
  return flags;
}

TEST_CASE("active records are counted and summed as by hand, at every length") {
  SeededBits source(1);
  BitPool bits(source);
  for (std::size_t n = 0; n < 70; ++n) {
    std::vector<std::uint64_t> left(n);
    for (auto& amount : left) amount = bits.below(3);
    ActiveRecords active(left);
    const auto flags = random_flags(n, bits);
    std::vector<std::uint32_t> steps(n);
    for (auto& step : steps) step = static_cast<std::uint32_t>(bits.below(2u << 20));
    std::int64_t count = 0;
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if (left[i] == 0) continue;
      count += flags[i] != 0;
      sum += std::min<std::uint32_t>(steps[i], 1u << 20);
    }
    CHECK(active.count(flags) == count);
    CHECK(active.sum(steps, 1u << 20) == sum);
  }
}

TEST_CASE("a record is retired after its yeses and does not count again") {
  SeededBits source(2);
  ExactRandomness randomness(source);
  const std::vector<std::uint8_t> everybody(1000, 1);
  ThresholdMonitor monitor(parameters_of(MonitorMethod::charging, 2), 300, 1000, randomness);
  // 1000 of 300: each of the first two answers is a yes except with probability e^-60.
  CHECK(monitor.ask(everybody, randomness));
  CHECK(monitor.state().left == std::vector<std::uint64_t>(1000, 1));
  CHECK(monitor.ask(everybody, randomness));
  CHECK(monitor.state().left == std::vector<std::uint64_t>(1000, 0));
  CHECK_FALSE(monitor.ask(everybody, randomness));  // 0 of 300
}

TEST_CASE("only records that contribute are charged, and only by a yes") {
  SeededBits source(3);
  ExactRandomness randomness(source);
  std::vector<std::uint8_t> half(1000, 0);
  for (std::size_t i = 0; i < 500; ++i) half[2 * i] = 1;
  ThresholdMonitor monitor(parameters_of(MonitorMethod::charging, 3), 200, 1000, randomness);
  CHECK(monitor.ask(half, randomness));
  const auto left = monitor.state().left;
  for (std::size_t i = 0; i < 1000; ++i) CHECK(left[i] == (i % 2 == 0 ? 2u : 3u));
  std::vector<std::uint8_t> nobody(1000, 0);
  CHECK_FALSE(monitor.ask(nobody, randomness));
  CHECK(monitor.state().left == left);
}

TEST_CASE(
    "the paper's method charges the contribution, the others a hit, for a fraction by a coin") {
  const std::uint32_t unit = 1u << 20;
  const std::vector<std::uint32_t> steps = {unit / 4, unit, 3 * unit, 0};
  const auto after_yes = [&](MonitorMethod method) {
    SeededBits source(4);
    ExactRandomness randomness(source);
    const auto parameters = parameters_of(method, 2, QueryGrid::fractions);
    ThresholdMonitor monitor(parameters, -(std::int64_t(1) << 58), 4, randomness);
    CHECK(monitor.ask(std::span<const std::uint32_t>(steps), randomness));
    return monitor.state().left;
  };
  const auto hits = after_yes(MonitorMethod::charging);
  CHECK((hits[0] == 1 || hits[0] == 2));
  CHECK(std::vector(hits.begin() + 1, hits.end()) == std::vector<std::uint64_t>{1, 1, 2});
  const std::uint64_t u = unit;
  CHECK(after_yes(MonitorMethod::paper) == std::vector<std::uint64_t>{2 * u - u / 4, u, u, 2 * u});
}

TEST_CASE("flags and contributions of a whole record are the same query") {
  for (const auto grid : {QueryGrid::counts, QueryGrid::fractions}) {
    const auto parameters = parameters_of(MonitorMethod::charging, 2, grid);
    const std::uint32_t unit = 1u << fraction_bits(grid);
    SeededBits source(5);
    SeededBits same_source(5);
    ExactRandomness randomness(source);
    ExactRandomness same(same_source);
    SeededBits data_source(6);
    BitPool data(data_source);
    ThresholdMonitor by_flags(parameters, 100 * std::int64_t(unit), 200, randomness);
    ThresholdMonitor by_steps(parameters, 100 * std::int64_t(unit), 200, same);
    for (int i = 0; i < 50; ++i) {
      const auto flags = random_flags(200, data);
      std::vector<std::uint32_t> steps;
      for (const auto flag : flags) steps.push_back(flag != 0 ? unit : 0);
      CHECK(by_flags.ask(std::span<const std::uint8_t>(flags), randomness) ==
            by_steps.ask(std::span<const std::uint32_t>(steps), same));
      CHECK(by_flags.state() == by_steps.state());
    }
  }
}

TEST_CASE("a saved monitor resumes its state") {
  for (const auto method : {MonitorMethod::charging, MonitorMethod::sampled}) {
    const auto parameters = parameters_of(method);
    SeededBits source(7);
    SeededBits same_source(7);
    ExactRandomness randomness(source);
    ExactRandomness same(same_source);
    SeededBits data_source(8);
    BitPool data(data_source);
    ThresholdMonitor monitor(parameters, 50, 100, randomness);
    auto saved = ThresholdMonitor(parameters, 50, 100, same).state();
    for (int i = 0; i < 50; ++i) {
      const auto flags = random_flags(100, data);
      ThresholdMonitor resumed(parameters, 50, saved);
      CHECK(resumed.ask(flags, same) == monitor.ask(flags, randomness));
      saved = resumed.state();
    }
    CHECK(saved == monitor.state());
    saved.left[3] = 3;
    CHECK_THROWS_WITH(ThresholdMonitor(parameters, 50, saved),
                      "saved.left must be at most 2 each, got 3");
  }
}

TEST_CASE("sampled keeps each record with probability 1 - e^-epsilon (n = 100,000, alpha 1e-6)") {
  SeededBits source(9);
  ExactRandomness randomness(source);
  ThresholdMonitor monitor(parameters_of(MonitorMethod::sampled), 50, 100'000, randomness);
  std::size_t kept = 0;
  for (const auto left : monitor.state().left) kept += left != 0;
  const long double p = -std::expm1(-1.0L);
  CHECK(testing::fits_law({100'000 - kept, kept}, {1 - p, p}));
}

TEST_CASE("the sampled law of each test is its stated one (n = 100,000 each, alpha 1e-6)") {
  SeededBits source(10);
  ExactRandomness randomness(source);
  const auto check = [&](MonitorParameters parameters, std::int64_t excess, long double yes) {
    const ThresholdTest test(parameters);
    std::size_t yeses = 0;
    for (int i = 0; i < 100'000; ++i) yeses += test.yes(excess, randomness);
    CHECK(testing::fits_law({100'000 - yeses, yeses}, {1 - yes, yes}));
  };
  MonitorParameters parameters;
  parameters.rate = 0.25;
  for (const std::int64_t excess : {-9, -1, 0}) {
    const long double l = std::exp(0.25L * static_cast<long double>(excess));
    check(parameters, excess, -std::expm1(-l));
  }
  check(parameters, 3, -std::expm1(-std::pow(1.25L, 3.0L)));
  parameters.grid = QueryGrid::fractions;
  check(parameters, (2 << 20) + (1 << 19), -std::expm1(-(1.25L * 1.25L * 1.125L)));
  check(parameters, -(1 << 19), -std::expm1(-std::exp(-0.125L)));
  parameters.grid = QueryGrid::counts;
  parameters.method = MonitorMethod::sampled;
  parameters.keep_rate = 1;
  check(parameters, -4, std::exp(-1.0L));
  parameters.method = MonitorMethod::laplace;
  const long double q = std::exp(-0.25L);
  check(parameters, -4, q * q * q * q / (1 + q));
}

TEST_CASE("bad sizes and parameters of a monitor are rejected by name") {
  SeededBits source(11);
  ExactRandomness randomness(source);
  const auto parameters = parameters_of(MonitorMethod::charging);
  ThresholdMonitor monitor(parameters, 50, 100, randomness);
  const std::vector<std::uint8_t> flags(99);
  CHECK_THROWS_WITH(monitor.ask(flags, randomness),
                    "contributions must be one a record (100), got 99");
  CHECK_THROWS_AS(ThresholdMonitor(parameters, (std::int64_t(1) << 60) + 1, 100, randomness),
                  OutOfRange);
  auto broken = parameters;
  broken.rate = 0.1;  // more than 24 bits
  CHECK_THROWS_WITH(ThresholdMonitor(broken, 50, 100, randomness),
                    "rate must be from 2^-20 to 32, of at most 24 bits, got 0.1");
  broken = parameters;
  broken.per_record = 0;
  CHECK_THROWS_AS(ThresholdMonitor(broken, 50, 100, randomness), OutOfRange);
}

}  // namespace
}  // namespace logstar
