#include "logstar/domain/number_column.hpp"

#include <algorithm>
#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "logstar/interior_point/rank/rank_selection.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// A column of these numbers.
NumberColumn column_of(const std::vector<double>& numbers, NumberColumn::Domain domain,
                       Outside outside) {
  NumbersElsewhere elsewhere;
  elsewhere.size = numbers.size();
  elsewhere.copy = [&numbers](std::size_t first, std::size_t count, void* to) {
    std::memcpy(to, numbers.data() + first, count * sizeof(double));
  };
  return NumberColumn(std::move(elsewhere), std::move(domain), outside);
}

struct NamedDomain {
  std::string name;
  NumberColumn::Domain domain;
};

std::vector<NamedDomain> domains() {
  return {
      {"all doubles", RealDomain()},
      {"doubles from -2 to 7", RealDomain(-2.0, 7.0, std::nullopt)},
      {"three digits", RealDomain(std::nullopt, std::nullopt, 3)},
      {"one digit from 0.123 to 4.56", RealDomain(0.123, 4.56, 1)},
      {"0 to 120", IntegerDomain(0, 120)},
      {"one whole number", IntegerDomain(3, 3)},
      {"-2^63 to 2^63", IntegerDomain(-(Int128(1) << 63), Int128(1) << 62)},
      {"beyond the whole doubles", IntegerDomain((Int128(1) << 53) - 3, (Int128(1) << 53) + 9)}};
}

/// Numbers of all sizes, many of them equal, and those at the borders of the domains.
std::vector<double> numbers_of_all_sizes(std::size_t count) {
  SeededBits source(71);
  BitPool pool(source);
  std::vector<double> numbers{0.0,  -0.0,  kInfinite, -kInfinite, kNan,   -kNan,  120.5, 119.5,
                              -0.5, 0.5,   2.5,       3.5,        0.123,  4.56,   7,     -2,
                              1e19, -1e19, 0x1p53,    0x1p53 + 4, 5e-324, -5e-324};
  while (numbers.size() < count) {
    const double whole = static_cast<double>(pool.below(300)) - 100;
    const double part = static_cast<double>(pool.word() >> 11) * 0x1p-53;
    const auto kind = pool.below(8);
    numbers.push_back(kind == 0   ? std::bit_cast<double>(pool.word())
                      : kind == 1 ? kNan
                      : kind < 5  ? whole / 4
                                  : 10 * part - 3);
  }
  return numbers;
}

std::vector<std::uint64_t> encoded_one_by_one(const std::vector<double>& numbers,
                                              const NumberColumn::Domain& domain, Outside outside) {
  std::vector<std::uint64_t> keys;
  for (const double number : numbers) {
    const auto key = std::visit([&](const auto& of) { return of.encode(number, outside); }, domain);
    if (key) keys.push_back(*key);
  }
  return keys;
}

TEST_CASE("a column of numbers has the keys that its domain gives each number") {
  const std::vector<double> numbers = numbers_of_all_sizes(40'000);
  for (const auto& [name, domain] : domains()) {
    for (const Outside outside : {Outside::clamp, Outside::drop}) {
      INFO(name << (outside == Outside::drop ? ", drop" : ", clamp"));
      NumberColumn column = column_of(numbers, domain, outside);
      // Compared within parentheses, here and below: Catch2 would print long lists for minutes.
      CHECK((column.take_all() == encoded_one_by_one(numbers, domain, outside)));
    }
  }
}

// Regression: the search for the ends of a range of doubles overflowed, and every number was inside.
TEST_CASE("a pass over a column of numbers splits and counts it as a pass over its keys does") {
  const std::vector<double> numbers = numbers_of_all_sizes(40'000);
  for (const auto& [name, domain] : domains()) {
    for (const Outside outside : {Outside::clamp, Outside::drop}) {
      const NumberColumn column = column_of(numbers, domain, outside);
      const std::vector<std::uint64_t> keys = encoded_one_by_one(numbers, domain, outside);
      if (keys.empty()) continue;
      std::vector<std::uint64_t> sorted = keys;
      std::sort(sorted.begin(), sorted.end());
      const KeyInterval all = std::visit([](const auto& of) { return of.keys(); }, domain);
      const auto at = [&](double share) {
        return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
      };
      for (const KeyInterval& bounds :
           {all, KeyInterval{at(0.4), at(0.6)}, KeyInterval{at(0.5), at(0.5)},
            KeyInterval{all.lowest, at(0.1)}, KeyInterval{at(0.9), all.highest},
            KeyInterval{all.lowest, all.lowest}, KeyInterval{all.highest, all.highest}}) {
        INFO(name << (outside == Outside::drop ? ", drop, " : ", clamp, ") << bounds.lowest
                  << " to " << bounds.highest);
        const auto passed = [&](const KeySource& records) {
          std::vector<std::uint64_t> inside;
          const KeySplit others = records.split(bounds, [&](std::span<const std::uint64_t> some) {
            inside.insert(inside.end(), some.begin(), some.end());
            return true;
          });
          std::vector<std::uint64_t> between;
          const KeyEnds ends =
              records.split_between(bounds, [&](std::span<const std::uint64_t> some) {
                between.insert(between.end(), some.begin(), some.end());
                return true;
              });
          const auto take_out = [&](std::uint64_t key) { return std::erase(inside, key); };
          const std::vector<std::uint64_t> with_ends = inside;
          const std::size_t at_lowest = take_out(bounds.lowest);
          CHECK(std::tuple{ends.below, ends.at_lowest, ends.at_highest, ends.above} ==
                std::tuple{others.below, at_lowest, take_out(bounds.highest), others.above});
          CHECK((between == inside));
          return std::tuple{others.below, others.above, with_ends};
        };
        CHECK(passed(column) == passed(StoredKeys(keys)));
      }
    }
  }
}

TEST_CASE("ranks selected in one pass match the sorted records, whatever the domain drops") {
  const std::vector<double> numbers = numbers_of_all_sizes(300'000);
  for (const auto& [name, domain] : domains()) {
    for (const Outside outside : {Outside::clamp, Outside::drop}) {
      INFO(name << (outside == Outside::drop ? ", drop" : ", clamp"));
      const NumberColumn column = column_of(numbers, domain, outside);
      std::vector<std::uint64_t> sorted = encoded_one_by_one(numbers, domain, outside);
      std::sort(sorted.begin(), sorted.end());
      const auto middle = [](std::size_t records) -> std::optional<RankSpan> {
        if (records < 1000) return std::nullopt;
        return RankSpan{records / 2 - 40, records / 2 + 40};
      };
      const auto selected = select_ranks(column, middle);
      if (!selected) {
        CHECK(sorted.size() < 5000);
        continue;
      }
      REQUIRE(selected->records == sorted.size());
      const RankSpan span = *middle(sorted.size());
      const auto first = std::lower_bound(sorted.begin(), sorted.end(), sorted[span.from]);
      const auto last = std::upper_bound(sorted.begin(), sorted.end(), sorted[span.to]);
      const auto& [below, keys, before] = selected->ranks;
      CHECK(below == static_cast<std::size_t>(first - sorted.begin()));
      std::vector<std::uint64_t> all = keys;
      if (!before.empty()) {
        all.clear();
        for (std::size_t i = 0; i < keys.size(); ++i)
          all.insert(all.end(), before[i + 1] - before[i], keys[i]);
      }
      CHECK((all == std::vector<std::uint64_t>(first, last)));
    }
  }
}

}  // namespace
}  // namespace logstar::testing
