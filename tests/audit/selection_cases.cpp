// Counts, choices among candidates, heavy items, and three mistakes with them.
#include "audit.hpp"
#include "neighbors.hpp"
#include "selection/choosing_mechanism.hpp"
#include "selection/exponential.hpp"
#include "selection/gap_test.hpp"
#include "selection/laplace_count.hpp"
#include "selection/permute_and_flip.hpp"
#include "selection/stable_choice.hpp"

namespace logstar::testing {
namespace {

using Scores = std::vector<std::int64_t>;

/// Twenty candidates. The neighbour's first one has a vote more; if a record is replaced, the
/// record that goes voted for all others.
Scores votes(Neighbors neighbors, bool second) {
  Scores scores(20, 500 + (neighbors == Neighbors::replace && !second ? 1 : 0));
  scores[0] = second ? 501 : 500;
  return scores;
}

AuditCase count(const std::string& neighbors, double epsilon, const Rational& rate,
                const char* mistake) {
  return {"laplaceCount",
          "",
          neighbors,
          {epsilon, 0},
          [=](bool second, Randomness& r) { return laplace_count(second ? 5001 : 5000, rate, r); },
          mistake};
}

template <typename Choose>
AuditCase best_of(const std::string& mode, Neighbors neighbors, const Choose& choose) {
  const double draw = calibrate_exponential_choice(1, ScoreMoves::one_way, neighbors);
  return {"selectBest", mode, text_of(neighbors), {1, 0}, [=](bool second, Randomness& r) {
            return static_cast<std::int64_t>(choose(votes(neighbors, second), draw, r));
          }};
}

/// The winner of 500 or so votes together with its number of votes.
AuditCase maximum_with_value() {
  return {"selectBest",
          "permute-and-flip and its value",
          "add-remove",
          {1, 0},
          [](bool second, Randomness& r) {
            const Scores scores = votes(Neighbors::add_remove, second);
            const auto best = permute_and_flip(scores, 1, r);
            return static_cast<std::int64_t>(best) * 1'000'000 + scores[best];
          },
          "a noisy maximum that also releases its value"};
}

/// An item that is two records short of being found half of the time, and one more of it. If a
/// record is replaced, it comes from another item which is found nearly always.
AuditCase stable(Neighbors neighbors) {
  const auto parameters = calibrate_stable_choice({1, 1e-3}, 1, neighbors);
  const std::int64_t bottom = parameters.bottom.whole;
  return {"selectBest", "stable", text_of(neighbors), parameters.loss,
          [=](bool second, Randomness& r) {
            Scores scores = {bottom - 2 + second, 1, 1};
            if (neighbors == Neighbors::replace) {
              scores = {bottom + 6 + second, bottom + 12 - second};
            }
            ScoreList candidates(scores);
            const auto found = stable_choice(candidates, parameters, r);
            return found ? static_cast<std::int64_t>(*found) : -1;
          }};
}

/// Four equal counts that pass the test together some of the time, and one more of the first item.
/// If a record is replaced, it comes from the second one.
AuditCase choosing(const std::string& mode, Neighbors neighbors,
                   const ChoosingParameters& parameters) {
  const std::int64_t count = parameters.threshold - 1;
  return {"choosing_mechanism (C++)", mode, text_of(neighbors), parameters.loss,
          [=](bool second, Randomness& r) {
            Scores scores(4, count);
            scores[0] += second;
            if (neighbors == Neighbors::replace) scores[1] -= second;
            const auto found = choosing_mechanism(scores, parameters, r);
            return found ? static_cast<std::int64_t>(*found) : -1;
          }};
}

/// A_dist as printed in BNS13: gap + Laplace(1/e) >= ln(1/delta)/e, under replace with counts.
AuditCase printed_gap_test() {
  GapTestParameters printed;
  printed.loss = {1, 0.01};
  printed.noise_epsilon = 1;
  printed.threshold = 5;  // ln 100, rounded up
  return {"A_dist",
          "as printed in BNS13",
          "replace",
          printed.loss,
          [=](bool second, Randomness& r) {
            const Scores scores = second ? Scores{499, 501} : Scores{501, 499};
            const auto best = gap_test(scores, std::nullopt, printed, r);
            return best ? static_cast<std::int64_t>(*best) : -1;
          },
          "A_dist as printed in BNS13"};
}

}  // namespace

AuditCases selection_cases() {
  AuditCases cases;
  const Loss loss{4, 1e-3};
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    cases.push_back(count(text_of(neighbors), 1, calibrate_laplace_count(1, 1), ""));
    cases.push_back(best_of("permute-and-flip", neighbors, permute_and_flip));
    cases.push_back(best_of("exponential", neighbors, exponential_choice));
    cases.push_back(stable(neighbors));
    cases.push_back(choosing("least threshold", neighbors, calibrate_choosing(loss, 1, neighbors)));
    cases.push_back(
        choosing("the paper's constants", neighbors, calibrate_choosing_paper(loss, 1, 0.05)));
  }
  cases.push_back(
      count("add-remove", 0.5, Rational{1, 1} / Rational::of(0.5), "scale and rate mixed up"));
  cases.push_back(maximum_with_value());
  cases.push_back(printed_gap_test());
  return cases;
}

}  // namespace logstar::testing
