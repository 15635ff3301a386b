#include "logstar/interior_point/cut_choice/two_rates_candidates.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "enumerating_randomness.hpp"
#include "logstar/interior_point/cut_choice/two_rates_calibration.hpp"
#include "logstar/randomness/bit_pool.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::two_rates_candidates_test {
namespace {

using Candidates = std::map<std::pair<std::int64_t, WideKey>, std::size_t>;

constexpr std::uint32_t kBits = 14;

/// (score, key) -> the number of prefixes of E with it, directly from the definition.
Candidates by_definition(std::vector<std::uint64_t> values, const TwoRatesParameters& p) {
  const auto n = static_cast<std::int64_t>(values.size());
  const auto copies = static_cast<std::int64_t>(p.padding);
  values.insert(values.end(), p.padding, 0);
  values.insert(values.end(), p.padding, (std::uint64_t(1) << kBits) - 1);
  std::sort(values.begin(), values.end());
  const auto before = [&](std::uint64_t key) {
    return std::lower_bound(values.begin(), values.end(), key) - values.begin();
  };
  Candidates found;
  const std::int64_t b = p.tau.denominator;
  const std::int64_t target = p.tau.numerator * n;
  for (std::uint32_t rest = 0; rest <= kBits; ++rest) {
    for (std::uint64_t prefix = 0; prefix << rest < std::uint64_t(1) << kBits; ++prefix) {
      const std::uint64_t low = prefix << rest;
      const std::int64_t weight = before(low + (std::uint64_t(1) << rest)) - before(low);
      if (weight == 0) continue;
      const std::uint64_t z = rest == 0 ? low : low + (std::uint64_t(1) << (rest - 1)) - 1;
      const std::int64_t score =
          std::min({p.per_weight * (weight - 1),
                    p.base + p.per_part_before * (b * (before(z + 1) - copies) - target + p.margin),
                    p.base + p.per_part_after * (target - b * (before(z) - copies) + p.margin)});
      ++found[{score, WideKey{z}}];
    }
  }
  return found;
}

Candidates by_runs(TwoRatesCandidates& runs) {
  Candidates found;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const CandidateRun run = runs.run(i);
    const auto law =
        enumerate([&](Randomness& randomness) { return runs.draw_key(i, randomness); });
    for (const auto& [key, p] : law.mass) {
      found[{run.score, key}] +=
          static_cast<std::size_t>(static_cast<long double>(run.multiplicity) * p + 0.5L);
    }
  }
  return found;
}

/// Data with few equal keys, with many equal to the median, or all equal; with many at the lowest or the
/// highest end; or with few distinct values.
std::vector<std::uint64_t> values_of(int kind, std::size_t n, BitPool& pool) {
  std::vector<std::uint64_t> values;
  for (std::size_t i = 0; i < n; ++i) {
    const std::uint64_t any = pool.below(std::uint64_t(1) << kBits);
    values.push_back(kind == 0   ? any
                     : kind == 1 ? 8000 + any % 40
                     : kind == 2 ? (i % 2 == 0 ? any : 8191)
                     : kind == 3 ? 5
                     : kind == 4 ? (i % 3 == 0 ? any : 0)
                     : kind == 5 ? (i % 3 == 0 ? any : (std::uint64_t(1) << kBits) - 1)
                                 : any % 16 * 1000);
  }
  return values;
}

TEST_CASE("the candidates of a quantile, with those near the rank first, are complete and unique") {
  SeededBits source(61);
  BitPool pool(source);
  for (const int kind : {0, 1, 2, 3, 4, 5, 6}) {
    for (const QuantileFraction tau : {QuantileFraction{1, 2}, {9, 10}, {1, 100}}) {
      const auto parameters = calibrate_two_rates(tau, kBits, {2, 1e-4}, 0.1);
      for (const std::size_t n : {0u, 1u, 300u, 3000u, 9000u}) {
        const std::vector<std::uint64_t> values = values_of(kind, n, pool);
        INFO("kind " << kind << ", " << tau.numerator << "/" << tau.denominator << ", n = " << n);
        TwoRatesCandidates runs(KeyArray(kBits, values), WideInterval::all(kBits), parameters);
        const auto hidden = runs.hidden();
        const std::size_t shown = runs.size();
        std::vector<std::int64_t> scores;
        for (std::size_t i = 0; i < shown; ++i) scores.push_back(runs.run(i).score);
        if (kind == 0 && n == 3000) CHECK((hidden && shown < 3000));
        runs.complete();
        REQUIRE_FALSE(runs.hidden().has_value());
        Natural multiplicity = 0;
        for (std::size_t i = 0; i < runs.size(); ++i) {
          if (i < shown) {
            REQUIRE(runs.run(i).score == scores[i]);
          } else {
            REQUIRE(runs.run(i).score <= hidden->score);
            multiplicity += runs.run(i).multiplicity;
          }
        }
        if (hidden) REQUIRE(multiplicity <= hidden->multiplicity);
        REQUIRE(by_runs(runs) == by_definition(values, parameters));
      }
    }
  }
}

/// (score, key) -> the number of prefixes of E with it, for keys of two limbs and the records' own prefixes.
Candidates by_prefixes(std::vector<Uint128> values, std::uint32_t bits,
                       const TwoRatesParameters& p) {
  const auto n = static_cast<std::int64_t>(values.size());
  const auto copies = static_cast<std::int64_t>(p.padding);
  values.insert(values.end(), p.padding, 0);
  values.insert(values.end(), p.padding, (Uint128(1) << bits) - 1);
  std::sort(values.begin(), values.end());
  const auto before = [&](Uint128 key) {
    return std::lower_bound(values.begin(), values.end(), key) - values.begin();
  };
  Candidates found;
  const std::int64_t b = p.tau.denominator;
  const std::int64_t target = p.tau.numerator * n;
  for (std::uint32_t rest = 0; rest <= bits; ++rest) {
    for (std::size_t i = 0; i < values.size();) {
      const Uint128 low = values[i] >> rest << rest;
      const std::int64_t end = before(low + (Uint128(1) << rest));
      const std::int64_t weight = end - static_cast<std::int64_t>(i);
      const Uint128 z = rest == 0 ? low : low + (Uint128(1) << (rest - 1)) - 1;
      const std::int64_t score =
          std::min({p.per_weight * (weight - 1),
                    p.base + p.per_part_before * (b * (before(z + 1) - copies) - target + p.margin),
                    p.base + p.per_part_after * (target - b * (before(z) - copies) + p.margin)});
      ++found[{score, WideKey{static_cast<std::uint64_t>(z >> 64), static_cast<std::uint64_t>(z)}}];
      i = static_cast<std::size_t>(end);
    }
  }
  return found;
}

TEST_CASE("the candidates near the rank of wide keys, with only these sorted, are complete") {
  constexpr std::uint32_t kWideBits = 70;
  SeededBits source(62);
  BitPool pool(source);
  for (const int kind : {0, 1, 2, 4, 5, 6}) {
    const auto parameters = calibrate_two_rates({1, 2}, kWideBits, {2, 1e-4}, 0.1);
    std::vector<Uint128> values;
    KeyArray keys(kWideBits);
    for (const std::uint64_t value : values_of(kind, 4200, pool)) {
      values.push_back(Uint128(value) << (kWideBits - kBits));
      keys.append(key_of(Natural(value) << (kWideBits - kBits), kWideBits));
    }
    INFO("kind " << kind);
    TwoRatesCandidates runs(std::move(keys), WideInterval::all(kWideBits), parameters);
    const auto hidden = runs.hidden();
    const std::size_t shown = runs.size();
    if (kind == 0) CHECK((hidden && shown < 2000));
    runs.complete();
    for (std::size_t i = shown; i < runs.size(); ++i) {
      REQUIRE(runs.run(i).score <= hidden->score);
    }
    REQUIRE(by_runs(runs) == by_prefixes(values, kWideBits, parameters));
  }
}

}  // namespace
}  // namespace logstar::testing::two_rates_candidates_test
