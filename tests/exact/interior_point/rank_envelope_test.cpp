// A rank drawn by rejection has the law of one drawn among all runs.
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
/// A key, or nothing for none; nothing at all for a round that keeps nothing.
using Round = std::optional<std::optional<std::uint64_t>>;

constexpr KeyInterval kDomain{3, 14};
const Keys kKeys = {5, 9, 5, 12, 3, 9, 9, 14};
const Weights kWeights = {2, 1, 3, 4, 1, 2, 1, 5};
constexpr double kRate = 0.375;

RankScore score_of(RankScore::Kind kind) { return {kind, 19, {2, 5}}; }

Law<Round> round_between(const Keys& ends, const RankScore& score,
                         const std::optional<BottomScore>& none) {
  const RankEnvelope envelope({kKeys, kWeights, kDomain}, score, ends);
  return enumerate([&](Randomness& randomness) {
    const auto drawn = envelope.round(kRate, none, randomness);
    return drawn ? Round(drawn->key) : Round();
  });
}

TEST_CASE("what a round keeps has the law of a draw among runs, whatever the parts") {
  for (const auto kind : {RankScore::Kind::depth, RankScore::Kind::quantile}) {
    const RankScore score = score_of(kind);
    for (const auto& none : {std::optional<BottomScore>(), {BottomScore{4, 1 << 19}}}) {
      const auto among_runs = enumerate([&](Randomness& randomness) {
        RankRuns runs(kKeys, kDomain, score, 100, kWeights);
        return draw_of_runs(runs, kRate, none, randomness);
      });
      const std::vector<Keys> several = {
          {}, {9}, {5, 6, 9, 10}, {1, 3, 4, 4, 14, 20}, {4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}};
      for (const Keys& ends : several) {
        const auto law = round_between(ends, score, none);
        const long double kept = 1 - law.of(Round());
        REQUIRE(kept > 0);
        REQUIRE(law.mass.size() == among_runs.mass.size() + (kept < 1 - 1e-15L ? 1 : 0));
        for (const auto& [key, mass] : among_runs.mass) {
          CHECK(static_cast<double>(law.of(Round(key)) / kept) ==
                Approx(static_cast<double>(mass)).epsilon(1e-12));
        }
      }
      // With a part for each key nothing is drawn in vain.
      CHECK(static_cast<double>(round_between(several.back(), score, none).of(Round())) ==
            Approx(0).margin(1e-15));
    }
  }
}

/// Many records on few keys, of which a sample tells all.
WeightedKeys tied_records() {
  constexpr std::uint64_t kTied[] = {6, 11, 12, 6, 3};
  WeightedKeys rows{KeyArray(4), {}};
  for (std::uint32_t i = 0; i < 6000; ++i) {
    rows.keys.append(WideKey{kTied[i % 5]});
    rows.weights.push_back(1 + i % 3);
  }
  return rows;
}

TEST_CASE("many records of users are drawn from by rejection, with the law of all runs") {
  for (const auto kind : {RankScore::Kind::depth, RankScore::Kind::quantile}) {
    UserRankParameters parameters;
    parameters.draw = {kind, {2, 5}, 1.0 / 4096};
    const WeightedKeys rows = tied_records();
    const RankScore score{kind, 12'000, {2, 5}};
    REQUIRE(envelope_ends({rows.keys.words(), rows.weights, kDomain}, score,
                          parameters.draw.draw_epsilon));
    const auto law = enumerate([&](Randomness& randomness) {
      return *draw_user_rank(rows, {{kDomain.lowest}, {kDomain.highest}}, parameters, randomness);
    });
    const auto among_runs = enumerate([&](Randomness& randomness) {
      RankRuns runs(rows.keys.words(), kDomain, score, 12'000, rows.weights);
      return WideKey{*draw_of_runs(runs, parameters.draw.draw_epsilon, std::nullopt, randomness)};
    });
    REQUIRE(law.mass.size() == 12);
    for (const auto& [key, mass] : among_runs.mass) {
      CHECK(static_cast<double>(law.of(key)) == Approx(static_cast<double>(mass)).epsilon(1e-12));
    }
  }
}

}  // namespace
}  // namespace logstar::testing::rank_envelope_test
