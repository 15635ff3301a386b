// Answers "is this count above the threshold?" repeatedly; only a yes costs privacy.
//
// Privacy: with parameters from `calibrate_above_threshold`, the whole conversation, however the
// questions are chosen from earlier answers, and for any number of questions, is private as the
// calibration's `loss` says. Preconditions: every question's value changes by at most one record's
// contribution (steps_per_record) between neighbours; for QueryKind::monotone, moreover, adding a record
// moves the values of all questions in the same direction. The threshold is public.
// Source: KMS20 Algorithm 2 and Theorem 2.5; several answers after Lyu, Su, Li 2017, Algorithms 1
//   and 7; one-sided noise and its bounded-range cost are ours: docs/guarantees/above-threshold.md.
// Departures: noise is discrete Laplace or geometric on the question grid instead of continuous;
//   the proofs move noise by whole steps only. The implementation draws only whether a query's noise reaches
//   the noisy threshold, which has the same probability.
// Cost: a few coins a question, a whole draw of noise if it is near the threshold; constant memory.
#pragma once

#include <cstdint>
#include <optional>

#include "logstar/randomness/randomness.hpp"
#include "logstar/sparse_vector/query_grid.hpp"

namespace logstar {

/// laplace: symmetric noise on both sides of the comparison. one_sided: geometric noise, never
/// below 0; half the width, for monotone questions only.
enum class NoiseShape { laplace, one_sided };

/// After a yes the threshold's noise is drawn afresh (the runs compose) or stays as it is.
enum class ThresholdNoise { redrawn, kept };

/// The mechanism's parameters apart from threshold and data; from calibrate_above_threshold.
struct AboveThresholdParameters {
  QueryGrid grid = QueryGrid::counts;
  NoiseShape shape = NoiseShape::laplace;
  ThresholdNoise threshold_noise = ThresholdNoise::kept;
  std::uint64_t max_answers = 1;  // yeses until it is exhausted
  double threshold_rate = 0;      // of the threshold's noise, per record
  double query_rate = 0;          // of each question's noise, per record
  double answer_rate = 0;         // of a yes's number, per record; 0: yeses come without a number
  std::int64_t shift = 0;         // in steps, public, within +-2^60: added to the threshold
};

struct AboveThresholdAnswer {
  bool yes = false;
  std::optional<std::int64_t> value;  // with a yes, if numbers were asked for: noisy, in steps

  friend auto operator<=>(const AboveThresholdAnswer&, const AboveThresholdAnswer&) = default;
};

/// The state for resuming. The noisy threshold is secret: it undoes the protection of every query.
struct AboveThresholdState {
  std::int64_t noisy_threshold = 0;  // in steps
  std::uint64_t answers_left = 0;    // public

  friend auto operator<=>(const AboveThresholdState&, const AboveThresholdState&) = default;
};

class AboveThreshold {
 public:
  /// threshold: in steps, |threshold| <= 2^60. Errors: OutOfRange (parameters are checked too).
  AboveThreshold(const AboveThresholdParameters& parameters, std::int64_t threshold,
                 Randomness& randomness);

  /// Continues a saved conversation; `parameters` and `threshold` as they were. Errors: OutOfRange,
  /// also for a state that none of these can have.
  AboveThreshold(const AboveThresholdParameters& parameters, std::int64_t threshold,
                 const AboveThresholdState& saved);

  /// value: the question's true value in steps. Errors: BudgetExceeded once it is exhausted.
  AboveThresholdAnswer ask(std::int64_t value, Randomness& randomness);

  bool exhausted() const { return state_.answers_left == 0; }
  const AboveThresholdState& state() const { return state_; }

 private:
  AboveThreshold(const AboveThresholdParameters& parameters, std::int64_t threshold);
  void draw_threshold(Randomness& randomness);

  AboveThresholdParameters parameters_;
  std::int64_t threshold_;
  Rational threshold_rate_;
  Rational query_rate_;
  Rational answer_rate_;
  AboveThresholdState state_;
};

}  // namespace logstar
