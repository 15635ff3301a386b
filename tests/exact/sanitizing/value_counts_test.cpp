// Noisy counts of all values: exact laws and a control.
#include "logstar/sanitizing/value_counts.hpp"

#include <catch2/catch.hpp>

#include "databases.hpp"

namespace logstar::testing {
namespace {

constexpr KeyInterval kThree{5, 7};

auto counter(const ValueCountsParameters& parameters) {
  return [=](const std::vector<std::size_t>& database, Randomness& randomness) {
    std::vector<std::uint64_t> keys;
    for (const std::size_t record : database) keys.push_back(kThree.lowest + record);
    const GroupedKeys drawn = draw_value_counts(keys, kThree, parameters, randomness);
    return std::pair(drawn.keys, drawn.counts);
  };
}

TEST_CASE("counts of all values are epsilon-DP under add-remove and under replace") {
  for (const double epsilon : {1.0, 3.0}) {
    const auto added = calibrate_value_counts(kThree, epsilon, Neighbors::add_remove, 0.9);
    const auto report = check_add_remove(3, 0, 3, epsilon, counter(added), 1e-7L);
    CHECK(report.within(1e-5));
    CHECK(report.largest_log_ratio > 0.9L * static_cast<long double>(epsilon));
    const auto replaced = calibrate_value_counts(kThree, epsilon, Neighbors::replace, 0.9);
    CHECK(check_replace(3, 2, epsilon, counter(replaced), 1e-7L).within(1e-5));
  }
}

TEST_CASE(
    "control: counts of all values at the rate of a record added are rejected under replace") {
  const auto added = calibrate_value_counts(kThree, 1, Neighbors::add_remove, 0.9);
  CHECK_FALSE(check_replace(3, 2, 1, counter(added), 1e-7L).within(1e-5));
}

TEST_CASE("counts of all values keep the stated error at every value and in the share") {
  for (const double confidence : {0.7, 0.95}) {
    const auto parameters = calibrate_value_counts(kThree, 1, Neighbors::add_remove, confidence);
    const std::vector<std::uint64_t> keys{5, 5, 7};
    const auto law = enumerate(
        [&](Randomness& r) {
          const GroupedKeys drawn = draw_value_counts(keys, kThree, parameters, r);
          double total = 0;
          for (const std::uint64_t count : drawn.counts) total += static_cast<double>(count);
          const double truths[] = {2, 2, 3};
          bool kept = true;
          double sum = 0;
          for (std::uint64_t value = 0, place = 0; value < 3; ++value) {
            if (place < drawn.size() && drawn.keys[place] == kThree.lowest + value) {
              sum += static_cast<double>(drawn.counts[place++]);
            }
            kept &= std::abs(sum / total - truths[value] / 3) <=
                    2 * static_cast<double>(parameters.error) / 3 + 1e-12;
          }
          return kept;
        },
        1e-7L);
    CHECK(static_cast<double>(law.mass.at(true)) >= confidence);
  }
}

}  // namespace
}  // namespace logstar::testing
