
#include <catch2/catch.hpp>
#include <map>

#include "logstar/interior_point/rank/tied_rank_runs.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "many_keys.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::tied_keys_test {
namespace {

TEST_CASE("points far from the centre are bounded while hidden, and exposed on request") {
  SeededBits source(6);
  BitPool pool(source);
  ExactRandomness randomness(source);
  std::size_t hidden = 0;
  std::size_t hidden_between = 0;
  for (int round = 0; round < 600; ++round) {
    std::vector<std::uint64_t> values(pool.below(120));
    for (auto& value : values) value = pool.below(8);
    TiedKeys tied(values, 3, {}, randomness);
    const TiedRecords keys = tied.of({0, tied.size()});
    TiedPart part{0, tied.size(), 0, 63};
    // Or the part between two drawn points: a record at either point is on neither side.
    const bool is_between = round % 3 > 0;
    if (is_between) {
      part.lowest = pool.below(64);
      part.highest = part.lowest + pool.below(64 - static_cast<std::uint64_t>(part.lowest));
      part.first = keys.first_above(part.lowest, 0, tied.size());
      part.last = keys.not_below(part.highest, part.first, tied.size());
    }
    RankScore score;
    score.n = static_cast<std::int64_t>(part.size());
    if (round % 2 == 1) {
      score.kind = RankScore::Kind::quantile;
      score.tau = {1 + static_cast<std::uint32_t>(pool.below(9)), 10};
    }
    std::map<std::int64_t, Natural> expected;
    for (Uint128 z = part.lowest; z <= part.highest; ++z) {
      std::int64_t less = 0;
      std::int64_t at_most = 0;
      for (std::size_t i = part.first; i < part.last; ++i) {
        less += keys[i] < z;
        at_most += keys[i] <= z;
      }
      ++expected[score(less, at_most)];
    }
    TiedRankRuns runs(tied, part, score, pool.below(12));
    const RunTally tally = complete_tally(runs);
    CHECK(tally.broken == "");
    CHECK(tally.by_score == expected);
    hidden += tally.hidden_runs;
    if (is_between && part.first > 0) hidden_between += tally.hidden_runs;
  }
  CHECK(hidden > 2000);
  CHECK(hidden_between > 1000);
}

TEST_CASE(
    "points far from the centre of weighted rows are bounded while hidden, and exposed later") {
  SeededBits source(16);
  BitPool pool(source);
  ExactRandomness randomness(source);
  std::size_t hidden = 0;
  for (int round = 0; round < 300; ++round) {
    WeightedKeys rows{KeyArray(3), {}};
    for (std::uint64_t left = pool.below(120); left > 0; --left) {
      rows.keys.append(WideKey{pool.below(8)});
      rows.weights.push_back(static_cast<std::uint32_t>(1 + pool.below(5)));
    }
    TiedKeys tied(std::move(rows), 3, randomness);
    const TiedRecords keys = tied.of({0, tied.size()});
    TiedPart part{0, tied.size(), 0, 63};
    if (round % 3 > 0) {
      part.lowest = pool.below(64);
      part.highest = part.lowest + pool.below(64 - static_cast<std::uint64_t>(part.lowest));
      part.first = keys.first_above(part.lowest, 0, tied.size());
      part.last = keys.not_below(part.highest, part.first, tied.size());
    }
    RankScore score{RankScore::Kind::quantile,
                    static_cast<std::int64_t>(tied.before(part.last) - tied.before(part.first)),
                    {1 + static_cast<std::uint32_t>(pool.below(9)), 10}};
    std::map<std::int64_t, Natural> expected;
    for (Uint128 z = part.lowest; z <= part.highest; ++z) {
      std::uint64_t less = 0;
      std::uint64_t at_most = 0;
      for (std::size_t i = part.first; i < part.last; ++i) {
        const std::uint64_t weight = tied.before(i + 1) - tied.before(i);
        less += keys[i] < z ? weight : 0;
        at_most += keys[i] <= z ? weight : 0;
      }
      ++expected[score.of_weights(static_cast<std::int64_t>(less),
                                  static_cast<std::int64_t>(at_most))];
    }
    TiedRankRuns runs(tied, part, score, pool.below(30));
    const RunTally tally = complete_tally(runs);
    CHECK(tally.broken == "");
    CHECK(tally.by_score == expected);
    hidden += tally.hidden_runs;
  }
  CHECK(hidden > 1000);
}

TEST_CASE("weights follow their rows when bits order equal keys, and stay once seen") {
  SeededBits source(17);
  BitPool pool(source);
  ExactRandomness randomness(source);
  for (int round = 0; round < 100; ++round) {
    WeightedKeys rows{KeyArray(3), {}};
    std::map<std::uint64_t, std::multiset<std::uint64_t>> expected;
    for (int i = 0; i < 60; ++i) {
      const std::uint64_t key = pool.below(6);
      const std::uint64_t weight = 1 + pool.below(9);
      rows.keys.append(WideKey{key});
      rows.weights.push_back(static_cast<std::uint32_t>(weight));
      expected[key].insert(weight);
    }
    TiedKeys tied(std::move(rows), 4, randomness);
    std::map<std::size_t, std::pair<Uint128, std::uint64_t>> seen;
    for (int look = 0; look < 6; ++look) {
      const std::size_t first = pool.below(60);
      const std::size_t last = first + 1 + pool.below(60 - first);
      const TiedRecords records = tied.of({first, last});
      for (std::size_t i = first; i < last; ++i) {
        const std::pair row{records[i], tied.before(i + 1) - tied.before(i)};
        CHECK(seen.try_emplace(i, row).first->second == row);
        CHECK((i == first || records[i - 1] <= records[i]));
      }
    }
    const TiedRecords records = tied.of({0, 60});
    std::map<std::uint64_t, std::multiset<std::uint64_t>> found;
    for (std::size_t i = 0; i < 60; ++i) {
      found[static_cast<std::uint64_t>(records[i] >> 4)].insert(tied.before(i + 1) -
                                                                tied.before(i));
    }
    CHECK(found == expected);
  }
}

/// The runs of a part, in order.
std::vector<std::pair<std::int64_t, Natural>> listed(const TiedRankRuns& runs) {
  std::vector<std::pair<std::int64_t, Natural>> list;
  list.reserve(runs.size());
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    list.emplace_back(run.score, run.multiplicity);
  }
  return list;
}

TEST_CASE("sorting only likely ranks shows a draw the same records as sorting all of them") {
  SeededBits source(9);
  ExactRandomness inner(source);
  SameBits bits(inner);
  for (const std::uint64_t values : {std::uint64_t(1) << 60, std::uint64_t(500)}) {
    const std::vector<std::uint64_t> keys = many_keys(values);
    const Uint128 top = (Uint128(values) << 16) - 1;
    TiedKeys all(keys, 16, {}, bits);
    for (const std::uint32_t percent : {1u, 50u}) {
      const std::size_t centre = kMany / 100 * percent;
      TiedKeys few(keys, 16, {{centre - 1'000, centre + 1'000}}, bits);
      const TiedPart part{0, kMany, 0, top};
      const RankScore score{RankScore::Kind::quantile, kMany, {percent, 100}};
      TiedRankRuns expected(all, part, score, 400);
      TiedRankRuns runs(few, part, score, 400);
      CHECK(listed(runs) == listed(expected));
      REQUIRE(runs.hidden());
      REQUIRE(expected.hidden());
      CHECK(runs.hidden()->score == expected.hidden()->score);
      CHECK(runs.hidden()->multiplicity == expected.hidden()->multiplicity);
      const Uint128 z = all.of({centre, centre + 1})[centre];
      for (const Uint128 point : {z, z + 1}) {
        const auto [left, right] = runs.sides(point);
        const auto [expected_left, expected_right] = expected.sides(point);
        CHECK(left.last == expected_left.last);
        CHECK(right.first == expected_right.first);
        CHECK(left.highest == point);
        CHECK(right.lowest == point);
      }
      // The next draws are from the sides, here near the point.
      const auto [left, right] = expected.sides(z);
      for (const auto& [side, rank] :
           {std::pair{left, left.size() - 500}, {right, std::size_t(500)}}) {
        const auto size = static_cast<std::uint32_t>(side.size());
        const RankScore near{
            RankScore::Kind::quantile, size, {static_cast<std::uint32_t>(rank), size}};
        const TiedRankRuns next(few, side, near, 400);
        const TiedRankRuns expected_next(all, side, near, 400);
        CHECK(listed(next) == listed(expected_next));
        REQUIRE(next.hidden());
        CHECK(next.hidden()->score == expected_next.hidden()->score);
        CHECK(next.hidden()->multiplicity == expected_next.hidden()->multiplicity);
      }
      runs.complete();
      expected.complete();
      CHECK_FALSE(runs.hidden());
      CHECK(listed(runs) == listed(expected));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::tied_keys_test
