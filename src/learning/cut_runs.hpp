// All thresholds of a domain, grouped in runs that treat the records alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "logstar/domain/key_array.hpp"
#include "logstar/learning/labelled_keys.hpp"
#include "logstar/learning/threshold_hypothesis.hpp"
#include "logstar/randomness/candidate_runs.hpp"
#include "logstar/randomness/randomness.hpp"

namespace logstar {

/// The |X| + 1 thresholds of a domain of |X| keys ("none", and one after each key), of score minus
/// the number of errors. Thresholds with the same labels for all records are one run: at most m + 1 for m
/// distinct keys. Runs far worse than the best stay hidden until a draw needs them.
class CutRuns final : public CandidateRuns {
 public:
  /// `sample` and `domain` must outlive this object. `margin`: how many errors more than the best
  /// to show; it affects the cost of a draw, never its law.
  CutRuns(const SortedSample& sample, const WideInterval& domain, std::int64_t margin);

  std::size_t size() const override { return shown_.size(); }
  CandidateRun run(std::size_t index) const override;
  std::optional<Hidden> hidden() const override;
  void complete() override;

  /// A uniformly drawn threshold of a run.
  ThresholdHypothesis draw_threshold(std::size_t index, Randomness& randomness) const;

 private:
  template <typename Visit>
  void for_each_run(const Visit& visit) const;
  Natural first_of(std::size_t count) const;
  Natural width_of(std::size_t count) const;

  const SortedSample& sample_;
  const WideInterval& domain_;
  std::vector<std::size_t> shown_;  // how many records each run says 1 to
  std::int64_t worst_shown_ = 0;
  bool complete_ = false;
};

}  // namespace logstar
