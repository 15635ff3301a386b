// How many records the label-private and the semi-private learner need for an error rate, for
// classes of rules whose number of dichotomies is known.
//
// Privacy: none is spent; everything here is computed from public numbers.
// Source: BNS13 section 6.1: its proof requires n = (64/a) (VC ln(128/a) + ln(8/b)) values to build
//   the rules from and m - n = max{(24/a) ln(4/b), (8/a) ln(4 H/b), (4/(a e)) ln(4 H/b)} records to
//   choose among them, for an error rate a with probability 1 - b: e the draw's epsilon, H the
//   number of rules.
// Departures: Figure 13 prints n and m for half of that accuracy and with H = 2^n. Without a split
//   of the sample a uniform bound takes its place (Vapnik; Anthony, Shawe-Taylor 1993).
// Cost: some dozens of logarithms.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "logstar/learning/rule_choice.hpp"

namespace logstar {

/// Thresholds; boxes of 1 to 4 dimensions (intervals have 1); anything of a finite VC dimension, of
/// which Sauer's lemma bounds the number of dichotomies.
struct RuleClass {
  enum class Kind { thresholds, boxes, finite_dimension };
  Kind kind = Kind::thresholds;
  std::uint64_t dimensions = 1;    ///< of boxes, 1 to 4
  std::uint64_t vc_dimension = 1;  ///< of Kind::finite_dimension, 1 to 1,000

  void describe(auto& field) {
    field("kind", kind);
    field("dimensions", dimensions);
    field("vcDimension", vc_dimension);
  }
};
constexpr RuleClass::Kind last_of(RuleClass::Kind) { return RuleClass::Kind::finite_dimension; }

/// "thresholds", "boxes", "any".
std::string_view name_of(RuleClass::Kind kind);

/// ln of an upper bound on the number of dichotomies of n >= 1 values, rounded up by far more than
/// the logarithms' errors.
double log_dichotomies(const RuleClass& rules, std::uint64_t n);

struct RuleTask {
  RuleClass rules;
  Protects protects = Protects::labels;
  double epsilon = 1;
  Neighbors neighbors = Neighbors::add_remove;  ///< for Protects::records
  double beta = 0.05;

  void describe(auto& field) {
    field("rules", rules);
    field("protects", protects);
    field("epsilon", epsilon);
    field("neighbors", neighbors);
  }
};

/// all: every record builds and judges rules (labels protected only). split: some values, public as
/// values, only build.
enum class RuleAlgorithm { all, split };

/// "all", "split".
std::string_view name_of(RuleAlgorithm algorithm);

struct RulePlan {
  RuleAlgorithm algorithm = RuleAlgorithm::all;
  bool available = false;
  std::uint64_t building = 0;       ///< this many public values build the rules; 0: all
  std::uint64_t least_records = 0;  ///< all: for an error rate of at most `accuracy` on the data if
                                    ///< some rule of the class is right everywhere; else 0
  /// For an error rate of at most `accuracy` on fresh samples, with probability 1 - beta (split) or
  /// 1 - 2 beta (all), if the records are independent samples that some rule of the class labels
  /// rightly. `building` is part of it where labels are protected.
  std::uint64_t generalisation_records = 0;
  bool chosen = false;
  std::string reason;
};

/// accuracy: 1e-4 to 1/2. Errors: OutOfRange.
std::vector<RulePlan> plan_rules(const RuleTask& task, double accuracy);

}  // namespace logstar
