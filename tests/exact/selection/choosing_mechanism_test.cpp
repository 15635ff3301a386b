// The choosing mechanism, with the paper's constants and the least ones: exact laws, and the
// published form below its size bound, which is not private.
#include "logstar/selection/choosing_mechanism.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "databases.hpp"
#include "erratum.hpp"
#include "logstar/support/errors.hpp"
#include "mistakes/choosing.hpp"
#include "score_examples.hpp"
#include "smallest_pair.hpp"

namespace logstar::testing {
namespace {

template <typename Score>
auto choice(const ChoosingParameters& parameters, std::size_t values, const Score& score) {
  return [=](const Database& database, Randomness& randomness) {
    const Occurring found = occurring(score(database, values));
    const auto index = choosing_mechanism(found.scores, parameters, randomness);
    return index ? found.solutions[*index] : kNothing;
  };
}

/// Databases large enough to reach the threshold, so that the enumeration covers both of its sides.
template <typename Mechanism>
PrivacyReport check_around_threshold(std::int64_t threshold, double epsilon, Neighbors neighbors,
                                     const Mechanism& mechanism) {
  PrivacyCheck check(
      epsilon, neighbors == Neighbors::add_remove ? "add-remove" : "replace",
      "0 to " + std::to_string(threshold + 6) + " records around the threshold, 4 values");
  const auto law = [&](std::size_t zeros, const Database& rest) {
    Database database(zeros, 0);
    database.insert(database.end(), rest.begin(), rest.end());
    return enumerate([&](Randomness& r) { return mechanism(database, r); });
  };
  for (std::int64_t zeros = 0; zeros <= threshold + 3; ++zeros) {
    const auto n = static_cast<std::size_t>(zeros);
    for (const Database& rest : {Database{}, {1}, {1, 1}, {1, 2}}) {
      if (neighbors == Neighbors::add_remove) {
        for (std::size_t x = 0; x < 4; ++x) check.pair(law(n, rest), law(n, with(rest, x)));
      } else {
        for (std::size_t x = 1; x < 4; ++x) {
          check.pair(law(n, with(rest, 0)), law(n, with(rest, x)));
          check.pair(law(n, with(rest, 1)), law(n, with(rest, x)));
        }
      }
    }
  }
  return check.report();
}

/// q^(T-1) / (1 + q): the share of delta of a threshold T, found by one record at an empty solution.
double left_by(const ChoosingParameters& parameters) {
  const double q = std::exp(-parameters.noise_epsilon);
  return std::pow(q, static_cast<double>(parameters.threshold - 1)) / (1 + q);
}

TEST_CASE("the choosing mechanism with its least threshold is (epsilon, delta)-DP, add-remove") {
  for (const auto& [epsilon, delta] : {std::pair{0.5, 0.3}, {2.0, 0.05}, {4.0, 0.01}}) {
    for (const std::uint64_t growth : {1u, 2u}) {
      const auto parameters = calibrate_choosing({epsilon, delta}, growth, Neighbors::add_remove);
      const auto report =
          growth == 1 ? check_around_threshold(parameters.threshold, epsilon, Neighbors::add_remove,
                                               choice(parameters, 4, counts))
                      : check_around_threshold(parameters.threshold, epsilon, Neighbors::add_remove,
                                               choice(parameters, 4, pair_counts));
      CHECK(report.within(delta));
      CHECK(static_cast<double>(report.worst_delta) == Approx(left_by(parameters)));
      CHECK(check_add_remove(3, 0, 5, epsilon, choice(parameters, 3, counts)).within(delta));
    }
  }
}

TEST_CASE("the choosing mechanism with its least threshold is (epsilon, delta)-DP, replace") {
  for (const auto& [epsilon, delta] : {std::pair{1.0, 0.3}, {4.0, 0.05}, {8.0, 0.01}}) {
    const auto parameters = calibrate_choosing({epsilon, delta}, 1, Neighbors::replace);
    const auto report = check_around_threshold(parameters.threshold, epsilon, Neighbors::replace,
                                               choice(parameters, 4, counts));
    CHECK(report.within(delta));
    CHECK(report.worst_delta >= left_by(parameters) - 1e-12);
    CHECK(check_replace(3, 4, epsilon, choice(parameters, 3, counts)).within(delta));
  }
}

TEST_CASE("the paper's constants are private too, and use less than 1/100 of their delta") {
  const double epsilon = 4.8;
  const double delta = 0.1;
  const auto parameters = calibrate_choosing_paper({epsilon, delta}, 1, 0.5);
  CHECK(parameters.threshold == 7);  // (8/4.8) ln(16/0.24), rounded up; the least is 3
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    const auto report = check_around_threshold(parameters.threshold, epsilon, neighbors,
                                               choice(parameters, 4, counts));
    CHECK(report.within(delta));
    CHECK(report.worst_delta < 0.01 * delta);
    CHECK(report.largest_log_ratio > 0.5 * epsilon / 4);
  }
}

TEST_CASE("control: the printed threshold alpha m / 2 on databases below the paper's size bound") {
  const double epsilon = 2;
  const double delta = 0.01;
  const double alpha = 0.5;
  const double beta = 0.5;
  // Lemma 4.4 asks for m >= 129.1; here m is at most 6.
  const double asked = choosing_size_bound({epsilon, delta}, alpha, beta);
  CHECK(asked == Approx(129.1).margin(0.1));
  REQUIRE(calibrate_choosing_paper({epsilon, delta}, 1, beta).draw_epsilon == epsilon / 4);
  const auto printed = [&](const Database& database, Randomness& randomness) {
    const Occurring found = occurring(counts(database, 4));
    const auto index =
        printed_choosing(found.scores, {epsilon, delta}, alpha, beta, database.size(), randomness);
    return index ? found.solutions[*index] : kNothing;
  };
  CHECK_FALSE(check_replace(4, 4, epsilon, printed).within(delta));
  CHECK_FALSE(check_add_remove(4, 0, 6, epsilon, printed).within(delta));

  const Erratum slip("choosing");
  slip.says("claimed (ε, δ)", loss_text(epsilon, delta));
  slip.says("printed", "α = 0.5, β = 0.5: best count + Laplace(2) ≥ m / 4, if m ≥ " +
                           std::to_string(static_cast<int>(std::ceil(asked))));
  for (const Neighbors neighbors : {Neighbors::replace, Neighbors::add_remove}) {
    const auto law_of = [&](const auto& mechanism) {
      return [&mechanism](const Database& d, std::size_t) {
        return enumerate([&](Randomness& r) { return mechanism(d, r); });
      };
    };
    const auto smallest = smallest_pair(neighbors, {epsilon, delta}, 1, 4, 4, law_of(printed));
    REQUIRE(smallest);
    CHECK(smallest->delta > 50 * delta);
    const auto least = choice(calibrate_choosing({epsilon, delta}, 1, neighbors), 4, counts);
    const auto corrected = law_of(least);
    const long double held =
        divergence(corrected(smallest->before, 4), corrected(smallest->after, 4), epsilon);
    CHECK(held <= delta);
    const std::string under = neighbors == Neighbors::replace ? "replace: " : "add-remove: ";
    slip.says(under + "smallest neighbours", smallest->text());
    slip.says(under + "true δ", smallest->delta);
    slip.says(under + "with the least absolute threshold", held);
  }
}

TEST_CASE("controls: the least threshold lowered by one, and for an eighth of the growth") {
  const Loss loss{4.0, 0.01};
  auto lower = calibrate_choosing(loss, 1, Neighbors::add_remove);
  lower.threshold -= 1;
  CHECK_FALSE(check_around_threshold(lower.threshold, loss.epsilon, Neighbors::add_remove,
                                     choice(lower, 4, counts))
                  .within(loss.delta));
  // A record other than 0 raises eight solutions; the mechanism is not told.
  const auto eightfold = [](const Database& database, std::size_t) {
    Scores scores(25);
    for (const std::size_t value : database) {
      if (value == 0) ++scores[0];
      for (std::size_t i = 0; value > 0 && i < 8; ++i) ++scores[8 * (value - 1) + i + 1];
    }
    return scores;
  };
  const auto told = calibrate_choosing({2.0, 0.01}, 8, Neighbors::add_remove);
  CHECK(
      check_around_threshold(told.threshold, 2.0, Neighbors::add_remove, choice(told, 4, eightfold))
          .within(0.01));
  const auto untold = calibrate_choosing({2.0, 0.01}, 1, Neighbors::add_remove);
  CHECK_FALSE(check_around_threshold(untold.threshold, 2.0, Neighbors::add_remove,
                                     choice(untold, 4, eightfold))
                  .within(0.01));
}

TEST_CASE("the paper's threshold is about nine times the need of stable choice") {
  const auto paper = calibrate_choosing_paper({1, 1e-6}, 1, 0.05);
  CHECK(paper.threshold == 157);  // 8 ln(16 / (0.05e-6))
  CHECK(choosing_least_score(paper, 0.05) == 166);
  const auto least = calibrate_choosing({1, 1e-6}, 1, Neighbors::add_remove);
  CHECK(least.threshold == 28);
  CHECK(choosing_least_score(least, 0.05) == 33);
}

TEST_CASE("choosing at its least score returns nothing with probability at most beta") {
  const auto parameters = calibrate_choosing({1.5, 0.01}, 1, Neighbors::add_remove);
  for (const double beta : {0.3, 0.05, 1e-3}) {
    const auto nothing = [&](std::int64_t best) {
      const Scores scores = {best};
      return enumerate([&](Randomness& randomness) {
               return choosing_mechanism(scores, parameters, randomness).has_value();
             })
          .of(false);
    };
    const std::int64_t least = choosing_least_score(parameters, beta);
    CHECK(nothing(least) <= beta);
    CHECK(nothing(least - 1) > beta);
  }
}

TEST_CASE("no solution returns nothing, and parameters out of range are rejected by name") {
  const auto parameters = calibrate_choosing({1, 1e-6}, 1, Neighbors::add_remove);
  EnumeratingRandomness randomness;
  CHECK_FALSE(choosing_mechanism({}, parameters, randomness).has_value());
  CHECK_THROWS_WITH(calibrate_choosing_paper({1, 1e-6}, 1, 0),
                    "beta must be a number above 0 and below 1, got 0");
  // Regression, found by fuzzing: a delta that divided to 0 turned an infinite threshold into an arbitrary
  // number.
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    CHECK_THROWS_WITH(calibrate_choosing({1, 5e-324}, 2, neighbors),
                      Catch::Contains("delta must be above 0 when divided by growth"));
  }
  CHECK_THROWS_WITH(calibrate_choosing({1, 1}, 1, Neighbors::replace),
                    "delta must be a number above 0 and below 1, got 1");
}

}  // namespace
}  // namespace logstar::testing
