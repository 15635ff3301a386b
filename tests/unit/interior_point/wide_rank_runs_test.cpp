#include "logstar/interior_point/rank/wide_rank_runs.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "logstar/randomness/bit_pool.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::wide_rank_runs_test {
namespace {

constexpr std::uint32_t kBits = 100;

KeyArray random_keys(std::size_t n, std::uint64_t values, std::uint64_t seed) {
  SeededBits source(seed);
  BitPool pool(source);
  KeyArray keys(kBits);
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t any = pool.below(values);
    keys.append(WideKey{any % 5, any * any});
  }
  return keys;
}

/// The score and the number of points of each run, by where it begins.
std::map<Natural, std::pair<std::int64_t, Natural>> runs_by_start(const WideRankRuns& runs) {
  std::map<Natural, std::pair<std::int64_t, Natural>> found;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    CHECK(found.emplace(runs.start_of(i), std::pair(run.score, run.multiplicity)).second);
  }
  return found;
}

struct Asked {
  std::size_t records;
  std::uint64_t values;
  RankScore::Kind kind;
  QuantileFraction tau;
};

std::vector<Asked> all_asked() {
  std::vector<Asked> all;
  for (const std::size_t records : {0u, 1u, 300u, 20'000u}) {
    for (const std::uint64_t values : {std::uint64_t(3), std::uint64_t(1) << 31}) {
      all.push_back({records, values, RankScore::Kind::depth, {1, 2}});
      for (const QuantileFraction tau : {QuantileFraction{1, 100}, {3, 10}, {999, 1000}}) {
        all.push_back({records, values, RankScore::Kind::quantile, tau});
      }
    }
  }
  return all;
}

TEST_CASE("wide runs that a window shows first are, once complete, the runs of all sorted keys") {
  std::size_t windows = 0;
  for (const Asked& asked : all_asked()) {
    INFO(asked.records << " keys of " << asked.values << " values, quantile " << asked.tau.numerator
                       << "/" << asked.tau.denominator);
    const RankScore score{asked.kind, static_cast<std::int64_t>(asked.records), asked.tau};
    const auto runs_with = [&](std::uint64_t margin) {
      return WideRankRuns(random_keys(asked.records, asked.values, 5), WideInterval::all(kBits),
                          score, margin);
    };
    WideRankRuns windowed = runs_with(50);
    WideRankRuns all = runs_with(asked.records);
    REQUIRE_FALSE(all.hidden());
    if (windowed.hidden()) {
      ++windows;
      CHECK((windowed.size() < all.size() / 2 || asked.values == 3));
    }
    CHECK(complete_tally(windowed).broken == "");
    CHECK(runs_by_start(windowed) == runs_by_start(all));
  }
  CHECK(windows == 8);
}

// Regression: selecting gives up for many equal keys, and then the runs of all others were weighed.
TEST_CASE("a wide window of records of which half are equal is short") {
  KeyArray keys = random_keys(20'000, std::uint64_t(1) << 31, 6);
  std::vector<std::uint64_t> words = std::move(keys).words();
  for (std::size_t i = 0; i < words.size(); i += 4) words[i] = words[i + 1] = 0;
  const auto runs_with = [&](std::uint64_t margin) {
    return WideRankRuns(KeyArray(kBits, words), WideInterval::all(kBits),
                        {RankScore::Kind::depth, 20'000, {}}, margin);
  };
  WideRankRuns windowed = runs_with(50);
  REQUIRE(windowed.hidden());
  CHECK(windowed.size() < 300);
  CHECK(complete_tally(windowed).broken == "");
  CHECK(runs_by_start(windowed) == runs_by_start(runs_with(20'000)));
}

TEST_CASE("wide runs bound what they hide by its true number, and by its best score or more") {
  const RankScore score{RankScore::Kind::depth, 20'000, {}};
  WideRankRuns windowed(random_keys(20'000, std::uint64_t(1) << 31, 6), WideInterval::all(kBits),
                        score, 100);
  const auto hidden = windowed.hidden();
  REQUIRE(hidden);
  const std::size_t shown = windowed.size();
  windowed.complete();
  Natural behind = 0;
  for (std::size_t i = shown; i < windowed.size(); ++i) {
    behind += windowed.run(i).multiplicity;
    CHECK(windowed.run(i).score <= hidden->score);
  }
  CHECK(behind == hidden->multiplicity);
  CHECK(hidden->score < 10'000 - 100);
}

}  // namespace
}  // namespace logstar::testing::wide_rank_runs_test
