// Drawing ranks by rejection: the tasks, the keys, and the handling of failed rounds.
#include "logstar/interior_point/rank/rank_envelope.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "logstar/interior_point/rank/user_exponential.hpp"
#include "logstar/randomness/exact_randomness.hpp"
#include "passing_randomness.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing {
namespace {

constexpr KeyInterval kAll{0, ~std::uint64_t(0)};

struct Rows {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> weights;

  RankScore score() const { return {RankScore::Kind::depth, std::int64_t(7 * keys.size()), {}}; }
  auto envelope(double rate) const { return likely_envelope({keys, weights, kAll}, score(), rate); }
};

Rows rows_of(std::size_t size) {
  SeededBits source(size);
  BitPool bits(source);
  Rows rows{{}, std::vector<std::uint32_t>(size, 7)};
  for (std::size_t i = 0; i < size; ++i) rows.keys.push_back(bits.word());
  return rows;
}

TEST_CASE("few records, and records worth many factors of e, are drawn by runs") {
  // 70,000 units are 100 factors, 20,000 or more.
  CHECK(rows_of(10'000).envelope(100.0 / 70'000));
  CHECK(rows_of(10'000).envelope(20'000.0 / 70'000));
  CHECK_FALSE(rows_of(10'000).envelope(20'100.0 / 70'000));
  CHECK(rows_of(100'000).envelope(1000.0 / 700'000));
  CHECK_FALSE(rows_of(100'000).envelope(2000.0 / 700'000));
  CHECK_FALSE(rows_of(1000).envelope(10.0 / 7000));
}

TEST_CASE(
    "parts of the domain are shortest around the best rank, and about every second round "
    "succeeds") {
  const Rows rows = rows_of(10'000);
  for (const double factors : {100, 300, 1000, 10'000, 20'000}) {
    const double rate = factors / 70'000;
    const auto envelope = *rows.envelope(rate);
    const auto& starts = envelope.starts();
    CHECK(starts.size() > 20);
    // Records worth a factor each have separate parts.
    CHECK(starts.size() < (factors > 1000 ? 520 : 100));
    CHECK(std::ranges::is_sorted(starts));
    CHECK(std::ranges::adjacent_find(starts) == starts.end());
    SeededBits source(1);
    ExactRandomness randomness(source);
    int kept = 0;
    for (int i = 0; i < 1000; ++i) {
      kept += envelope.round(rate, std::nullopt, randomness).has_value();
    }
    CHECK(kept > 400);
  }
}

TEST_CASE("keys that a sample contains twice have separate parts") {
  using Keys = std::vector<std::uint64_t>;
  Rows rows{Keys(9000, 5), std::vector<std::uint32_t>(9000, 7)};
  rows.keys[17] = kAll.highest;
  for (const double rate : {1.0 / 7000, 1.0 / 200}) {
    CHECK(rows.envelope(rate)->starts() == Keys{0, 5, 6});
  }
  // The last key of all has no key after it.
  rows.keys.assign(9000, kAll.highest);
  for (const double rate : {1.0 / 7000, 1.0 / 200}) {
    CHECK(rows.envelope(rate)->starts() == Keys{0, kAll.highest});
  }
}

/// Rejects every candidate, whatever its score.
class KeepsNothing final : public PassingRandomness {
 public:
  using PassingRandomness::PassingRandomness;
  int coins = 0;

  bool bernoulli_exp(const Rational&) override { return ++coins < 0; }
};

TEST_CASE("failing rounds come to an end: the draw then uses runs") {
  const Rows rows = rows_of(10'000);
  UserRankParameters parameters;
  parameters.draw.draw_epsilon = 1000.0 / 70'000;
  SeededBits source(2);
  ExactRandomness fair(source);
  KeepsNothing randomness(fair);
  const auto drawn = draw_user_rank({KeyArray(64, rows.keys), rows.weights}, WideInterval::all(64),
                                    parameters, randomness);
  REQUIRE(drawn);
  CHECK(randomness.coins == 16);
  const auto below =
      std::ranges::count_if(rows.keys, [&](auto key) { return key < drawn->front(); });
  CHECK(below > 4500);
  CHECK(below < 5500);
}

}  // namespace
}  // namespace logstar::testing
