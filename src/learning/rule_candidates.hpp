// The rules that one is chosen among: listed by the caller, or built from public values.
//
// Privacy, source, cost: as rule_choice.hpp and public_rules.hpp, which draw. `building` is public.
// Departures: none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "logstar/learning/public_rules.hpp"

namespace logstar {

/// Rules that the caller has.
struct ListedRules {
  std::uint64_t size = 1;

  using Records = std::vector<std::int64_t>;  ///< how many labels each rule predicts rightly
  using Rule = std::size_t;                   ///< its place in the list

  void describe(auto& field) { field("rules", size); }

  /// Errors: OutOfRange for no rule.
  Natural count() const;
  /// Errors: OutOfRange for right labels of more or fewer rules.
  Rule draw_rule(const Records& right, double draw_epsilon, Randomness& randomness) const;
};

/// "1 up to this value of `building`, 0 after it", and "0 everywhere".
class ThresholdRules {
 public:
  using Records = LabelledKeys;
  using Rule = ThresholdHypothesis;

  explicit ThresholdRules(KeyArray building);

  Natural count() const;
  Rule draw_rule(Records records, double draw_epsilon, Randomness& randomness) const;

 private:
  KeyArray building_;  // sorted once, for every count and draw
};

/// The least boxes around the points that boxes cut out of `building`, and the empty one.
struct BoxRules {
  std::vector<WideInterval> domains;  ///< one an axis, 1 to 4
  std::vector<KeyArray> building;     ///< a column for each

  using Records = LabelledPoints;
  using Rule = RectangleHypothesis;  ///< an empty one from the highest keys up to the lowest

  /// Errors: as PublicBoxes; OutOfRange if all domains are of one key, in which no box is empty.
  Natural count() const;
  Rule draw_rule(const Records& records, double draw_epsilon, Randomness& randomness) const;
};

}  // namespace logstar
