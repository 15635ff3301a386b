// Every draw of the algorithms on trees uses its calibrated rate.
#include <catch2/catch.hpp>
#include <set>
#include <vector>

#include "logstar/interior_point/slices/tree_log_slices.hpp"
#include "logstar/interior_point/tree/cumulative_tree_log.hpp"
#include "logstar/interior_point/tree/heavy_paths.hpp"
#include "logstar/interior_point/tree/tree_log.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "seeded_bits.hpp"
#include "sorted_keys.hpp"

namespace logstar::testing::tree_draws_test {
namespace {

using Rates = std::set<double>;
constexpr std::uint32_t kBits = 5;

/// Draws exactly, and records the rates.
class Recorder final : public Randomness {
 public:
  explicit Recorder(Randomness& exact) : exact_(exact) {}
  Rates rates;

  std::uint64_t uniform_below(std::uint64_t n) override { return exact_.uniform_below(n); }
  Natural uniform_below(const Natural& n) override { return exact_.uniform_below(n); }
  bool bernoulli_exp(const Rational& x) override { return exact_.bernoulli_exp(x); }
  std::int64_t geometric(const Rational& rate) override {
    rates.insert(rate.approximate());
    return exact_.geometric(rate);
  }
  std::int64_t discrete_laplace(const Rational& rate) override {
    rates.insert(rate.approximate());
    return exact_.discrete_laplace(rate);
  }
  std::size_t weighted_choice(CandidateRuns& runs, double epsilon,
                              const std::optional<BottomScore>& bottom) override {
    rates.insert(epsilon);
    return exact_.weighted_choice(runs, epsilon, bottom);
  }
  std::vector<std::size_t> peel(std::span<const std::int64_t> scores, double epsilon, std::size_t k,
                                const std::optional<BottomScore>& bottom) override {
    rates.insert(epsilon);
    return exact_.peel(scores, epsilon, k, bottom);
  }

 private:
  Randomness& exact_;
};

/// The rates of 500 runs on data of `records` records at a few or at many keys.
template <typename Run>
Rates rates_of(std::size_t records, const Run& run) {
  SeededBits source(91);
  BitPool pool(source);
  SeededBits draws(92);
  ExactRandomness exact(draws);
  Recorder recorder(exact);
  for (int i = 0; i < 500; ++i) {
    const std::uint64_t keys = 2 + pool.below(30);
    std::vector<std::size_t> values;
    for (std::size_t j = 0; j < records; ++j) values.push_back(pool.below(keys));
    run(sorted_keys(kBits, values), recorder);
  }
  return recorder.rates;
}

/// A choice at rate e.
StableChoiceParameters choice_of(double e) {
  return calibrate_stable_choice({e, 0.1}, 1, Neighbors::add_remove);
}

const WideInterval kDomain = WideInterval::all(kBits);

TEST_CASE("TreeLog draws its path, prefixes, ends, base and size test at their own rates") {
  TreeLogParameters p;
  p.bits = kBits;
  p.declared = {40, 0.25, 60, 40};
  p.border = 1;
  p.unassigned = 2;
  p.path_epsilon = 0.5;
  p.node = choice_of(2);
  p.end_epsilon = 0.75;
  p.base_epsilon = 1.5;
  const Rates rates =
      rates_of(30, [&](KeyArray keys, Randomness& r) { tree_log(std::move(keys), kDomain, p, r); });
  CHECK(rates == Rates{0.25, 0.5, 0.75, 1.5, 2});
}

TEST_CASE(
    "HeavyPaths draws its path, threshold, multiplicities, prefixes and ends at their own rates") {
  HeavyPathsParameters p;
  p.bits = kBits;
  p.databases = 3;
  p.declared = {40, 0.25, 60, 40};
  p.border = 1;
  p.unassigned = 3;
  p.threshold = 8;
  p.threshold_epsilon = 0.375;
  p.query_epsilon = 0.625;
  p.path_epsilon = 0.5;
  p.choice = choice_of(2);
  p.end_epsilon = 0.75;
  const Rates rates = rates_of(
      30, [&](KeyArray keys, Randomness& r) { heavy_paths(std::move(keys), kDomain, p, r); });
  CHECK(rates == Rates{0.25, 0.375, 0.5, 0.625, 0.75, 2});
}

TEST_CASE(
    "TreeLog by slices draws its threshold, balances, rounds, prefixes, ends and base at theirs") {
  TreeLogSlicesParameters p;
  p.bits = kBits;
  p.border = 1;
  p.round = {0.25, 3, 4};
  p.threshold = 6;
  p.deep = 14;
  p.threshold_epsilon = 0.375;
  p.query_epsilon = 0.625;
  p.node = choice_of(2);
  p.end_epsilon = 0.75;
  p.base_epsilon = 1.5;
  const Rates rates = rates_of(
      30, [&](KeyArray keys, Randomness& r) { tree_log_slices(std::move(keys), kDomain, p, r); });
  CHECK(rates == Rates{0.25, 0.375, 0.625, 0.75, 1.5, 2});
}

TEST_CASE(
    "Cumulative TreeLog draws balances, its round's noises, prefixes, ends and base at theirs") {
  CumulativeTreeLogParameters p;
  p.bits = kBits;
  p.records = 30;
  p.base_rate = 1.5;
  CumulativeLevel level;
  level.border = 1;
  level.round_threshold = 3;
  level.round_threshold_rate = 0.25;
  level.round_query_rate = 0.375;
  level.test_rate = 0.625;
  level.threshold = 6;
  level.deep = 14;
  level.node = choice_of(2);
  level.end_rate = 0.75;
  p.levels.push_back(level);
  const Rates rates = rates_of(
      30, [&](KeyArray keys, Randomness& r) { cumulative_tree_log(std::move(keys), p, r); });
  CHECK(rates == Rates{0.25, 0.375, 0.625, 0.75, 1.5, 2});
}

}  // namespace
}  // namespace logstar::testing::tree_draws_test
