// Recursive quantiles that may abstain: one draw that abstains makes the whole release abstain. Exact laws of
// small data sets, an evaluation by the definition, and controls.
#include <algorithm>
#include <catch2/catch.hpp>
#include <vector>

#include "abstaining_quantiles.hpp"
#include "databases.hpp"
#include "logstar/interior_point/rank/quantile_recursion.hpp"
#include "logstar/interior_point/rank/quantiles.hpp"

namespace logstar::testing::quantiles_none_test {
namespace {

const std::vector<Taus> kTaus = {
    {{1, 2}}, {{9, 10}}, {{1, 10}, {1, 3}}, {{1, 4}, {1, 2}, {3, 4}}, {{1, 2}, {9, 10}, {99, 100}}};

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

}  // namespace
}  // namespace logstar::testing::quantiles_none_test
