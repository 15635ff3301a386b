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
        "needs at least 1425 records, cut needs 43");
  CHECK(of(plans, InteriorAlgorithm::cut).least_records == 43);
  CHECK(of(plans, InteriorAlgorithm::cut).reason == "needs at least 43 records");
  CHECK(of(plans, InteriorAlgorithm::rec_concave).least_records == 611);
  CHECK(plans.recommended == InteriorAlgorithm::cut);
}

TEST_CASE("a plan spends at most the given loss") {
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    for (const InteriorPlan& entry : plan(64, 0.5, 1e-8, neighbors).algorithms) {
      CHECK(entry.available);
      CHECK(entry.spent.epsilon <= 0.5);
      CHECK(entry.spent.delta <= 1e-8);
    }
  }
}

// At 1 bit there are two keys and one cut; two of these three are where the records are.
TEST_CASE(
    "at (1, 1e-6, 0.05) cut choice wins at 1 bit and from 12 on, the exponential mechanism in "
    "between") {
  for (std::uint32_t bits = 1; bits <= 100; ++bits) {
    const InteriorAlgorithm expected =
        bits == 1 || bits >= 12 ? InteriorAlgorithm::cut : InteriorAlgorithm::exponential;
    CHECK(plan(bits, 1, 1e-6).recommended == expected);
  }
}

TEST_CASE("without a delta the exponential mechanism and pure cut choice are available") {
  const InteriorPlans plans = plan(8192, 1, 0);
  CHECK(plans.recommended == InteriorAlgorithm::cut);
  for (const InteriorPlan& entry : plans.algorithms) {
    const bool pure = entry.algorithm == InteriorAlgorithm::exponential ||
                      entry.algorithm == InteriorAlgorithm::cut;
    CHECK(entry.available == pure);
    if (!entry.available) CHECK(entry.reason == "needs a delta above 0");
  }
}

TEST_CASE("cut choice needs the records of its table, and no delta where pure is better",
          "[statistics]") {
  const auto cut = [](std::uint32_t bits, double delta, Neighbors neighbors) {
    return of(plan(bits, 1, delta, neighbors), InteriorAlgorithm::cut);
  };
  using enum Neighbors;
  const std::uint32_t widths[] = {64, 1024, 8192, 1 << 20};
  const std::uint64_t stable[] = {35, 43, 50, 65};
  const std::uint64_t of_replace[] = {69, 85, 98, 130};
  const std::uint64_t pure[] = {61, 735, 5708, 726857};
  for (int i = 0; i < 4; ++i) {
    CHECK(cut(widths[i], 1e-6, add_remove).least_records <= stable[i]);
    CHECK(cut(widths[i], 1e-6, replace).least_records <= of_replace[i]);
    CHECK(cut(widths[i], 0, add_remove).least_records <= pure[i]);
    CHECK(cut(widths[i], 1e-6, add_remove).spent == Loss{1, 1e-6});
  }
  CHECK(cut(16, 1e-6, add_remove).spent == Loss{1, 0});
}

TEST_CASE("more epsilon, more delta, a narrower domain or a laxer beta never needs more records",
          "[statistics]") {
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
    for (double epsilon = 0.01; epsilon < 20; epsilon *= 1.7 * 1.7) {
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

TEST_CASE("a plan rejects bad parameters by name") {
  CHECK_THROWS_WITH(plan(0, 1, 1e-6), "bits must be a whole number from 1 to 67108864, got 0");
  CHECK_THROWS_WITH(plan(64, 0, 1e-6), "epsilon must be a number from 1e-9 to 10000, got 0");
  CHECK_THROWS_WITH(plan(64, 1, 1), "delta must be 0 or a number above 0 and below 1, got 1");
}

TEST_CASE("no algorithm claims to need fewer records than the lower bound") {
  for (const double delta : {0.0, 1e-9, 1e-6}) {
    for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
      for (const std::uint32_t bits : {1u, 8u, 64u, 1024u}) {
        InteriorRequest request;
        request.bits = bits;
        request.loss = {1, delta};
        request.neighbors = neighbors;
        const std::uint64_t least = least_possible_records(request);
        INFO("delta " << delta << ", " << bits << " bits");
        CHECK(least >= 1);
        for (const InteriorPlan& entry : plan_interior_point(request).algorithms) {
          if (entry.available) CHECK(least <= entry.least_records);
        }
      }
    }
  }
}

TEST_CASE("the lower bound on a domain equals the bound for its number of whole bits") {
  InteriorRequest request;
  request.loss = {1, 1e-6};
  request.bits = 7;
  const std::uint64_t all = least_possible_records(request);
  request.bits = 6;
  const std::uint64_t half = least_possible_records(request);
  CHECK(half < all);
  request.bits = 7;
  request.domain_size = Natural(127);
  CHECK(least_possible_records(request) == half);
  request.domain_size = Natural(1);
  CHECK(least_possible_records(request) == 1);
  request.domain_size = Natural(129);
  CHECK_THROWS(least_possible_records(request));
}

}  // namespace
}  // namespace logstar::testing
