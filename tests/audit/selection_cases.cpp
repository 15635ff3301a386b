// Counts, choices among candidates, heavy items.
#include <functional>

#include "audit.hpp"
#include "logstar/selection/choice_release.hpp"
#include "logstar/selection/choosing_mechanism.hpp"
#include "logstar/selection/exponential.hpp"
#include "logstar/selection/laplace_count.hpp"
#include "logstar/selection/permute_and_flip.hpp"
#include "logstar/selection/stable_choice.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

using Scores = std::vector<std::int64_t>;

/// Twenty candidates. The neighbour's first one has one more vote; a replaced record voted for all others.
Scores votes(Neighbors neighbors, bool second) {
  Scores scores(20, 500 + (neighbors == Neighbors::replace && !second ? 1 : 0));
  scores[0] = second ? 501 : 500;
  return scores;
}

/// 5,000 records, and one more; a replaced record did not count before.
AuditCase count(Neighbors neighbors) {
  const Rational rate = calibrate_laplace_count(1, 1);
  return {"laplaceCount", "", text_of(neighbors), {1, 0}, [=](bool second, Randomness& r) {
            return laplace_count(second ? 5001 : 5000, rate, r);
          }};
}

template <typename Choose>
AuditCase best_of(const std::string& mode, Neighbors neighbors, const Choose& choose) {
  const double draw = calibrate_exponential_choice(1, ScoreMoves::one_way, neighbors);
  require_counts_of_neighbors(votes(neighbors, false), votes(neighbors, true), neighbors);
  return {"selectBest", mode, text_of(neighbors), {1, 0}, [=](bool second, Randomness& r) {
            return static_cast<std::int64_t>(choose(votes(neighbors, second), draw, r));
          }};
}

/// An item two records short of being returned half of the time, and one more record of it. A replaced record
/// comes from another item, which is almost always returned.
AuditCase stable(Neighbors neighbors) {
  const auto parameters = calibrate_stable_choice({1, 1e-3}, 1, neighbors);
  const std::int64_t bottom = parameters.bottom.whole;
  const auto counts = [=](bool second) {
    return neighbors == Neighbors::replace ? Scores{bottom + 6 + second, bottom + 12 - second}
                                           : Scores{bottom - 2 + second, 1, 1};
  };
  require_counts_of_neighbors(counts(false), counts(true), neighbors, 1);
  return {"selectBest", "stable", text_of(neighbors), parameters.loss,
          [=](bool second, Randomness& r) {
            const Scores scores = counts(second);
            ScoreList candidates(scores);
            const auto found = stable_choice(candidates, parameters, r);
            return found ? static_cast<std::int64_t>(*found) : -1;
          }};
}

/// Four equal counts that sometimes pass the test together, and one more record of the first item. A replaced
/// record comes from the second one.
AuditCase choosing(const std::string& mode, Neighbors neighbors,
                   const ChoosingParameters& parameters) {
  const std::int64_t count = parameters.threshold - 1;
  const auto counts = [=](bool second) {
    Scores scores(4, count);
    scores[0] += second;
    if (neighbors == Neighbors::replace) scores[1] -= second;
    return scores;
  };
  require_counts_of_neighbors(counts(false), counts(true), neighbors, 1);
  return {"choosing_mechanism (C++)", mode, text_of(neighbors), parameters.loss,
          [=](bool second, Randomness& r) {
            const auto found = choosing_mechanism(counts(second), parameters, r);
            return found ? static_cast<std::int64_t>(*found) : -1;
          }};
}

/// The release on the scores of both sides.
AuditCase chosen(const std::string& mode, const ChoiceTask& task,
                 const std::function<Scores(bool)>& scores) {
  const ChoiceRelease::Plan plan = ChoiceRelease::plan(task);
  require_counts_of_neighbors(scores(false), scores(true), task.neighbors, 1);
  return {"selectBest", mode, text_of(task.neighbors), task.loss, [=](bool second, Randomness& r) {
            const auto found = ChoiceRelease::draw(task, plan, scores(second), r);
            return found ? static_cast<std::int64_t>(*found) : -1;
          }};
}

/// The best of three leads by two less than is named half of the time, and by one record more. A replaced record
/// comes from the second best.
AuditCase gap(Neighbors neighbors) {
  ChoiceTask task{.method = ChoiceMethod::gap, .loss = {1, 1e-3}, .neighbors = neighbors};
  task.moves = ScoreMoves::one_way;
  task.candidates = 3;
  const std::int64_t lead = ChoiceRelease::plan(task).gap.threshold - 2;
  return chosen("gap", task, [=](bool second) {
    return Scores{500 + lead + second, 500 - (neighbors == Neighbors::replace && second), 3};
  });
}

/// As the published mechanism below, by its release.
AuditCase chosen_by_test(Neighbors neighbors) {
  const ChoiceTask task{
      .method = ChoiceMethod::choosing, .loss = {4, 1e-3}, .neighbors = neighbors};
  const std::int64_t count = ChoiceRelease::plan(task).choosing.threshold - 1;
  return chosen("choosing", task, [=](bool second) {
    Scores scores(4, count);
    scores[0] += second;
    if (neighbors == Neighbors::replace) scores[1] -= second;
    return scores;
  });
}

}  // namespace

AuditCases selection_cases() {
  AuditCases cases;
  const Loss loss{4, 1e-3};
  for (const Neighbors neighbors : {Neighbors::add_remove, Neighbors::replace}) {
    cases.push_back(count(neighbors));
    cases.push_back(best_of("permute-and-flip", neighbors, permute_and_flip));
    cases.push_back(best_of("exponential", neighbors, exponential_choice));
    cases.push_back(stable(neighbors));
    cases.push_back(gap(neighbors));
    cases.push_back(chosen_by_test(neighbors));
    cases.push_back(choosing("least threshold", neighbors, calibrate_choosing(loss, 1, neighbors)));
    cases.push_back(
        choosing("the paper's constants", neighbors, calibrate_choosing_paper(loss, 1, 0.05)));
  }
  return cases;
}

}  // namespace logstar::testing
