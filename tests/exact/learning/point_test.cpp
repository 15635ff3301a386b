// The proper learner of points: its exact law, and a control.
#include "logstar/learning/point.hpp"

#include <catch2/catch.hpp>

#include "databases.hpp"
#include "labelled_databases.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kItems = 4;

/// Record r has label r % 2 and item r / 2. The items with label 1, and their counts.
struct Counted {
  std::vector<std::size_t> items;
  std::vector<std::int64_t> ones;

  explicit Counted(const Database& database) {
    for (std::size_t item = 0; item < kItems; ++item) {
      std::int64_t count = 0;
      for (const std::size_t record : database) count += record == 2 * item + 1;
      if (count == 0) continue;
      items.push_back(item);
      ones.push_back(count);
    }
  }
};

const WideInterval kDomain{{0}, {kItems - 1}};

auto proper(const PointParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    const Counted counted(database);
    const auto point = learn_proper_point(counted.ones, parameters, kDomain, randomness);
    if (const auto* index = std::get_if<std::size_t>(&point)) return counted.items[*index];
    return static_cast<std::size_t>(std::get<WideKey>(point).front());
  };
}

TEST_CASE("the proper learner of points is (epsilon, delta)-DP") {
  for (const auto algorithm : {PointAlgorithm::stable_choice, PointAlgorithm::gap_test}) {
    for (const auto& [epsilon, delta] : {std::pair{1.0, 0.05}, {3.0, 0.2}}) {
      const Loss loss{epsilon, delta};
      const auto add = calibrate_point(algorithm, loss, Neighbors::add_remove, 0.2);
      CHECK(check_add_remove(2 * kItems, 0, 5, epsilon, proper(add)).within(delta));
      const auto replace = calibrate_point(algorithm, loss, Neighbors::replace, 0.2);
      CHECK(check_replace(2 * kItems, 4, epsilon, proper(replace)).within(delta));
    }
  }
}

TEST_CASE("an item that is not found is any item of the domain, with equal probability") {
  const auto parameters =
      calibrate_point(PointAlgorithm::stable_choice, {1, 0.01}, Neighbors::add_remove, 0.2);
  const auto law = enumerate([&](Randomness& r) { return proper(parameters)({}, r); });
  REQUIRE(law.mass.size() == kItems);
  for (const auto& [item, mass] : law.mass) CHECK(mass == Approx(1.0 / kItems));
}

TEST_CASE("control: a random item among occurring ones reveals an item of a single record") {
  const auto parameters =
      calibrate_point(PointAlgorithm::stable_choice, {1, 0.05}, Neighbors::add_remove, 0.2);
  const auto broken = [=](const Database& database, Randomness& randomness) {
    const Counted counted(database);
    if (counted.items.empty()) return std::size_t(0);
    const auto found = learn_point(counted.ones, parameters, randomness);
    return counted.items[found ? *found : randomness.uniform_below(counted.items.size())];
  };
  CHECK_FALSE(check_add_remove(2 * kItems, 0, 4, 1, broken).within(0.05));
}

TEST_CASE("proper learning requires a domain of 1/(accuracy beta) items") {
  CHECK_NOTHROW(check_proper_point({{0}, {399}}, 0.05, 0.05));
  CHECK_THROWS_WITH(check_proper_point({{0}, {398}}, 0.05, 0.05),
                    "domain must be of at least 400 values, got 399");
  CHECK_NOTHROW(check_proper_point(WideInterval::all(128), 0.0001, 1e-9));
  CHECK_THROWS(check_proper_point(WideInterval::all(64), 0.7, 0.05));
}

TEST_CASE("with the planned number of records a learned point errs as rarely as planned") {
  // Each has half of the failure probability: no item found, and a random item that many records have.
  constexpr double kBeta = 0.1;
  constexpr double kAccuracy = 0.1;
  constexpr int kRuns = 100;
  REQUIRE(binomial_at_most(kRuns, 1 - kBeta, 72) < 1e-6L);
  SeededBits source(95);
  ExactRandomness randomness(source);
  for (const auto& plan : plan_point({{1, 1e-6}, Neighbors::add_remove, kBeta / 2}, kAccuracy)) {
    const auto parameters =
        calibrate_point(plan.algorithm, {1, 1e-6}, Neighbors::add_remove, kBeta / 2);
    const auto n = static_cast<std::int64_t>(plan.least_records);
    // One item has `ones` records of label 1, another has all other records: the most errors possible.
    for (const std::int64_t ones : {n / 2, plan.errors + 1, plan.errors, std::int64_t(0)}) {
      int good = 0;
      for (int run = 0; run < kRuns; ++run) {
        const std::vector<std::int64_t> counts(ones > 0 ? 1 : 0, ones);
        const auto point = learn_proper_point(counts, parameters, {{0}, {999}}, randomness);
        std::int64_t errors = 0;
        if (const auto* key = std::get_if<WideKey>(&point)) {
          errors = ones + (key->front() == 7 ? n - ones : 0);  // item 7 has the remaining records
        }
        good += static_cast<double>(errors) <= kAccuracy * static_cast<double>(n);
      }
      CHECK(good >= 73);
    }
  }
}

TEST_CASE("point plans: fewer errors for more loss, and never fewer records for less") {
  const auto base = plan_point({{1, 1e-6}, Neighbors::add_remove, 0.05}, 0.05);
  REQUIRE(base.size() == 2);
  CHECK(base[0].errors == 17);
  CHECK(base[0].least_records == 340);
  CHECK(base[0].chosen);
  CHECK(base[1].errors == 16);
  for (const auto& harder : {plan_point({{0.5, 1e-6}, Neighbors::add_remove, 0.05}, 0.05),
                             plan_point({{1, 1e-8}, Neighbors::add_remove, 0.05}, 0.05),
                             plan_point({{1, 1e-6}, Neighbors::replace, 0.05}, 0.05),
                             plan_point({{1, 1e-6}, Neighbors::add_remove, 0.01}, 0.05),
                             plan_point({{1, 1e-6}, Neighbors::add_remove, 0.05}, 0.02)}) {
    for (std::size_t i = 0; i < 2; ++i) {
      CHECK(harder[i].least_records >= base[i].least_records);
      CHECK(harder[i].generalisation_records >= base[i].generalisation_records);
      CHECK(harder[i].generalisation_records > harder[i].least_records);
    }
  }
}

}  // namespace
}  // namespace logstar::testing
