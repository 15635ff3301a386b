// Abstaining quantiles by their definition, computed otherwise than by the code.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <optional>

#include "abstaining_quantiles.hpp"
#include "databases.hpp"
#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"

namespace logstar::testing::quantiles_none_test {
namespace {

/// By the definition, with another abstain score than the code's: P[no draw abstains], and P[all quantiles are
/// also inside the data].
class Definition {
 public:
  /// The score of no answer in a part, by its node, points and records.
  using None = std::function<std::optional<long double>(const QuantileNode&, std::uint64_t points,
                                                        std::int64_t records)>;

  Definition(const QuantilesParameters& parameters, const Database& sorted, const None& none)
      : parameters_(parameters), sorted_(sorted), none_(none) {}

  long double outside(std::uint64_t keys) const {
    const Chance all = part(0, parameters_.taus.size(), 0, keys - 1, 0, sorted_.size());
    return all.answered - all.inside;
  }

 private:
  struct Chance {
    long double answered = 1;
    long double inside = 1;
  };

  Chance part(std::size_t first, std::size_t last, std::uint64_t lowest, std::uint64_t highest,
              std::size_t from, std::size_t to) const {
    if (first == last) return {};
    const Taus& taus = parameters_.taus;
    const std::size_t middle = first + (last - first) / 2;
    const QuantileNode node{
        middle,
        between(taus[middle], first == 0 ? QuantileFraction{0, 1} : taus[first - 1],
                last == taus.size() ? QuantileFraction{1, 1} : taus[last]),
        first == 0, last == taus.size()};
    const double rate = quantile_draw_epsilon(parameters_, node.relative.fraction);
    const auto n = static_cast<std::int64_t>(to - from);
    const RankScore score{RankScore::Kind::quantile, n, node.relative.fraction};
    long double total = 0;
    if (const auto none = none_(node, highest - lowest + 1, n)) total = std::exp(rate * *none);
    Chance chance{0, 0};
    for (std::uint64_t z = lowest; z <= highest; ++z) {
      const auto begin = sorted_.begin();
      const auto less = std::lower_bound(begin + static_cast<std::ptrdiff_t>(from),
                                         begin + static_cast<std::ptrdiff_t>(to), z) -
                        begin;
      const auto upto = std::upper_bound(begin + static_cast<std::ptrdiff_t>(from),
                                         begin + static_cast<std::ptrdiff_t>(to), z) -
                        begin;
      const auto start = static_cast<std::ptrdiff_t>(from);
      const long double weight =
          std::exp(rate * static_cast<long double>(score(less - start, upto - start)));
      total += weight;
      if (weight < 1e-18L) continue;
      const Chance left = part(first, middle, lowest, z, from, static_cast<std::size_t>(less));
      const Chance right = part(middle + 1, last, z, highest, static_cast<std::size_t>(upto), to);
      const bool is_inside = !sorted_.empty() && z >= sorted_.front() && z <= sorted_.back();
      chance.answered += weight * left.answered * right.answered;
      if (is_inside) chance.inside += weight * left.inside * right.inside;
    }
    return {chance.answered / total, chance.inside / total};
  }

  const QuantilesParameters& parameters_;
  const Database& sorted_;
  const None& none_;
};

/// A database with a number of records at each of three keys of 64.
Database three_keys(std::size_t before, std::size_t at, std::size_t after) {
  Database database(before, 16);
  database.insert(database.end(), at, 17);
  database.insert(database.end(), after, 18);
  return database;
}

TEST_CASE("the definition of several abstaining quantiles has the probabilities of the code") {
  const auto parameters = abstaining({{1, 4}, {1, 2}, {3, 4}}, 3, 0, 5, 0.3);
  const Definition::None none = [&](const QuantileNode& node, std::uint64_t points,
                                    std::int64_t n) -> std::optional<long double> {
    const auto scores = none_of_node(parameters, node, points);
    if (!scores) return std::nullopt;
    const BottomScore score = scores->of(n);
    return static_cast<long double>(score.whole) + score.fraction / 0x1p20L;
  };
  for (const Database& database : {Database{}, {1, 2}, {0, 0, 1}, {2, 2, 2, 3}}) {
    CHECK(std::fabs(Definition(parameters, database, none).outside(5) -
                    outside(parameters, 5, database)) < 1e-12L);
  }
}

// The lemma requires, at every size, that abstaining outweighs all keys outside the data. A score that falls by
// a user's most from n1 on violates this, so that each of two draws may fail with beta.
TEST_CASE(
    "control: in the recursion, an abstain score falling faster from n1 on leaves more than beta "
    "outside") {
  constexpr double kBeta = 0.3;
  const auto parameters = abstaining({{1, 100}, {99, 100}}, 24, 0, 64, kBeta);
  const auto score_of = [&](const QuantileNode& node, std::uint64_t points, std::int64_t n,
                            bool falls_faster) -> std::optional<long double> {
    if (!node.from_lowest && !node.to_highest) return std::nullopt;
    const auto& [a, b] = node.relative.fraction;
    const long double g = !node.to_highest ? a : !node.from_lowest ? b - a : std::min(a, b - a);
    const long double s = std::max(a, b - a);
    const long double rate = quantile_draw_epsilon(parameters, node.relative.fraction);
    const long double first =
        std::log(static_cast<long double>(points) * (1 / static_cast<long double>(kBeta) - 1)) /
        rate;
    const long double records = first / g - static_cast<long double>(n);
    return falls_faster ? std::min(g * records, s * records) : g * records;
  };
  long double right = 0;
  long double wrong = 0;
  for (std::size_t k = 0; k <= 120; k += k < 70 ? 10 : 1) {
    for (const std::size_t after : {3u, 10u, 20u, 30u}) {
      const Database database = three_keys(k, 0, after);
      const auto chance = [&](bool falls_faster) {
        const Definition::None none = [&](const QuantileNode& node, std::uint64_t points,
                                          std::int64_t n) {
          return score_of(node, points, n, falls_faster);
        };
        return Definition(parameters, database, none).outside(64);
      };
      right = std::max(right, chance(false));
      wrong = std::max(wrong, chance(true));
    }
  }
  CAPTURE(static_cast<double>(right), static_cast<double>(wrong));
  CHECK(right <= kBeta);
  CHECK(right > kBeta * 0.5);
  CHECK(wrong > kBeta * 1.1);
}

TEST_CASE("control: an abstain score by the gap at the wrong end leaves more than beta outside") {
  constexpr double kBeta = 0.3;
  const auto parameters = abstaining({{1, 10}, {9, 10}}, 12, 0, 64, kBeta);
  long double wrong = 0;
  for (std::size_t k = 0; k <= 40; ++k) {
    const Definition::None none = [&](const QuantileNode& node, std::uint64_t points,
                                      std::int64_t n) -> std::optional<long double> {
      if (!node.from_lowest && !node.to_highest) return std::nullopt;
      const auto& [a, b] = node.relative.fraction;
      const long double rate = quantile_draw_epsilon(parameters, node.relative.fraction);
      return std::log(static_cast<long double>(points) *
                      (1 / static_cast<long double>(kBeta) - 1)) /
                 rate -
             static_cast<long double>(std::max(a, b - a)) * static_cast<long double>(n);
    };
    const Database database = three_keys(k, 1, k);
    wrong = std::max(wrong, Definition(parameters, database, none).outside(64));
  }
  CHECK(wrong > kBeta * 1.05);
}

}  // namespace
}  // namespace logstar::testing::quantiles_none_test
