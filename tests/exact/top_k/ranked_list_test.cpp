// The k best of a public list: exact laws over all small histograms, and the prices of k draws.
#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "histogram_laws.hpp"
#include "logstar/top_k/ranked_list_release.hpp"

namespace logstar::testing::ranked_list_test {
namespace {

using Items = std::vector<std::size_t>;

RankedListParameters calibrated(RankedListVariant variant, const RankedListRequest& request) {
  return possible_ranked_list(variant, request).or_refuse();
}

/// k of 3 listed items by their counts, which one user raises by 0 or 1.
RankedListRequest of_counts(std::uint64_t k, double epsilon, Neighbors neighbors,
                            std::optional<std::uint64_t> per_user = std::nullopt) {
  RankedListRequest request;
  request.k = k;
  request.candidates = 3;
  request.loss = {epsilon, 0};
  request.neighbors = neighbors;
  request.moves = ScoreMoves::one_way;
  request.per_user = per_user;
  return request;
}

auto items_of(const RankedListParameters& parameters) {
  return [parameters](const Histogram& histogram, Randomness& randomness) {
    return draw_ranked_list(histogram, parameters, randomness).items;
  };
}

auto noisy_of(const RankedListParameters& parameters) {
  return [parameters](const Histogram& histogram, Randomness& randomness) {
    const TopKResult result = draw_ranked_list(histogram, parameters, randomness);
    Released output;
    for (std::size_t i = 0; i < result.items.size(); ++i) {
      output.push_back({result.items[i], result.noisy_counts[i]});
    }
    return output;
  };
}

TEST_CASE("k draws of a public list are epsilon-DP: 3 items, counts to 3, any number a user") {
  for (const auto variant : {RankedListVariant::peel, RankedListVariant::permute_and_flip}) {
    for (const std::uint64_t k : {1u, 2u, 3u}) {
      const double epsilon = 1.5;
      const auto one = calibrated(variant, of_counts(k, epsilon, Neighbors::add_remove));
      const auto report = HistogramLaws(3, 3, items_of(one)).add_remove(3, epsilon);
      CHECK(report.within(0));
      // k = 3 returns all items, and the last one is no choice.
      CHECK(report.largest_log_ratio > 0.4 * epsilon);
      const auto changed = calibrated(variant, of_counts(k, epsilon, Neighbors::replace));
      CHECK(HistogramLaws(3, 3, items_of(changed)).replace(3, epsilon).within(0));
    }
  }
}

TEST_CASE("k draws of scores that move both ways are epsilon-DP") {
  for (const auto variant : {RankedListVariant::peel, RankedListVariant::permute_and_flip}) {
    RankedListRequest request = of_counts(2, 2, Neighbors::add_remove);
    request.candidates = 4;
    request.moves = ScoreMoves::both_ways;
    const auto draw = calibrated(variant, request);
    const auto by_votes = [&](const std::vector<std::size_t>& database, Randomness& randomness) {
      std::vector<std::int64_t> votes(4);
      for (const std::size_t value : database) {
        ++votes[value];
        --votes[(value + 1) % 4];
      }
      return draw_ranked_list(votes, draw, randomness).items;
    };
    const auto report = check_add_remove(4, 0, 4, 2, by_votes);
    CHECK(report.within(0));
    CHECK(report.largest_log_ratio > 0.5 * 2);
  }
}

TEST_CASE("k draws with a delta keep it: the bound for bounded-range draws, at every k") {
  for (const std::uint64_t k : {2u, 3u}) {
    RankedListRequest request = of_counts(k, 0.5, Neighbors::add_remove);
    request.loss.delta = 0.2;
    const auto draw = calibrated(RankedListVariant::peel, request);
    CHECK(draw.composition != CompositionBound::basic);
    CHECK(draw.item_epsilon > 0.5 / static_cast<double>(k));
    CHECK(HistogramLaws(3, 3, items_of(draw)).add_remove(3, 0.5).within(0.2));
  }
}

TEST_CASE("noise on a public list is epsilon-DP: 3 items, counts to 2, D in {1, 2, 3}") {
  for (const std::uint64_t per_user : {1u, 2u, 3u}) {
    const double epsilon = 2.5 * static_cast<double>(per_user);
    const auto one = calibrated(RankedListVariant::laplace,
                                of_counts(2, epsilon, Neighbors::add_remove, per_user));
    const auto report = HistogramLaws(3, 2, noisy_of(one), 1e-9L)
                            .add_remove(static_cast<std::size_t>(per_user), epsilon);
    CHECK(report.within(1e-8));
    CHECK(report.largest_log_ratio > 0.5 * epsilon);
    const auto changed = calibrated(RankedListVariant::laplace,
                                    of_counts(2, 2 * epsilon, Neighbors::replace, per_user));
    CHECK(HistogramLaws(3, 2, noisy_of(changed), 1e-9L)
              .replace(static_cast<std::size_t>(per_user), 2 * epsilon)
              .within(1e-8));
  }
}

TEST_CASE("control: k draws at the full rate under replace are rejected") {
  auto draw = calibrated(RankedListVariant::peel, of_counts(2, 1.5, Neighbors::replace));
  draw.rate *= 2;
  CHECK_FALSE(HistogramLaws(3, 3, items_of(draw)).replace(3, 1.5).within(0));
}

TEST_CASE("control: noise on a public list that forgets D is rejected") {
  const auto single =
      calibrated(RankedListVariant::laplace, of_counts(2, 2.5, Neighbors::add_remove, 1));
  CHECK_FALSE(HistogramLaws(3, 2, noisy_of(single), 1e-9L).add_remove(2, 2.5).within(0.05));
}

TEST_CASE("no returned candidate misses by more than stated but with probability beta") {
  const Histogram counts = {9, 7, 4};
  for (const auto variant :
       {RankedListVariant::peel, RankedListVariant::permute_and_flip, RankedListVariant::laplace}) {
    for (const std::uint64_t k : {1u, 2u}) {
      for (const double epsilon : {1.0, 3.0}) {
        const auto draw = calibrated(variant, of_counts(k, epsilon, Neighbors::add_remove, 1));
        const auto law = enumerate([&](Randomness& r) { return items_of(draw)(counts, r); }, 1e-9L);
        for (const double confidence : {0.5, 0.9, 0.99}) {
          const double most = ranked_list_miss(draw, confidence);
          long double beyond = 0;
          for (const auto& [items, mass] : law.mass) {
            std::int64_t worst = 0;
            for (std::size_t other = 0; other < 3; ++other) {
              if (std::count(items.begin(), items.end(), other) > 0) continue;
              for (const std::size_t item : items) {
                worst = std::max(worst, counts[other] - counts[item]);
              }
            }
            if (static_cast<double>(worst) > most) beyond += mass;
          }
          CHECK(beyond <= 1 - confidence + 1e-8);
        }
      }
    }
  }
}

// DR19 Corollary 4.1 and Lemma 4.4: D14 of the audit.
TEST_CASE("10 of a known list are drawn at 0.1396 each with a delta, at 0.1 without") {
  RankedListRequest request;
  request.candidates = 1000;
  request.moves = ScoreMoves::one_way;
  const auto rate = [&](std::uint64_t k, double delta) {
    request.k = k;
    request.loss = {1, delta};
    return calibrated(RankedListVariant::peel, request).rate;
  };
  CHECK(rate(10, 0) == Approx(0.1));
  CHECK(rate(10, 1e-6) == Approx(0.1396).margin(5e-5));
  CHECK(rate(100, 0) == Approx(0.01));
  CHECK(rate(100, 1e-6) == Approx(0.0441).margin(5e-5));
}

TEST_CASE("10 of 1,000 items miss by at most 13 with noise, 123 by draws, 88 with a delta") {
  RankedListTask task;
  task.request.k = 10;
  task.request.candidates = 1000;
  task.request.moves = ScoreMoves::one_way;
  task.request.per_user = 1;
  const auto miss = [&](RankedListVariant variant, double delta) {
    task.variant = variant;
    task.request.loss = {1, delta};
    return std::ceil(Release<RankedListRelease>(task).claim().accuracy.error);
  };
  CHECK(miss(RankedListVariant::laplace, 0) == 13);
  CHECK(miss(RankedListVariant::peel, 0) == 123);
  CHECK(miss(RankedListVariant::peel, 1e-6) == 88);
  task.variant.reset();
  CHECK(RankedListRelease::plan(task).draw.variant == RankedListVariant::laplace);
  task.request.per_user.reset();
  CHECK(RankedListRelease::plan(task).draw.variant == RankedListVariant::peel);
}

TEST_CASE("k draws cost a concentrated ledger k draws, and noise a count each") {
  RankedListTask task;
  task.request.k = 4;
  task.request.candidates = 9;
  task.request.loss = {2, 0};
  task.request.per_user = 5;
  const auto rho = [&](RankedListVariant variant) {
    task.variant = variant;
    return charge_of(Release<RankedListRelease>(task).claim()).rho;
  };
  CHECK(rho(RankedListVariant::peel) == Approx(4 * 0.25 / 8));
  CHECK(rho(RankedListVariant::permute_and_flip) == Approx(4 * 0.25 / 2));
  CHECK(rho(RankedListVariant::laplace) == Approx(5 * 0.16 / 2));
}

TEST_CASE("a ranking of a list rejects more items than there are, and counts of draws") {
  RankedListTask task;
  task.request.k = 3;
  task.request.candidates = 2;
  task.request.loss = {1, 0};
  CHECK_THROWS_WITH(RankedListRelease::plan(task), "candidates must be at least k, 3, got 2");
  task.request.candidates = 3;
  task.variant = RankedListVariant::peel;
  task.counts = true;
  CHECK_THROWS_WITH(RankedListRelease::plan(task),
                    "variant must be laplace for noisy counts, got peel");
  task.variant = RankedListVariant::laplace;
  task.request.per_user = 1'000'000'000;
  task.request.loss.epsilon = 1e-9;
  task.request.candidates = std::uint64_t(1) << 32;
  CHECK_THROWS_WITH(RankedListRelease::plan(task),
                    "epsilon must be above 1e-12 for each noisy count, got 1e-09");
}

}  // namespace
}  // namespace logstar::testing::ranked_list_test
