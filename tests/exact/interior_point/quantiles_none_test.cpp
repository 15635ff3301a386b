// Recursive quantiles that may abstain: one draw that abstains makes the whole release abstain. Exact laws of
// small data sets, an evaluation by the definition, and controls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <optional>
#include <vector>

#include "databases.hpp"
#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"

namespace logstar::testing::quantiles_none_test {
namespace {

using Database = std::vector<std::size_t>;
using Taus = std::vector<QuantileFraction>;

const std::vector<Taus> kTaus = {
    {{1, 2}}, {{9, 10}}, {{1, 10}, {1, 3}}, {{1, 4}, {1, 2}, {3, 4}}, {{1, 2}, {9, 10}, {99, 100}}};

QuantilesParameters abstaining(const Taus& taus, double epsilon, unsigned tie_bits,
                               std::uint64_t keys, double beta,
                               Neighbors neighbors = Neighbors::add_remove) {
  auto parameters = calibrate_quantiles(taus, epsilon, neighbors);
  parameters.tie_bits = tie_bits;  // 16 would be too many to enumerate
  return with_none(std::move(parameters), keys, beta).or_refuse();
}

auto mechanism(const QuantilesParameters& parameters, std::uint64_t keys) {
  return [=](const Database& database, Randomness& randomness) {
    return draw_quantiles({database.begin(), database.end()}, {0, keys - 1}, parameters,
                          randomness);
  };
}

/// P[some quantile lies outside the data and no draw abstains].
long double outside(const QuantilesParameters& parameters, std::uint64_t keys,
                    const Database& database) {
  const auto law = enumerate(
      [&](Randomness& randomness) { return mechanism(parameters, keys)(database, randomness); });
  long double sum = 0;
  for (const auto& [answer, p] : law.mass) {
    const bool is_outside = std::any_of(answer.begin(), answer.end(), [&](std::uint64_t z) {
      return database.empty() || z < database.front() || z > database.back();
    });
    if (is_outside) sum += p;
  }
  return sum;
}

template <typename Visit>
void for_each_database(std::size_t keys, std::size_t most, const Visit& visit) {
  Database database;
  const auto add = [&](auto& self, std::size_t from) -> void {
    visit(database);
    if (database.size() == most) return;
    for (std::size_t key = from; key < keys; ++key) {
      database.push_back(key);
      self(self, key);
      database.pop_back();
    }
  };
  add(add, 0);
}

/// Weights 1, 7, 3: M_v is the mass of the points of a part, not their number.
const BaseMeasure kUneven({0, 2}, {{{0, 2}, 1}, {{1, 1}, 6}, {{2, 2}, 2}});

QuantilesParameters uneven(const Taus& taus, double epsilon, unsigned tie_bits, double beta,
                           Neighbors neighbors) {
  auto parameters = calibrate_quantiles(taus, epsilon, neighbors);
  parameters.tie_bits = tie_bits;
  parameters.measure = kUneven;
  return with_none(std::move(parameters), 3, beta).or_refuse();
}

TEST_CASE("several abstaining quantiles with unequal weights are epsilon-DP, for both neighbours") {
  for (const Taus& taus : kTaus) {
    for (const unsigned tie_bits : {0u, 1u}) {
      const std::size_t most = tie_bits == 0 ? 4 : 2;
      const auto added = uneven(taus, 2, tie_bits, 0.05, Neighbors::add_remove);
      CHECK(check_add_remove(3, 0, most, 2, mechanism(added, 3)).within(0));
      const auto replaced = uneven(taus, 2, tie_bits, 0.05, Neighbors::replace);
      CHECK(check_replace(3, most, 2, mechanism(replaced, 3)).within(0));
    }
  }
}

TEST_CASE(
    "several abstaining quantiles with unequal weights lie outside any data with at most beta") {
  for (const Taus& taus : kTaus) {
    for (const double epsilon : {1.0, 12.0}) {
      for (const unsigned tie_bits : {0u, 1u}) {
        constexpr double kOften = 0.1;
        const auto worst = [&](const QuantilesParameters& parameters) {
          long double most = 0;
          for_each_database(3, tie_bits == 0 ? 4 : 2, [&](const Database& database) {
            most = std::max(most, outside(parameters, 3, database));
          });
          return most;
        };
        const auto add_remove = Neighbors::add_remove;
        CHECK(worst(uneven(taus, epsilon, tie_bits, kOften, add_remove)) <= kOften * (1 + 1e-15L));
      }
    }
  }
}

/// P[the release abstains], and P[some quantile lies outside the data] if draws cannot abstain.
std::pair<long double, long double> none_and_outside(const Taus& taus, double epsilon,
                                                     const BaseMeasure& measure,
                                                     const Database& database) {
  constexpr std::uint64_t kKeys = 5;
  auto plain = calibrate_quantiles(taus, epsilon, Neighbors::add_remove);
  plain.tie_bits = 0;
  plain.measure = measure;
  const auto law = enumerate([&](Randomness& randomness) {
    return mechanism(with_none(plain, kKeys, 0.05).or_refuse(), kKeys)(database, randomness);
  });
  return {law.of({}), outside(plain, kKeys, database)};
}

// Several quantiles used to abstain on 1,000 users for whom all plain answers lay inside.
TEST_CASE(
    "several quantiles abstain in below 10% wherever plain answers lie inside, as in Corollary 6") {
  constexpr KeyInterval kFive{0, 4};
  int inside = 0;
  int outside_too = 0;
  for (const Taus& taus : {Taus{{1, 4}, {1, 2}, {3, 4}}, Taus{{1, 20}, {1, 2}, {19, 20}}}) {
    for (const BaseMeasure& measure :
         {BaseMeasure(kFive, {{kFive, 1}}), BaseMeasure(kFive, {{kFive, 3}, {{2, 3}, 20}})}) {
      const auto share = [&](const KeyInterval& keys) {
        return static_cast<long double>(measure.mass(keys)) /
               static_cast<long double>(measure.mass(kFive));
      };
      const long double beyond = std::min(share({0, 0}), share({4, 4}));
      for (const double epsilon : {0.3, 1.0}) {
        for (const std::size_t n : {10u, 30u, 100u, 200u, 400u, 800u}) {
          Database database;
          for (std::size_t i = 0; i < n; ++i) database.push_back(1 + 3 * i / n);
          const auto [none, plain] = none_and_outside(taus, epsilon, measure, database);
          INFO(taus.size() << " quantiles, " << epsilon << ", " << n << " records");
          CHECK(none <= (1 + 19 / beyond) * plain + 1e-6L);
          (plain < beyond / 200 ? inside : outside_too) += 1;
          if (plain < beyond / 200) CHECK(none < 0.1L);
        }
      }
    }
  }
  CHECK(inside >= 10);
  CHECK(outside_too >= 10);
}

TEST_CASE(
    "if draws may abstain, several quantiles lie outside any data with probability at most beta") {
  for (const Taus& taus : kTaus) {
    for (const double epsilon : {1.0, 12.0}) {
      for (const double beta : {0.05, 0.6}) {
        INFO(taus.size() << " quantiles, " << epsilon << ", " << beta);
        const auto plain = abstaining(taus, epsilon, 0, 5, beta);
        long double most = 0;
        for_each_database(5, 4, [&](const Database& database) {
          most = std::max(most, outside(plain, 5, database));
        });
        CHECK(most <= beta * (1 + 1e-15L));
        if (taus.size() == 1) CHECK(most > 0.9L * beta);  // of no records
        const auto tied = abstaining(taus, epsilon, 1, 3, beta);
        long double most_tied = 0;
        for_each_database(3, 3, [&](const Database& database) {
          most_tied = std::max(most_tied, outside(tied, 3, database));
        });
        CHECK(most_tied <= beta * (1 + 1e-15L));
      }
    }
  }
}

TEST_CASE("several quantiles that may abstain are epsilon-DP under add-remove and replace") {
  constexpr double kEpsilon = 2;
  for (const Taus& taus : kTaus) {
    for (const double beta : {0.05, 0.7}) {
      const auto added = abstaining(taus, kEpsilon, 0, 3, beta);
      const auto report = check_add_remove(3, 0, 4, kEpsilon, mechanism(added, 3));
      CHECK(report.within_each_outcome());
      CHECK(report.largest_log_ratio > 0.2 * kEpsilon);
      const auto tied = abstaining(taus, kEpsilon, 1, 3, beta);
      CHECK(check_add_remove(3, 0, 3, kEpsilon, mechanism(tied, 3)).within_each_outcome());
      const auto replaced = abstaining(taus, kEpsilon, 0, 3, beta, Neighbors::replace);
      CHECK(check_replace(3, 3, kEpsilon, mechanism(replaced, 3)).within_each_outcome());
    }
  }
}

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
