#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <optional>
#include <set>

#include "logstar/interior_point/rank/tied_rank_runs.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "passing_randomness.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
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

/// Equal bits for every record, and a count of the draws.
class SameBits final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  using PassingRandomness::uniform_below;

  std::uint64_t uniform_below(std::uint64_t) override {
    ++drawn;
    return 5;
  }

  std::size_t drawn = 0;
};

constexpr std::size_t kMany = 300'000;

std::vector<std::uint64_t> many_keys(std::uint64_t values) {
  SeededBits source(8);
  BitPool pool(source);
  std::vector<std::uint64_t> keys(kMany);
  for (auto& key : keys) key = pool.below(values);
  return keys;
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

TEST_CASE("each accessed record draws its bits once and keeps them when others are accessed") {
  const std::vector<std::uint64_t> keys = many_keys(500);
  SeededBits source(10);
  ExactRandomness inner(source);
  SameBits counted(inner);
  TiedKeys tied(keys, 16, {{1'000, 2'000}, {100'000, 101'000}}, counted);
  CHECK(counted.drawn == 0);
  tied.of({100'000, 101'000});
  CHECK(counted.drawn >= 1'000);
  CHECK(counted.drawn < kMany / 40);
  const RankRange between = tied.of({1'500, 100'500}).ranks();
  CHECK(between.first <= 1'500);
  CHECK(between.last >= 101'000);
  CHECK(counted.drawn == between.last - between.first);

  // As where all are sorted; equal records draw theirs together.
  SameBits apart(inner);
  TiedKeys sorted_whole(keys, 16, {}, apart);
  const RankRange some = sorted_whole.of({1'500, 2'500}).ranks();
  const RankRange others = sorted_whole.of({100'000, 101'000}).ranks();
  CHECK(apart.drawn == some.last - some.first + others.last - others.first);
  CHECK(apart.drawn < kMany / 20);
  const RankRange inside = sorted_whole.of({1'600, 2'400}).ranks();
  CHECK(inside.first == some.first);
  CHECK(inside.last == some.last);
  CHECK(sorted_whole.of({50, 50}).ranks().last == 50);
  CHECK(apart.drawn == some.last - some.first + others.last - others.first);
  const RankRange joined = sorted_whole.of({2'400, 100'500}).ranks();
  CHECK(joined.first == some.first);
  CHECK(joined.last == others.last);
  CHECK(apart.drawn == joined.last - joined.first);

  ExactRandomness randomness(source);
  std::vector<std::uint64_t> sorted = keys;
  std::sort(sorted.begin(), sorted.end());
  for (const std::vector<RankRange>& likely :
       {std::vector<RankRange>{{1'000, 2'000}, {100'000, 101'000}}, {}}) {
    TiedKeys drawn(keys, 16, likely, randomness);
    const TiedRecords before = drawn.of({100'000, 101'000});
    const RankRange known = before.ranks();
    CHECK(sorted[known.first - 1] < sorted[known.first]);
    CHECK(sorted[known.last - 1] < sorted[known.last]);
    std::vector<Uint128> records;
    for (std::size_t i = known.first; i < known.last; ++i) records.push_back(before[i]);
    const TiedRecords after = drawn.of({0, kMany});
    std::size_t same = 0;
    for (std::size_t i = 0; i < records.size(); ++i) same += after[known.first + i] == records[i];
    CHECK(same == records.size());
    std::size_t in_order = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < kMany; ++i) {
      right += static_cast<std::uint64_t>(after[i] >> 16) == sorted[i];
      in_order += i == 0 || after[i - 1] <= after[i];
    }
    CHECK(right == kMany);
    CHECK(in_order == kMany);
  }
}

TEST_CASE("only the bits of records that are no longer needed are freed") {
  const std::vector<std::uint64_t> keys = many_keys(500);  // about 600 of each
  SeededBits source(11);
  ExactRandomness randomness(source);
  for (std::size_t kept = 19'000; kept < 20'000; kept += 111) {
    SameBits counted(randomness);
    TiedKeys tied(keys, 16, {}, counted);
    const RankRange early = tied.of({10'000, 11'000}).ranks();
    const RankRange known = tied.of({18'000, 21'000}).ranks();
    const RankRange late = tied.of({30'000, 31'000}).ranks();
    tied.forget_before(kept);
    counted.drawn = 0;
    tied.of({kept, 21'000});
    tied.of({30'000, 30'500});
    CHECK(counted.drawn == 0);

    // Records equal to the first kept one stay with it, as equal records draw together.
    const RankRange joined = tied.of({kept + 700, 22'000}).ranks();
    CHECK(joined.first > known.first);
    CHECK(joined.first <= kept);
    CHECK(counted.drawn == joined.last - known.last);
    CHECK(tied.of({kept, 22'000}).ranks().first == joined.first);
    CHECK(counted.drawn == joined.last - known.last);
    counted.drawn = 0;
    CHECK(tied.of({kept, 30'500}).ranks().last == late.last);
    CHECK(counted.drawn == late.first - joined.last);

    // The memory is free: a further access to these records draws their bits again.
    tied.forget_before(0);
    counted.drawn = 0;
    tied.of({10'000, 11'000});
    CHECK(counted.drawn == early.last - early.first);
  }

  // Kept records stay unchanged.
  TiedKeys tied(keys, 16, {}, randomness);
  const auto records = [&](const RankRange& ranks) {
    const TiedRecords found = tied.of(ranks);
    std::vector<Uint128> list;
    for (std::size_t i = ranks.first; i < ranks.last; ++i) list.push_back(found[i]);
    return list;
  };
  const std::vector<Uint128> before = records({20'300, 21'000});
  records({19'000, 20'500});
  tied.forget_before(20'300);
  std::vector<Uint128> after = records({20'300, 40'000});
  CHECK(std::is_sorted(after.begin(), after.end()));
  after.resize(before.size());
  CHECK(after == before);
}

/// Accesses some ranks of a part, then both of its sides, as draws of quantiles do. Counts records that changed
/// since an earlier access or are out of order.
std::size_t changed_in(TiedKeys& tied, const RankRange& part, BitPool& pool,
                       std::vector<std::optional<Uint128>>& seen) {
  if (part.last - part.first < 3) return 0;
  tied.forget_before(part.first);
  const std::size_t size = part.last - part.first;
  const std::size_t first = part.first + pool.below(size);
  const std::size_t last = std::min<std::size_t>(part.last, first + 1 + pool.below(1 + size / 3));
  const TiedRecords found = tied.of({first, last});
  std::size_t changed = 0;
  for (std::size_t i = first; i < last; ++i) {
    if (seen[i].value_or(found[i]) != found[i] || (i > first && found[i] < found[i - 1])) ++changed;
    seen[i] = found[i];
  }
  const std::size_t middle = first + (last - first) / 2;
  changed += changed_in(tied, {part.first, middle}, pool, seen);
  return changed + changed_in(tied, {middle + 1, part.last}, pool, seen);
}

TEST_CASE("several draws of a halving see the same record") {
  SeededBits source(12);
  BitPool pool(source);
  ExactRandomness randomness(source);
  std::size_t looked_at = 0;
  for (int round = 0; round < 400; ++round) {
    std::vector<std::uint64_t> keys(200 + pool.below(200));
    const std::uint64_t values = 1 + pool.below(100);
    for (auto& key : keys) key = pool.below(values);
    TiedKeys tied(keys, 16, {}, randomness);
    std::vector<std::optional<Uint128>> seen(keys.size());
    CHECK(changed_in(tied, {0, keys.size()}, pool, seen) == 0);
    for (const auto& record : seen) looked_at += record.has_value();
  }
  CHECK(looked_at > 50'000);
}

}  // namespace
}  // namespace logstar::testing
