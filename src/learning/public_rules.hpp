// Thresholds and boxes built from public values, one rule for each labelling of those values, and a draw among
// the rules by their right labels. This is the label-private and the semi-private learner for these classes
// without a list of the rules.
//
// Privacy, Source: as rule_choice.hpp. `building` is public; draw_epsilon determines what else is.
// Departures: rules are counted by the number of right labels instead of listed; the law is
// learn_label_private's.
// Cost: thresholds: the sorts. Boxes: O(1) for each rule, twice; n values have up to n^2/2
// intervals and about (n^2/2)^d boxes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/labelled_points.hpp"
#include "logstar/learning/rectangle_hypothesis.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

struct PublicThreshold {
  ThresholdHypothesis rule;
  Natural rules;  ///< among how many
};

/// A rule "1 up to this value of `building`, 0 after it" or "0 everywhere".
PublicThreshold learn_public_threshold(KeyArray building, LabelledKeys records, double draw_epsilon,
                                       Randomness& randomness);

/// All ways in which boxes label some points: the empty box, and for every other set of points that
/// a box cuts out the least box around it.
class PublicBoxes {
 public:
  /// `building` and `records` have the same number of axes. Errors: OutOfRange for other than 1 to 4 axes, for
  /// columns or labels of different lengths, or for points that may have more than 4 10^9 boxes.
  PublicBoxes(const std::vector<KeyArray>& building, const LabelledPoints& records);

  /// How many rules there are of each number of right labels.
  const std::vector<CandidateRun>& runs() const { return runs_; }
  /// How many rules there are.
  Natural rules() const;

  /// Draws one. Empty: the empty box, "0 everywhere".
  std::optional<RectangleHypothesis> draw_box(double draw_epsilon, Randomness& randomness) const;

 private:
  struct Axis {
    std::vector<WideKey> values;       // distinct ones of `building`, sorted
    std::vector<std::uint32_t> rank;   // of each point of `building` among them
    std::vector<std::uint32_t> below;  // how many of them lie below each record's
    std::vector<std::uint32_t> up_to;  // below or at
  };
  struct Inside;  // what lies inside the sides chosen so far
  struct Line;    // boxes that differ in their lowest side on the last axis only
  using Visit = std::function<bool(const Line&)>;  // true to stop

  bool for_each_line(std::size_t axis, const Inside& inside, const Visit& visit) const;
  bool for_each_last_side(const Inside& inside, const Visit& visit) const;
  Inside everything() const;

  std::vector<Axis> axes_;
  std::vector<bool> labels_;
  std::int64_t zeros_ = 0;
  std::vector<CandidateRun> runs_;
};

}  // namespace logstar
