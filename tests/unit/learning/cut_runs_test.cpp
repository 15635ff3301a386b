#include "logstar/learning/cut_runs.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "logstar/randomness/bit_pool.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

TEST_CASE("cuts far worse than the best are bounded while hidden, and exposed on request") {
  SeededBits source(5);
  BitPool pool(source);
  std::size_t hidden = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint64_t> ones(pool.below(40));
    std::vector<std::uint64_t> zeros(pool.below(40));
    for (auto& key : ones) key = pool.below(20);
    for (auto& key : zeros) key = 8 + pool.below(24);
    const WideInterval domain = WideInterval::all(5);
    const SortedSample sample({KeyArray(5, ones), KeyArray(5, zeros)});
    std::map<std::int64_t, Natural> expected;
    for (std::uint64_t cut = 0; cut <= 32; ++cut) {  // label 1 below the cut
      const auto wrong = [cut](std::uint64_t key) { return key >= cut; };
      const auto errors = std::count_if(ones.begin(), ones.end(), wrong) +
                          std::count_if(zeros.begin(), zeros.end(), std::not_fn(wrong));
      ++expected[-errors];
    }
    CutRuns runs(sample, domain, static_cast<std::int64_t>(pool.below(30)));
    const RunTally tally = complete_tally(runs);
    CHECK(tally.broken == "");
    CHECK(tally.by_score == expected);
    hidden += tally.hidden_runs;
  }
  CHECK(hidden > 1000);
}

}  // namespace
}  // namespace logstar::testing
