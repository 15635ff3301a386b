// Rules from public values: the planned number of records, and that it is enough.
#include "logstar/learning/rule_sizes.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/learning/public_rules.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing::rule_sizes_test {
namespace {

constexpr double kAccuracy = 0.2;
constexpr int kRuns = 30;

RuleTask task_of(RuleClass::Kind kind, Protects protects = Protects::labels) {
  RuleTask task;
  task.rules.kind = kind;
  task.protects = protects;
  return task;
}

/// Uniform values of 16 bits; label 1 from `low` to `high`.
struct Truth {
  std::uint64_t low;
  std::uint64_t high;

  bool label(std::uint64_t x) const { return low <= x && x <= high; }
};

std::vector<std::uint64_t> values(std::uint64_t n, BitPool& bits) {
  std::vector<std::uint64_t> result(static_cast<std::size_t>(n));
  for (auto& x : result) x = bits.below(1 << 16);
  return result;
}

template <typename Rule>
double fresh_error(const Truth& truth, const Rule& rule) {
  int wrong = 0;
  for (std::uint64_t x = 0; x < 1 << 16; ++x) wrong += rule(x) != truth.label(x);
  return wrong / 65536.0;
}

auto threshold_rule(const Truth& truth, std::vector<std::uint64_t> building,
                    const std::vector<std::uint64_t>& records, double draw, Randomness& random) {
  LabelledKeys data{KeyArray(16), KeyArray(16)};
  for (const auto x : records) (truth.label(x) ? data.ones : data.zeros).append(WideKey{x});
  const auto learned =
      learn_public_threshold(KeyArray(16, std::move(building)), std::move(data), draw, random);
  return [last = learned.rule.last](std::uint64_t x) { return last && x <= last->front(); };
}

auto interval_rule(const Truth& truth, const std::vector<std::uint64_t>& building,
                   const std::vector<std::uint64_t>& records, double draw, Randomness& random) {
  LabelledPoints points{{KeyArray(16, records)}, {}};
  for (const auto x : records) points.labels.push_back(truth.label(x));
  const auto box = PublicBoxes({KeyArray(16, building)}, points).draw_box(draw, random);
  return [box](std::uint64_t x) {
    return box && box->lowest[0].front() <= x && x <= box->highest[0].front();
  };
}

/// The number of runs, of kRuns, in which the planned numbers of records and of building values gave an error
/// of at most kAccuracy on fresh samples.
template <typename Learn>
int kept(const RuleTask& task, const RulePlan& plan, const Truth& truth, std::uint64_t seed,
         const Learn& learn) {
  SeededBits source(seed);
  ExactRandomness randomness(source);
  BitPool bits(source);
  const double draw = calibrate_rule_choice(task.protects, task.epsilon, task.neighbors);
  const std::uint64_t together = task.protects == Protects::labels ? plan.building : 0;
  int good = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto records = values(plan.generalisation_records - together, bits);
    const auto building = plan.building == 0 ? records : values(plan.building, bits);
    good += fresh_error(truth, learn(truth, building, records, draw, randomness)) <= kAccuracy;
  }
  return good;
}

TEST_CASE("thresholds and intervals from public values are as good on fresh samples as planned",
          "[statistics]") {
  REQUIRE(binomial_at_most(kRuns, 0.90L, 16) < 1e-6L);
  const Truth threshold{0, 20'000};
  const Truth interval{20'000, 50'000};
  std::uint64_t seed = 80;
  for (const auto protects : {Protects::labels, Protects::records}) {
    const RuleTask thresholds = task_of(RuleClass::Kind::thresholds, protects);
    const RuleTask intervals = task_of(RuleClass::Kind::boxes, protects);
    for (const std::size_t which : {0u, 1u}) {
      const RulePlan one = plan_rules(thresholds, kAccuracy)[which];
      const RulePlan two = plan_rules(intervals, kAccuracy)[which];
      CHECK(one.available == (protects == Protects::labels || which == 1));
      if (!one.available) continue;
      INFO(name_of(one.algorithm) << ' ' << int(protects));
      CHECK(kept(thresholds, one, threshold, ++seed,
                 [](auto&&... a) { return threshold_rule(a...); }) >= 17);
      CHECK(kept(intervals, two, interval, ++seed,
                 [](auto&&... a) { return interval_rule(a...); }) >= 17);
    }
  }
}

TEST_CASE("with the planned records the error rate among them is as planned") {
  REQUIRE(binomial_at_most(kRuns, 0.95L, 19) < 1e-6L);
  const Truth truth{20'000, 50'000};
  const RuleTask task = task_of(RuleClass::Kind::boxes);
  const std::uint64_t n = plan_rules(task, kAccuracy)[0].least_records;
  SeededBits source(90);
  ExactRandomness randomness(source);
  BitPool bits(source);
  const double draw = calibrate_rule_choice(task.protects, task.epsilon, task.neighbors);
  int good = 0;
  for (int run = 0; run < kRuns; ++run) {
    const auto records = values(n, bits);
    const auto rule = interval_rule(truth, records, records, draw, randomness);
    std::uint64_t wrong = 0;
    for (const auto x : records) wrong += rule(x) != truth.label(x);
    good += static_cast<double>(wrong) <= kAccuracy * static_cast<double>(n);
  }
  CHECK(good >= 20);
}

TEST_CASE("rule sizes match the proof in BNS13 section 6.1") {
  const double a = 0.1;
  const double b = 0.05;
  const auto plans = plan_rules(task_of(RuleClass::Kind::thresholds), a);
  const double n = 64 / a * (std::log(128 / a) + std::log(8 / b));
  CHECK(static_cast<double>(plans[1].building) == Approx(n).margin(1));
  const double h = static_cast<double>(plans[1].building) + 1;
  const double m = static_cast<double>(plans[1].generalisation_records - plans[1].building);
  CHECK(m == Approx(8 / a * std::log(4 * h / b)).margin(1));  // epsilon 1: both terms are equal
  // Where only the draw's term matters.
  RuleTask small = task_of(RuleClass::Kind::thresholds);
  small.epsilon = 0.1;
  const auto more = plan_rules(small, a)[1];
  CHECK(static_cast<double>(more.generalisation_records - more.building) ==
        Approx(80 / a * std::log(4 * h / b)).margin(1));
  // Whole records under add-remove: the draw has all of epsilon, and the building values are additional.
  const auto semi = plan_rules(task_of(RuleClass::Kind::thresholds, Protects::records), a)[1];
  CHECK(static_cast<double>(semi.generalisation_records) ==
        Approx(8 / a * std::log(4 * h / b)).margin(1));
}

TEST_CASE("a smaller epsilon, error rate or beta, and a richer class, never need fewer records") {
  const auto needs = [](const RuleTask& task, double accuracy) {
    std::vector<std::uint64_t> all;
    for (const auto& plan : plan_rules(task, accuracy)) {
      all.insert(all.end(), {plan.least_records, plan.building, plan.generalisation_records});
    }
    return all;
  };
  const RuleTask base = task_of(RuleClass::Kind::boxes);
  RuleTask private_more = base;
  private_more.epsilon = 0.3;
  RuleTask surer = base;
  surer.beta = 0.001;
  RuleTask richer = base;
  richer.rules.dimensions = 2;
  const auto least = needs(base, 0.1);
  for (const auto& more :
       {needs(private_more, 0.1), needs(base, 0.05), needs(surer, 0.1), needs(richer, 0.1)}) {
    for (std::size_t i = 0; i < least.size(); ++i) CHECK(more[i] >= least[i]);
  }
  CHECK(plan_rules(base, 0.1)[0].chosen);  // without a split fewer records are needed
  CHECK(plan_rules(task_of(RuleClass::Kind::boxes, Protects::records), 0.1)[1].chosen);
}

TEST_CASE("the number of dichotomies is bounded by each class' own count") {
  CHECK(std::exp(log_dichotomies({RuleClass::Kind::thresholds, 1, 1}, 9)) == Approx(10));
  const RuleClass intervals{RuleClass::Kind::boxes, 1, 1};
  CHECK(std::exp(log_dichotomies(intervals, 2)) == Approx(4));
  CHECK(std::exp(log_dichotomies(intervals, 100)) == Approx(5051));
  const RuleClass any{RuleClass::Kind::finite_dimension, 1, 3};
  CHECK(std::exp(log_dichotomies(any, 3)) == Approx(8));
  CHECK(log_dichotomies(any, 30) == Approx(3 * (1 + std::log(10))));
  CHECK_THROWS(plan_rules(task_of(RuleClass::Kind::thresholds), 0.7));
  RuleTask large = task_of(RuleClass::Kind::boxes);
  large.rules.dimensions = 5;
  CHECK_THROWS(plan_rules(large, 0.1));
}

}  // namespace
}  // namespace logstar::testing::rule_sizes_test
