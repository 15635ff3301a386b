// Accuracy statements hold and are at most twice the observed error. On data that nearly attain a statement,
// nine tenths (or three quarters) of it are exceeded too often. Simulations of 2,000 runs at confidence 0.95,
// which allows 100 misses; alpha 1e-6.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "logstar/top_k/accuracy.hpp"
#include "logstar/top_k/top_k.hpp"
#include "seeded_bits.hpp"
#include "statistics.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kRuns = 2'000;
constexpr double kConfidence = 0.95;
constexpr long double kBeta = 0.05L;
constexpr double kAlpha = 1e-6;

/// The number of runs with a failure.
std::size_t misses(std::uint64_t seed, const std::function<bool(Randomness&)>& goes_wrong) {
  SeededBits source(seed);
  ExactRandomness randomness(source);
  std::size_t wrong = 0;
  for (std::size_t run = 0; run < kRuns; ++run) wrong += goes_wrong(randomness);
  return wrong;
}

bool is_rarer_than_beta(std::size_t wrong) {
  return binomial_at_least(kRuns, kBeta, wrong) >= kAlpha;
}

bool is_more_frequent_than_beta(std::size_t wrong) {
  return binomial_at_least(kRuns, kBeta, wrong) < kAlpha;
}

const KeyInterval kAllKeys{0, ~std::uint64_t(0)};

/// The number of draws that miss rank tau n by at least `miss`. The records are distinct, with a gap there of
/// nearly all keys: every key of the gap misses by `miss` or one more.
std::size_t misses_by(double miss, double tau, const ExponentialParameters& parameters,
                      std::uint64_t seed) {
  constexpr std::uint64_t kRecords = 4'000;
  const auto below = static_cast<std::uint64_t>(std::ceil(tau * kRecords + miss));
  std::vector<std::uint64_t> keys;
  for (std::uint64_t i = 0; i < kRecords; ++i) {
    keys.push_back(i < below ? i : kAllKeys.highest - (kRecords - 1 - i));
  }
  return misses(seed, [&](Randomness& randomness) {
    return draw_exponential_rank(keys, kAllKeys, parameters, randomness) >= below;
  });
}

TEST_CASE("a median misses by its stated error in at most 1 of 20 draws, and by 0.9 of it in more",
          "[statistics]") {
  const auto parameters = calibrate_exponential_median(0.5, Neighbors::add_remove);
  const double stated = exponential_rank_error(kAllKeys.size(), parameters, kConfidence);
  CHECK(is_rarer_than_beta(misses_by(stated, 0.5, parameters, 81)));
  CHECK(is_more_frequent_than_beta(misses_by(0.9 * stated, 0.5, parameters, 82)));
}

TEST_CASE(
    "a quantile misses by its stated error in at most 1 of 20 draws, and by 0.9 of it in more",
    "[statistics]") {
  for (const auto& tau : {QuantileFraction{9, 10}, QuantileFraction{1, 4}}) {
    const auto parameters = calibrate_exponential_quantile(tau, 0.5, Neighbors::add_remove);
    const double stated = exponential_rank_error(kAllKeys.size(), parameters, kConfidence);
    const double q = static_cast<double>(tau.numerator) / static_cast<double>(tau.denominator);
    CHECK(is_rarer_than_beta(misses_by(stated, q, parameters, 83)));
    CHECK(is_more_frequent_than_beta(misses_by(0.9 * stated, q, parameters, 84)));
  }
}

TEST_CASE("top-k omits an item better by its stated error in at most 1 of 20 draws",
          "[statistics]") {
  for (const auto variant : {TopKVariant::limited_domain, TopKVariant::strict,
                             TopKVariant::optimised_threshold, TopKVariant::laplace}) {
    TopKTask task{1, 500, 1, {1.0, 1e-6}};
    task.variant = variant;
    const auto parameters = calibrate_top_k(task);
    const double stated = top_k_accuracy(parameters, kConfidence);
    const auto leaves_out = [&](double lead, std::uint64_t seed) {
      // One item leads all others; there are fewer than kbar + 1 items, and bottom is far below.
      std::vector<std::int64_t> counts(499, 10'000);
      counts[0] += static_cast<std::int64_t>(std::ceil(lead));
      return misses(seed, [&](Randomness& randomness) {
        return draw_top_k(counts, parameters, randomness).items.at(0) != 0;
      });
    };
    INFO(name_of(variant));
    CHECK(is_rarer_than_beta(leaves_out(stated, 85)));
    CHECK(is_more_frequent_than_beta(leaves_out(0.75 * stated, 86)));
  }
}

TEST_CASE("a choice falls short by its stated error in at most 1 of 20 draws, and by 0.8 in more",
          "[statistics]") {
  constexpr std::uint64_t kCandidates = 1'000;
  const double rate =
      calibrate_exponential_choice(0.2, ScoreMoves::both_ways, Neighbors::add_remove);
  const double stated = exponential_choice_shortfall(Natural(kCandidates), rate, 1 - kConfidence);
  for (const auto& choose : {exponential_choice, permute_and_flip}) {
    const auto falls_short = [&](double lead, std::uint64_t seed) {
      std::vector<std::int64_t> scores(kCandidates, 0);
      scores[0] = static_cast<std::int64_t>(std::ceil(lead));
      return misses(seed,
                    [&](Randomness& randomness) { return choose(scores, rate, randomness) != 0; });
    };
    CHECK(is_rarer_than_beta(falls_short(stated, 87)));
    CHECK(is_more_frequent_than_beta(falls_short(0.8 * stated, 88)));
  }
}

TEST_CASE("a stable choice finds nothing at its stated count in at most 1 of 20 draws") {
  const auto parameters = calibrate_stable_choice({0.5, 1e-6}, 1, Neighbors::add_remove);
  const auto stated = stable_choice_least_score(parameters, 1 - kConfidence);
  const auto finds_nothing = [&](std::int64_t best, std::uint64_t seed) {
    const std::vector<CandidateRun> runs{{best, 1}};
    return misses(seed, [&](Randomness& randomness) {
      RunList list(runs);
      return !stable_choice(list, parameters, randomness).has_value();
    });
  };
  CHECK(is_rarer_than_beta(finds_nothing(stated, 89)));
  CHECK(is_more_frequent_than_beta(finds_nothing(stated * 9 / 10, 90)));
}

TEST_CASE("a count misses by its stated error plus one in at most 1 of 20 draws") {
  const Rational rate = calibrate_laplace_count(0.1, 1);
  const std::int64_t stated = laplace_count_error(rate, kConfidence);
  const auto beyond = [&](std::int64_t error, std::uint64_t seed) {
    return misses(seed, [&](Randomness& randomness) {
      return std::abs(laplace_count(500, rate, randomness) - 500) > error;
    });
  };
  CHECK(is_rarer_than_beta(beyond(stated, 91)));
  CHECK(is_more_frequent_than_beta(beyond(stated * 8 / 10, 92)));
}

}  // namespace
}  // namespace logstar::testing
