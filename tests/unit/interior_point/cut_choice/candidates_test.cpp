#include "logstar/interior_point/cut_choice/candidates.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>

#include "databases.hpp"
#include "logstar/interior_point/cut_choice/every_prefix.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::candidates_test {
namespace {

using Candidates = std::map<std::pair<std::int64_t, std::uint64_t>, std::size_t>;

KeyArray array_of(std::uint32_t bits, const std::vector<std::size_t>& values) {
  return KeyArray(bits, {values.begin(), values.end()});
}

std::int64_t below(const std::vector<std::size_t>& values, std::uint64_t prefix,
                   std::uint32_t rest) {
  std::int64_t weight = 0;
  for (const std::size_t x : values) weight += x >> rest == prefix;
  return weight;
}

/// (score, key) -> the number of prefixes with it, directly from the definition.
Candidates by_definition(std::uint32_t bits, const std::vector<std::size_t>& values,
                         std::int64_t offset) {
  Candidates found;
  for (std::uint32_t length = 0; length <= bits; ++length) {
    const std::uint32_t rest = bits - length;
    for (std::uint64_t prefix = 0; prefix < std::uint64_t(1) << length; ++prefix) {
      const std::int64_t weight = below(values, prefix, rest);
      if (weight == 0) continue;
      if (rest == 0) {
        ++found[{weight, prefix}];
        continue;
      }
      const std::uint64_t cut = (prefix << rest) + (std::uint64_t(1) << (rest - 1)) - 1;
      std::int64_t at_most = 0;
      std::int64_t at_least = 0;
      for (const std::size_t x : values) {
        at_most += x <= cut;
        at_least += x >= cut;
      }
      ++found[{std::min(weight, std::min(at_most, at_least) + offset), cut}];
    }
  }
  return found;
}

Candidates by_runs(const KeyArray& keys, std::int64_t offset) {
  const PaddedKeys records(keys);
  const CutDepthScore score(records, offset);
  CutCandidates runs(keys, score, 1, 0);
  runs.complete();
  Candidates found;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    const auto law =
        enumerate([&](Randomness& randomness) { return runs.draw_key(i, randomness); });
    for (const auto& [key, p] : law.mass) {
      found[{run.score, key[0]}] +=
          static_cast<std::size_t>(static_cast<long double>(run.multiplicity) * p + 0.5L);
    }
  }
  return found;
}

TEST_CASE("the runs contain the cut of every prefix and every key, with its score, and no other") {
  for (std::size_t size = 0; size <= 4; ++size) {
    for_each_multiset(16, size, [](const std::vector<std::size_t>& values) {
      for (const std::int64_t offset : {0, 2}) {
        REQUIRE(by_runs(array_of(4, values), offset) == by_definition(4, values, offset));
      }
    });
  }
}

/// In order; anywhere, in a cluster across the limbs, or ends of prefixes with equal ones.
std::vector<Natural> wide_values(std::uint32_t bits, int kind, BitPool& pool) {
  std::vector<Natural> values;
  for (unsigned i = 0; i < 40; ++i) {
    const Natural any = pool.below(Natural(1) << bits);
    values.push_back(kind == 0   ? any
                     : kind == 1 ? (Natural(5) << (bits - 4)) + (any >> (bits / 2))
                                 : (Natural(1) << (3 * (i / 2) % bits)) - i % 2);
  }
  std::sort(values.begin(), values.end());
  return values;
}

TEST_CASE(
    "keys of several limbs have the same candidates, the rest being candidates without records") {
  SeededBits source(91);
  BitPool pool(source);
  for (const std::uint32_t bits : {64u, 67u, 128u, 130u}) {
    for (const int kind : {0, 1, 2}) {
      INFO(bits << " bits, kind " << kind);
      const std::vector<Natural> values = wide_values(bits, kind, pool);
      KeyArray keys(bits);
      for (const Natural& value : values) keys.append(key_of(value, bits));
      std::map<std::pair<std::int64_t, WideKey>, std::size_t> expected;
      Natural occurring = 0;
      for (std::uint32_t rest = 0; rest <= bits; ++rest) {
        std::map<Natural, std::int64_t> weights;
        for (const Natural& value : values) ++weights[value >> rest];
        occurring += weights.size();
        for (const auto& [prefix, weight] : weights) {
          const Natural z = rest == 0 ? prefix : (prefix << rest) + (Natural(1) << (rest - 1)) - 1;
          const auto less = std::lower_bound(values.begin(), values.end(), z) - values.begin();
          const auto at_most = std::upper_bound(values.begin(), values.end(), z) - values.begin();
          const std::int64_t depth = std::min<std::int64_t>(at_most, 40 - less);
          ++expected[{std::min(weight, depth + 3), key_of(z, bits)}];
        }
      }
      const PaddedKeys records(keys);
      const CutDepthScore score(records, 3);
      CutCandidates runs(keys, score, 1, 0);
      runs.complete();
      std::map<std::pair<std::int64_t, WideKey>, std::size_t> found;
      for (std::size_t i = 0; i < runs.size(); ++i) {
        const auto law = enumerate([&](Randomness& r) { return runs.draw_key(i, r); });
        for (const auto& [key, p] : law.mass) {
          found[{runs.run(i).score, key}] += static_cast<std::size_t>(
              static_cast<long double>(runs.run(i).multiplicity) * p + 0.5L);
        }
      }
      CHECK(found == expected);
      CHECK(PrefixesWithoutRecords(keys).count() ==
            (Natural(1) << (bits + std::uint64_t(1))) - 1 - occurring);
    }
  }
}

TEST_CASE("hidden cuts are bounded in score and in number, and come after the rest") {
  std::vector<std::size_t> values;
  for (std::size_t i = 0; i < 200; ++i) values.push_back(i * i % 251 + (i < 100 ? 0 : 60000));
  std::sort(values.begin(), values.end());
  const KeyArray keys = array_of(16, values);
  const PaddedKeys records(keys);
  const CutDepthScore score(records, 7);
  CutCandidates runs(keys, score, 10, 0);
  const std::size_t shown = runs.size();
  std::vector<std::int64_t> scores;
  for (std::size_t i = 0; i < shown; ++i) scores.push_back(runs.run(i).score);
  const auto hidden = runs.hidden();
  REQUIRE(hidden.has_value());
  runs.complete();
  CHECK_FALSE(runs.hidden().has_value());
  CHECK(runs.size() > 5 * shown);
  Natural multiplicity = 0;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i < shown) {
      CHECK(runs.run(i).score == scores[i]);
    } else {
      CHECK(runs.run(i).score <= hidden->score);
      multiplicity += runs.run(i).multiplicity;
    }
  }
  CHECK(multiplicity <= hidden->multiplicity);
}

TEST_CASE(
    "a prefix without records is drawn uniformly among all of them, and returned as its cut") {
  for (std::size_t size = 0; size <= 3; ++size) {
    for_each_multiset(8, size, [](const std::vector<std::size_t>& values) {
      std::map<WideKey, std::size_t> expected;
      std::size_t count = 0;
      for (std::uint32_t length = 0; length <= 3; ++length) {
        const std::uint32_t rest = 3 - length;
        for (std::uint64_t prefix = 0; prefix < std::uint64_t(1) << length; ++prefix) {
          if (below(values, prefix, rest) > 0) continue;
          const std::uint64_t half = rest == 0 ? 0 : (std::uint64_t(1) << (rest - 1)) - 1;
          ++expected[{(prefix << rest) + half}];
          ++count;
        }
      }
      const KeyArray keys = array_of(3, values);
      const PrefixesWithoutRecords rest(keys);
      REQUIRE(rest.count() == count);
      if (count == 0) return;
      const auto law = enumerate([&](Randomness& randomness) { return rest.draw_key(randomness); });
      REQUIRE(law.mass.size() == expected.size());
      for (const auto& [key, times] : expected) {
        REQUIRE(std::fabs(law.of(key) * static_cast<long double>(count) -
                          static_cast<long double>(times)) < 1e-12L);
      }
    });
  }
}

}  // namespace
}  // namespace logstar::testing::candidates_test
