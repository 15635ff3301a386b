// Bits that order equal keys: drawn once, kept, and freed after their last use.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>

#include "logstar/interior_point/rank/tied_rank_runs.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "many_keys.hpp"
#include "run_tally.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::tied_keys_test {
namespace {

TEST_CASE("each accessed record draws its bits once and keeps them when others are accessed") {
  const std::vector<std::uint64_t> keys = many_keys(500);
  SeededBits source(10);
  ExactRandomness inner(source);
  SameBits counted(inner);
  TiedKeys tied(keys, 16, {{1'000, 2'000}, {100'000, 101'000}}, counted);
  CHECK(counted.drawn == 0);
  tied.of({100'000, 101'000});
  CHECK(counted.drawn >= 1'000);
  CHECK(counted.drawn < kKeyCount / 40);
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
  CHECK(apart.drawn < kKeyCount / 20);
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
    const TiedRecords after = drawn.of({0, kKeyCount});
    std::size_t same = 0;
    for (std::size_t i = 0; i < records.size(); ++i) same += after[known.first + i] == records[i];
    CHECK(same == records.size());
    std::size_t in_order = 0;
    std::size_t right = 0;
    for (std::size_t i = 0; i < kKeyCount; ++i) {
      right += static_cast<std::uint64_t>(after[i] >> 16) == sorted[i];
      in_order += i == 0 || after[i - 1] <= after[i];
    }
    CHECK(right == kKeyCount);
    CHECK(in_order == kKeyCount);
  }
}

TEST_CASE("only the bits of records without a later use are freed") {
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
  for (int round = 0; round < 800; ++round) {
    std::vector<std::uint64_t> keys(200 + pool.below(200));
    const std::uint64_t values = 1 + pool.below(100);
    for (auto& key : keys) key = pool.below(values);
    // With few bits most records are in classes that are counted, others between them.
    const unsigned bits = round % 2 == 0 ? 16 : 1 + static_cast<unsigned>(pool.below(5));
    TiedKeys tied(keys, bits, {}, randomness);
    std::vector<std::optional<Uint128>> seen(keys.size());
    CHECK(changed_in(tied, {0, keys.size()}, pool, seen) == 0);
    for (const auto& record : seen) looked_at += record.has_value();
  }
  CHECK(looked_at > 100'000);
}

}  // namespace
}  // namespace logstar::testing::tied_keys_test
