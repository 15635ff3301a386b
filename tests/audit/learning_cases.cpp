// Learners of points, and of thresholds from public values.
#include "audit.hpp"
#include "labelled_records.hpp"
#include "logstar/learning/point.hpp"
#include "logstar/learning/public_rules.hpp"
#include "logstar/learning/rule_choice.hpp"
#include "neighbors.hpp"

namespace logstar::testing {
namespace {

const Loss kLoss{1, 1e-3};

/// One item has enough records of label 1 to be found sometimes, and the neighbour has one more; a replaced
/// record comes from another item. Stable choice nearly always finds that other item, so that its loss shows
/// too.
std::vector<std::int64_t> ones(PointAlgorithm algorithm, std::int64_t half, Neighbors neighbors,
                               bool second) {
  const bool stable = algorithm == PointAlgorithm::stable_choice;
  if (neighbors == Neighbors::add_remove) return {half - (stable ? 2 : 0) + second, 1, 1};
  if (stable) return {half + 10 + second, half + 14 - second, 1};
  return {half + second, 3 - second, 1};
}

AuditCase point_case(const std::string& mode, PointAlgorithm algorithm, Neighbors neighbors,
                     bool proper) {
  // An item of `errors` records is found with probability about 1/2.
  const auto parameters = calibrate_point(algorithm, kLoss, neighbors, 0.5);
  require_counts_of_neighbors(ones(algorithm, parameters.errors, neighbors, false),
                              ones(algorithm, parameters.errors, neighbors, true), neighbors, 1);
  return {"learnPoint", mode, text_of(neighbors), kLoss, [=](bool second, Randomness& r) {
            const auto counts = ones(algorithm, parameters.errors, neighbors, second);
            std::optional<std::size_t> item;
            if (proper) {
              const auto point = learn_proper_point(counts, parameters, WideInterval::all(32), r);
              if (const auto* named = std::get_if<std::size_t>(&point)) item = *named;
            } else {
              item = learn_point(counts, parameters, r);
            }
            return item ? static_cast<std::int64_t>(*item) : -1;
          }};
}

/// 1,000 public values whose labels are 1 and 0 in turn, so that all thresholds are about as good;
/// The neighbour has a different label at one of the last hundred. The answer: whether the threshold is above
/// it.
AuditCase rules_case(const std::string& mechanism, Protects protects, Neighbors neighbors) {
  const double draw = calibrate_rule_choice(protects, 1, neighbors);
  const bool flipped = protects == Protects::labels;
  const auto data = [=](bool second) {
    LabelledKeys records{KeyArray(32), KeyArray(32)};
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const bool changes = i == 900;
      const bool one = changes ? second : i % 2 == 0;
      if (changes && !second && !flipped && neighbors == Neighbors::add_remove) continue;
      (one ? records.ones : records.zeros).append(WideKey{i});
    }
    return records;
  };
  require_neighbors(labelled_records(data(false)), labelled_records(data(true)),
                    flipped ? Neighbors::replace : neighbors);
  return {mechanism,
          "",
          flipped ? "one label flipped" : text_of(neighbors),
          {1, 0},
          [=](bool second, Randomness& r) {
            KeyArray building(32);
            for (std::uint64_t i = 0; i < 1000; ++i) building.append(WideKey{i});
            const auto found = learn_public_threshold(building, data(second), draw, r).rule;
            return found.last && found.last->front() >= 900 ? std::int64_t(1) : std::int64_t(0);
          }};
}

}  // namespace

AuditCases learning_cases() {
  using enum PointAlgorithm;
  using enum Neighbors;
  AuditCases cases;
  for (const Neighbors neighbors : {add_remove, replace}) {
    cases.push_back(point_case("stable", stable_choice, neighbors, false));
    cases.push_back(point_case("gap", gap_test, neighbors, false));
    cases.push_back(point_case("proper", stable_choice, neighbors, true));
    cases.push_back(rules_case("learnSemiPrivate", Protects::records, neighbors));
  }
  cases.push_back(rules_case("learnLabelPrivate", Protects::labels, add_remove));
  return cases;
}

}  // namespace logstar::testing
