// Several quantiles by recursion from windows: their round trips, and rejected replies.
#include "logstar/windows/quantile_draws.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "logstar/randomness/exact_randomness.hpp"
#include "logstar/support/errors.hpp"
#include "logstar/users/spread.hpp"
#include "seeded_bits.hpp"

namespace logstar::testing::quantile_draws_test {
namespace {

constexpr KeyInterval kAll{0, ~std::uint64_t(0)};

UserQuantilesParameters deciles(double epsilon = 1) {
  UserQuantilesRequest request;
  for (std::uint32_t i = 1; i < 10; ++i) request.taus.push_back({i, 10});
  request.epsilon = epsilon;
  request.user_weight = kUserWeight;
  return calibrate_user_quantiles(request, kAll);
}

/// Users of one row each, in an engine that cuts ranges as requested.
class Engine {
 public:
  explicit Engine(std::vector<std::uint64_t> keys) : keys_(std::move(keys)) {
    std::sort(keys_.begin(), keys_.end());
  }

  RegionWindow window(const WindowShape& shape) const {
    const auto n = keys_.size() * std::uint64_t(kUserWeight);
    const auto centre = n / shape.centre.denominator * shape.centre.numerator;
    const std::uint64_t low = centre > *shape.margin ? centre - *shape.margin : 0;
    std::vector<Region> regions;
    for (const ToldRegion& one :
         told({{kAll.lowest, kAll.highest, n}, low, centre + *shape.margin, shape.bin})) {
      regions.push_back(one.region);
    }
    return RegionWindow(std::move(regions));
  }

  /// As in web/sql/queries.js: bins between `from` and `to`, and each heavier key alone.
  std::vector<ToldRegion> told(const RegionCut& cut) const {
    std::vector<ToldRegion> regions;
    std::uint64_t upto = 0;
    std::optional<std::uint64_t> last_bin;
    for (auto key = lower(cut.region.first); key != keys_.end() && *key <= cut.region.last;) {
      const auto next = std::upper_bound(key, keys_.end(), *key);
      const auto rows = static_cast<std::uint64_t>(next - key);
      const std::uint64_t weight = rows * kUserWeight;
      upto += weight;
      // Distinct numbers for separate parts.
      const std::uint64_t bin = upto < cut.from          ? 0
                                : upto - weight > cut.to ? 1
                                : weight > cut.bin       ? 3 + upto
                                                         : 2 + (upto - 1) / cut.bin;
      if (last_bin == bin) {
        regions.back().region.last = *key;
        regions.back().region.weight += weight;
        regions.back().rows.clear();
      } else {
        regions.push_back({{*key, *key, weight}, {{kUserWeight, rows}}});
      }
      last_bin = bin;
      key = next;
    }
    return regions;
  }

  /// The number of rows below a key, and at or below it.
  std::pair<std::ptrdiff_t, std::ptrdiff_t> ranks(std::uint64_t key) const {
    return {std::lower_bound(keys_.begin(), keys_.end(), key) - keys_.begin(),
            std::upper_bound(keys_.begin(), keys_.end(), key) - keys_.begin()};
  }

 private:
  std::vector<std::uint64_t>::const_iterator lower(const Natural& key) const {
    return std::lower_bound(keys_.begin(), keys_.end(), static_cast<std::uint64_t>(key));
  }

  std::vector<std::uint64_t> keys_;
};

struct Drawn {
  std::vector<std::uint64_t> quantiles;
  std::size_t trips = 0;
};

Drawn draw(const UserQuantilesParameters& parameters, const Engine& engine, std::uint64_t seed) {
  SeededBits bits(seed);
  ExactRandomness randomness(bits);
  QuantileDraws draws(parameters, kAll, engine.window(window_shape(parameters, kAll)), 4);
  Drawn drawn;
  for (draws.advance(randomness); !draws.wanted().empty(); draws.advance(randomness)) {
    std::vector<std::vector<ToldRegion>> contents;
    for (const RegionCut& cut : draws.wanted()) contents.push_back(engine.told(cut));
    REQUIRE(draws.provide(contents));
    ++drawn.trips;
  }
  drawn.quantiles = *draws.answer();
  return drawn;
}

/// The miss of the worst decile, in rows.
double worst_miss(const Engine& engine, const Drawn& drawn, double rows) {
  double worst = 0;
  for (std::size_t i = 0; i < drawn.quantiles.size(); ++i) {
    const auto [less, at_most] = engine.ranks(drawn.quantiles[i]);
    const double target = rows * static_cast<double>(i + 1) / 10;
    worst = std::max(
        {worst, static_cast<double>(less) - target, target - static_cast<double>(at_most)});
  }
  return worst;
}

TEST_CASE("deciles of a hundred thousand users by recursion take one or two trips per level") {
  std::vector<std::uint64_t> keys;
  std::uint64_t key = 1;
  for (int i = 0; i < 100000; ++i) keys.push_back(key *= 0x9e3779b97f4a7c15);
  const Engine engine(keys);
  // The first window costs no trip, three refinements do. At epsilon 1 they return single users.
  for (const auto& [epsilon, least, most] : {std::tuple{1.0, 30u, 45u}, {0.05, 50u, 75u}}) {
    const UserQuantilesParameters parameters = deciles(epsilon);
    std::size_t trips = 0;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
      const Drawn drawn = draw(parameters, engine, seed);
      CHECK(worst_miss(engine, drawn, 100000) <= parameters.error);
      trips += drawn.trips;
    }
    INFO("epsilon " << epsilon << ", " << trips << " trips");
    CHECK(trips >= least);
    CHECK(trips <= most);
  }
}

TEST_CASE("deciles of mostly equal rows take no trips for random bits") {
  std::vector<std::uint64_t> keys(90000, 1000);
  for (std::uint64_t i = 0; i < 10000; ++i) keys.push_back(2000 + i * 1000);
  const Engine engine(keys);
  const UserQuantilesParameters parameters = deciles();
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Drawn drawn = draw(parameters, engine, seed);
    CHECK(drawn.quantiles[0] == 1000);
    CHECK(drawn.quantiles[7] == 1000);
    CHECK(drawn.trips <= 8);
    CHECK(worst_miss(engine, drawn, 100000) <= parameters.error);
  }
}

TEST_CASE("a part of a level is refined around its rank before it is drawn") {
  const WindowShape shape{{1, 4}, 20, 2};
  const RegionWindow window({{0, 3, 10}, {4, 4, 50}, {5, 9, 40}, {10, 10, 1}, {11, 20, 99}});
  // The rank is 50 of 200: weights from 30 to 70 matter, and a single key among them stays.
  CHECK(too_coarse(window, shape, 0).size() == 1);
  const RegionCut cut = too_coarse(window, shape, 0)[0];
  CHECK(cut.region == Region{5, 9, 40});
  CHECK(cut.from == 0);
  CHECK(cut.to == 10);
  CHECK(cut.bin == 2);
  CHECK(too_coarse(window, {{1, 4}, 20, 20}, 0).empty());
  // An engine has no finer regions for the points of one key.
  CHECK(too_coarse(RegionWindow({{0, 15, 40}}), shape, 4).empty());
  CHECK(too_coarse(RegionWindow({{0, 31, 40}}), shape, 4).size() == 1);
}

/// Draws of users at keys 5 and 9, which have asked for the contents of one key range.
struct Begun {
  Begun() : randomness(bits), draws(parameters, kAll, RegionWindow({{5, 9, kTotal}}), 1) {
    draws.advance(randomness);
  }

  bool provide(const std::vector<ToldRegion>& told) {
    const std::vector<std::vector<ToldRegion>> contents(draws.wanted().size(), told);
    return draws.provide(contents);
  }

  static constexpr std::uint64_t kTotal = 5000 * std::uint64_t(kUserWeight);
  SeededBits bits{3};
  ExactRandomness randomness;
  UserQuantilesParameters parameters = deciles(1000);
  QuantileDraws draws;
};

std::vector<RowsAlike> users(std::uint64_t count) { return {{kUserWeight, count}}; }

TEST_CASE(
    "rows that do not match their key are rejected, and rows of another table end the draws") {
  Begun begun;
  REQUIRE(begun.draws.wanted().size() == 1);
  const ToldRegion nine = key_of_rows(9, users(2000));
  ToldRegion five = key_of_rows(5, users(3000));
  CHECK_FALSE(begun.provide({five}));
  CHECK_FALSE(begun.provide({key_of_rows(5, users(2999)), nine}));
  ToldRegion wrong = five;
  wrong.rows = users(2999);
  CHECK_THROWS_AS(begun.provide({wrong, nine}), OutOfRange);
  wrong = five;
  wrong.region.last = 6;  // of two keys
  CHECK_THROWS_AS(begun.provide({wrong, nine}), OutOfRange);
  CHECK_THROWS_AS(begun.provide({nine, five}), OutOfRange);
  CHECK_THROWS_AS(begun.draws.provide({}), OutOfRange);
  five.rows = {};
  CHECK(begun.provide({five, key_of_rows(9, users(2000))}));
  begun.draws.advance(begun.randomness);
  // The median lies among the rows of key 5, which are still missing.
  REQUIRE(begun.draws.wanted().size() == 1);
  CHECK(begun.draws.wanted()[0].region == Region{5, 5, 3000 * std::uint64_t(kUserWeight)});
  CHECK_THROWS_AS(begun.provide({five}), OutOfRange);
  CHECK_THROWS_AS(begun.provide({nine}), OutOfRange);
  CHECK_FALSE(begun.provide({key_of_rows(5, users(2999))}));
  CHECK(begun.provide({key_of_rows(5, users(3000))}));
}

TEST_CASE("rows of weight 0, and of more than a range may weigh, are rejected") {
  CHECK_THROWS_AS(key_of_rows(1, {{0, 1}}), OutOfRange);
  CHECK_THROWS_AS(key_of_rows(1, {{1, 0}}), OutOfRange);
  CHECK_THROWS_AS(key_of_rows(1, {{kMaxTotal, 1}}), OutOfRange);
  CHECK_THROWS_AS(key_of_rows(1, {{1, kMaxTotal / 2}, {2, kMaxTotal / 4}}), OutOfRange);
  CHECK_THROWS_AS(key_of_rows(1, {{std::uint64_t(1) << 40, std::uint64_t(1) << 40}}), OutOfRange);
  CHECK(key_of_rows(1, {{1, kMaxTotal - 1}}).region.weight == kMaxTotal - 1);
}

}  // namespace
}  // namespace logstar::testing::quantile_draws_test
