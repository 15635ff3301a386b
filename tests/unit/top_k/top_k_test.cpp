// Top-k on the exact sampler: short histograms, and the stated accuracy.
#include "logstar/top_k/top_k.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

constexpr TopKVariant kVariants[] = {TopKVariant::limited_domain, TopKVariant::strict,
                                     TopKVariant::optimised_threshold, TopKVariant::laplace,
                                     TopKVariant::fixed_threshold};

TopKTask task(TopKVariant variant, std::uint64_t k, std::uint64_t kbar) {
  TopKTask result{k, kbar, 1, {2.0, 1e-6}};
  result.variant = variant;
  if (variant == TopKVariant::fixed_threshold) result.kbar = k;
  return result;
}

/// A claim of probability 0.95 is refuted by this many failures in 2,000 runs, at level 1e-6.
bool refutes(std::size_t failures) { return binomial_at_least(2'000, 0.05L, failures) < 1e-6L; }

TEST_CASE("every variant returns nothing for no data and ends early for few items") {
  SeededBits source(1);
  ExactRandomness randomness(source);
  for (const auto variant : kVariants) {
    const auto parameters = calibrate_top_k(task(variant, 5, 50));
    for (const std::vector<std::int64_t>& counts :
         {std::vector<std::int64_t>{}, {0}, {0, 0, 0, 0, 0, 0}, {1}, {1, 1, 1}}) {
      const auto none = draw_top_k(counts, parameters, randomness);
      CHECK(none.items.empty());
      CHECK_FALSE(none.complete);
    }
    const std::vector<std::int64_t> two = {100'000, 90'000};
    auto both = draw_top_k(two, parameters, randomness);
    std::sort(both.items.begin(), both.items.end());
    CHECK(both.items == std::vector<std::size_t>{0, 1});
    CHECK_FALSE(both.complete);
  }
}

TEST_CASE("for every variant, rows beyond kbar + 1 have no effect") {
  const std::vector<std::int64_t> rows{90, 80, 70, 60, 50, 40, 30, 20};
  for (const auto variant : kVariants) {
    const auto parameters = calibrate_top_k(task(variant, 3, 4));
    const auto head = std::span(rows).first(static_cast<std::size_t>(parameters.kbar) + 1);
    SeededBits source_a(5), source_b(5);
    ExactRandomness a(source_a), b(source_b);
    for (int run = 0; run < 200; ++run) {
      REQUIRE(draw_top_k(rows, parameters, a).items == draw_top_k(head, parameters, b).items);
    }
  }
}

TEST_CASE("noisy counts accompany the items, free for Laplace, at a share of epsilon otherwise") {
  SeededBits source(6);
  ExactRandomness randomness(source);
  const std::vector<std::int64_t> rows{9'000, 8'000, 7'000, 10};
  for (const auto variant : kVariants) {
    auto with_counts = task(variant, 3, 3);
    CHECK(draw_top_k(rows, calibrate_top_k(with_counts), randomness).noisy_counts.size() ==
          (variant == TopKVariant::laplace ? 3 : 0));
    with_counts.count_share = 0.5;
    const auto result = draw_top_k(rows, calibrate_top_k(with_counts), randomness);
    REQUIRE(result.items.size() == 3);
    REQUIRE(result.noisy_counts.size() == 3);
    for (std::size_t i = 0; i < 3; ++i) {
      CHECK(std::abs(result.noisy_counts[i] - rows[result.items[i]]) < 100);
    }
  }
}

TEST_CASE("the stated accuracy holds in 95 of 100 runs (2,000 runs a variant, alpha 1e-6)",
          "[statistics]") {
  SeededBits source(2);
  ExactRandomness randomness(source);
  std::vector<std::int64_t> counts;
  for (int i = 0; i < 60; ++i) counts.push_back(4'000 - 10 * i);
  for (const auto variant : kVariants) {
    const auto parameters = calibrate_top_k(task(variant, 10, 59));
    const double allowed = top_k_accuracy(parameters, 0.95);
    std::size_t failures = 0;
    std::size_t returned_items = 0;
    for (int run = 0; run < 2'000; ++run) {
      const auto result = draw_top_k(counts, parameters, randomness);
      returned_items += result.items.size();
      std::vector<bool> returned(counts.size());
      for (const auto item : result.items) returned[item] = true;
      const auto missed = std::find(returned.begin(), returned.end(), false);
      const std::int64_t best_missed = counts[static_cast<std::size_t>(missed - returned.begin())];
      failures += std::any_of(result.items.begin(), result.items.end(), [&](std::size_t item) {
        return static_cast<double>(best_missed - counts[item]) > allowed;
      });
    }
    INFO(name_of(variant) << ": " << failures << " failures, " << returned_items << " items");
    CHECK_FALSE(refutes(failures));
    CHECK(returned_items > 100);
  }
}

TEST_CASE("k items are returned if the k-th count clears the stated gap (2,000 runs a variant)") {
  SeededBits source(3);
  ExactRandomness randomness(source);
  for (const auto variant : kVariants) {
    const auto parameters = calibrate_top_k(task(variant, 5, 20));
    const auto gap = static_cast<std::int64_t>(std::ceil(top_k_sure_gap(parameters, 0.95)));
    std::vector<std::int64_t> counts(5, 100 + gap);
    counts.resize(21, 100);
    std::size_t failures = 0;
    for (int run = 0; run < 2'000; ++run) {
      failures += !draw_top_k(counts, parameters, randomness).complete;
    }
    INFO(name_of(variant) << ": " << failures << " failures at a gap of " << gap);
    CHECK_FALSE(refutes(failures));
  }
}

TEST_CASE("the gap for Laplace and the fixed threshold is the least (union bound over 1 item)") {
  for (const auto variant : {TopKVariant::laplace, TopKVariant::fixed_threshold}) {
    const auto parameters = calibrate_top_k(task(variant, 1, 1));
    const auto gap = static_cast<std::int64_t>(top_k_sure_gap(parameters, 0.95));
    SeededBits source(4);
    ExactRandomness randomness(source);
    std::size_t failures = 0;
    for (int run = 0; run < 100'000; ++run) {
      const std::vector<std::int64_t> counts{100 + gap - 1, 100};
      failures += !draw_top_k(counts, parameters, randomness).complete;
    }
    // With one less, the failure probability exceeds 0.05.
    CHECK(binomial_at_most(100'000, 0.05L, failures) > 1e-6L);
  }
}

TEST_CASE("accuracy: a confidence outside (0, 1) is rejected") {
  const auto parameters = calibrate_top_k(task(TopKVariant::strict, 5, 20));
  CHECK_THROWS_WITH(top_k_accuracy(parameters, 1),
                    "confidence must be a number above 0 and below 1, got 1");
  CHECK_THROWS_WITH(top_k_sure_gap(parameters, 0),
                    "confidence must be a number above 0 and below 1, got 0");
  CHECK_THROWS_WITH(top_k_sure_gap_for(parameters, 6, 0.5),
                    "items must be a whole number from 1 to 5, got 6");
}

}  // namespace
}  // namespace logstar::testing
