// TreeLog by slices: its lemmas, its exact law if it stops and if it continues, and constructed pairs that
// reject broken variants.
#include "logstar/interior_point/slices/tree_log_slices.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "erratum.hpp"
#include "logstar/interior_point/tree/tree_log_steps.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "small_tree_log_slices.hpp"
#include "smallest_pair.hpp"
#include "sorted_keys.hpp"

namespace logstar::testing::tree_log_slices_test {
namespace {

using Database = std::vector<std::size_t>;

/// The number of records in the first and not in the second. Two sorted lists of keys of at most 64 bits.
std::size_t missing(const KeyArray& from, const KeyArray& in) {
  std::vector<std::uint64_t> difference;
  std::set_difference(from.words().begin(), from.words().end(), in.words().begin(),
                      in.words().end(), std::back_inserter(difference));
  return difference.size();
}

TEST_CASE("the balance rises by 0 or 1, slices of twice it change by one record replaced") {
  std::size_t checked = 0;
  std::size_t parted = 0;     // the heaviest paths differ
  std::size_t too_short = 0;  // violations with a slice of two records less
  const auto check = [&](std::uint32_t bits, const Database& values, std::size_t x) {
    const KeyArray before = sorted_keys(bits, values);
    const KeyArray after = sorted_keys(bits, with(values, x));
    const std::int64_t rise = heavy_path_balance(after) - heavy_path_balance(before);
    REQUIRE(rise >= 0);
    REQUIRE(rise <= 1);
    const auto balance = static_cast<std::size_t>(heavy_path_balance(after));
    const auto holds = [&](std::size_t size) {
      const HeavyPathSlice a = slice_heavy_path(before, size);
      const HeavyPathSlice b = slice_heavy_path(after, size);
      return missing(a.deep, b.deep) <= 1 && missing(b.deep, a.deep) <= 1 &&
             missing(a.levels, b.levels) == 0 && missing(b.levels, a.levels) <= 1;
    };
    for (const std::size_t more : {0u, 1u, 4u}) REQUIRE(holds(2 * balance + more));
    ++checked;
    parted += heavy_path_levels(before, 0) != heavy_path_levels(after, 0);
    if (balance > 1) too_short += !holds(2 * balance - 2);
  };
  for (std::size_t size = 0; size <= 7; ++size) {
    for_each_multiset(8, size, [&](const Database& values) {
      for (std::size_t x = 0; x < 8; ++x) check(3, values, x);
    });
  }
  SeededBits source(61);
  BitPool pool(source);
  for (int round = 0; round < 20'000; ++round) {
    Database values;
    for (std::size_t i = 8 + pool.below(12); i > 0; --i) values.push_back(pool.below(64));
    std::sort(values.begin(), values.end());
    check(6, values, pool.below(64));
  }
  CHECK(checked > 60'000);
  CHECK(parted > 1'000);
  CHECK(too_short > 100);
}

TEST_CASE("the border swaps or gains one record if the data gain one") {
  for (std::size_t size = 0; size <= 6; ++size) {
    for_each_multiset(5, size, [&](const Database& values) {
      for (std::size_t x = 0; x < 5; ++x) {
        for (const std::size_t border : {0u, 1u, 2u}) {
          const KeyArray before = border_of(sorted_keys(3, values), border);
          const KeyArray after = border_of(sorted_keys(3, with(values, x)), border);
          REQUIRE(missing(before, after) <= 1);
          REQUIRE(missing(after, before) <= 1);
          REQUIRE(before.size() == std::min(size, 2 * border));
        }
      }
    });
  }
}

template <typename Run>
PrivacyReport check_pairs(double epsilon,
                          const std::vector<std::pair<Database, std::size_t>>& pairs,
                          const Run& run, long double cut = 1e-12L) {
  PrivacyCheck check(epsilon, "add-remove", "constructed pairs");
  const auto law = [&](const Database& d) {
    return enumerate([&](Randomness& r) { return run(d, r); }, cut);
  };
  for (const auto& [database, x] : pairs) check.pair(law(database), law(with(database, x)));
  return check.report();
}

Database copies(const std::vector<std::pair<std::size_t, std::size_t>>& counts) {
  Database result;
  for (const auto& [value, count] : counts) result.insert(result.end(), count, value);
  std::sort(result.begin(), result.end());
  return result;
}

auto round_alone(std::uint32_t bits, const HeavyRound& round) {
  return [=](const Database& database, Randomness& randomness) {
    const auto z = one_heavy_round(sorted_keys(bits, database), round, randomness);
    return z ? static_cast<int>(z->front()) : -1;
  };
}

TEST_CASE("OneHeavyRound keeps (e, delta) whenever its promise holds, and attains delta") {
  for (const double epsilon : {0.5, 1.0, 2.0}) {
    for (const double delta : {0.2, 0.05, 0.01}) {
      const HeavyRound round = calibrate_heavy_round(epsilon, delta);
      const double claimed = heavy_round_delta(round);
      CHECK(claimed <= delta);
      const auto h = static_cast<std::size_t>(round.promise);
      const std::vector<std::pair<Database, std::size_t>> pairs = {
          {copies({{0, h}, {1, h}}), 7},                  // a new node
          {copies({{0, h}, {7, h + 1}}), 0},              // the first paths separate
          {copies({{0, h}, {4, h + 3}, {6, h + 3}}), 6},  // the second ones do
          {copies({{0, h}, {7, h}}), 7},
          {copies({{1, 1}, {4, h}, {6, h + 1}}), 0},
      };
      const auto report = check_pairs(epsilon, pairs, round_alone(3, round), 1e-12L);
      CHECK(report.within(claimed));
      CHECK(report.worst_delta > 0.999 * claimed);
      if (epsilon != 1 || delta != 0.01) continue;
      const Erratum slip("one-heavy-round");
      slip.says("printed promise, t/2 = 50 ln(1/δ)/ε at noise of rate ε = 1, δ = 0.01",
                std::llround(std::ceil(50 * std::log(1 / delta) / epsilon)));
      slip.says("proved: h for (1, 0.01)", round.promise);
      slip.says("its δ, proved", claimed);
      slip.says("greatest δ found, five pairs on 8 keys", report.worst_delta);
    }
  }
}

TEST_CASE("control: OneHeavyRound without its promise is rejected, at ten times its epsilon") {
  const HeavyRound round = calibrate_heavy_round(0.1, 0.05);
  const auto half = static_cast<std::size_t>(round.threshold - 1);
  // Two halves of one record less than the threshold, each on two keys. At the fork the round continues half of
  // the time, and then ends below either child.
  const Database database = copies({{0, half / 2}, {3, half / 2}, {4, half / 2}, {7, half / 2}});
  REQUIRE(half % 2 == 0);
  const auto report = check_pairs(1, {{database, 7}}, round_alone(3, round), 1e-3L);
  CHECK_FALSE(report.within(0.05));
}

auto mechanism(const TreeLogSlicesParameters& parameters) {
  return [=](const Database& database, Randomness& randomness) {
    const auto z = tree_log_slices(sorted_keys(parameters.bits, database),
                                   WideInterval::all(parameters.bits), parameters, randomness);
    return z ? static_cast<int>(z->front()) : -1;
  };
}

constexpr long double kCut = 1e-4L;  // the mass of the noise's tails; carried as slack

/// Databases that stop at the first test, at the second or never, with heaviest paths that change.
std::vector<std::pair<Database, std::size_t>> delicate_pairs() {
  std::vector<std::pair<Database, std::size_t>> pairs;
  for (const Database& database : {Database{},
                                   {3},
                                   {3, 3, 3},
                                   copies({{1, 6}, {6, 6}}),
                                   copies({{0, 1}, {2, 3}, {3, 3}, {7, 1}}),
                                   copies({{0, 3}, {2, 3}, {5, 3}, {7, 3}}),
                                   copies({{0, 1}, {4, 12}, {7, 2}}),
                                   copies({{1, 2}, {2, 2}, {4, 2}, {5, 2}, {6, 2}, {7, 2}}),
                                   copies({{0, 1}, {1, 1}, {2, 7}, {3, 7}})}) {
    for (const std::size_t x : {0u, 3u, 6u}) pairs.emplace_back(database, x);
  }
  return pairs;
}

TEST_CASE("TreeLog by slices keeps its stated loss, one level and two levels deep") {
  for (const unsigned levels : {1u, 2u}) {
    const auto parameters = small_tree_log_slices(3, levels, 2.0, 0.05);
    const Loss loss = tree_log_slices_loss(parameters);
    CHECK(loss.epsilon == Approx(2 + 4 + levels * 4));
    CHECK(loss.delta < 0.3);
    const auto report = check_pairs(loss.epsilon, delicate_pairs(), mechanism(parameters), kCut);
    CHECK(report.within(loss.delta));
    CHECK(report.largest_log_ratio > 2);
    const Erratum slip("tree-log-slices-steps");
    const std::string depth = levels == 1 ? "one level: " : "two levels: ";
    slip.says(depth + "proved (ε, δ)", loss_text(loss.epsilon, loss.delta));
    slip.says(depth + "greatest δ and log-ratio found",
              Erratum::figure(static_cast<double>(report.worst_delta)) + ", " +
                  Erratum::figure(static_cast<double>(report.largest_log_ratio)));
  }
}

TEST_CASE("TreeLog by slices keeps its stated loss on all databases of up to 5 records, 4 keys") {
  auto parameters = small_tree_log_slices(2, 1, 2.0, 0.05);
  parameters.threshold = 2;
  parameters.deep = 4;
  parameters.border = 0;
  const Loss loss = tree_log_slices_loss(parameters);
  CHECK(check_add_remove(4, 0, 5, loss.epsilon, mechanism(parameters), kCut).within(loss.delta));
}

/// A path that tips at the root, and choices so sharp or so flat that the result reveals its side.
TreeLogSlicesParameters telling(std::uint64_t deep) {
  TreeLogSlicesParameters p = small_tree_log_slices(3, 1, 0.1, 0.05);
  p.node = calibrate_stable_choice({8, 0.05}, 1, Neighbors::replace);
  p.border = 0;
  p.deep = deep;
  return p;
}

TEST_CASE("control: a deep slice below twice the balance, without the test for it, is rejected") {
  constexpr std::size_t kHalf = 6;
  const std::vector<std::pair<Database, std::size_t>> tie = {{copies({{1, kHalf}, {6, kHalf}}), 6}};
  const double epsilon = 10;  // 8 for the prefix, which exceeds the loss of all other parts
  auto enough = telling(2 * kHalf);
  auto too_short = telling(2 * kHalf - 2);
  enough.threshold = too_short.threshold = 1'000'000;  // never stops
  enough.threshold_epsilon = too_short.threshold_epsilon = 100;
  enough.query_epsilon = too_short.query_epsilon = 100;
  CHECK(check_pairs(epsilon, tie, mechanism(enough), kCut).within(0.05));
  const auto broken = check_pairs(epsilon, tie, mechanism(too_short), kCut);
  CHECK_FALSE(broken.within(0.05));
  CHECK(broken.worst_delta > 0.3);

  // The least number of records of this kind, and the longest slice that is still too short.
  const auto sliced = [&](std::size_t half, std::size_t deep) {
    auto p = enough;
    p.deep = deep;
    const auto run = mechanism(p);
    const auto law = [&](const Database& d) {
      return enumerate([&](Randomness& r) { return run(d, r); }, kCut);
    };
    const Database equal = copies({{1, half}, {6, half}});
    return divergence(law(equal), law(with(equal, 6)), epsilon);
  };
  CHECK(sliced(1, 1) < 0.05);
  CHECK(sliced(2, 3) > 0.3);
  CHECK(sliced(2, 4) < 0.05);
  const Erratum figures("deep-slice");
  figures.says("claimed (ε, δ)", loss_text(epsilon, 0.05));
  figures.says("smallest of the kind {h × 1, h × 6}, one more",
               "8 keys: {2 × 1, 2 × 6} and {2 × 1, 3 × 6}, Γ = 2");
  figures.says("δ with a slice of 4 = 2 Γ records", sliced(2, 4));
  figures.says("with 3, with 2", Erratum::figure(static_cast<double>(sliced(2, 3))) + ", " +
                                     Erratum::figure(static_cast<double>(sliced(2, 2))));
  figures.says("{1, 6} and {1, 2 × 6}, Γ = 1, with a slice of 1", sliced(1, 1));
}

TEST_CASE("control: a test for balance without noise is rejected") {
  auto parameters = small_tree_log_slices(3, 1, 2.0, 0.05);
  const Loss loss = tree_log_slices_loss(parameters);
  const std::vector<std::pair<Database, std::size_t>> at_the_threshold = {
      {copies({{1, 4}, {6, 10}}), 1}};
  CHECK(
      check_pairs(loss.epsilon, at_the_threshold, mechanism(parameters), kCut).within(loss.delta));
  parameters.threshold_epsilon = parameters.query_epsilon = 100;
  constexpr long double kFiner = 1e-8L;  // cut mass counts e^10 times against a rejection
  CHECK_FALSE(check_pairs(loss.epsilon, at_the_threshold, mechanism(parameters), kFiner)
                  .within(loss.delta));
}

TEST_CASE("TreeLog by slices accepts any data, and rejects bad parameters by name") {
  SeededBits source(64);
  ExactRandomness randomness(source);
  TreeLogSlicesRequest request;
  request.bits = 16;
  request.loss = {5, 0.01};
  const auto parameters = calibrate_tree_log_slices(request);
  for (const std::size_t n : {0u, 1u, 2u, 100000u}) {
    const KeyArray keys(16, std::vector<std::uint64_t>(n, 77));
    CHECK_NOTHROW(tree_log_slices(keys, WideInterval::all(16), parameters, randomness));
  }
  request.levels = 4;
  CHECK_THROWS_WITH(calibrate_tree_log_slices(request),
                    "levels must be a whole number from 1 to 3, got 4");
  request.loss.delta = 0;
  CHECK_THROWS_WITH(calibrate_tree_log_slices(request),
                    "delta must be a number above 0 and below 1, got 0");
}

}  // namespace
}  // namespace logstar::testing::tree_log_slices_test
