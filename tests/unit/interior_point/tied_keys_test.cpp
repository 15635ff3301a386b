#include "logstar/interior_point/rank/tied_keys.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("points far from the centre are bounded while hidden, and follow when asked for") {
  SeededBits source(6);
  BitPool pool(source);
  ExactRandomness randomness(source);
  std::size_t hidden = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> values(pool.below(80));
    for (auto& value : values) value = pool.below(8);
    const TiedKeys keys(values, 3, randomness);
    const TiedPart part{0, keys.size(), 0, 63};
    RankScore score;
    score.n = static_cast<std::int64_t>(keys.size());
    if (round % 2 == 1) {
      score.kind = RankScore::Kind::quantile;
      score.tau = {1 + static_cast<std::uint32_t>(pool.below(9)), 10};
    }
    std::map<std::int64_t, Natural> expected;
    for (std::uint64_t z = 0; z < 64; ++z) {
      std::int64_t less = 0;
      std::int64_t at_most = 0;
      for (std::size_t i = 0; i < keys.size(); ++i) {
        less += keys[i] < z;
        at_most += keys[i] <= z;
      }
      ++expected[score(less, at_most)];
    }
    TiedRankRuns runs(keys, part, score, pool.below(12));
    const RunTally tally = complete_tally(runs);
    CHECK(tally.broken == "");
    CHECK(tally.by_score == expected);
    hidden += tally.hidden_runs;
  }
  CHECK(hidden > 1000);
}

}  // namespace
}  // namespace logstar::testing
