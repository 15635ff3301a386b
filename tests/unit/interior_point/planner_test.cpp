#include "logstar/interior_point/planner.hpp"

#include <catch2/catch.hpp>

namespace logstar::testing {
namespace {

InteriorPlans plan(std::uint32_t bits, double epsilon, double delta,
                   Neighbors neighbors = Neighbors::add_remove) {
  InteriorRequest request;
  request.bits = bits;
  request.loss = {epsilon, delta};
  request.neighbors = neighbors;
  return plan_interior_point(request);
}

const InteriorPlan& of(const InteriorPlans& plans, InteriorAlgorithm algorithm) {
  return plans.algorithms.at(static_cast<std::size_t>(algorithm));
}

TEST_CASE("the plan has one entry for each algorithm, in order, with the theorem's least n") {
  const InteriorPlans plans = plan(1024, 1, 1e-6);
  REQUIRE(plans.algorithms.size() == 6);
  for (std::size_t i = 0; i < plans.algorithms.size(); ++i) {
    CHECK(static_cast<std::size_t>(plans.algorithms[i].algorithm) == i);
  }
  CHECK(of(plans, InteriorAlgorithm::exponential).least_records == 1425);
  CHECK(of(plans, InteriorAlgorithm::exponential).reason ==
        "needs at least 1425 records, prefix needs 76");
  CHECK(of(plans, InteriorAlgorithm::prefix).least_records == 76);
  CHECK(of(plans, InteriorAlgorithm::prefix).reason == "needs at least 76 records");
  CHECK(of(plans, InteriorAlgorithm::rec_concave).least_records == 611);
  CHECK(plans.recommended == InteriorAlgorithm::prefix);
}

TEST_CASE("what a plan spends stays within what was allowed") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const InteriorPlan& entry : plan(64, 0.5, 1e-8, neighbors).algorithms) {
      CHECK(entry.available);
      CHECK(entry.spent.epsilon <= 0.5);
      CHECK(entry.spent.delta <= 1e-8);
    }
  }
}

TEST_CASE(
    "at (1, 1e-6, 0.05) prefix choice wins from 45 bits on, the exponential mechanism below") {
  for (std::uint32_t bits = 1; bits <= 100; ++bits) {
    const InteriorAlgorithm expected =
        bits < 45 ? InteriorAlgorithm::exponential : InteriorAlgorithm::prefix;
    CHECK(plan(bits, 1, 1e-6).recommended == expected);
  }
}

TEST_CASE("without delta only the exponential mechanism is available") {
  const InteriorPlans plans = plan(8192, 1, 0);
  CHECK(plans.recommended == InteriorAlgorithm::exponential);
  for (const InteriorPlan& entry : plans.algorithms) {
    CHECK(entry.available == (entry.algorithm == InteriorAlgorithm::exponential));
    if (!entry.available) CHECK(entry.reason == "needs a delta above 0");
  }
}

TEST_CASE("more epsilon, more delta, a narrower domain or a laxer beta never need more records") {
  const auto least = [](std::uint32_t bits, double epsilon, double delta, double beta) {
    InteriorRequest request;
    request.bits = bits;
    request.loss = {epsilon, delta};
    request.beta = beta;
    std::vector<std::uint64_t> n;
    for (const auto& entry : plan_interior_point(request).algorithms) {
      n.push_back(entry.least_records);
    }
    return n;
  };
  const auto none_greater = [](const auto& less, const auto& more) {
    for (std::size_t i = 0; i < less.size(); ++i) {
      if (less[i] > more[i]) return false;
    }
    return true;
  };
  for (const std::uint32_t bits : {8u, 64u, 1000u}) {
    for (double epsilon = 0.01; epsilon < 20; epsilon *= 1.7) {
      for (const double delta : {1e-12, 1e-6, 0.1}) {
        const auto base = least(bits, epsilon, delta, 0.05);
        CHECK(none_greater(least(bits, epsilon * 1.3, delta, 0.05), base));
        CHECK(none_greater(least(bits, epsilon, delta * 5, 0.05), base));
        CHECK(none_greater(least(bits, epsilon, delta, 0.2), base));
        CHECK(none_greater(base, least(bits + 50, epsilon, delta, 0.05)));
      }
    }
  }
}

TEST_CASE("a domain smaller than its keys' width helps the exponential mechanism") {
  InteriorRequest request;
  request.bits = 64;
  request.loss = {1, 1e-6};
  request.domain_size = 1'000'000;
  const InteriorPlans plans = plan_interior_point(request);
  CHECK(plans.recommended == InteriorAlgorithm::exponential);
  CHECK(of(plans, InteriorAlgorithm::exponential).least_records == 33);
  request.domain_size = (Natural(1) << 64) + 1;
  CHECK_THROWS_WITH(plan_interior_point(request),
                    "domainSize must be from 1 to 2^bits, got a number of 65 bits");
}

TEST_CASE("a plan refuses bad parameters by name") {
  CHECK_THROWS_WITH(plan(0, 1, 1e-6), "bits must be a whole number from 1 to 67108864, got 0");
  CHECK_THROWS_WITH(plan(64, 0, 1e-6), "epsilon must be a number from 1e-9 to 10000, got 0");
  CHECK_THROWS_WITH(plan(64, 1, 1), "delta must be 0 or a number above 0 and below 1, got 1");
}

}  // namespace
}  // namespace logstar::testing
