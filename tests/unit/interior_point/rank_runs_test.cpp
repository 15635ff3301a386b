#include "logstar/interior_point/rank/rank_runs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "logstar/interior_point/rank/rank_selection.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar {
namespace {

using testing::SeededBits;

std::vector<std::uint64_t> random_keys(std::size_t n, std::uint64_t values, std::uint64_t seed) {
  SeededBits source(seed);
  BitPool bits(source);
  std::vector<std::uint64_t> keys(n);
  for (auto& key : keys) key = bits.below(values);
  return keys;
}

RankScore depth_of(const std::vector<std::uint64_t>& keys) {
  return {RankScore::Kind::depth, static_cast<std::int64_t>(keys.size()), {1, 2}};
}

std::int64_t score_by_counting(const RankScore& score, const std::vector<std::uint64_t>& keys,
                               std::uint64_t z) {
  std::int64_t less = 0;
  std::int64_t at_most = 0;
  for (const auto key : keys) {
    less += key < z;
    at_most += key <= z;
  }
  return score(less, at_most);
}

TEST_CASE("the runs cover every key of the domain once, with the score counted by hand") {
  const KeyInterval domain{3, 40};
  for (const auto kind : {RankScore::Kind::depth, RankScore::Kind::quantile}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      auto keys = random_keys(seed % 9, 1 + seed % 38, seed);
      for (auto& key : keys) key += 3;
      const RankScore score{kind, static_cast<std::int64_t>(keys.size()), {3, 10}};
      RankRuns runs(keys, domain, score, 5);
      std::map<std::uint64_t, std::int64_t> seen;
      for (std::size_t i = 0; i < runs.size(); ++i) {
        const CandidateRun run = runs.run(i);
        if (run.multiplicity == 0) continue;
        const KeyInterval covered = runs.keys_of(i);
        CHECK(covered.size() == run.multiplicity);
        for (std::uint64_t z = covered.lowest; z <= covered.highest; ++z) {
          CHECK(seen.emplace(z, run.score).second);
          CHECK(run.score == score_by_counting(score, keys, z));
        }
      }
      CHECK(seen.size() == 38);
    }
  }
}

TEST_CASE("without data the only run is the whole domain at the score of no records") {
  RankRuns runs(std::vector<std::uint64_t>{}, {0, ~std::uint64_t(0)}, depth_of({}), 1);
  REQUIRE(runs.size() == 1);
  CHECK(runs.run(0).multiplicity == Natural(1) << 64);
  CHECK(runs.run(0).score == 0);
}

struct Shape {
  const char* name;
  std::vector<std::uint64_t> keys;
};

/// Records of which every `step`-th is equal, and the others are not.
std::vector<std::uint64_t> misleading_keys(std::size_t step) {
  auto keys = random_keys(50'000, ~std::uint64_t(0), 7);
  for (std::size_t i = 0; i < keys.size(); i += step) keys[i] = 5;
  return keys;
}

std::vector<Shape> large_shapes() {
  std::vector<Shape> shapes = {{"spread", random_keys(50'000, ~std::uint64_t(0), 1)},
                               {"heavy ties", random_keys(50'000, 7, 2)},
                               {"all equal", std::vector<std::uint64_t>(50'000, 99)},
                               {"sorted", random_keys(50'000, 1'000'000, 3)},
                               {"half equal", random_keys(50'000, 1'000'000, 4)},
                               {"misleading its sample", misleading_keys(37)}};
  std::sort(shapes[3].keys.begin(), shapes[3].keys.end());
  for (std::size_t i = 0; i < shapes[4].keys.size(); i += 2) shapes[4].keys[i] = 0;
  return shapes;
}

TEST_CASE("a window exposes exactly the runs of the full list there, and bounds the others") {
  const KeyInterval domain{0, ~std::uint64_t(0)};
  for (const Shape& shape : large_shapes()) {
    for (const QuantileFraction tau : {QuantileFraction{1, 2}, {1, 100}, {999, 1000}}) {
      INFO(shape.name << " " << tau.numerator << "/" << tau.denominator);
      const RankScore score{RankScore::Kind::quantile, 50'000, tau};
      RankRuns windowed(shape.keys, domain, score, 100);
      const testing::RunTally tally = testing::complete_tally(windowed);
      CHECK(tally.broken == "");
      Natural total = 0;
      for (const auto& [value, multiplicity] : tally.by_score) total += multiplicity;
      CHECK(total == Natural(1) << 64);
    }
  }
}

TEST_CASE("the best score is that of some run, without a look at the runs") {
  const KeyInterval domain{0, 10'000};
  const auto best_of_all = [](const RankRuns& runs) {
    std::int64_t best = INT64_MIN;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const CandidateRun run = runs.run(i);
      if (run.multiplicity != 0) best = std::max(best, run.score);
    }
    return best;
  };
  for (const std::uint32_t records : {1u, 2u, 3u, 8u, 9u, 200u, 5000u}) {
    for (const std::uint32_t values : {1u, 2u, 5u, 10'000u}) {
      const auto keys = random_keys(records, values, records);
      for (const auto kind : {RankScore::Kind::depth, RankScore::Kind::quantile}) {
        const RankScore score{kind, static_cast<std::int64_t>(records), {1, 2}};
        RankRuns runs(keys, domain, score, 50);
        CHECK(runs.best() == best_of_all(runs));
        std::vector<std::uint32_t> weights(records, 1);
        weights.front() = records;
        RankScore heavier = score;
        heavier.n += heavier.n - 1;
        RankRuns weighted(keys, domain, heavier, 50, weights);
        CHECK(weighted.best() == best_of_all(weighted));
      }
    }
  }
}

TEST_CASE("a window is much shorter than the data, unless ties fill it") {
  const auto keys = random_keys(50'000, ~std::uint64_t(0), 5);
  RankRuns runs(keys, {0, ~std::uint64_t(0)}, depth_of(keys), 100);
  CHECK(runs.hidden());
  CHECK(runs.size() < 500);
}

// Regression: all 50,000 were weighed, which takes longer than to sort them.
TEST_CASE("a window of records whose order misleads the sample is as short") {
  const auto check = [](RankRuns& runs) {
    CHECK(runs.hidden());
    CHECK(runs.size() < 500);
    CHECK(testing::complete_tally(runs).broken == "");
  };
  const KeyInterval domain{0, ~std::uint64_t(0)};
  const auto keys = misleading_keys(37);
  REQUIRE_FALSE(select_ranks(keys, 24'900, 25'100));
  RankRuns runs(keys, domain, depth_of(keys), 100);
  check(runs);

  const auto heavy_keys = misleading_keys(17);
  const std::vector<std::uint32_t> weights(heavy_keys.size(), 3);
  REQUIRE_FALSE(select_ranks_of_weights(heavy_keys, weights, 150'000, 74'900, 75'100));
  RankScore score = depth_of(heavy_keys);
  score.n *= 3;
  RankRuns weighted(heavy_keys, domain, score, 100, weights);
  check(weighted);
}

TEST_CASE("scores in a window equal those counted by hand") {
  const auto keys = random_keys(20'000, 1'000'000, 6);
  const RankScore score = depth_of(keys);
  RankRuns runs(keys, {0, 2'000'000}, score, 20);
  REQUIRE(runs.hidden());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    if (run.multiplicity == 0) continue;
    CHECK(run.score == score_by_counting(score, keys, runs.keys_of(i).lowest));
  }
}

/// The score of every key of the domain, from exposed and hidden runs.
std::map<std::uint64_t, std::int64_t> scores_of(RankRuns& runs) {
  runs.complete();
  std::map<std::uint64_t, std::int64_t> scores;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    if (run.multiplicity == 0) continue;
    const KeyInterval covered = runs.keys_of(i);
    for (std::uint64_t z = covered.lowest; z <= covered.highest; ++z) {
      CHECK(scores.emplace(z, run.score).second);
    }
  }
  return scores;
}

TEST_CASE("a weighted record counts as that number of records, whichever runs are exposed first") {
  const KeyInterval domain{0, 2999};
  for (const auto kind : {RankScore::Kind::depth, RankScore::Kind::quantile}) {
    for (const std::size_t records : {0u, 1u, 7u, 6000u}) {
      const auto keys = random_keys(records, 2500, records);
      std::vector<std::uint32_t> weights;
      std::vector<std::uint64_t> repeated;
      for (std::size_t i = 0; i < records; ++i) {
        weights.push_back(static_cast<std::uint32_t>(1 + i % 4));
        repeated.insert(repeated.end(), weights.back(), keys[i]);
      }
      const RankScore score{kind, static_cast<std::int64_t>(repeated.size()), {3, 10}};
      RankRuns weighted(keys, domain, score, 200, weights);
      CHECK(weighted.hidden().has_value() == (records == 6000));
      if (const auto hidden = weighted.hidden()) {
        RankRuns shown(repeated, domain, score, 1 << 20);
        std::int64_t best = INT64_MIN;
        std::map<std::uint64_t, std::int64_t> rest = scores_of(shown);
        for (std::size_t i = 0; i < weighted.size(); ++i) {
          if (weighted.run(i).multiplicity == 0) continue;
          const KeyInterval covered = weighted.keys_of(i);
          rest.erase(rest.lower_bound(covered.lowest), rest.upper_bound(covered.highest));
        }
        for (const auto& [z, value] : rest) best = std::max(best, value);
        CHECK(hidden->score >= best);
        CHECK(hidden->multiplicity == rest.size());
      }
      RankRuns plain(repeated, domain, score, 1 << 20);
      CHECK(scores_of(weighted) == scores_of(plain));
    }
  }
}

TEST_CASE("scores of weights are exact up to a miss of 2^61, and capped there") {
  const std::int64_t n = std::int64_t(1) << 45;
  const RankScore score{RankScore::Kind::quantile, n, {999'999, 1'000'000}};
  CHECK(score.of_weights(n, n) == -n);
  CHECK(score.of_weights(n - 5, n) == -(n - 5'000'000));
  CHECK(score.of_weights(n - n / 100'000, n - 1) == 0);
  CHECK(score.of_weights(0, 0) == -RankScore::kMaxMiss);
}

TEST_CASE("scores of weights are those of records as long as 64 bits hold them") {
  const auto score_of = [](std::int64_t n) {
    return RankScore{RankScore::Kind::quantile, n, {3, 1'000'000}};
  };
  CHECK(!score_of(std::int64_t(1) << 41).fits_64_bits());
  for (const int bits : {20, 40, 41}) {
    const std::int64_t n = (std::int64_t(1) << bits) - 1;
    const RankScore score = score_of(n);
    CHECK(score.fits_64_bits());
    for (const std::int64_t less : {std::int64_t(0), n / 3, n / 300'000, n - 1, n}) {
      CHECK(score.of_weights(less, n) == score(less, n));
      CHECK(score.of_weights(0, less) == score(0, less));
    }
  }
}

}  // namespace
}  // namespace logstar
