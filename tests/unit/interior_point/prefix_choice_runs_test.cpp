#include "logstar/interior_point/prefix_choice/prefix_choice_runs.hpp"

#include <catch2/catch.hpp>
#include <map>

#include "databases.hpp"
#include "logstar/interior_point/rank/rank_score.hpp"

namespace logstar::testing {
namespace {

using Candidates = std::map<std::pair<std::int64_t, std::uint64_t>, std::size_t>;

KeyArray array_of(std::uint32_t bits, const std::vector<std::size_t>& values) {
  return KeyArray(bits, {values.begin(), values.end()});
}

PlaceScore depth_of(std::size_t n) {
  const RankScore depth{RankScore::Kind::depth, static_cast<std::int64_t>(n), {}};
  return [depth](std::size_t less, std::size_t at_most) {
    return depth(static_cast<std::int64_t>(less), static_cast<std::int64_t>(at_most));
  };
}

/// (score, key) -> how many candidates (v, end), straight from the definition.
Candidates by_definition(std::uint32_t bits, const std::vector<std::size_t>& values) {
  Candidates found;
  for (std::uint32_t length = 0; length <= bits; ++length) {
    const std::uint32_t rest = bits - length;
    for (std::uint64_t prefix = 0; prefix < std::uint64_t(1) << length; ++prefix) {
      std::int64_t weight = 0;
      for (const std::size_t x : values) weight += x >> rest == prefix;
      if (weight == 0) continue;
      const std::uint64_t low = prefix << rest;
      std::vector<std::uint64_t> ends = {low, low + (std::uint64_t(1) << rest) - 1};
      if (rest > 0) ends.push_back(low + (std::uint64_t(1) << (rest - 1)) - 1);
      for (const std::uint64_t z : ends) {
        std::int64_t at_most = 0;
        std::int64_t at_least = 0;
        for (const std::size_t x : values) {
          at_most += x <= z;
          at_least += x >= z;
        }
        ++found[{std::min(weight, std::min(at_most, at_least)), z}];
      }
    }
  }
  return found;
}

Candidates by_runs(const KeyArray& keys, std::int64_t margin) {
  const PlaceScore score = depth_of(keys.size());
  PrefixChoiceRuns runs(keys, score, margin, 0);
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

TEST_CASE("the runs hold every pair of a prefix and an end, with its score, and no other") {
  for (std::size_t size = 0; size <= 4; ++size) {
    for_each_multiset(16, size, [](const std::vector<std::size_t>& values) {
      REQUIRE(by_runs(array_of(4, values), 1) == by_definition(4, values));
    });
  }
}

TEST_CASE("what is hidden is bounded in score and in number, and comes after what was shown") {
  std::vector<std::size_t> values;
  for (std::size_t i = 0; i < 200; ++i) values.push_back(i * i % 251 + (i < 100 ? 0 : 60000));
  std::sort(values.begin(), values.end());
  const KeyArray keys = array_of(16, values);
  const PlaceScore score = depth_of(values.size());
  PrefixChoiceRuns runs(keys, score, 10, 0);
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

TEST_CASE("with a bound, what is hidden has score 0, and the candidates are the same") {
  std::vector<std::size_t> values;
  for (std::size_t i = 0; i < 300; ++i) values.push_back(i * 7919 % 65536);
  std::sort(values.begin(), values.end());
  const KeyArray keys = array_of(16, values);
  // Positive between positions 100 and 110 only.
  const PlaceScore score = [](std::size_t, std::size_t at_most) -> std::int64_t {
    return at_most >= 100 && at_most <= 110 ? 5 : -static_cast<std::int64_t>(at_most);
  };
  const PlaceBound bound = [](std::size_t first, std::size_t last) -> std::int64_t {
    return first <= 110 && last >= 100 ? 5 : -1;
  };
  PrefixChoiceRuns plain(keys, score, 1000, 0);
  PrefixChoiceRuns bounded(keys, score, 1000, 0, &bound);
  const std::size_t shown = bounded.size();
  const auto hidden = bounded.hidden();
  REQUIRE(hidden.has_value());
  CHECK(hidden->score == 0);
  plain.complete();
  bounded.complete();
  CHECK(bounded.size() > 5 * shown);
  for (std::size_t i = shown; i < bounded.size(); ++i) REQUIRE(bounded.run(i).score == 0);
  const auto multiplicities = [](const PrefixChoiceRuns& runs) {
    std::map<std::int64_t, Natural> of_score;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      of_score[runs.run(i).score] += runs.run(i).multiplicity;
    }
    return of_score;
  };
  CHECK(multiplicities(plain) == multiplicities(bounded));
}

}  // namespace
}  // namespace logstar::testing
