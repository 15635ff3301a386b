// Permute-and-flip: exact law, privacy, and the reason why bounded-range accounting is wrong for it.
#include "logstar/selection/permute_and_flip.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "logstar/support/errors.hpp"
#include "score_examples.hpp"

namespace logstar::testing::permute_and_flip_test {
namespace {

constexpr std::size_t kValues = 4;

template <typename Score>
auto choice(double draw_epsilon, const Score& score) {
  return [=](const Database& database, Randomness& randomness) {
    return permute_and_flip(score(database, kValues), draw_epsilon, randomness);
  };
}

/// A uniform draw from the set of accepted candidates, by summing over all sets.
std::vector<long double> law_by_subsets(const Scores& scores, double draw_epsilon) {
  const std::int64_t best = *std::max_element(scores.begin(), scores.end());
  std::vector<long double> law(scores.size());
  for (std::size_t set = 1; set < std::size_t(1) << scores.size(); ++set) {
    long double p = 1;
    int members = 0;
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const long double accept =
          std::exp(draw_epsilon * static_cast<long double>(scores[i] - best));
      const bool in = set >> i & 1;
      p *= in ? accept : 1 - accept;
      members += in;
    }
    for (std::size_t i = 0; i < scores.size(); ++i) {
      if (set >> i & 1) law[i] += p / members;
    }
  }
  return law;
}

TEST_CASE("the law of permute-and-flip is a uniform draw from the set of accepted candidates") {
  for (const Scores& scores : {Scores{3, 1, 0, 3, 2}, {0}, {5, 5}, {-7, -9, -8}}) {
    const auto law = enumerate(
        [&](Randomness& randomness) { return permute_and_flip(scores, 0.6, randomness); });
    const auto expected = law_by_subsets(scores, 0.6);
    for (std::size_t i = 0; i < scores.size(); ++i) {
      CHECK(std::fabs(law.of(i) - expected[i]) < 1e-15L);
    }
  }
}

TEST_CASE("permute-and-flip is epsilon-DP in each of its calibrations") {
  for (const double epsilon : {0.1, 1.0, 4.0}) {
    const auto draw = [epsilon](ScoreMoves moves, Neighbors neighbors) {
      return calibrate_exponential_choice(epsilon, moves, neighbors);
    };
    CHECK(check_add_remove(kValues, 0, 5, epsilon,
                           choice(draw(ScoreMoves::one_way, Neighbors::add_remove), counts))
              .within(0));
    CHECK(check_add_remove(kValues, 0, 5, epsilon,
                           choice(draw(ScoreMoves::both_ways, Neighbors::add_remove), votes))
              .within(0));
    CHECK(check_replace(kValues, 4, epsilon,
                        choice(draw(ScoreMoves::one_way, Neighbors::replace), counts))
              .within(0));
  }
}

TEST_CASE("control: scores that move both ways at full epsilon are rejected") {
  CHECK_FALSE(check_add_remove(kValues, 0, 5, 1.0, choice(1.0, votes)).within(0));
}

TEST_CASE("control: a noisy maximum that also releases its value is rejected") {
  // Scores that all rise together: the index alone is private, the value is not.
  const double epsilon = 1;
  const auto with_value = [&](const Database& database, Randomness& randomness) {
    std::pair<std::int64_t, int> best{INT64_MIN, 0};
    for (int i = 0; i < 4; ++i) {
      const auto score = static_cast<std::int64_t>(database.size());
      const std::int64_t noise = randomness.geometric(Rational::of(epsilon));
      best = std::max(best, {score + noise, i});
    }
    return best;
  };
  const auto index_only = [&](const Database& database, Randomness& randomness) {
    return with_value(database, randomness).second;
  };
  CHECK(check_add_remove(1, 0, 2, epsilon, index_only, 1e-11L).within(0));
  const auto report = check_add_remove(1, 0, 2, epsilon, with_value, 1e-11L);
  CHECK_FALSE(report.within(0));
  CHECK(report.worst_delta > 0.1);
}

TEST_CASE("permute-and-flip expects no lower score than the exponential mechanism") {
  for_each_multiset(kValues, 5, [](const Database& database) {
    const Scores scores = counts(database, kValues);
    const auto expected_score = [&](const auto& law) {
      long double sum = 0;
      for (const auto& [i, p] : law.mass) sum += p * static_cast<long double>(scores[i]);
      return sum;
    };
    const auto flip = enumerate([&](Randomness& r) { return permute_and_flip(scores, 0.8, r); });
    const auto exponential =
        enumerate([&](Randomness& r) { return exponential_choice(scores, 0.8, r); });
    CHECK(expected_score(flip) >= expected_score(exponential) - 1e-15L);
  });
}

TEST_CASE("the log-ratios of permute-and-flip span more than epsilon: it is not bounded range") {
  const double epsilon = 1;
  const auto law = [&](const Scores& scores) {
    return enumerate([&](Randomness& r) { return permute_and_flip(scores, epsilon / 2, r); });
  };
  const auto before = law({6, 6, 0, 0});
  const auto after = law({7, 5, 0, 1});
  long double least = 9;
  long double greatest = -9;
  for (std::size_t i = 0; i < 4; ++i) {
    least = std::min(least, std::log(after.of(i) / before.of(i)));
    greatest = std::max(greatest, std::log(after.of(i) / before.of(i)));
  }
  CHECK(greatest - least > 1.1 * epsilon);
  CHECK(std::max(greatest, -least) <= epsilon);
}

TEST_CASE("an empty list is rejected by name") {
  EnumeratingRandomness randomness;
  CHECK_THROWS_WITH(permute_and_flip({}, 1, randomness),
                    "candidates must be a list of at least 1, got none");
}

}  // namespace
}  // namespace logstar::testing::permute_and_flip_test
