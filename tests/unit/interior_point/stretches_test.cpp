#include "logstar/interior_point/rank/stretches.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr std::size_t kRecords = 400'003;
constexpr std::uint64_t kLastKey = ~std::uint64_t(0);

std::vector<std::pair<std::string, std::vector<std::uint64_t>>> shapes() {
  SeededBits source(21);
  BitPool pool(source);
  std::vector<std::uint64_t> spread(kRecords);
  for (auto& key : spread) key = pool.word();
  std::vector<std::uint64_t> few(kRecords);
  for (auto& key : few) key = pool.below(900) * 12'345;
  std::vector<std::uint64_t> ends(kRecords);  // mostly at both ends of the key range
  for (auto& key : ends) key = pool.below(3) == 0 ? 0 : pool.below(2) == 0 ? kLastKey : pool.word();
  // Values below a domain count as its first key: a border with no key before it.
  std::vector<std::uint64_t> first_keys(kRecords);
  for (auto& key : first_keys) key = pool.below(12) == 0 ? 0 : pool.word();
  std::vector<std::uint64_t> sorted = spread;
  std::sort(sorted.begin(), sorted.end());
  std::vector<std::uint64_t> uneven = sorted;  // no regular sample contains the value at the end
  for (std::size_t i = 0; i < 2'000; ++i) uneven[i] = kLastKey - i;
  return {{"spread", std::move(spread)},
          {"few values", std::move(few)},
          {"ends", std::move(ends)},
          {"sorted", std::move(sorted)},
          {"uneven", std::move(uneven)},
          {"first keys", std::move(first_keys)},
          {"all equal", std::vector<std::uint64_t>(kRecords, 7)}};
}

/// The fault of the stretches, empty if they are right. `keys`: as they are after the selection.
std::string fault_of(const Stretches& found, std::vector<std::uint64_t> keys,
                     const std::vector<std::uint64_t>& sorted,
                     const std::vector<RankRange>& wanted) {
  std::size_t offset = 0;
  std::size_t end = 0;
  for (const auto& [ranks, at] : found) {
    if (at != offset) return "an offset";
    if (offset > 0 && ranks.first <= end) return "no gap";
    const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(ranks.first);
    const auto last = sorted.begin() + static_cast<std::ptrdiff_t>(ranks.last);
    if (!std::equal(first, last, keys.begin() + static_cast<std::ptrdiff_t>(at))) {
      return "a key";
    }
    if (ranks.first > 0 && first[-1] == first[0]) return "an equal key before";
    if (last != sorted.end() && last[-1] == last[0]) return "an equal key behind";
    offset += ranks.last - ranks.first;
    end = ranks.last;
  }
  if (3 * offset > keys.size()) return "too many keys";
  std::sort(keys.begin(), keys.end());
  if (keys != sorted) return "other keys than before";
  for (const RankRange& range : wanted) {
    const bool inside = std::any_of(found.begin(), found.end(), [&](const Stretch& s) {
      return s.ranks.first <= range.first && s.ranks.last >= range.last;
    });
    if (!inside) return "a range is missing";
  }
  return "";
}

TEST_CASE("stretches match the sorted records in the requested ranges, and all equal keys") {
  std::vector<RankRange> percentiles;
  for (std::size_t i = 1; i <= 99; ++i) {
    percentiles.push_back({kRecords / 100 * i - 300, kRecords / 100 * i + 300});
  }
  const std::vector<std::vector<RankRange>> asked = {
      percentiles,
      {{0, 1}},
      {{kRecords - 1, kRecords}},
      {{0, 500}, {400, 700}, {200'000, 200'001}, {kRecords - 5'000, kRecords}},
      {{1'000, 50'000}, {2'000, 2'100}, {300'000, 300'100}}};
  std::size_t found_stretches = 0;
  for (const auto& [name, keys] : shapes()) {
    std::vector<std::uint64_t> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    for (const auto& wanted : asked) {
      std::vector<std::uint64_t> moved = keys;
      const auto found = select_stretches(moved, wanted);
      if (!found) continue;
      INFO(name << ", " << wanted.size() << " ranges");
      CHECK(fault_of(*found, moved, sorted, wanted) == "");
      ++found_stretches;
      // One record more than its buckets can hold.
      const RankRange& first = found->front().ranks;
      if (wanted.size() > 1 || first.last == kRecords) continue;
      const std::vector<RankRange> longer = {{first.first, first.last + 1}};
      const auto next = select_stretches(moved, longer);
      if (next) CHECK(fault_of(*next, moved, sorted, longer) == "");
    }
  }
  CHECK(found_stretches >= 22);
}

TEST_CASE("stretch selection abstains for few records, for no ranges and for most ranks") {
  SeededBits source(22);
  BitPool pool(source);
  std::vector<std::uint64_t> keys(kRecords);
  for (auto& key : keys) key = pool.word();
  CHECK_FALSE(select_stretches(keys, {}));
  CHECK_FALSE(select_stretches(keys, {{0, kRecords / 2}}));
  CHECK_FALSE(select_stretches(keys, std::vector<RankRange>(1'000, {0, 1})));
  std::vector<std::uint64_t> few(1'000, 4);
  CHECK_FALSE(select_stretches(few, {{0, 1}}));
  CHECK(select_stretches(keys, {{0, 1}}));
}

}  // namespace
}  // namespace logstar::testing
