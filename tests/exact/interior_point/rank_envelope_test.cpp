// A rank drawn by rejection has the law of a rank drawn among all runs.
#include "logstar/interior_point/rank/rank_envelope.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <optional>
#include <vector>

#include "enumerating_randomness.hpp"
#include "logstar/interior_point/rank/exponential.hpp"
#include "logstar/interior_point/rank/user_exponential.hpp"

namespace logstar::testing::rank_envelope_test {
namespace {

using Keys = std::vector<std::uint64_t>;
using Weights = std::vector<std::uint32_t>;
/// A key or an abstention (empty inner optional); an empty outer optional for a round that keeps no candidate.
using Round = std::optional<std::optional<std::uint64_t>>;

constexpr KeyInterval kDomain{3, 14};
const Keys kKeys = {5, 9, 5, 12, 3, 9, 9, 14};
const Weights kWeights = {2, 1, 3, 4, 1, 2, 1, 5};
constexpr double kRate = 0.375;

RankScore score_of(RankScore::Kind kind) { return {kind, 19, {2, 5}}; }

RankEnvelope between(const Keys& ends, const RankScore& score) {
  return {{kKeys, kWeights, kDomain}, score, ends};
}

Law<Round> law_of_round(const RankEnvelope& envelope, const std::optional<BottomScore>& none) {
  return enumerate([&](Randomness& randomness) {
    const auto drawn = envelope.round(kRate, none, randomness);
    return drawn ? Round(drawn->key) : Round();
  });
}

TEST_CASE("the result of a round has the law of a draw among runs, for any partition") {
  for (const auto kind : {RankScore::Kind::depth, RankScore::Kind::quantile}) {
    const RankScore score = score_of(kind);
    for (const auto& none : {std::optional<BottomScore>(), {BottomScore{4, 1 << 19}}}) {
      const auto among_runs = enumerate([&](Randomness& randomness) {
        RankRuns runs(kKeys, kDomain, score, 100, kWeights);
        return draw_of_runs(runs, kRate, none, randomness);
      });
      const auto check = [&](const RankEnvelope& envelope) {
        const auto law = law_of_round(envelope, none);
        const long double kept = 1 - law.of(Round());
        REQUIRE(kept > 0);
        REQUIRE(law.mass.size() == among_runs.mass.size() + (kept < 1 - 1e-15L ? 1 : 0));
        for (const auto& [key, mass] : among_runs.mass) {
          CHECK(static_cast<double>(law.of(Round(key)) / kept) ==
                Approx(static_cast<double>(mass)).epsilon(1e-12));
        }
      };
      const std::vector<Keys> several = {
          {}, {9}, {5, 6, 9, 10}, {1, 3, 4, 4, 14, 20}, {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}};
      for (const Keys& ends : several) {
        check(between(ends, score));
        const std::size_t parts = between(ends, score).starts().size();
        for (const Keys& finer : several) {
          for (std::size_t first = 0; first < parts; first += 2) {
            for (std::size_t last = first; last < parts; last += 3) {
              RankEnvelope envelope = between(ends, score);
              envelope.refine(first, last, [&](const auto&, auto) { return finer; });
              check(envelope);
            }
          }
        }
      }
      // With a separate part for each key every draw succeeds.
      const auto each = law_of_round(between(several.back(), score), none);
      CHECK(static_cast<double>(each.of(Round())) == Approx(0).margin(1e-15));
    }
  }
}

/// Many records on few keys: a sample determines everything.
WeightedKeys tied_records() {
  constexpr std::uint64_t kTied[] = {6, 11, 12, 6, 3};
  WeightedKeys rows{KeyArray(4), {}};
  for (std::uint32_t i = 0; i < 6000; ++i) {
    rows.keys.append(WideKey{kTied[i % 5]});
    rows.weights.push_back(1 + i % 3);
  }
  return rows;
}

TEST_CASE("rejection draws from many records of users with the law of all runs") {
  using Kind = RankScore::Kind;
  const WeightedKeys rows = tied_records();
  for (const auto kind : {Kind::depth, Kind::quantile}) {
    const std::int64_t good = kind == Kind::depth ? 5000 : -500;
    for (const auto& none : {std::optional<BottomScore>(), {BottomScore{good, 1 << 19}}}) {
      // All keys together weigh few factors of e, and many: parts are refined.
      for (const double rate : {1.0 / 4096, 1.0 / 64}) {
        UserRankParameters parameters;
        parameters.draw = {kind, {2, 5}, rate};
        if (none) parameters.none = NoneScore{*none, 0, *none, 0};
        const RankScore score{kind, 12'000, {2, 5}};
        REQUIRE(likely_envelope({rows.keys.words(), rows.weights, kDomain}, score, rate));
        const auto law = enumerate([&](Randomness& randomness) {
          return draw_user_rank(rows, {{kDomain.lowest}, {kDomain.highest}}, parameters,
                                randomness);
        });
        const auto among_runs = enumerate([&](Randomness& randomness) {
          RankRuns runs(rows.keys.words(), kDomain, score, 12'000, rows.weights);
          const auto drawn = draw_of_runs(runs, rate, none, randomness);
          return drawn ? std::optional(WideKey{*drawn}) : std::nullopt;
        });
        REQUIRE(law.mass.size() == (none ? 13 : 12));
        for (const auto& [key, mass] : among_runs.mass) {
          CHECK(static_cast<double>(law.of(key)) ==
                Approx(static_cast<double>(mass)).epsilon(1e-12));
        }
      }
    }
  }
}

}  // namespace
}  // namespace logstar::testing::rank_envelope_test
